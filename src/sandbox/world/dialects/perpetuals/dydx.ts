import { type Answer, type Asked, type Dialect, failed, limitOf, ok } from '../../dialect.ts'
import { coinOf, contractOf, lastPaid, PERPETUAL_COINS, type PerpetualCoin, type Terms } from '../../perpetuals.ts'
import type { View } from '../../view.ts'

/**
 * The indexer of dYdX v4: an hourly rate, and the oracle's price for all values.
 * https://docs.dydx.xyz/indexer-client/http
 */
const TERMS: Terms = { venue: 'dydx', quote: 'USD', hours: 1, share: 0.002 }
const tickerOf = (coin: PerpetualCoin): string => `${coin}-USD`

export const dydx: Dialect = {
  provider: 'dydx',
  hosts: ['indexer.dydx.trade'],
  serves: 'perpetualMarkets, historicalFunding',
  answer({ path, query }: Asked, view): Answer {
    const [, version, call, name] = path.split('/')
    const asked = name ?? query.get('ticker')
    const coin = coinOf(asked, tickerOf)
    if (version !== 'v4') return failed(404, { errors: [{ msg: 'Not found' }] })
    if (coin === null && asked !== null)
      return failed(400, { errors: [{ msg: 'ticker must be a valid ticker (BTC-USD, etc)', value: asked }] })
    if (call === 'perpetualMarkets') {
      const coins = coin === null ? PERPETUAL_COINS : [coin]
      return ok({ markets: Object.fromEntries(coins.map((each) => [tickerOf(each), market(each, view)])) })
    }
    if (call === 'historicalFunding' && coin !== null) return ok({ historicalFunding: history(coin, query, view) })
    return failed(404, { errors: [{ msg: 'Not found' }] })
  },
}

const market = (coin: PerpetualCoin, view: View) => {
  const { index, rate, openInterest } = contractOf(TERMS, coin, view)
  return {
    clobPairId: String(PERPETUAL_COINS.indexOf(coin)),
    ticker: tickerOf(coin),
    status: 'ACTIVE',
    oraclePrice: index.toFixed(6),
    priceChange24H: (index * 0.01).toFixed(6),
    volume24H: '15992453.6097',
    trades24H: 3553,
    nextFundingRate: rate.toFixed(20),
    initialMarginFraction: '0.02',
    maintenanceMarginFraction: '0.012',
    openInterest: openInterest.toFixed(4),
    atomicResolution: -9,
    quantumConversionExponent: -9,
    tickSize: '0.1',
    stepSize: '0.001',
    stepBaseQuantums: 1_000_000,
    subticksPerTick: 100_000,
    marketType: 'CROSS',
    openInterestLowerCap: '0',
    openInterestUpperCap: '0',
    baseOpenInterest: (2.04 * openInterest).toFixed(4),
    defaultFundingRate1H: '0',
  }
}

/** An hour's funding is paid by the first block after it. */
const LATE_MS = 219

/** Newest first. */
const history = (coin: PerpetualCoin, query: URLSearchParams, view: View) =>
  lastPaid(TERMS, coin, view, limitOf(query.get('limit'), 100, 1000))
    .map(({ at, rate }) => ({ at: at + LATE_MS, rate }))
    .filter(({ at }) => at <= view.now)
    .map(({ at, rate }) => ({
      ticker: tickerOf(coin),
      rate: rate.toFixed(12),
      price: contractOf(TERMS, coin, view).index.toFixed(5),
      effectiveAtHeight: String(Math.floor(at / 1000)),
      effectiveAt: new Date(at).toISOString(),
    }))
    .toReversed()

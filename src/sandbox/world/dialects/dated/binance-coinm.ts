import { DAY_MS } from '../../../../time-units.ts'
import { datedOf, type DatedContract, type DatedTerms } from '../../dated.ts'
import { type Dialect, failed, ok } from '../../dialect.ts'
import { numberedDate } from '../../options/listing.ts'
import { contractOf, type PerpetualCoin, PERPETUAL_COINS, type Terms } from '../../perpetuals.ts'
import type { View } from '../../view.ts'

/** Binance COIN-M: inverse contracts of 100 dollars on bitcoin and of 10 on others. https://developers.binance.com/docs/derivatives */
const QUARTERS: DatedTerms = { venue: 'binance', quote: 'USD', lists: 'quarterly', share: 0.01 }
const PERPETUAL: Terms = { venue: 'binance coin-m', quote: 'USD', hours: 8, share: 0.02 }
/** Coins with quarterly contracts. */
const DATED: readonly PerpetualCoin[] = ['BTC', 'ETH']

const pairOf = (coin: PerpetualCoin): string => `${coin}USD`
const contractSize = (coin: PerpetualCoin): number => (coin === 'BTC' ? 100 : 10)
const symbolOf = ({ coin, expiry }: DatedContract): string => `${pairOf(coin)}_${numberedDate(expiry)}`
const quarters = (coin: PerpetualCoin, view: View) => (DATED.includes(coin) ? datedOf(QUARTERS, coin, view) : [])

export const binanceCoinM: Dialect = {
  provider: 'binancecoinm',
  hosts: ['dapi.binance.com'],
  serves: 'exchangeInfo, premiumIndex of a pair, openInterest: perpetuals and quarterly contracts',
  answer({ path, query }, view) {
    const call = path.replace('/dapi/v1/', '')
    if (call === 'time') return ok({ serverTime: view.now })
    if (call === 'exchangeInfo')
      return ok({
        exchangeFilters: [],
        rateLimits: [{ interval: 'MINUTE', intervalNum: 1, limit: 2400, rateLimitType: 'REQUEST_WEIGHT' }],
        serverTime: view.now,
        symbols: PERPETUAL_COINS.flatMap((coin) => listed(coin, view)),
        timezone: 'UTC',
      })
    if (call === 'premiumIndex') {
      const coin = PERPETUAL_COINS.find((each) => pairOf(each) === query.get('pair'))
      return coin ? ok(premiums(coin, view)) : failed(400, { code: -1121, msg: 'Invalid symbol.' })
    }
    if (call === 'openInterest') {
      const found = PERPETUAL_COINS.flatMap((coin) => quarters(coin, view)).find(
        (each) => symbolOf(each) === query.get('symbol'),
      )
      if (!found) return failed(400, { code: -1121, msg: 'Invalid symbol.' })
      const { coin, mark, openInterest } = found
      return ok({
        symbol: symbolOf(found),
        pair: pairOf(coin),
        openInterest: String(Math.round((openInterest * mark) / contractSize(coin))),
        contractType: 'CURRENT_QUARTER',
        time: view.now,
      })
    }
    return failed(404, { code: -5000, msg: 'Path is invalid' })
  },
}

const listed = (coin: PerpetualCoin, view: View) => {
  const common = {
    baseAsset: coin,
    baseAssetPrecision: 8,
    contractSize: contractSize(coin),
    contractStatus: 'TRADING',
    equalQtyPrecision: 4,
    marginAsset: coin,
    pair: pairOf(coin),
    pricePrecision: 1,
    quantityPrecision: 0,
    quoteAsset: 'USD',
    quotePrecision: 8,
    underlyingType: 'COIN',
  }
  return [
    {
      ...common,
      symbol: `${pairOf(coin)}_PERP`,
      contractType: 'PERPETUAL',
      deliveryDate: 4_133_404_800_000,
      onboardDate: 1_597_042_800_000,
    },
    ...quarters(coin, view).map((contract, place) => ({
      ...common,
      symbol: symbolOf(contract),
      contractType: place === 0 ? 'CURRENT_QUARTER' : 'NEXT_QUARTER',
      deliveryDate: contract.expiry,
      onboardDate: contract.expiry - 180 * DAY_MS,
    })),
  ]
}

/** Rows of dated contracts have no funding: empty texts and a zero. */
const premiums = (coin: PerpetualCoin, view: View) => {
  const { mark, index, rate, nextAt } = contractOf(PERPETUAL, coin, view)
  const row = (symbol: string, price: number, spot: number) => ({
    symbol,
    pair: pairOf(coin),
    markPrice: price.toFixed(8),
    indexPrice: spot.toFixed(8),
    estimatedSettlePrice: spot.toFixed(8),
    time: view.now,
  })
  return [
    ...quarters(coin, view).map((contract) => ({
      ...row(symbolOf(contract), contract.mark, contract.index),
      lastFundingRate: '',
      interestRate: '',
      nextFundingTime: 0,
    })),
    {
      ...row(`${pairOf(coin)}_PERP`, mark, index),
      lastFundingRate: rate.toFixed(8),
      interestRate: '0.00010000',
      nextFundingTime: nextAt,
    },
  ]
}

import { type Dialect, failed, limitOf, numberOf, ok } from '../../dialect.ts'
import {
  coinOf,
  contractOf,
  interestBetween,
  lastPaid,
  paidBetween,
  type PerpetualCoin,
  type Terms,
} from '../../perpetuals.ts'
import type { View } from '../../view.ts'

/** Binance USD-M: the futures have their own host. https://developers.binance.com/docs/derivatives */
const TERMS: Terms = { venue: 'binance', quote: 'USDT', hours: 8, share: 0.3 }
const symbolOf = (coin: PerpetualCoin): string => `${coin}USDT`

export const binanceFutures: Dialect = {
  provider: 'binancefutures',
  hosts: ['fapi.binance.com'],
  serves: 'premiumIndex, openInterest, openInterestHist, fundingInfo, fundingRate',
  answer({ path, query }, view) {
    const call = path.replace(/^\/(?:fapi\/v1|futures\/data)\//, '')
    if (call === 'time') return ok({ serverTime: view.now })
    // This list has only contracts whose terms were once adjusted; those of our coins never were.
    if (call === 'fundingInfo') return ok([adjusted('LPTUSDT', 4), adjusted('GTCUSDT', 8)])
    const coin = coinOf(query.get('symbol'), symbolOf)
    if (coin === null) return failed(400, { code: -1121, msg: 'Invalid symbol.' })
    if (call === 'premiumIndex') return ok(premium(coin, view))
    if (call === 'openInterest')
      return ok({
        symbol: symbolOf(coin),
        openInterest: contractOf(TERMS, coin, view).openInterest.toFixed(3),
        time: view.now,
      })
    if (call === 'fundingRate') return ok(history(coin, query, view))
    if (call === 'openInterestHist') return interestHistory(coin, query, view)
    return failed(404, { code: -5000, msg: 'Path is invalid' })
  },
}

const adjusted = (symbol: string, fundingIntervalHours: number) => ({
  symbol,
  adjustedFundingRateCap: '0.02000000',
  adjustedFundingRateFloor: '-0.02000000',
  fundingIntervalHours,
  disclaimer: false,
  updateTime: 1_752_854_309_429,
})

const premium = (coin: PerpetualCoin, view: View) => {
  const { mark, index, rate, nextAt } = contractOf(TERMS, coin, view)
  return {
    symbol: symbolOf(coin),
    markPrice: mark.toFixed(8),
    indexPrice: index.toFixed(8),
    estimatedSettlePrice: index.toFixed(8),
    lastFundingRate: rate.toFixed(8),
    interestRate: '0.00010000',
    nextFundingTime: nextAt,
    time: view.now,
  }
}

/** Snapshots in a statistics path of their own: the newest of a range, oldest first, in coins and in USDT. */
const interestHistory = (coin: PerpetualCoin, query: URLSearchParams, view: View) => {
  if (query.get('period') !== '5m')
    return failed(400, { code: -1130, msg: "Data sent for parameter 'period' is not valid." })
  const rows = interestBetween(TERMS, coin, view, {
    since: numberOf(query.get('startTime')) ?? 0,
    until: numberOf(query.get('endTime')) ?? view.now,
    most: limitOf(query.get('limit'), 30, 500),
  })
  return ok(
    rows.map(({ at, coins, worth }) => ({
      symbol: symbolOf(coin),
      sumOpenInterest: coins.toFixed(8),
      sumOpenInterestValue: worth.toFixed(8),
      CMCCirculatingSupply: '0.00000000',
      timestamp: at,
    })),
  )
}

/** With a start, the oldest come first and the page is cut at its new end; without one, the page is the newest. */
const history = (coin: PerpetualCoin, query: URLSearchParams, view: View) => {
  const limit = limitOf(query.get('limit'), 100, 1000)
  const start = numberOf(query.get('startTime'))
  const paid =
    start === null
      ? lastPaid(TERMS, coin, view, limit)
      : paidBetween(TERMS, coin, view, start, numberOf(query.get('endTime')) ?? view.now).slice(0, limit)
  return paid.map(({ at, rate }) => ({
    symbol: symbolOf(coin),
    fundingTime: at,
    fundingRate: rate.toFixed(8),
    markPrice: '',
  }))
}

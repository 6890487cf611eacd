import { type Answer, type Asked, limitOf, numberOf, ok } from '../../dialect.ts'
import { coinOf, contractOf, interestBetween, lastPaid, type PerpetualCoin, type Terms } from '../../perpetuals.ts'
import type { View } from '../../view.ts'

/** Bybit's linear contracts, at the host of its spot market. */
const TERMS: Terms = { venue: 'bybit', quote: 'USDT', hours: 8, share: 0.17 }
const symbolOf = (coin: PerpetualCoin): string => `${coin}USDT`

const envelope = (view: View, retCode: number, retMsg: string, result: unknown): Answer =>
  ok({ retCode, retMsg, result, retExtInfo: {}, time: view.now })

/** A call with `category=linear`. */
export const bybitLinear = ({ path, query }: Asked, view: View): Answer => {
  const coin = coinOf(query.get('symbol'), symbolOf)
  if (coin === null) return envelope(view, 10_001, 'params error: symbol invalid', {})
  const list = (rows: readonly unknown[]) => envelope(view, 0, 'OK', { category: 'linear', list: rows })
  if (path === '/v5/market/tickers') return list([ticker(coin, view)])
  if (path === '/v5/market/funding/history')
    return list(
      lastPaid(TERMS, coin, view, limitOf(query.get('limit'), 200, 200))
        .map(({ at, rate }) => ({
          symbol: symbolOf(coin),
          fundingRate: rate.toFixed(8),
          fundingRateTimestamp: String(at),
        }))
        .toReversed(),
    )
  if (path === '/v5/market/open-interest') return interestHistory(coin, query, view)
  return envelope(view, 10_001, 'Request path not found', {})
}

/** Newest first, in coins: both sides, and since June 2026 one side beside them. */
const interestHistory = (coin: PerpetualCoin, query: URLSearchParams, view: View): Answer => {
  if (query.get('intervalTime') !== '5min') return envelope(view, 10_001, 'params error: intervalTime invalid', {})
  const rows = interestBetween(TERMS, coin, view, {
    since: numberOf(query.get('startTime')) ?? 0,
    until: numberOf(query.get('endTime')) ?? view.now,
    most: limitOf(query.get('limit'), 50, 200),
  })
  return envelope(view, 0, 'OK', {
    symbol: symbolOf(coin),
    category: 'linear',
    list: rows.toReversed().map(({ at, coins }) => ({
      openInterest: (2 * coins).toFixed(8),
      singleOpenInterest: String(Number(coins.toFixed(3))),
      timestamp: String(at),
    })),
    nextPageCursor: '',
  })
}

/** Open interest counts both sides here; a second field counts one side. */
const ticker = (coin: PerpetualCoin, view: View) => {
  const { mark, index, rate, openInterest, nextAt } = contractOf(TERMS, coin, view)
  const price = (value: number) => value.toFixed(2)
  return {
    symbol: symbolOf(coin),
    lastPrice: price(mark),
    indexPrice: price(index),
    markPrice: price(mark),
    prevPrice24h: price(index * 0.99),
    price24hPcnt: '0.010101',
    highPrice24h: price(index * 1.02),
    lowPrice24h: price(index * 0.98),
    prevPrice1h: price(index * 0.999),
    openInterest: (2 * openInterest).toFixed(2),
    openInterestValue: (2 * openInterest * mark).toFixed(2),
    singleOpenInterest: openInterest.toFixed(2),
    singleOpenInterestValue: (openInterest * mark).toFixed(2),
    turnover24h: '2692158450.4150',
    volume24h: '1101140.6500',
    fundingRate: rate.toFixed(8),
    nextFundingTime: String(nextAt),
    predictedDeliveryPrice: '',
    basisRate: '',
    deliveryFeeRate: '',
    deliveryTime: '0',
    ask1Size: '62.30',
    bid1Price: price(mark * 0.9999),
    ask1Price: price(mark * 1.0001),
    bid1Size: '17.41',
    basis: '',
    preOpenPrice: '',
    preQty: '',
    curPreListingPhase: '',
    fundingIntervalHour: String(TERMS.hours),
    basisRateYear: '',
    fundingCap: '0.005',
  }
}

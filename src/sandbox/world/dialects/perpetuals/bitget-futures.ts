import { type Answer, type Asked, type Dialect, failed, limitOf, ok } from '../../dialect.ts'
import { coinOf, contractOf, lastPaid, type PerpetualCoin, type Terms } from '../../perpetuals.ts'
import type { View } from '../../view.ts'

/** Bitget v3, only USDT futures. https://www.bitget.com/api-doc/uta/public/Tickers */
const TERMS: Terms = { venue: 'bitget', quote: 'USDT', hours: 8, share: 0.1 }
const symbolOf = (coin: PerpetualCoin): string => `${coin}USDT`

export const bitget: Dialect = {
  provider: 'bitget',
  hosts: ['api.bitget.com'],
  serves: 'v3 tickers, current-fund-rate and history-fund-rate of USDT futures',
  answer({ path, query }: Asked, view): Answer {
    const give = (data: unknown) => ok({ code: '00000', msg: 'success', requestTime: view.now, data })
    const coin = coinOf(query.get('symbol'), symbolOf)
    if (coin === null)
      return failed(400, {
        code: '40034',
        msg: `Parameter ${query.get('symbol') ?? 'symbol'} does not exist`,
        requestTime: view.now,
        data: null,
      })
    const call = path.replace('/api/v3/market/', '')
    if (call === 'tickers' && query.get('category') === 'USDT-FUTURES') return give([ticker(coin, view)])
    if (call === 'current-fund-rate') return give([current(coin, view)])
    if (call === 'history-fund-rate') return give({ resultList: history(coin, query, view) })
    return failed(404, { code: '40404', msg: 'Request URL NOT FOUND', requestTime: view.now, data: null })
  },
}

const ticker = (coin: PerpetualCoin, view: View) => {
  const { mark, index, rate, openInterest } = contractOf(TERMS, coin, view)
  const price = (value: number) => value.toFixed(2)
  return {
    category: 'USDT-FUTURES',
    symbol: symbolOf(coin),
    ts: String(view.now),
    lastPrice: price(mark),
    openPrice24h: price(index * 0.99),
    highPrice24h: price(index * 1.02),
    lowPrice24h: price(index * 0.98),
    ask1Price: price(mark * 1.0001),
    bid1Price: price(mark * 0.9999),
    bid1Size: '11.0845',
    ask1Size: '4.2309',
    price24hPcnt: '0.01010',
    volume24h: '50772.839',
    turnover24h: '4667820987.88478',
    indexPrice: index.toFixed(16),
    markPrice: price(mark),
    fundingRate: rate.toFixed(6),
    openInterest: openInterest.toFixed(4),
    deliveryStartTime: '',
    deliveryTime: '',
    deliveryStatus: '',
  }
}

const current = (coin: PerpetualCoin, view: View) => {
  const { rate, nextAt } = contractOf(TERMS, coin, view)
  return {
    symbol: symbolOf(coin),
    fundingRate: rate.toFixed(6),
    fundingRateInterval: String(TERMS.hours),
    nextUpdate: String(nextAt),
    minFundingRate: '-0.003',
    maxFundingRate: '0.003',
  }
}

/** Newest first. */
const history = (coin: PerpetualCoin, query: URLSearchParams, view: View) =>
  lastPaid(TERMS, coin, view, limitOf(query.get('limit'), 20, 100))
    .map(({ at, rate }) => ({
      symbol: symbolOf(coin),
      fundingRate: rate.toFixed(6),
      fundingRateTimestamp: String(at),
    }))
    .toReversed()

import { type Answer, type Asked, type Dialect, failed, ok } from '../../dialect.ts'
import { krakenDatedInstruments, krakenDatedTickers } from '../dated/kraken-dated.ts'
import { coinOf, contractOf, lastPaid, PERPETUAL_COINS, type PerpetualCoin, type Terms } from '../../perpetuals.ts'
import type { View } from '../../view.ts'

/** Kraken Futures: JSON numbers, funding in dollars per coin and hour. https://docs.kraken.com/api/docs/futures-api */
const TERMS: Terms = { venue: 'kraken', quote: 'USD', hours: 1, share: 0.01 }
const codeOf = (coin: PerpetualCoin): string => (coin === 'BTC' ? 'XBT' : coin)
const symbolOf = (coin: PerpetualCoin): string => `PF_${codeOf(coin)}USD`
/** Hours of history in a reply; the venue itself sends all. */
const HISTORY_HOURS = 480

export const krakenFutures: Dialect = {
  provider: 'krakenfutures',
  hosts: ['futures.kraken.com'],
  serves:
    'instruments and tickers with the inverse contracts, the futures with a date and an index among them, historical-funding-rates',
  answer({ path, query }: Asked, view): Answer {
    const serverTime = new Date(view.now).toISOString()
    const call = path.replace('/derivatives/api/v3/', '')
    if (call === 'tickers') return ok({ result: 'success', serverTime, tickers: rows(view) })
    if (call === 'instruments') return ok({ result: 'success', serverTime, instruments: instruments(view) })
    if (call === 'historical-funding-rates') {
      const coin = coinOf(query.get('symbol'), symbolOf)
      if (coin === null) return ok({ result: 'error', error: 'invalidArgument: symbol', serverTime })
      return ok({ result: 'success', serverTime, rates: history(coin, view) })
    }
    return failed(404, { result: 'error', error: 'notFound', serverTime })
  },
}

/** The same list has the inverse contracts and the indices. */
const rows = (view: View) => [
  ...PERPETUAL_COINS.flatMap((coin) => [inverse(coin, view), linear(coin, view)]),
  ...krakenDatedTickers(view),
  { symbol: 'in_xbtusd', last: contractOf(TERMS, 'BTC', view).index, lastTime: new Date(view.now).toISOString() },
]

/** The list has an index too, which has no date and is not traded. */
const instruments = (view: View) => [
  ...PERPETUAL_COINS.map((coin) => ({
    symbol: symbolOf(coin),
    type: 'flexible_futures',
    tickSize: 0.1,
    contractSize: 1,
    tradeable: true,
    openingDate: '2022-03-22T13:18:45Z',
    postOnly: false,
    base: coin,
    quote: 'USD',
    pair: `${coin}:USD`,
  })),
  ...krakenDatedInstruments(view),
  { symbol: 'in_xbtusd', type: 'spot index', tradeable: false },
]

const row = (coin: PerpetualCoin, symbol: string, view: View) => {
  const { mark, index } = contractOf(TERMS, coin, view)
  const cents = (value: number) => Math.round(value * 100) / 100
  return {
    symbol,
    last: cents(mark),
    lastTime: new Date(view.now - 2_500).toISOString(),
    tag: 'perpetual',
    pair: `${codeOf(coin)}:USD`,
    markPrice: mark,
    bid: cents(mark * 0.9999),
    bidSize: 100,
    ask: cents(mark * 1.0001),
    askSize: 150,
    vol24h: 500_000,
    volumeQuote: 1_600_000,
    open24h: cents(index * 0.99),
    high24h: cents(index * 1.02),
    low24h: cents(index * 0.98),
    lastSize: 50,
    suspended: false,
    indexPrice: cents(index),
    postOnly: false,
    change24h: 1.01,
  }
}

const linear = (coin: PerpetualCoin, view: View) => {
  const { rate, index, openInterest } = contractOf(TERMS, coin, view)
  return {
    ...row(coin, symbolOf(coin), view),
    openInterest,
    fundingRate: rate * index,
    fundingRatePrediction: rate * index,
  }
}

/** Coins per dollar of contract: very small numbers, written with an exponent. */
const inverse = (coin: PerpetualCoin, view: View) => {
  const { rate, index, openInterest } = contractOf(TERMS, coin, view)
  return {
    ...row(coin, `PI_${codeOf(coin)}USD`, view),
    openInterest: Math.round(openInterest * index * 0.1),
    fundingRate: rate / index,
    fundingRatePrediction: rate / index,
  }
}

const history = (coin: PerpetualCoin, view: View) =>
  lastPaid(TERMS, coin, view, HISTORY_HOURS).map(({ at, rate }) => ({
    timestamp: new Date(at).toISOString(),
    fundingRate: rate * contractOf(TERMS, coin, view).index,
    relativeFundingRate: rate,
  }))

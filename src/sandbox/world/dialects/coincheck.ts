import { type Asked, type Dialect, directory, failed, limitOf, newest, ok, price, size, spelled } from '../dialect.ts'
import { type Instrument, listed } from '../instruments.ts'
import type { View } from '../view.ts'

/** Coincheck: numbers in the ticker, strings in the trades. https://coincheck.com/documents/exchange/api */
const INSTRUMENTS = listed(
  'coincheck',
  `btc_jpy   BTC/JPY   0 8
   eth_jpy   ETH/JPY   0 8
   xrp_jpy   XRP/JPY   2 6
   doge_jpy  DOGE/JPY  3 4 halted`,
)

const find = directory(INSTRUMENTS)
const refuse = (error: string) => failed(400, { success: false, error })

export const coincheck: Dialect = {
  provider: 'coincheck',
  hosts: ['coincheck.com'],
  serves: 'exchange_status, ticker, trades, order_books',
  instruments: INSTRUMENTS,
  answer(asked, view) {
    const { path, query } = asked
    if (path === '/api/exchange_status') {
      const wanted = query.get('pair')
      const rows = INSTRUMENTS.filter((one) => wanted === null || one.symbol === wanted)
      return ok({ exchange_status: rows.map((one) => status(one, view)) })
    }
    const one = find(query.get('pair') ?? 'btc_jpy')
    if (one === null) return refuse('invalid pair')
    if (path === '/api/ticker') return ok(ticker(one, view))
    if (path === '/api/trades') return ok(trades(one, asked, view))
    if (path === '/api/order_books') return ok(book(one, view))
    return failed(404, { success: false, error: 'not found' })
  },
}

const seconds = (ms: number): number => Math.floor(ms / 1000)

const status = (one: Instrument, view: View) => ({
  pair: one.symbol,
  status: one.trading ? 'available' : 'stop',
  timestamp: seconds(view.now),
  availability: { order: one.trading, market_order: one.trading, cancel: true },
})

const ticker = (one: Instrument, view: View) => {
  const { bid, ask, high, low, last, lots } = view.quote(one)
  // Whole yen are written as `5052540.0`, which a plain JSON number cannot keep.
  const number = (ticks: number) => spelled(`${price(one, ticks)}${one.priceDecimals === 0 ? '.0' : ''}`)
  return {
    last: number(last.ticks),
    bid: number(bid),
    ask: number(ask),
    high: number(high),
    low: number(low),
    volume: Number(size(one, lots)),
    timestamp: seconds(view.now),
  }
}

/** Newest first. */
const trades = (one: Instrument, { query }: Asked, view: View) => {
  const limit = limitOf(query.get('limit'), 10, 100)
  return {
    success: true,
    pagination: { limit, order: 'desc', starting_after: null, ending_before: null },
    data: newest(view.trades(one), limit)
      .map(({ id, at, ticks, lots, bought }) => ({
        id,
        amount: size(one, lots),
        rate: `${price(one, ticks)}${one.priceDecimals === 0 ? '.0' : ''}`,
        pair: one.symbol,
        order_type: bought ? 'buy' : 'sell',
        created_at: `${new Date(at).toISOString().slice(0, 19)}.000Z`,
      }))
      .toReversed(),
  }
}

const book = (one: Instrument, view: View) => {
  const { bids, asks } = view.book(one, 100)
  const row = (rung: { ticks: number; lots: number }) => [price(one, rung.ticks), size(one, rung.lots)]
  return { asks: asks.map(row), bids: bids.map(row) }
}

import {
  type Asked,
  type Dialect,
  directory,
  failed,
  isoWithoutZone,
  limitOf,
  newest,
  numberOf,
  ok,
} from '../dialect.ts'
import { price, size } from '../dialect.ts'
import { type Instrument, listed } from '../instruments.ts'
import type { View } from '../view.ts'

/** bitFlyer Lightning: JSON numbers, times in UTC without a zone. https://lightning.bitflyer.com/docs */
const INSTRUMENTS = listed(
  'bitflyer',
  `BTC_JPY  BTC/JPY  0 8
   ETH_JPY  ETH/JPY  0 7
   XRP_JPY  XRP/JPY  2 6
   ETH_BTC  ETH/BTC  5 7`,
)

const find = directory(INSTRUMENTS)
const UNKNOWN = failed(400, { status: -100, error_message: 'Invalid product', data: null })

export const bitflyer: Dialect = {
  provider: 'bitflyer',
  hosts: ['api.bitflyer.com'],
  serves: 'getmarkets, ticker, executions, board',
  instruments: INSTRUMENTS,
  answer(asked, view) {
    // Every call exists with and without `get` before its name.
    const call = asked.path.replace('/v1/', '').replace(/^get/, '')
    if (call === 'markets') return ok(INSTRUMENTS.map((one) => ({ product_code: one.symbol, market_type: 'Spot' })))
    const one = find(asked.query.get('product_code') ?? 'BTC_JPY')
    if (one === null) return UNKNOWN
    if (call === 'ticker') return ok(ticker(one, view))
    if (call === 'executions') return ok(executions(one, asked, view))
    if (call === 'board') return ok(board(one, view))
    if (call === 'health') return ok({ status: 'NORMAL' })
    if (call === 'boardstate') return ok({ health: 'NORMAL', state: 'RUNNING' })
    return failed(404, { Message: 'No HTTP resource was found that matches the request URI.' })
  },
}

const ticker = (one: Instrument, view: View) => {
  const quote = view.quote(one)
  const volume = Number(size(one, quote.lots))
  return {
    product_code: one.symbol,
    state: 'RUNNING',
    timestamp: isoWithoutZone(view.now),
    tick_id: Math.floor(view.now / 100),
    best_bid: Number(price(one, quote.bid)),
    best_ask: Number(price(one, quote.ask)),
    best_bid_size: Number(size(one, quote.bidLots)),
    best_ask_size: Number(size(one, quote.askLots)),
    total_bid_depth: Number(size(one, quote.bidLots * 40)),
    total_ask_depth: Number(size(one, quote.askLots * 40)),
    market_bid_size: 0,
    market_ask_size: 0,
    ltp: Number(price(one, quote.last.ticks)),
    volume: volume * 1.2,
    volume_by_product: volume,
  }
}

/** Newest first; `before` and `after` are exclusive ids. */
const executions = (one: Instrument, { query }: Asked, view: View) => {
  const before = numberOf(query.get('before')) ?? Number.POSITIVE_INFINITY
  const after = numberOf(query.get('after')) ?? 0
  const wanted = view.trades(one).filter(({ id }) => id < before && id > after)
  return newest(wanted, limitOf(query.get('count'), 100, 500))
    .map(({ id, at, ticks, lots, bought }) => ({
      id,
      side: bought ? 'BUY' : 'SELL',
      price: Number(price(one, ticks)),
      size: Number(size(one, lots)),
      exec_date: isoWithoutZone(at),
      buy_child_order_acceptance_id: `JRF${id}B`,
      sell_child_order_acceptance_id: `JRF${id}S`,
    }))
    .toReversed()
}

const board = (one: Instrument, view: View) => {
  const { bids, asks } = view.book(one, 100)
  const row = (rung: { ticks: number; lots: number }) => ({
    price: Number(price(one, rung.ticks)),
    size: Number(size(one, rung.lots)),
  })
  const middle = ((bids[0]?.ticks ?? 0) + (asks[0]?.ticks ?? 0)) / 2
  return { mid_price: Number(price(one, Math.round(middle))), bids: bids.map(row), asks: asks.map(row) }
}

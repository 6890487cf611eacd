import { directory } from '../dialect.ts'
import { coinbase as rest } from '../dialects/coinbase.ts'
import { chosen, NOTHING, parsed, type PushDialect, sidesOf } from './push-dialect.ts'

/** Coinbase Exchange: tickers, and heartbeats with the number of the product's last event. */

const find = directory(rest.instruments!)

export const coinbase: PushDialect = {
  provider: rest.provider,
  hosts: ['ws-feed.exchange.coinbase.com'],
  opened: (path) => (path === '/' ? [] : null),
  said: (frame) => {
    const { type, product_ids: ids, channels } = parsed(frame)
    if (type !== 'subscribe' || !Array.isArray(ids) || !Array.isArray(channels)) return NOTHING
    const unknown = ids.find((id) => find(String(id)) === null)
    if (unknown !== undefined) {
      const refused = { type: 'error', message: 'Failed to subscribe', reason: `${unknown} is not a valid product` }
      return { replies: [JSON.stringify(refused)], subscribes: [] }
    }
    const told = channels.map((name) => ({ name, product_ids: ids }))
    return { replies: [JSON.stringify({ type: 'subscriptions', channels: told })], subscribes: ids.map(String) }
  },
  books: (view, subscribed) =>
    chosen(find, subscribed).flatMap(([product_id, one]) => {
      const { bid, bidSize, ask, askSize, last } = sidesOf(one, view)
      const sequence = view.now
      const time = new Date(view.now).toISOString().replace('Z', '000Z')
      return [
        {
          type: 'ticker',
          sequence,
          product_id,
          price: last,
          best_bid: bid,
          best_bid_size: bidSize,
          best_ask: ask,
          best_ask_size: askSize,
          time,
        },
        // The product has had an event since, and the heartbeat says nothing about the book.
        { type: 'heartbeat', sequence: sequence + 1, last_trade_id: 0, product_id, time },
      ].map((each) => JSON.stringify(each))
    }),
}

import { spelled } from '../dialect.ts'
import { kraken as rest } from '../dialects/kraken.ts'
import { chosen, NOTHING, parsed, type PushDialect, sidesOf } from './push-dialect.ts'

/** Kraken spot v2: tickers with JSON numbers, pairs by their plain names, and a heartbeat. */

const BY_NAME = new Map(rest.instruments!.map((one) => [`${one.base}/${one.quote}`, one]))
const find = (name: string) => BY_NAME.get(name) ?? null

export const kraken: PushDialect = {
  provider: rest.provider,
  hosts: ['ws.kraken.com'],
  opened: (path) => (path === '/v2' ? [] : null),
  said: (frame) => {
    const { method, params } = parsed(frame)
    const { channel, symbol } = (params ?? {}) as { readonly channel?: string; readonly symbol?: readonly string[] }
    if (method !== 'subscribe' || channel !== 'ticker' || !Array.isArray(symbol)) return NOTHING
    const known = symbol.filter((name) => find(name) !== null)
    const replies = symbol.map((name) =>
      known.includes(name)
        ? { method, success: true, result: { channel, event_trigger: 'bbo', snapshot: true, symbol: name } }
        : { method, success: false, error: `Currency pair not supported ${name}`, symbol: name },
    )
    return { replies: replies.map((each) => JSON.stringify(each)), subscribes: known }
  },
  books: (view, subscribed) => [
    ...chosen(find, subscribed).map(([symbol, one]) => {
      const { bid, bidSize, ask, askSize, last } = sidesOf(one, view)
      const data = {
        symbol,
        bid: spelled(bid),
        bid_qty: spelled(bidSize),
        ask: spelled(ask),
        ask_qty: spelled(askSize),
        last: spelled(last),
        timestamp: new Date(view.now).toISOString(),
      }
      return JSON.stringify({ channel: 'ticker', type: 'update', data: [data] })
    }),
    JSON.stringify({ channel: 'heartbeat' }),
  ],
}

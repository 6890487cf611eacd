import { directory } from '../dialect.ts'
import { bitstamp as rest } from '../dialects/bitstamp.ts'
import { chosen, NOTHING, parsed, type PushDialect, sidesOf } from './push-dialect.ts'

/** Bitstamp: the top of a book; the simulation sends only the best level. */

const CHANNEL = 'order_book_'
const bySymbol = directory(rest.instruments!)
const find = (channel: string) => (channel.startsWith(CHANNEL) ? bySymbol(channel.slice(CHANNEL.length)) : null)

export const bitstamp: PushDialect = {
  provider: rest.provider,
  hosts: ['ws.bitstamp.net'],
  opened: (path) => (path === '/' ? [] : null),
  said: (frame) => {
    const { event, data } = parsed(frame)
    const { channel = '' } = (data ?? {}) as { readonly channel?: string }
    if (event !== 'bts:subscribe') return NOTHING
    return find(channel) === null
      ? { replies: [JSON.stringify({ event: 'bts:error', channel: '', data: { code: null } })], subscribes: [] }
      : {
          replies: [JSON.stringify({ event: 'bts:subscription_succeeded', channel, data: {} })],
          subscribes: [channel],
        }
  },
  books: (view, subscribed) =>
    chosen(find, subscribed).map(([channel, one]) => {
      const { bid, bidSize, ask, askSize } = sidesOf(one, view)
      const data = {
        timestamp: String(Math.floor(view.now / 1000)),
        microtimestamp: `${view.now}000`,
        bids: [[bid, bidSize]],
        asks: [[ask, askSize]],
      }
      return JSON.stringify({ data, channel, event: 'data' })
    }),
}

import { directory, spelled } from '../dialect.ts'
import { bitfinex as rest } from '../dialects/bitfinex.ts'
import { chosen, NOTHING, parsed, type PushDialect, sidesOf } from './push-dialect.ts'

/** Bitfinex v2: tickers by the number of their channel; each frame has a number and a time. */

const find = directory(rest.instruments!)
const channelOf = new Map(rest.instruments!.map(({ symbol }, at) => [symbol, 1_000 + at]))

export const bitfinex: PushDialect = {
  provider: rest.provider,
  hosts: ['api-pub.bitfinex.com'],
  opened: (path) => (path === '/ws/2' ? [] : null),
  said: (frame) => {
    const { event, channel, symbol, flags } = parsed(frame)
    if (event === 'conf') return { replies: [JSON.stringify({ event, status: 'OK', flags })], subscribes: [] }
    if (event !== 'subscribe' || channel !== 'ticker') return NOTHING
    const name = String(symbol)
    if (find(name) === null)
      return { replies: [JSON.stringify({ event: 'error', msg: 'symbol: invalid', code: 10_300 })], subscribes: [] }
    const reply = { event: 'subscribed', channel, chanId: channelOf.get(name), symbol: name, pair: name.slice(1) }
    return { replies: [JSON.stringify(reply)], subscribes: [name] }
  },
  books: (view, subscribed, next) =>
    chosen(find, subscribed).map(([name, one]) => {
      const { bid, bidSize, ask, askSize, last } = sidesOf(one, view)
      const row = [bid, bidSize, ask, askSize, '0', '0', last, '0', last, last].map(spelled)
      return JSON.stringify([channelOf.get(name), row, next(), view.now])
    }),
}

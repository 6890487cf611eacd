import { directory } from '../dialect.ts'
import { gate as rest } from '../dialects/gate.ts'
import { chosen, NOTHING, parsed, type PushDialect, sidesOf } from './push-dialect.ts'

/** Gate v4: the best prices of a pair. */

const CHANNEL = 'spot.book_ticker'
const find = directory(rest.instruments!)

export const gate: PushDialect = {
  provider: rest.provider,
  hosts: ['api.gateio.ws'],
  opened: (path) => (path === '/ws/v4/' ? [] : null),
  said: (frame) => {
    const { time, channel, event, payload } = parsed(frame)
    if (channel !== CHANNEL || event !== 'subscribe' || !Array.isArray(payload)) return NOTHING
    const unknown = payload.find((name) => find(String(name)) === null)
    const reply =
      unknown === undefined
        ? { time, channel, event, error: null, result: { status: 'success' } }
        : { time, channel, event, error: { code: 2, message: `unknown currency pair ${unknown}` }, result: null }
    return { replies: [JSON.stringify(reply)], subscribes: unknown === undefined ? payload.map(String) : [] }
  },
  books: (view, subscribed) =>
    chosen(find, subscribed).map(([s, one]) => {
      const { bid, bidSize, ask, askSize } = sidesOf(one, view)
      return JSON.stringify({
        time: Math.floor(view.now / 1000),
        time_ms: view.now,
        channel: CHANNEL,
        event: 'update',
        result: { t: view.now, u: view.now, s, b: bid, B: bidSize, a: ask, A: askSize },
      })
    }),
}

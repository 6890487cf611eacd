import { directory, spelled } from '../dialect.ts'
import { gemini as rest } from '../dialects/gemini.ts'
import { chosen, NOTHING, parsed, type PushDialect, sidesOf } from './push-dialect.ts'

/** Gemini: the best prices of a symbol, with times in nanoseconds. */

const STREAM = '@bookTicker'
const bySymbol = directory(rest.instruments!)
const find = (stream: string) => (stream.endsWith(STREAM) ? bySymbol(stream.slice(0, -STREAM.length)) : null)

export const gemini: PushDialect = {
  provider: rest.provider,
  hosts: ['ws.gemini.com'],
  opened: (path) => (path === '/' ? [] : null),
  said: (frame) => {
    const { id, method, params } = parsed(frame)
    if (method !== 'subscribe' || !Array.isArray(params)) return NOTHING
    const streams = params.map(String)
    const isKnown = streams.every((stream) => find(stream) !== null)
    const reply = isKnown ? { id, status: 200 } : { id, status: 400, error: { code: -1121, msg: 'Invalid symbol.' } }
    return { replies: [JSON.stringify(reply)], subscribes: isKnown ? streams : [] }
  },
  books: (view, subscribed) =>
    chosen(find, subscribed).map(([, one]) => {
      const { bid, bidSize, ask, askSize } = sidesOf(one, view)
      const E = spelled(`${view.now}000000`)
      return JSON.stringify({ u: view.now, E, s: one.symbol, b: bid, B: bidSize, a: ask, A: askSize })
    }),
}

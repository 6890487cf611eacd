import { NOTHING, parsed, type PushDialect, sampled } from './push-dialect.ts'

/** Binance USD-M futures streams. Single streams have no wrapper, combined ones are wrapped with their name. */

const STREAM = '!forceOrder@arr'

export const binance: PushDialect = {
  provider: 'binance',
  hosts: ['fstream.binance.com'],
  /**
   * Since 23 April 2026 force orders are sent only on the route `/market`. Elsewhere the subscription is accepted and
   * never sends anything.
   */
  opened: (path) => {
    if (path === `/market/ws/${STREAM}`) return [STREAM]
    if (path === `/market/stream?streams=${STREAM}`) return [`stream ${STREAM}`]
    return /^\/(?:market\/|public\/)?(?:ws|stream)\b/.test(path) ? [] : null
  },
  said: (frame) => {
    const { method, id } = parsed(frame)
    return method === 'SUBSCRIBE' ? { replies: [JSON.stringify({ result: null, id })], subscribes: [] } : NOTHING
  },
  frames: (forced, subscribed, now) =>
    sampled(forced).flatMap(({ base, side, price, usd, at }) => {
      const filled = (usd / price).toFixed(3)
      const event = {
        e: 'forceOrder',
        E: now,
        o: {
          s: `${base}USDT`,
          S: side === 'long' ? 'SELL' : 'BUY',
          o: 'LIMIT',
          f: 'IOC',
          q: filled,
          // The order's limit is the bankruptcy price of the position; the fill is better.
          p: (price * (side === 'long' ? 0.996 : 1.004)).toFixed(2),
          ap: price.toFixed(2),
          X: 'FILLED',
          l: filled,
          z: filled,
          T: at,
        },
      }
      return [
        ...(subscribed.has(STREAM) ? [JSON.stringify(event)] : []),
        ...(subscribed.has(`stream ${STREAM}`) ? [JSON.stringify({ stream: STREAM, data: event })] : []),
      ]
    }),
}

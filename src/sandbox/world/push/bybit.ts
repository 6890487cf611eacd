import { NOTHING, parsed, type PushDialect } from './push-dialect.ts'

/** Bybit v5 public, linear: every liquidation of the subscribed symbols. */

const TOPIC = 'allLiquidation.'

export const bybit: PushDialect = {
  provider: 'bybit',
  hosts: ['stream.bybit.com'],
  opened: (path) => (path === '/v5/public/linear' ? [] : null),
  said: (frame) => {
    const { op, args, req_id = '' } = parsed(frame)
    const answer = (success: boolean, ret_msg: string) =>
      JSON.stringify({ success, ret_msg, conn_id: 'simulated', req_id, op })
    if (op === 'ping') return { replies: [answer(true, 'pong')], subscribes: [] }
    if (op !== 'subscribe' || !Array.isArray(args)) return NOTHING
    const topics = args.map(String)
    const unknown = topics.find((topic) => !topic.startsWith(TOPIC))
    return unknown === undefined
      ? { replies: [answer(true, '')], subscribes: topics }
      : { replies: [answer(false, `error:handler not found,topic:${unknown}`)], subscribes: [] }
  },
  frames: (forced, subscribed, now) =>
    [...subscribed].flatMap((topic) => {
      const data = forced
        .filter(({ base }) => topic === `${TOPIC}${base}USDT`)
        .map(({ base, side, price, usd, at }) => ({
          T: at,
          s: `${base}USDT`,
          // The side of the liquidated position, not of the order that closed it.
          S: side === 'long' ? 'Buy' : 'Sell',
          v: (usd / price).toFixed(3),
          p: price.toFixed(2),
        }))
      return data.length > 0 ? [JSON.stringify({ topic, type: 'snapshot', ts: now, data })] : []
    }),
}

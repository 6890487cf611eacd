import { directory } from '../dialect.ts'
import { okx as rest } from '../dialects/okx.ts'
import { chosen, NOTHING, parsed, type PushDialect, sampled, sidesOf } from './push-dialect.ts'

/** OKX v5 public: liquidation orders of all perpetuals, sizes in contracts, and tickers of spot pairs. */

const CHANNEL = 'liquidation-orders'
const TICKERS = 'tickers'

/** Coins per contract. */
const CONTRACT: Readonly<Record<string, number>> = { BTC: 0.01, ETH: 0.1, SOL: 1 }

interface Asked {
  readonly channel?: string
  readonly instType?: string
  readonly instId?: string
}

const find = directory(rest.instruments!)

/** The topic of a subscription: a kind of instruments, or one pair. */
const topicOf = ({ channel, instType, instId }: Asked): string | null => {
  if (channel === CHANNEL) return instType ?? null
  return channel === TICKERS && instId !== undefined && find(instId) !== null ? instId : null
}

export const okx: PushDialect = {
  provider: 'okx',
  hosts: ['ws.okx.com:8443', 'wsus.okx.com:8443', 'wseea.okx.com:8443'],
  opened: (path) => (path === '/ws/v5/public' ? [] : null),
  said: (frame) => {
    // Neither this request nor its reply is JSON.
    if (frame === 'ping') return { replies: ['pong'], subscribes: [] }
    const { op, args } = parsed(frame)
    if (op !== 'subscribe' || !Array.isArray(args)) return NOTHING
    const asked = args as readonly Asked[]
    const replies = asked.map((arg) =>
      JSON.stringify(
        topicOf(arg) !== null
          ? { event: 'subscribe', arg, connId: 'simulated' }
          : { event: 'error', code: '60018', msg: `Wrong URL or channel:${arg.channel}`, connId: 'simulated' },
      ),
    )
    return { replies, subscribes: asked.flatMap((arg) => topicOf(arg) ?? []) }
  },
  frames: (forced, subscribed) =>
    subscribed.has('SWAP')
      ? sampled(forced).map(({ base, side, price, usd, at }) =>
          JSON.stringify({
            arg: { channel: CHANNEL, instType: 'SWAP' },
            data: [
              {
                details: [
                  {
                    bkLoss: '0',
                    bkPx: price.toFixed(2),
                    ccy: '',
                    posSide: side,
                    side: side === 'long' ? 'sell' : 'buy',
                    sz: Math.max(0.01, usd / price / (CONTRACT[base] ?? 1)).toFixed(2),
                    ts: String(at),
                  },
                ],
                instFamily: `${base}-USDT`,
                instId: `${base}-USDT-SWAP`,
                instType: 'SWAP',
                uly: `${base}-USDT`,
              },
            ],
          }),
        )
      : [],
  books: (view, subscribed) =>
    chosen(find, subscribed).map(([instId, one]) => {
      const { bid, bidSize, ask, askSize, last } = sidesOf(one, view)
      const sides = { bidPx: bid, bidSz: bidSize, askPx: ask, askSz: askSize }
      const data = [{ instType: 'SPOT', instId, last, ...sides, ts: String(view.now) }]
      return JSON.stringify({ arg: { channel: TICKERS, instId }, data })
    }),
}

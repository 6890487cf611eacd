import { NOTHING, parsed, type PushDialect, sampled } from './push-dialect.ts'

/** OKX v5 public: liquidation orders of all perpetuals, sizes in contracts. */

const CHANNEL = 'liquidation-orders'

/** Coins per contract. */
const CONTRACT: Readonly<Record<string, number>> = { BTC: 0.01, ETH: 0.1, SOL: 1 }

export const okx: PushDialect = {
  provider: 'okx',
  hosts: ['ws.okx.com:8443', 'wsus.okx.com:8443', 'wseea.okx.com:8443'],
  opened: (path) => (path === '/ws/v5/public' ? [] : null),
  said: (frame) => {
    // Not JSON, either way.
    if (frame === 'ping') return { replies: ['pong'], subscribes: [] }
    const { op, args } = parsed(frame)
    if (op !== 'subscribe' || !Array.isArray(args)) return NOTHING
    const asked = args as readonly { readonly channel?: string; readonly instType?: string }[]
    const replies = asked.map((arg) =>
      JSON.stringify(
        arg.channel === CHANNEL && arg.instType !== undefined
          ? { event: 'subscribe', arg, connId: 'simulated' }
          : { event: 'error', code: '60018', msg: `Wrong URL or channel:${arg.channel}`, connId: 'simulated' },
      ),
    )
    return {
      replies,
      subscribes: asked.filter(({ channel }) => channel === CHANNEL).map(({ instType }) => String(instType)),
    }
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
}

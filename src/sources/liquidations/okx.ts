/** OKX v5, liquidation orders of all perpetuals. All values are strings. https://www.okx.com/docs-v5/en/ */
import type { Piece } from '../shape.ts'
import { field, items, optional, positive, reply, text, whole } from '../shape.ts'
import {
  type Contract,
  type Liquidation,
  type LiquidationVenue,
  OTHER_FRAME,
  sideOf,
  socketSource,
} from './liquidation.ts'

const CHANNEL = 'liquidation-orders'

/** Contract values from the venue's list of instruments: coins per contract, or dollars per inverse contract. */
const coins = (asset: string, worth: number): Contract => ({ asset, unit: 'coins', worth })
const dollars = (asset: string, worth: number): Contract => ({ asset, unit: 'dollars', worth })

/**
 * `{"instId":"BTC-USDT-SWAP","details":[{"side":"buy","posSide":"short","bkPx":"0.55205","sz":"39","ts":"1680173247614"}]}`.
 * `side` is the side of the order. `posSide` is `net` in accounts with one direction. `bkPx` is the bankruptcy price.
 */
const rows = (of: Piece): readonly Liquidation[] => {
  const symbol = text(field(of, 'instId'))
  return items(field(of, 'details')).map((detail) => ({
    symbol,
    side: sideOf(field(detail, 'side'), { long: 'sell', short: 'buy' }),
    price: positive(field(detail, 'bkPx')),
    size: positive(field(detail, 'sz')),
    at: whole(field(detail, 'ts')),
  }))
}

export const okx: LiquidationVenue = {
  name: 'okx',
  source: socketSource({
    name: 'okxstream',
    origin: 'wss://ws.okx.com:8443',
    terms: 'https://www.okx.com/help/terms-of-service',
  }),
  path: '/ws/v5/public',
  subscribe: [JSON.stringify({ op: 'subscribe', args: [{ channel: CHANNEL, instType: 'SWAP' }] })],
  // The venue closes a connection after 30 seconds without a message from us. Pings of the protocol do not count.
  heartbeat: 'ping',
  coverage: 'sampled',
  contracts: {
    'BTC-USDT-SWAP': coins('BTC', 0.01),
    'ETH-USDT-SWAP': coins('ETH', 0.1),
    'SOL-USDT-SWAP': coins('SOL', 1),
    'BTC-USD-SWAP': dollars('BTC', 100),
    'ETH-USD-SWAP': dollars('ETH', 10),
    'SOL-USD-SWAP': dollars('SOL', 10),
  },
  read: (frame) => {
    if (frame === 'pong') return OTHER_FRAME
    const sent = reply(frame)
    if (optional(sent, 'event')?.value === 'error')
      return { kind: 'refused', words: `${text(field(sent, 'code'))} ${text(field(sent, 'msg'))}` }
    const data = optional(sent, 'data')
    if (!data || optional(field(sent, 'arg'), 'channel')?.value !== CHANNEL) return OTHER_FRAME
    return { kind: 'liquidations', liquidations: items(data).flatMap(rows) }
  },
}

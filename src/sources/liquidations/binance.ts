/** Binance USD-M futures, force orders of all symbols. https://developers.binance.com/docs/derivatives */
import type { Piece } from '../shape.ts'
import { field, items, optional, positive, price, reply, text, whole } from '../shape.ts'
import {
  type Contract,
  type Liquidation,
  type LiquidationVenue,
  OTHER_FRAME,
  sideOf,
  socketSource,
} from './liquidation.ts'

const coin = (asset: string): Contract => ({ asset, unit: 'coins', worth: 1 })

/**
 * `{"e":"forceOrder","E":…,"o":{"s":"BTCUSDT","S":"SELL","p":"9910","ap":"9910.1","z":"0.014","T":…}}`. `S` is the side
 * of the order: a sell order closes a long position. `ap` is the average price paid, `p` the bankruptcy price. `z` is
 * the filled size; an order without a fill has not closed anything yet.
 */
const forceOrder = (event: Piece): readonly Liquidation[] => {
  const order = field(event, 'o')
  const size = price(field(order, 'z'))
  if (size === null) return []
  return [
    {
      symbol: text(field(order, 's')),
      side: sideOf(field(order, 'S'), { long: 'SELL', short: 'BUY' }),
      price: price(field(order, 'ap')) ?? positive(field(order, 'p')),
      size,
      at: whole(field(order, 'T')),
    },
  ]
}

const isForceOrder = (event: Piece): boolean => optional(event, 'e')?.value === 'forceOrder'

export const binance: LiquidationVenue = {
  name: 'binance',
  source: socketSource({
    name: 'binancestream',
    origin: 'wss://fstream.binance.com',
    terms: 'https://www.binance.com/en/terms',
  }),
  // Since April 2026 force orders are sent on the route `market` only. On any other route the subscription is accepted,
  // but nothing comes.
  path: '/market/ws/!forceOrder@arr',
  subscribe: [],
  coverage: 'sampled',
  contracts: {
    BTCUSDT: coin('BTC'),
    ETHUSDT: coin('ETH'),
    SOLUSDT: coin('SOL'),
    BTCUSDC: coin('BTC'),
    ETHUSDC: coin('ETH'),
    SOLUSDC: coin('SOL'),
  },
  read: (frame) => {
    const sent = reply(frame)
    if (Array.isArray(sent.value))
      return { kind: 'liquidations', liquidations: items(sent).filter(isForceOrder).flatMap(forceOrder) }
    const words = optional(sent, 'error')
    if (words) return { kind: 'refused', words: JSON.stringify(words.value) }
    // Combined streams wrap the event in `data`; single ones do not.
    const event = optional(sent, 'data') ?? sent
    return isForceOrder(event) ? { kind: 'liquidations', liquidations: forceOrder(event) } : OTHER_FRAME
  },
}

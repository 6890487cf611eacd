/** Bybit v5, all liquidations of a symbol, pushed every 500 ms. https://bybit-exchange.github.io/docs/v5/websocket */
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

const TOPIC = 'allLiquidation.'

const coin = (asset: string): Contract => ({ asset, unit: 'coins', worth: 1 })

const CONTRACTS: LiquidationVenue['contracts'] = {
  BTCUSDT: coin('BTC'),
  ETHUSDT: coin('ETH'),
  SOLUSDT: coin('SOL'),
  BTCPERP: coin('BTC'),
  ETHPERP: coin('ETH'),
  SOLPERP: coin('SOL'),
}

/** Active symbols that are not priced. Their liquidations show that the socket works while there are none of ours. */
const ACTIVE_SYMBOLS = ['XRPUSDT', 'DOGEUSDT', 'ADAUSDT', '1000PEPEUSDT']

/**
 * `{"T":1739502302929,"s":"ROSEUSDT","S":"Sell","v":"20000","p":"0.04499"}`. `S` is the side of the
 * closed position, `p` the bankruptcy price.
 */
const row = (of: Piece): Liquidation => ({
  symbol: text(field(of, 's')),
  side: sideOf(field(of, 'S'), { long: 'Buy', short: 'Sell' }),
  price: positive(field(of, 'p')),
  size: positive(field(of, 'v')),
  at: whole(field(of, 'T')),
})

export const bybit: LiquidationVenue = {
  name: 'bybit',
  source: socketSource({
    name: 'bybitstream',
    origin: 'wss://stream.bybit.com',
    terms: 'https://www.bybit.com/en/terms-service/information/',
  }),
  path: '/v5/public/linear',
  // One message for each symbol, because an unknown symbol makes its whole list fail. The answer repeats the id.
  subscribe: [...Object.keys(CONTRACTS), ...ACTIVE_SYMBOLS].map((symbol) =>
    JSON.stringify({ req_id: symbol, op: 'subscribe', args: [TOPIC + symbol] }),
  ),
  heartbeat: '{"op":"ping"}',
  coverage: 'full',
  contracts: CONTRACTS,
  read: (frame) => {
    const sent = reply(frame)
    const topic = optional(sent, 'topic')
    if (topic && text(topic).startsWith(TOPIC))
      return { kind: 'liquidations', liquidations: items(field(sent, 'data')).map(row) }
    if (optional(sent, 'success')?.value === false && optional(sent, 'op')?.value === 'subscribe') {
      const words = String(optional(sent, 'ret_msg')?.value ?? '')
      const asked = String(optional(sent, 'req_id')?.value ?? '')
      const isActiveOnly = ACTIVE_SYMBOLS.some((symbol) => asked === symbol || words.endsWith(TOPIC + symbol))
      return isActiveOnly ? OTHER_FRAME : { kind: 'refused', words }
    }
    return OTHER_FRAME
  },
}

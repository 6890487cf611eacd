import { type Static, Type } from '@sinclair/typebox'
import { DEPTH_STATES } from '../math/depth-collapse.ts'
import { wordOrNull } from '../answer-fields.ts'

const orUnknown = Type.Union([Type.Number(), Type.Null()])

const OrderbookCarry = Type.Object({
  /** On the depth within ten basis points, unrounded. */
  imbalance10bps: orUnknown,
  spreadBps: Type.Number(),
  collapse: wordOrNull(DEPTH_STATES, 'Depth against its day; null while too little of that is known'),
  confidence: Type.Number(),
  sources: Type.Array(Type.String()),
})
export type OrderbookCarry = Static<typeof OrderbookCarry>

/** The id and carry of the order book, for feeds that read it. */
export const ORDERBOOK = {
  id: 'orderbook',
  carry: OrderbookCarry,
  published: Type.Object({
    imbalance_10bps: orUnknown,
    collapsed: Type.Boolean(),
    sources: Type.Array(Type.String()),
    confidence: Type.Number(),
  }),
  sellableSeconds: 90,
} as const

import { type Static, Type } from '@sinclair/typebox'
import { UsualParts } from '../math/plausible-parts.ts'

const orUnknown = Type.Union([Type.Number(), Type.Null()])
const changes = Type.Object({ '1h': orUnknown, '4h': orUnknown, '24h': orUnknown })

const InterestCarry = Type.Object({
  /** Whole dollars, one side. */
  totalUsd: Type.Number(),
  /** Per cent. */
  delta: changes,
  /** Per cent, of coins: what is left of a change when the price has not moved. */
  deltaCoins: changes,
  confidence: Type.Number(),
  sources: Type.Array(Type.String()),
  usual: UsualParts,
})
export type InterestCarry = Static<typeof InterestCarry>

/** The id and carry of open interest, for feeds that read it. */
export const INTEREST = {
  id: 'oi',
  carry: InterestCarry,
  published: Type.Object({
    total_oi_usd: Type.Integer(),
    delta_1h_pct: orUnknown,
    delta_4h_pct: orUnknown,
    delta_24h_pct: orUnknown,
    sources: Type.Array(Type.String()),
    confidence: Type.Number(),
  }),
  sellableSeconds: 300,
} as const

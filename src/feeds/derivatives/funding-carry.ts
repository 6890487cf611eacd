import { type Static, Type } from '@sinclair/typebox'

const orUnknown = Type.Union([Type.Number(), Type.Null()])

/** Rates are fractions of the notional per eight hours. */
const FundingCarry = Type.Object({
  composite: Type.Number(),
  predicted: orUnknown,
  zscore: orUnknown,
  divergenceBps: Type.Number(),
  confidence: Type.Number(),
  sources: Type.Array(Type.String()),
})
export type FundingCarry = Static<typeof FundingCarry>

/** The id and carry of the funding feed, for feeds that read it. */
export const FUNDING = {
  id: 'funding',
  carry: FundingCarry,
  published: Type.Object({
    composite_rate_8h: Type.Number(),
    zscore_3d: orUnknown,
    regime: Type.String(),
    sources: Type.Array(Type.String()),
    confidence: Type.Number(),
  }),
  sellableSeconds: 300,
} as const

import { Type } from '@sinclair/typebox'

/** Positions closed by force in the last hour, for those that repeat it. */
export const LIQUIDATIONS = {
  id: 'liquidations',
  published: Type.Object({
    long_usd: Type.String(),
    short_usd: Type.String(),
    burst: Type.Object({ active: Type.Boolean() }),
    listened: Type.Number(),
    sources: Type.Array(Type.String()),
    confidence: Type.Number(),
  }),
  sellableSeconds: 60,
} as const

/** The flow of liquidations over a window, for those that repeat it. */
export const LIQ_FLOW = {
  id: 'liq-flow',
  published: Type.Object({
    window: Type.String(),
    long_usd: Type.String(),
    short_usd: Type.String(),
    dominant_side: Type.String(),
    confidence: Type.Number(),
  }),
  sellableSeconds: 90,
} as const

import { type Static, Type } from '@sinclair/typebox'

const VolatilityCarry = Type.Object({
  value: Type.Number(),
  /** A volatility in per cent is no index, and cannot stand in for one. */
  unit: Type.Union([Type.Literal('index'), Type.Literal('pct_annualized')]),
  confidence: Type.Number(),
  /** Unix milliseconds of the oldest input. */
  observedAt: Type.Number(),
})
export type VolatilityCarry = Static<typeof VolatilityCarry>

/** The volatility index, for those who read it. */
export const VOLATILITY = { id: 'index/volatility', carry: VolatilityCarry } as const

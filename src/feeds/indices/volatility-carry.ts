import { type Static, Type } from '@sinclair/typebox'

const VolatilityCarry = Type.Object({
  value: Type.Number(),
  /** A volatility in per cent is not an index value and must not be used as one. */
  unit: Type.Union([Type.Literal('index'), Type.Literal('pct_annualized')]),
  confidence: Type.Number(),
  /** Unix milliseconds of the oldest input. */
  observedAt: Type.Number(),
})
export type VolatilityCarry = Static<typeof VolatilityCarry>

/** The volatility index, for feeds that read it. The keys of its subjects are those of pairs. */
export const VOLATILITY = {
  id: 'index/volatility',
  carry: VolatilityCarry,
  published: Type.Object({
    value: Type.Number(),
    unit: VolatilityCarry.properties.unit,
    confidence: Type.Number(),
  }),
  sellableSeconds: 300,
} as const

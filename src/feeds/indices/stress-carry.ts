import { type Static, Type } from '@sinclair/typebox'

const StressCarry = Type.Object({
  /** 0 to 100, unrounded. */
  value: Type.Number(),
  unit: Type.Literal('index'),
  regime: Type.String(),
  confidence: Type.Number(),
  /** Unix milliseconds of the oldest input. */
  observedAt: Type.Number(),
})
export type StressCarry = Static<typeof StressCarry>

/** The id and carry of the stress index, for those that read it. */
export const STRESS = { id: 'index/stress', carry: StressCarry } as const

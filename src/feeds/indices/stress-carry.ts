import { type Static, Type } from '@sinclair/typebox'
import { word } from '../answer-fields.ts'
import { STRESS_BANDS } from './stress.ts'

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

/** The stress index, for those that read it. Its only subject is `MARKET`. */
export const STRESS = {
  id: 'index/stress',
  carry: StressCarry,
  published: Type.Object({
    value: Type.Number(),
    regime: word(STRESS_BANDS.names, 'Regime'),
    confidence: Type.Number(),
  }),
  sellableSeconds: 300,
} as const

import { type Static, Type } from '@sinclair/typebox'
import { numberOrNull, word } from '../answer-fields.ts'

/** Regimes of equity stress and of NQ volatility, from the lowest value to the highest (interface 3.3). */
export const EQUITY_REGIMES = ['CALM', 'MODERATE', 'ELEVATED', 'HIGH', 'EXTREME'] as const

const EquityStressCarry = Type.Object({
  /** 0 to 100, unrounded. */
  value: Type.Number(),
  unit: Type.Literal('index'),
  regime: Type.String(),
  confidence: Type.Number(),
  /** Unix milliseconds of the oldest input. */
  observedAt: Type.Number(),
})
export type EquityStressCarry = Static<typeof EquityStressCarry>

/** The equity stress index, for those that read it. Its only subject is `EQUITY`. */
export const EQUITY_STRESS = {
  id: 'index/equity-stress',
  carry: EquityStressCarry,
  published: Type.Object({
    value: Type.Number(),
    regime: word(EQUITY_REGIMES, 'Regime'),
    confidence: Type.Number(),
    vix: numberOrNull('VIX as the index used it'),
  }),
  sellableSeconds: 900,
} as const

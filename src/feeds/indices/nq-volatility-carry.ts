import { type Static, Type } from '@sinclair/typebox'
import { word } from '../answer-fields.ts'
import { EQUITY_REGIMES } from './equity-stress-carry.ts'

const NqVolatilityCarry = Type.Object({
  /** 0 to 100, unrounded. */
  value: Type.Number(),
  unit: Type.Literal('index'),
  regime: Type.String(),
  confidence: Type.Number(),
  /** Unix milliseconds of the oldest input. */
  observedAt: Type.Number(),
})
export type NqVolatilityCarry = Static<typeof NqVolatilityCarry>

/** The NQ volatility index, for those that read it. Its only subject is `NQ-USD`. */
export const NQ_VOLATILITY = {
  id: 'index/nq-volatility',
  carry: NqVolatilityCarry,
  published: Type.Object({
    value: Type.Number(),
    regime: word(EQUITY_REGIMES, 'Regime'),
    confidence: Type.Number(),
  }),
  sellableSeconds: 900,
} as const

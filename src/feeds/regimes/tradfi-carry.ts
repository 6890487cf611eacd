import { type Static, Type } from '@sinclair/typebox'
import { number, share, word } from '../answer-fields.ts'

/** TradFi regimes, from the calmest (interface 3.17). */
const TRADFI_REGIMES = ['RISK_ON', 'NEUTRAL', 'STRESS', 'PANIC'] as const

const TradfiCarry = Type.Object({
  regime: word(TRADFI_REGIMES, 'Regime'),
  /** PANIC was entered by the override, which is left two points below where it was entered. */
  overridden: Type.Boolean(),
})
export type TradfiCarry = Static<typeof TradfiCarry>

/** The TradFi regime, for those that read it. Its only subject is `EQUITY`. */
export const TRADFI = {
  id: 'regime/tradfi',
  carry: TradfiCarry,
  published: Type.Object({
    regime: word(TRADFI_REGIMES, 'Regime'),
    composite: number('Composite'),
    confidence: share('Confidence'),
  }),
  sellableSeconds: 900,
} as const

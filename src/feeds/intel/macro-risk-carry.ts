import { Type } from '@sinclair/typebox'
import { share, word } from '../answer-fields.ts'
import { INTEL_SALE } from './intel-fields.ts'

/** Regimes of macro risk, from the lowest score (interface 3.18). */
export const MACRO_REGIMES = ['LOW', 'MODERATE', 'ELEVATED', 'HIGH', 'CRITICAL'] as const

/** Macro risk, for those that read it. Its only subject is `MARKET`. */
export const MACRO_RISK = {
  id: 'intel/macro-risk',
  published: Type.Object({
    risk_score: Type.Integer({ minimum: 0, maximum: 100 }),
    risk_regime: word(MACRO_REGIMES, 'Regime of the score'),
    confidence: share('Confidence'),
  }),
  ...INTEL_SALE,
} as const

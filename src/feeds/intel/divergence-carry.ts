import { Type } from '@sinclair/typebox'
import { number, share, word } from '../answer-fields.ts'
import { DIVERGENCES } from './divergence-rules.ts'
import { INTEL_SALE } from './intel-fields.ts'

/** Divergence, for those that read it. Its only subject is `MARKET`. */
export const INTEL_DIVERGENCE = {
  id: 'intel/divergence',
  published: Type.Object({
    divergence: word(DIVERGENCES, 'Level'),
    divergence_score: number('Score, 0 to 10'),
    confidence: share('Confidence'),
  }),
  ...INTEL_SALE,
} as const

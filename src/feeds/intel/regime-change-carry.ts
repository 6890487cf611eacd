import { Type } from '@sinclair/typebox'
import { share } from '../answer-fields.ts'
import { INTEL_SALE } from './intel-fields.ts'

/** Changes of perpetual regimes, for those that read them. Its only subject is `MARKET`. */
export const REGIME_CHANGE = {
  id: 'intel/regime-change',
  published: Type.Object({
    transitions_found: Type.Integer({ minimum: 0, maximum: 3, description: 'Coins whose regime changed' }),
    confidence: share('Confidence'),
  }),
  ...INTEL_SALE,
} as const

import { Type } from '@sinclair/typebox'
import { word } from '../answer-fields.ts'
import { FLOORS } from './assembly.ts'

/** Fields that the answers of all indices have. */

export const INDEX_UNIT = Type.Literal('index', { description: 'Canonical position 5, in capitals there' })

/** @param boundaries says where regimes begin */
export const regimeFields = <const N extends string>(names: readonly N[], boundaries: string) => ({
  regime: word(names, `${boundaries}; canonical position 7`),
  regime_since: Type.Integer({ description: 'Unix seconds of the tick that entered the regime' }),
})

export const STANDING_FIELDS = {
  confidence: Type.Number({ minimum: 0, maximum: 1, description: 'Canonical position 8' }),
  degraded: Type.Boolean({
    description: `A component is missing, a fallback stands in, or confidence is below ${FLOORS.degraded}`,
  }),
}

export const METHOD_FIELDS = {
  methodVersion: Type.Integer(),
  computedAt: Type.Integer({ description: 'Unix seconds' }),
  observed_at: Type.Integer({ description: 'Unix seconds of the oldest input that entered; max_age counts from it' }),
}

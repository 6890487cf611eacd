import { type Static, Type } from '@sinclair/typebox'
import { integer, list, oneOf } from '../../canonical/token.ts'
import { boundSale } from '../bound-sale.ts'
import { TARIFF } from '../tariff.ts'
import { isDoubtful, modelField, ModelRows, SOURCE_FIELDS, sourceValues } from './compute-fields.ts'
import { COMPUTE_SALE } from './compute-sale.ts'
import type { EveryModel } from './every-model.ts'
import { recountAll } from './recount-compute.ts'
import { mainNumber } from '../main-value.ts'

/** The fields of all prices besides the envelope. */
export const AllAnswer = Type.Object({
  offer_count: Type.Integer({ description: 'Rows of all models' }),
  model_count: Type.Integer({ description: 'Models that have a price' }),
  models: Type.Array(ModelRows),
  absent: Type.Array(modelField, { description: 'Models without a price at present' }),
  ...SOURCE_FIELDS,
})
export type AllAnswer = Static<typeof AllAnswer>

/** @param now Unix milliseconds of the tick */
export const allAnswer = ({ found, absent, missing }: EveryModel, now: number): AllAnswer => {
  const rows = found.flatMap(({ all, market }) => [...all, ...market])
  return {
    offer_count: rows.length,
    model_count: found.length,
    models: [...found],
    absent: [...absent],
    ...sourceValues({ rows, missing, isDoubtful: absent.length > 0 || found.some(isDoubtful) }, now),
  }
}

/** `v1|COMPUTE|ALL|<offers>|<models>|<sources>|SHA256:<content>|<timestamp>|<nonce>` */
export const ALL_SALE = boundSale(
  'COMPUTE',
  { scope: oneOf('ALL'), offer_count: integer, model_count: integer, sources: list },
  {
    ...COMPUTE_SALE,
    answer: AllAnswer,
    path: '/oracle/compute/all',
    price: TARIFF.compute,
    apart: () => ({ scope: 'ALL' as const }),
    preview: {
      staleMinutes: 60,
      main: mainNumber('offer_count', 'offers'),
      fields: ['offer_count', 'model_count', 'confidence', 'degraded'],
    },
    recompute: recountAll,
  },
)

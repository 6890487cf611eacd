import { type Static, Type } from '@sinclair/typebox'
import { measure } from '../../canonical/measure.ts'
import { list, oneOf, text } from '../../canonical/token.ts'
import { boundSale } from '../bound-sale.ts'
import { TARIFF } from '../tariff.ts'
import { isDoubtful, modelField, PriceRow, SOURCE_FIELDS, sourceValues } from './compute-fields.ts'
import { COMPUTE_SALE } from './compute-sale.ts'
import type { EveryModel } from './every-model.ts'
import { GPU_PLACES } from './gpu-prices.ts'
import { recountGpuComparison } from './recount-compute.ts'
import { mainNumber } from '../main-value.ts'

const Ranked = Type.Object({
  gpu_model: modelField,
  ...PriceRow.properties,
})

/** The fields of the comparison besides the envelope. */
export const CompareAnswer = Type.Object({
  cheapest: Ranked,
  ranking: Type.Array(Ranked, { description: 'The cheapest list price of each model, cheapest first' }),
  absent: Type.Array(modelField, { description: 'Models without a price at present' }),
  ...SOURCE_FIELDS,
})
export type CompareAnswer = Static<typeof CompareAnswer>

/** @param now Unix milliseconds of the tick */
export const compareAnswer = ({ found, absent, missing }: EveryModel, now: number): CompareAnswer => {
  const ranking = found
    .map(({ gpu_model, best }) => ({ gpu_model, ...best }))
    .toSorted((a, b) => a.price_usd_per_gpu_hour - b.price_usd_per_gpu_hour || (a.gpu_model < b.gpu_model ? -1 : 1))
  return {
    cheapest: ranking[0]!,
    ranking,
    absent: [...absent],
    ...sourceValues({ rows: ranking, missing, isDoubtful: absent.length > 0 || found.some(isDoubtful) }, now),
  }
}

/** `v1|COMPUTE|COMPARE|<cheapest gpu>|<usd>|<sources>|SHA256:<content>|<timestamp>|<nonce>` */
export const COMPARE_SALE = boundSale(
  'COMPUTE',
  { scope: oneOf('COMPARE'), gpu_model: text, usd: measure(GPU_PLACES), sources: list },
  {
    ...COMPUTE_SALE,
    answer: CompareAnswer,
    path: '/oracle/compute/compare',
    price: TARIFF.compute,
    apart: ({ cheapest }) => ({
      scope: 'COMPARE' as const,
      gpu_model: cheapest.gpu_model,
      usd: cheapest.price_usd_per_gpu_hour,
    }),
    preview: {
      staleMinutes: 60,
      main: mainNumber('cheapest.price_usd_per_gpu_hour', 'USD per GPU hour'),
      fields: ['cheapest', 'confidence', 'degraded'],
    },
    recompute: recountGpuComparison,
  },
)

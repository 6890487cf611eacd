import { type Static, Type } from '@sinclair/typebox'
import { measure } from '../../canonical/measure.ts'
import { list, oneOf, text } from '../../canonical/token.ts'
import { boundSale } from '../bound-sale.ts'
import { TARIFF } from '../tariff.ts'
import { isDoubtful, ModelRows, SOURCE_FIELDS, sourceValues } from './compute-fields.ts'
import { COMPUTE_SALE } from './compute-sale.ts'
import { GPU_PLACES } from './gpu-prices.ts'
import type { FoundModel } from './model-rows.ts'
import { recountBest } from './recount-compute.ts'
import { mainNumber } from '../main-value.ts'

/** The fields of the best price of one model besides the envelope. */
export const BestAnswer = Type.Object({ ...ModelRows.properties, ...SOURCE_FIELDS })
export type BestAnswer = Static<typeof BestAnswer>

/** @param now Unix milliseconds of the tick */
export const bestAnswer = ({ rows, missing }: Pick<FoundModel, 'rows' | 'missing'>, now: number): BestAnswer => ({
  ...rows,
  ...sourceValues({ rows: [...rows.all, ...rows.market], missing, isDoubtful: isDoubtful(rows) }, now),
})

/** `v1|COMPUTE|BEST|<gpu>|<usd>|<provider>|<sources>|SHA256:<content>|<timestamp>|<nonce>` */
export const BEST_SALE = boundSale(
  'COMPUTE',
  { scope: oneOf('BEST'), gpu_model: text, usd: measure(GPU_PLACES), provider: text, sources: list },
  {
    ...COMPUTE_SALE,
    answer: BestAnswer,
    path: '/oracle/compute/best/{gpu_model}',
    price: TARIFF.compute,
    apart: ({ best }) => ({ scope: 'BEST' as const, usd: best.price_usd_per_gpu_hour, provider: best.provider }),
    preview: {
      staleMinutes: 60,
      main: mainNumber('best.price_usd_per_gpu_hour', 'USD per GPU hour'),
      fields: ['gpu_model', 'best', 'count', 'confidence', 'degraded'],
    },
    recompute: recountBest,
  },
)

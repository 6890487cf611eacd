import { decimalProduct } from '../decimal-text.ts'
import type { Source } from '../query.ts'
import { entries, field, type Piece, positive, reply, same, unrefused } from '../shape.ts'
import { type GpuOffer, type GpuTeller, offersOf } from './gpu-offer.ts'
import type { GpuModel } from './gpu-models.ts'

/** Lambda, for those with a key of theirs. https://docs.lambda.ai/api/cloud */
const lambda: Source = {
  name: 'lambda',
  origin: 'https://cloud.lambda.ai',
  // One request a second is allowed.
  rate: { requests: 10, perSeconds: 60 },
  timeoutMs: 10_000,
  maxBytes: 524_288,
  keyed: { origin: 'https://cloud.lambda.ai', needed: true },
  rights: 'attribution',
  terms: 'https://lambda.ai/legal/terms-of-service',
  termsNote: 'List prices for holders of a key; not reviewed by counsel.',
}

const MODELS: readonly (readonly [machine: RegExp, model: GpuModel])[] = [
  [/^gpu_(\d+)x_a100_80gb_sxm4$/, 'a100_sxm'],
  [/^gpu_(\d+)x_h100_sxm5?$/, 'h100_sxm'],
]

/** The same price in all regions, in cents for the whole machine. */
const offerOf = (instance: string, row: Piece): readonly GpuOffer[] =>
  MODELS.flatMap(([machine, model]): readonly GpuOffer[] => {
    const gpus = Number(machine.exec(instance)?.[1] ?? 0)
    if (gpus < 1) return []
    const type = field(row, 'instance_type')
    same(field(type, 'name'), instance)
    const price = decimalProduct(positive(field(type, 'price_cents_per_hour')), '0.01')
    return [{ seller: 'lambda', model, instance, region: null, gpus, price, currency: 'USD', tag: 'on_demand' }]
  })

export const LAMBDA: GpuTeller = {
  name: 'lambda',
  source: lambda,
  everySeconds: 300,
  models: MODELS.map(([, model]) => model),
  questions: [
    {
      part: 'all',
      query: offersOf({ provider: lambda, path: '/api/v1/instance-types' }, (body) =>
        entries(field(unrefused(reply(body), 'error'), 'data')).flatMap(([instance, row]) => offerOf(instance, row)),
      ),
    },
  ],
}

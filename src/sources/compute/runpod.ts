import type { Source } from '../query.ts'
import { field, flag, items, type Piece, price, reply, text, unrefused } from '../shape.ts'
import { type GpuOffer, type GpuTeller, offersOf, type OfferTag } from './gpu-offer.ts'
import type { GpuModel } from './gpu-models.ts'

/** RunPod: its own machines and those of others that it lets. https://docs.runpod.io/sdks/graphql/manage-pods */
const runpod: Source = {
  name: 'runpod',
  origin: 'https://api.runpod.io',
  // No limit is published; one question every five minutes.
  rate: { requests: 10, perSeconds: 60 },
  timeoutMs: 10_000,
  maxBytes: 262_144,
  rights: 'attribution',
  terms: 'https://www.runpod.io/legal/terms-of-service',
  termsNote: 'Public list prices; not reviewed by counsel.',
}

const MODELS: Readonly<Record<string, GpuModel>> = {
  'NVIDIA A100-SXM4-80GB': 'a100_sxm',
  'NVIDIA H100 80GB HBM3': 'h100_sxm',
  'NVIDIA H200': 'h200',
  'NVIDIA L40S': 'l40s',
  'NVIDIA GeForce RTX 4090': 'rtx_4090',
}

const QUERY = '{gpuTypes{id displayName memoryInGb secureCloud communityCloud securePrice communityPrice}}'

/** A price counts only where its cloud has the model: elsewhere 0, 0.5 and 1 are placeholders. */
const priced = (row: Piece, cloud: 'secure' | 'community', tag: OfferTag): readonly GpuOffer[] => {
  const instance = text(field(row, 'id'))
  const model = MODELS[instance]
  if (model === undefined || !flag(field(row, `${cloud}Cloud`))) return []
  const asked = price(field(row, `${cloud}Price`))
  return asked === null
    ? []
    : [{ seller: 'runpod', model, instance, region: null, gpus: 1, price: asked, currency: 'USD', tag }]
}

/** Dollars per GPU and hour, the same in all regions. */
export const RUNPOD: GpuTeller = {
  name: 'runpod',
  source: runpod,
  everySeconds: 300,
  models: Object.values(MODELS),
  questions: [
    {
      part: 'all',
      query: offersOf(
        { provider: runpod, path: '/graphql', method: 'POST', body: JSON.stringify({ query: QUERY }) },
        (body) =>
          items(field(field(unrefused(reply(body), 'errors'), 'data'), 'gpuTypes')).flatMap((row) => [
            ...priced(row, 'secure', 'on_demand'),
            ...priced(row, 'community', 'community'),
          ]),
      ),
    },
  ],
}

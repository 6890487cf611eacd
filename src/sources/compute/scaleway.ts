import { HOUR_SECONDS } from '../../time-units.ts'
import type { Source } from '../query.ts'
import { entries, field, type Piece, price, reply, whole } from '../shape.ts'
import { type GpuOffer, type GpuTeller, offersOf } from './gpu-offer.ts'
import type { GpuModel } from './gpu-models.ts'

/** Scaleway, in euros. https://www.scaleway.com/en/developers/api/instances/ */
const scaleway: Source = {
  name: 'scaleway',
  origin: 'https://api.scaleway.com',
  // No limit is published; one question an hour.
  rate: { requests: 10, perSeconds: 60 },
  timeoutMs: 10_000,
  maxBytes: 1_048_576,
  rights: 'attribution',
  terms: 'https://www.scaleway.com/en/contracts/',
  termsNote: 'Public list prices; not reviewed by counsel.',
}

const ZONE = 'fr-par-2'

const MODELS: readonly (readonly [machine: RegExp, model: GpuModel])[] = [
  [/^H100-SXM-\d+-80G$/, 'h100_sxm'],
  [/^L40S-\d+-48G$/, 'l40s'],
]

const offerOf = (instance: string, server: Piece): readonly GpuOffer[] => {
  const model = MODELS.find(([machine]) => machine.test(instance))?.[1]
  if (model === undefined) return []
  const asked = price(field(server, 'hourly_price'))
  const gpus = whole(field(server, 'gpu'))
  return asked === null || gpus < 1
    ? []
    : [{ seller: 'scaleway', model, instance, region: ZONE, gpus, price: asked, currency: 'EUR', tag: 'on_demand' }]
}

export const SCALEWAY: GpuTeller = {
  name: 'scaleway',
  source: scaleway,
  everySeconds: HOUR_SECONDS,
  models: MODELS.map(([, model]) => model),
  questions: [
    {
      part: ZONE,
      query: offersOf(
        { provider: scaleway, path: `/instance/v1/zones/${ZONE}/products/servers?per_page=100` },
        (body) => entries(field(reply(body), 'servers')).flatMap(([instance, server]) => offerOf(instance, server)),
      ),
    },
  ],
}

import { type Source, UnreadableReply } from '../query.ts'
import { field, flag, items, type Piece, positive, reply, text, whole } from '../shape.ts'
import { type GpuOffer, type GpuQuestion, type GpuTeller, perGpu } from './gpu-offer.ts'
import { GPU_MODELS, type GpuModel } from './gpu-models.ts'

/** Vast.ai, a market of machines. https://docs.vast.ai/api-reference/search/search-offers */
const vast: Source = {
  name: 'vast',
  origin: 'https://console.vast.ai',
  // Answers without a key are limited without a published number; five questions every five minutes.
  rate: { requests: 10, perSeconds: 60 },
  timeoutMs: 10_000,
  maxBytes: 524_288,
  rights: 'attribution',
  terms: 'https://vast.ai/tos',
  termsNote: 'Public offers; not reviewed by counsel.',
}

const NAMES: Readonly<Record<GpuModel, string>> = {
  a100_sxm: 'A100 SXM4',
  h100_sxm: 'H100 SXM',
  h200: 'H200',
  l40s: 'L40S',
  rtx_4090: 'RTX 4090',
}

/** Megabytes per GPU, where one name is sold with two memories. */
const LEAST_MEMORY: Readonly<Partial<Record<GpuModel, number>>> = { a100_sxm: 70_000 }

/** The cheapest offer is noise: the third is asked by more than one. */
const PLACE = 3

const isOurs = (model: GpuModel, row: Piece): boolean =>
  text(field(row, 'gpu_name')) === NAMES[model] &&
  text(field(row, 'verification')) === 'verified' &&
  flag(field(row, 'rentable')) &&
  field(row, 'is_bid').value !== true &&
  field(row, 'rented').value !== true &&
  Number(text(field(row, 'gpu_ram'))) > (LEAST_MEMORY[model] ?? 0)

const offerOf = (model: GpuModel, row: Piece): GpuOffer => {
  const gpus = whole(field(row, 'num_gpus'))
  if (gpus < 1) throw new UnreadableReply(`${row.path} has ${gpus} GPUs`)
  // For all GPUs of the offer, with the disk.
  const price = positive(field(row, 'dph_total'))
  const id = text(field(row, 'id'))
  return { seller: 'vast', model, instance: `offer ${id}`, region: null, gpus, price, currency: 'USD', tag: 'market' }
}

const read = (model: GpuModel, body: string): readonly GpuOffer[] => {
  const rows = items(field(reply(body), 'offers'))
  // Nobody offers one, the filter was not understood, or it is another list: none of them tells a price.
  if (!rows.some((row) => text(field(row, 'gpu_name')) === NAMES[model]))
    throw new UnreadableReply(`no offer of ${NAMES[model]} among ${rows.length}`)
  const sorted = rows
    .filter((row) => isOurs(model, row))
    .map((row) => offerOf(model, row))
    .toSorted((a, b) => perGpu(a) - perGpu(b))
  return sorted.slice(PLACE - 1, PLACE)
}

const ask = (model: GpuModel): GpuQuestion => ({
  part: model,
  query: {
    provider: vast,
    path: '/api/v0/bundles/',
    method: 'POST',
    body: JSON.stringify({
      rentable: { eq: true },
      rented: { eq: false },
      verified: { eq: true },
      gpu_name: { eq: NAMES[model] },
      num_gpus: { gte: 1 },
      type: 'on-demand',
      order: [['dph_total', 'asc']],
      limit: 64,
    }),
    read: (body) => read(model, body),
  },
})

/** The third lowest verified offer per GPU of each model. */
export const VAST: GpuTeller = {
  name: 'vast',
  source: vast,
  everySeconds: 300,
  models: GPU_MODELS,
  questions: GPU_MODELS.map(ask),
}

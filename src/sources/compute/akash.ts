import type { Source } from '../query.ts'
import { field, items, type Piece, price, reply, same, text } from '../shape.ts'
import { type GpuOffer, type GpuTeller, offersOf } from './gpu-offer.ts'
import type { GpuModel } from './gpu-models.ts'

/** Akash, a market of providers; its console sums up what they ask. https://akash.network/docs/api-documentation/console-api/ */
const akash: Source = {
  name: 'akash',
  origin: 'https://console-api.akash.network',
  // No limit is published; one question every five minutes.
  rate: { requests: 10, perSeconds: 60 },
  timeoutMs: 10_000,
  maxBytes: 524_288,
  rights: 'attribution',
  terms: 'https://akash.network/legal/terms/',
  termsNote: 'Public market summary; not reviewed by counsel.',
}

interface Kind {
  readonly ram: RegExp
  readonly interface: RegExp
  readonly model: GpuModel
}

const KINDS: Readonly<Record<string, Kind>> = {
  a100: { ram: /^80Gi$/, interface: /^SXM/, model: 'a100_sxm' },
  h100: { ram: /^80Gi$/, interface: /^SXM/, model: 'h100_sxm' },
  h200: { ram: /^141Gi$/, interface: /^SXM/, model: 'h200' },
  rtx4090: { ram: /^24Gi$/, interface: /^PCIe/i, model: 'rtx_4090' },
}

const offerOf = (row: Piece): readonly GpuOffer[] => {
  const name = text(field(row, 'model'))
  const kind = KINDS[name]
  const [ram, socket] = [text(field(row, 'ram')), text(field(row, 'interface'))]
  if (kind === undefined || !kind.ram.test(ram) || !kind.interface.test(socket)) return []
  const told = field(row, 'price')
  // Nobody has one.
  if (told.value === null) return []
  same(field(told, 'currency'), 'USD')
  const asked = price(field(told, 'med'))
  const instance = `${name} ${ram} ${socket}`
  return asked === null
    ? []
    : [
        {
          seller: 'akash',
          model: kind.model,
          instance,
          region: null,
          gpus: 1,
          price: asked,
          currency: 'USD',
          tag: 'market',
        },
      ]
}

/** The median of what its providers ask, dollars per GPU and hour. */
export const AKASH: GpuTeller = {
  name: 'akash',
  source: akash,
  everySeconds: 300,
  models: ['a100_sxm', 'h100_sxm', 'rtx_4090'],
  questions: [
    {
      part: 'all',
      query: offersOf({ provider: akash, path: '/v1/gpu-prices' }, (body) =>
        items(field(reply(body), 'models')).flatMap(offerOf),
      ),
    },
  ],
}

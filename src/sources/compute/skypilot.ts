import { csvRecords, csvRows } from '../csv.ts'
import { decimalText } from '../decimal-text.ts'
import { largeQuery, type LargeReader } from '../large-reader.ts'
import { type Source, UnreadableReply } from '../query.ts'
import { cheapestOffers, type GpuOffer, type GpuTeller } from './gpu-offer.ts'
import type { GpuModel } from './gpu-models.ts'
import { HOUR_SECONDS } from '../../time-units.ts'

/** List prices of clouds that publish none without a key, gathered by a project of their customers. */
const skypilot: Source = {
  name: 'skypilot',
  origin: 'https://raw.githubusercontent.com',
  // No limit is published for files; each of ours is asked for every three hours.
  rate: { requests: 10, perSeconds: 60 },
  timeoutMs: 30_000,
  // The file of AWS lists every machine in every zone.
  maxBytes: 12_582_912,
  rights: 'open',
  terms: 'https://github.com/skypilot-org/skypilot-catalog/blob/master/LICENSE',
  termsNote: 'Apache-2.0; prices are gathered from the pages and programs of the clouds.',
}

/**
 * Machines by name, and never by the name of the accelerator, which does not tell form factors apart: the `A100` of one
 * row is 40 GB, of another PCIe.
 */
const MACHINES: Readonly<Record<string, Partial<Record<GpuModel, RegExp>>>> = {
  aws: { a100_sxm: /^p4de\./, h100_sxm: /^p5\./, h200: /^p5en?\./, l40s: /^g6e\./ },
  lambda: { a100_sxm: /^gpu_\d+x_a100_80gb_sxm4/, h100_sxm: /^gpu_\d+x_h100_sxm/, h200: /^gpu_\d+x_h200/ },
  nebius: { h100_sxm: /^gpu-h100-sxm_/, h200: /^gpu-h200-sxm_/, l40s: /^gpu-l40s-/ },
  oci: {
    a100_sxm: /^BM\.GPU\.A100-v2\./,
    h100_sxm: /^BM\.GPU\.H100\./,
    h200: /^BM\.GPU\.H200\./,
    l40s: /^BM\.GPU\.L40S\./,
  },
}

const COLUMNS = ['InstanceType', 'AcceleratorName', 'AcceleratorCount', 'Price', 'Region']

type Row = Readonly<Record<string, string>>

const offerOf = (seller: string, model: GpuModel, row: Row): readonly GpuOffer[] => {
  const { InstanceType: instance = '', AcceleratorCount: count = '', Price: price = '', Region: region = '' } = row
  // A machine that is listed without a price cannot be had on demand.
  if (price === '') return []
  const gpus = Number(count)
  if (!Number.isInteger(gpus) || gpus < 1) throw new UnreadableReply(`${instance} has ${count || 'no'} accelerators`)
  const asked = decimalText(price, `Price of ${instance}`)
  return Number(asked) > 0
    ? [{ seller, model, instance, region, gpus, price: asked, currency: 'USD', tag: 'on_demand' }]
    : []
}

/** The rows of our machines alone are read as a table: that of AWS has more than a hundred thousand. */
const ownRows = (body: string, machines: readonly RegExp[]): readonly Row[] => {
  const [header = '', ...lines] = body.split('\n')
  const own = lines.filter((line) => machines.some((machine) => machine.test(line)))
  return csvRecords(csvRows([header, ...own].join('\n')), COLUMNS)
}

const read = (seller: string, body: string): readonly GpuOffer[] => {
  // A line that was cut may end inside its price.
  if (!body.endsWith('\n')) throw new UnreadableReply('the file ends inside a line')
  const machines = Object.entries(MACHINES[seller]!) as [GpuModel, RegExp][]
  return ownRows(
    body,
    machines.map(([, machine]) => machine),
  ).flatMap((row) =>
    machines.flatMap(([model, machine]) => (machine.test(row['InstanceType']!) ? offerOf(seller, model, row) : [])),
  )
}

/** Given the seller whose file it is. */
export const skypilotOffers: LargeReader<[seller: string], readonly GpuOffer[]> = {
  name: 'skypilot',
  read: (body, seller) => cheapestOffers(read(seller, body)),
}

/** Every cloud whose file names machines together with their GPUs, as a teller of its own. */
export const SKYPILOT: readonly GpuTeller[] = Object.keys(MACHINES).map((seller) => ({
  name: `skypilot-${seller}`,
  source: skypilot,
  everySeconds: 3 * HOUR_SECONDS,
  models: Object.keys(MACHINES[seller]!) as GpuModel[],
  questions: [
    {
      part: 'all',
      query: largeQuery(
        { provider: skypilot, path: `/skypilot-org/skypilot-catalog/master/catalogs/v8/${seller}/vms.csv` },
        skypilotOffers,
        seller,
      ),
    },
  ],
}))

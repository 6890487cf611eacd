import { HOUR_SECONDS } from '../../time-units.ts'
import { type Source, UnreadableReply } from '../query.ts'
import { field, items, optional, type Piece, positive, reply, same, text } from '../shape.ts'
import { type GpuOffer, type GpuTeller, offersOf } from './gpu-offer.ts'
import type { GpuModel } from './gpu-models.ts'

/** Prices of Azure without a key. https://learn.microsoft.com/en-us/rest/api/cost-management/retail-prices/azure-retail-prices */
const azure: Source = {
  name: 'azure',
  origin: 'https://prices.azure.com',
  // No limit is published; two questions every six hours.
  rate: { requests: 10, perSeconds: 60 },
  timeoutMs: 20_000,
  maxBytes: 1_048_576,
  rights: 'attribution',
  terms: 'https://learn.microsoft.com/en-us/rest/api/cost-management/retail-prices/azure-retail-prices',
  termsNote: 'Public list prices; not reviewed by counsel.',
}

/** Every machine has eight GPUs. Matched whole: a longer name is another machine (`ND96is_noIB`). */
const MACHINES: Readonly<Record<string, GpuModel>> = {
  Standard_ND96amsr_A100_v4: 'a100_sxm',
  Standard_ND96isr_H100_v5: 'h100_sxm',
  Standard_ND96isr_H200_v5: 'h200',
}
const GPUS = 8

/** Prices that end with the machine, of another licence, or of a term. */
const isOther = (row: Piece): boolean => {
  const names = ['meterName', 'skuName', 'productName'].map((name) => {
    const found = optional(row, name)
    return found ? text(found) : ''
  })
  return (
    names.some((name) => /spot|low priority|reserved/i.test(name)) ||
    names.some((name) => /windows/i.test(name)) ||
    text(field(row, 'type')) !== 'Consumption' ||
    text(field(row, 'unitOfMeasure')) !== '1 Hour'
  )
}

const offerOf = (region: string, row: Piece): readonly GpuOffer[] => {
  const instance = text(field(row, 'armSkuName'))
  const model = MACHINES[instance]
  if (model === undefined || isOther(row)) return []
  same(field(row, 'armRegionName'), region)
  same(field(row, 'currencyCode'), 'USD')
  const price = positive(field(row, 'retailPrice'))
  return [{ seller: 'azure', model, instance, region, gpus: GPUS, price, currency: 'USD', tag: 'on_demand' }]
}

const read = (region: string, body: string): readonly GpuOffer[] => {
  const whole = reply(body)
  const next = optional(whole, 'NextPageLink')
  // Our machines have some thirty rows in a region. A second page means that the filter was not understood.
  if (next && next.value !== null && next.value !== '') throw new UnreadableReply('more than one page')
  return items(field(whole, 'Items')).flatMap((row) => offerOf(region, row))
}

const filter = (region: string): string =>
  `serviceName eq 'Virtual Machines' and armRegionName eq '${region}' and (${Object.keys(MACHINES)
    .map((name) => `armSkuName eq '${name}'`)
    .join(' or ')})`

/** Two regions, the ones that everybody compares. */
export const AZURE: GpuTeller = {
  name: 'azure',
  source: azure,
  everySeconds: 6 * HOUR_SECONDS,
  models: Object.values(MACHINES),
  questions: ['eastus', 'westeurope'].map((region) => ({
    part: region,
    query: offersOf(
      { provider: azure, path: `/api/retail/prices?$filter=${encodeURIComponent(filter(region))}` },
      (body) => read(region, body),
    ),
  })),
}

import { type Dialect, failed, ok } from '../dialect.ts'
import { machinePrice } from '../gpu-prices.ts'
import type { View } from '../view.ts'

/** Retail prices of Azure, filtered by region and machine. */
interface Machine {
  readonly sku: string
  readonly series: string
  readonly model: string
}

const MACHINES: readonly Machine[] = [
  { sku: 'Standard_ND96amsr_A100_v4', series: 'NDAMSv4_A100', model: 'a100_sxm' },
  { sku: 'Standard_ND96isr_H100_v5', series: 'NDISR H100 v5', model: 'h100_sxm' },
  { sku: 'Standard_ND96isr_H200_v5', series: 'NDISR H200 v5', model: 'h200' },
]
const GPUS = 8
const REGIONS: Readonly<Record<string, number>> = { eastus: 1, westeurope: 1.2 }
const HOURS_OF_A_YEAR = 8_760

const rowsOf = (view: View, region: string, { sku, series, model }: Machine) => {
  const hour = machinePrice(view, 'azure', model, GPUS, REGIONS[region])
  const meter = sku.replace('Standard_', '').replaceAll('_', '')
  const common = {
    currencyCode: 'USD',
    tierMinimumUnits: 0,
    armRegionName: region,
    location: region,
    effectiveStartDate: '2024-01-01T00:00:00Z',
    serviceName: 'Virtual Machines',
    serviceFamily: 'Compute',
    armSkuName: sku,
  }
  const row = (price: number, words: string, rest: object = {}) => ({
    ...common,
    retailPrice: price,
    unitPrice: price,
    meterName: `${meter}${words}`,
    skuName: `${meter}${words}`,
    productName: `Virtual Machines ${series} Series`,
    unitOfMeasure: '1 Hour',
    type: 'Consumption',
    isPrimaryMeterRegion: true,
    ...rest,
  })
  return [
    row(hour, ''),
    row(Number((hour * 0.2).toFixed(4)), ' Spot'),
    row(Number((hour * 0.25).toFixed(4)), ' Low Priority'),
    row(Number((hour * 1.3).toFixed(4)), '', { productName: `Virtual Machines ${series} Series Windows` }),
    // The total of the term, although the unit says an hour.
    row(Math.round(hour * HOURS_OF_A_YEAR * 0.6), '', { type: 'Reservation', reservationTerm: '1 Year' }),
    row(Number((hour * 0.1).toFixed(4)), '', { type: 'DevTestConsumption' }),
  ]
}

export const azure: Dialect = {
  provider: 'azure',
  hosts: ['prices.azure.com'],
  serves: 'retail prices of three machines with GPUs in two regions, with those for spot, Windows and terms',
  answer({ path, query }, view) {
    if (path !== '/api/retail/prices') return failed(404, { error: { code: 'NotFound' } })
    const filter = query.get('$filter') ?? ''
    const region = /armRegionName eq '(\w+)'/.exec(filter)?.[1] ?? ''
    if (REGIONS[region] === undefined) return failed(400, { Error: { Code: 'BadRequest', Message: 'Invalid filter' } })
    const Items = MACHINES.filter(
      ({ sku }) =>
        filter.includes(`armSkuName eq '${sku}'`) || filter.includes(`contains(armSkuName,'${sku.slice(-7, -3)}')`),
    ).flatMap((machine) => rowsOf(view, region, machine))
    return ok({
      BillingCurrency: 'USD',
      CustomerEntityId: 'Default',
      CustomerEntityType: 'Retail',
      Items,
      NextPageLink: null,
      Count: Items.length,
    })
  },
}

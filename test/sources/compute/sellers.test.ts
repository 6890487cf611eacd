import { describe, expect, test } from 'bun:test'
import { AKASH } from '../../../src/sources/compute/akash.ts'
import { AZURE } from '../../../src/sources/compute/azure.ts'
import { type GpuOffer, type GpuTeller, perGpu } from '../../../src/sources/compute/gpu-offer.ts'
import { LAMBDA } from '../../../src/sources/compute/lambda.ts'
import { areaOf } from '../../../src/sources/compute/regions.ts'
import { RUNPOD } from '../../../src/sources/compute/runpod.ts'
import { SCALEWAY } from '../../../src/sources/compute/scaleway.ts'
import { VAST } from '../../../src/sources/compute/vast.ts'
import { unreadable } from '../../support/unreadable.ts'

/** Constructed replies: what must not become a price. */

const read = ({ questions }: GpuTeller, body: unknown, part = 'all'): readonly GpuOffer[] =>
  questions.find((question) => question.part === part)!.query.read(JSON.stringify(body))

const told = (offers: readonly GpuOffer[]): readonly string[] =>
  offers.map((offer) => `${offer.model} ${offer.tag} ${perGpu(offer)}`)

describe('Azure', () => {
  const row = (more: object = {}) => ({
    armSkuName: 'Standard_ND96isr_H200_v5',
    armRegionName: 'eastus',
    retailPrice: 84.8,
    unitOfMeasure: '1 Hour',
    meterName: 'ND96isrH200v5',
    skuName: 'ND96isrH200v5',
    productName: 'Virtual Machines NDISR H200 v5 Series',
    currencyCode: 'USD',
    type: 'Consumption',
    ...more,
  })
  const list = (rows: readonly object[], more: object = {}) => read(AZURE, { Items: rows, ...more }, 'eastus')

  test.each([
    ['a reservation, the total of its term', { type: 'Reservation', retailPrice: 3 }],
    ['spot by the meter', { meterName: 'ND96isrH200v5 Spot', retailPrice: 3 }],
    ['spot by the name alone', { skuName: 'ND96isrH200v5 Spot', retailPrice: 3 }],
    ['low priority', { meterName: 'ND96isrH200v5 Low Priority', retailPrice: 3 }],
    ['Windows', { productName: 'Virtual Machines NDISR H200 v5 Series Windows', retailPrice: 3 }],
    ['development', { type: 'DevTestConsumption', retailPrice: 3 }],
    ['another unit', { unitOfMeasure: '1 Month', retailPrice: 3 }],
    ['another machine', { armSkuName: 'Standard_ND96is_noIB_H200_v5', retailPrice: 3 }],
  ])('leaves out %s', (_what, more) => {
    expect(told(list([row(more), row()]))).toEqual(['h200 on_demand 10.6'])
  })

  test('in another currency, of another region or with another page is refused', () => {
    expect(unreadable(() => list([row({ currencyCode: 'EUR' })]))).toContain('currencyCode is not USD')
    expect(unreadable(() => list([row({ armRegionName: 'westus' })]))).toContain('armRegionName is not eastus')
    expect(unreadable(() => list([row()], { NextPageLink: 'https://prices.azure.com/next' }))).toBe(
      'more than one page',
    )
    expect(unreadable(() => list([]))).toBe('no offer of any of our models')
  })

  test('is asked for three machines by name, in each region', () => {
    const asked = AZURE.questions.map(({ query }) => decodeURIComponent(query.path))
    expect(asked[0]).toContain("armRegionName eq 'eastus' and (armSkuName eq 'Standard_ND96amsr_A100_v4' or ")
    expect(asked[1]).toContain("armRegionName eq 'westeurope'")
  })
})

describe('RunPod', () => {
  const type = (more: object) => ({
    id: 'NVIDIA L40S',
    secureCloud: true,
    communityCloud: true,
    securePrice: 0.99,
    communityPrice: 0.79,
    ...more,
  })
  const list = (types: readonly object[]) => read(RUNPOD, { data: { gpuTypes: types } })

  test('obeys what says whether a cloud has the model: 0, 0.5 and 1 are placeholders', () => {
    expect(told(list([type({ communityCloud: false, communityPrice: 0.5 })]))).toEqual(['l40s on_demand 0.99'])
    expect(told(list([type({ secureCloud: false, securePrice: 1 })]))).toEqual(['l40s community 0.79'])
    expect(told(list([type({ securePrice: 0 })]))).toEqual(['l40s community 0.79'])
    expect(unreadable(() => list([type({ secureCloud: false, communityCloud: false })]))).toContain('no offer')
  })

  test('with an error in place of the data is refused', () => {
    expect(unreadable(() => read(RUNPOD, { errors: [{ message: 'Cannot query' }] }))).toContain('the provider answered')
  })
})

describe('Vast', () => {
  const offer = (usd: number, gpus: number, more: object = {}) => ({
    id: usd * 1_000,
    gpu_name: 'A100 SXM4',
    num_gpus: gpus,
    gpu_ram: 81_920,
    dph_total: usd,
    verification: 'verified',
    rentable: true,
    rented: false,
    is_bid: false,
    ...more,
  })
  const list = (offers: readonly object[]) => told(read(VAST, { offers }, 'a100_sxm'))

  test('counts per GPU, and whole machines do not push the others back', () => {
    expect(list([offer(8, 8), offer(1.2, 1), offer(4.4, 4), offer(1.3, 1)])).toEqual(['a100_sxm market 1.2'])
  })

  test.each([
    ['unverified', { verification: 'unverified' }],
    ['rented', { rented: true }],
    ['not for rent', { rentable: false }],
    ['a bid', { is_bid: true }],
    ['of 40 GB', { gpu_ram: 40_960 }],
    ['of another model', { gpu_name: 'A100 PCIE' }],
  ])('leaves out an offer that is %s', (_what, more) => {
    expect(list([offer(0.1, 1, more), offer(1, 1), offer(1.1, 1), offer(1.2, 1)])).toEqual(['a100_sxm market 1.2'])
  })

  test('without any offers is in trouble, with two has no third', () => {
    expect(unreadable(() => read(VAST, { offers: [] }, 'a100_sxm'))).toBe('no offer of A100 SXM4 among 0')
    const others = [1, 2, 3].map((usd) => offer(usd, 1, { gpu_name: 'H100 SXM' }))
    expect(unreadable(() => read(VAST, { offers: others }, 'a100_sxm'))).toBe('no offer of A100 SXM4 among 3')
    expect(list([offer(1, 1), offer(1.1, 1)])).toEqual([])
  })
})

describe('Akash', () => {
  const model = (more: object) => ({
    model: 'h100',
    ram: '80Gi',
    interface: 'SXM5',
    price: { currency: 'USD', med: 2.1 },
    ...more,
  })

  test('gives the median of one memory and form factor', () => {
    const models = [
      model({}),
      model({ interface: 'PCIe', price: { currency: 'USD', med: 1 } }),
      model({ model: 'a100', ram: '40Gi', interface: 'SXM4' }),
      model({ model: 'a100', interface: 'SXM4', price: null }),
    ]
    expect(told(read(AKASH, { models }))).toEqual(['h100_sxm market 2.1'])
  })

  test('in its own coin is refused', () => {
    const models = [model({ price: { currency: 'uakt', med: 2.1 } })]
    expect(unreadable(() => read(AKASH, { models }))).toContain('currency is not USD')
  })
})

test('Scaleway: a machine that is not sold has no price', () => {
  const servers = { 'L40S-1-48G': { gpu: 1, hourly_price: 1.4 }, 'L40S-4-48G': { gpu: 4, hourly_price: null } }
  expect(read(SCALEWAY, { servers }, 'fr-par-2')).toMatchObject([
    { instance: 'L40S-1-48G', price: '1.4', currency: 'EUR' },
  ])
})

test('Lambda: cents of a machine, every digit, and its own refusal', () => {
  const data = { gpu_8x_h100_sxm5: { instance_type: { name: 'gpu_8x_h100_sxm5', price_cents_per_hour: 2392 } } }
  expect(read(LAMBDA, { data })).toMatchObject([{ price: '23.92', gpus: 8 }])
  expect(unreadable(() => read(LAMBDA, { error: { code: 'global/invalid-api-key' } }))).toContain('invalid-api-key')
})

test.each([
  ['us-east-1', 'us'],
  ['eastus', 'us'],
  ['southcentralus', 'us'],
  ['westus2', 'us'],
  ['us-ashburn-1', 'us'],
  ['US', 'us'],
  ['eu-west-1', 'eu'],
  ['eu-north1', 'eu'],
  ['europe-central-1', 'eu'],
  ['westeurope', 'eu'],
  ['swedencentral', 'eu'],
  ['uk-london-1', 'eu'],
  ['fr-par-2', 'eu'],
  ['australia-east-1', 'elsewhere'],
  ['ap-southeast-1', 'elsewhere'],
  ['af-johannesburg-1', 'elsewhere'],
  ['me-west-1', 'elsewhere'],
  ['sa-east-1', 'elsewhere'],
])('%s lies in: %s', (region, area) => {
  expect<string>(areaOf(region)).toBe(area)
})

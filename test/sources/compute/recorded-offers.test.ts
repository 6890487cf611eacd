import { describe, expect, test } from 'bun:test'
import { AKASH } from '../../../src/sources/compute/akash.ts'
import { AZURE } from '../../../src/sources/compute/azure.ts'
import { type GpuOffer, type GpuTeller, perGpu } from '../../../src/sources/compute/gpu-offer.ts'
import { LAMBDA } from '../../../src/sources/compute/lambda.ts'
import { RUNPOD } from '../../../src/sources/compute/runpod.ts'
import { SCALEWAY } from '../../../src/sources/compute/scaleway.ts'
import { SKYPILOT } from '../../../src/sources/compute/skypilot.ts'
import { VAST } from '../../../src/sources/compute/vast.ts'
import { recorded, recordedAvailable } from '../../support/recorded.ts'
import { unreadable } from '../../support/unreadable.ts'

/** What sellers really answered, against values worked out by hand. */

const read = ({ questions }: GpuTeller, part: string, file: string): readonly GpuOffer[] =>
  questions.find((question) => question.part === part)!.query.read(recorded(`macro/${file}`).body)

/** `h100_sxm on_demand 16.529 USD`: per GPU. */
const told = (offers: readonly GpuOffer[]): readonly string[] =>
  offers.map((offer) => `${offer.model} ${offer.tag} ${perGpu(offer)} ${offer.currency}`)

describe.skipIf(!recordedAvailable)('recorded', () => {
  test('Azure: the machine with eight GPUs by the hour alone; not spot, not a term, no other machine', () => {
    const offers = read(AZURE, 'westeurope', 'azure/retail-prices-westeurope')
    // 132.232 / 8; spot would be 2.66, the reservation 141.5 and ND96is_noIB 14.93.
    expect(told(offers)).toEqual(['h100_sxm on_demand 16.529 USD'])
    expect(offers[0]).toMatchObject({ instance: 'Standard_ND96isr_H100_v5', region: 'westeurope', price: '132.232' })
  })

  test('RunPod: both clouds of five models, as it spells them', () => {
    expect(told(read(RUNPOD, 'all', 'runpod/graphql-gpuTypes'))).toEqual([
      'a100_sxm on_demand 1.49 USD',
      'a100_sxm community 1.39 USD',
      'rtx_4090 on_demand 0.69 USD',
      'rtx_4090 community 0.34 USD',
      'h100_sxm on_demand 2.99 USD',
      'h100_sxm community 2.69 USD',
      'h200 on_demand 4.39 USD',
      'h200 community 3.59 USD',
      'l40s on_demand 0.99 USD',
      'l40s community 0.79 USD',
    ])
  })

  test('Scaleway: euros for two GPUs; not the PCIe machine, which is cheaper', () => {
    // 6.6198 / 2; H100-1-80G costs 2.8665.
    expect(told(read(SCALEWAY, 'fr-par-2', 'scaleway/instance-products-fr-par-2'))).toEqual([
      'h100_sxm on_demand 3.3099 EUR',
    ])
  })

  test('Vast: the third lowest of the verified offers per GPU', () => {
    // Verified: 6.9356 for four, twice, and 2.2088 for one; the unverified ones are cheaper.
    expect(told(read(VAST, 'h100_sxm', 'vastai/bundles-search-multi-gpu'))).toEqual([
      'h100_sxm market 2.208828540468451 USD',
    ])
    // Two verified ones are too few for a third.
    expect(read(VAST, 'h100_sxm', 'vastai/bundles-search')).toEqual([])
  })

  test('Akash: the median of the 80 GB machines', () => {
    expect(told(read(AKASH, 'all', 'akash/gpu-prices'))).toEqual(['a100_sxm market 1.48 USD'])
  })

  test('Lambda: cents; the A100 is PCIe with 40 GB and left out', () => {
    expect(told(read(LAMBDA, 'all', 'lambda/instance-types'))).toEqual(['h100_sxm on_demand 4.99 USD'])
  })

  test('the catalogue about Lambda: PCIe and 40 GB are no SXM with 80', () => {
    const teller = SKYPILOT.find(({ name }) => name === 'skypilot-lambda')!
    expect(unreadable(() => read(teller, 'all', 'skypilot-catalog/lambda-vms-csv'))).toBe(
      'no offer of any of our models',
    )
  })
})

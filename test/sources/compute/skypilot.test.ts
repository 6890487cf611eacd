import { describe, expect, test } from 'bun:test'
import { type GpuOffer, perGpu } from '../../../src/sources/compute/gpu-offer.ts'
import { SKYPILOT } from '../../../src/sources/compute/skypilot.ts'
import { unreadable } from '../../support/unreadable.ts'

/** Constructed: no recorded file of the catalogue names a machine that is priced. Columns as in the catalogue's files. */

const INFO = `"{'Gpus': [{'Name': 'H100', 'Count': 8.0}], 'TotalGpuMemoryInMiB': 655360}"`
const AWS =
  'InstanceType,AcceleratorName,AcceleratorCount,vCPUs,MemoryGiB,GpuInfo,Price,SpotPrice,Region,AvailabilityZone'
const NEBIUS = 'InstanceType,AcceleratorName,AcceleratorCount,vCPUs,MemoryGiB,Price,Region,GpuInfo,SpotPrice'

const read = (cloud: string, rows: readonly string[]): readonly GpuOffer[] =>
  SKYPILOT.find(({ name }) => name === `skypilot-${cloud}`)!.questions[0]!.query.read(`${rows.join('\n')}\n`)

const told = (offers: readonly GpuOffer[]): readonly string[] =>
  offers.map((offer) => `${offer.model} ${offer.region} ${perGpu(offer)}`)

const aws = (name: string, count: string, price: string, region: string, spot = '1.00'): string =>
  `${name},H100,${count},192,2048,${INFO},${price},${spot},${region},${region}a`

describe('a file of the catalogue', () => {
  test('gives the price of a machine over its GPUs, the cheapest of the United States and of Europe', () => {
    const offers = read('aws', [
      AWS,
      'm7i.large,,,2,8,,0.1,0.05,us-east-1,us-east-1a',
      aws('p5.48xlarge', '8.0', '55.04', 'us-west-2'),
      aws('p5.48xlarge', '8.0', '62.24', 'us-east-1'),
      aws('p5.48xlarge', '8.0', '66.4', 'eu-north-1'),
      aws('p5.48xlarge', '8.0', '16', 'ap-south-1'),
    ])
    // 55.04 / 8 and 66.4 / 8. Mumbai is cheaper and elsewhere.
    expect(told(offers)).toEqual(['h100_sxm us-west-2 6.88', 'h100_sxm eu-north-1 8.3'])
    expect(offers[0]).toMatchObject({ seller: 'aws', gpus: 8, price: '55.04', tag: 'on_demand', currency: 'USD' })
  })

  test('tells machines apart whose accelerator has one name, in whatever order its columns stand', () => {
    const offers = read('nebius', [
      NEBIUS,
      `gpu-h100-sxm_8gpu-128vcpu-1600gb,H100,8,128,1600,23.60,eu-north1,${INFO},10.00`,
      `gpu-h100-pcie_1gpu-16vcpu-200gb,H100,1,16,200,0.95,eu-north1,${INFO},`,
      `gpu-l40s-a_1gpu-8vcpu-32gb,L40S,1,8,32,1.5484,eu-north1,${INFO},`,
      `gpu-l40s-d_4gpu-128vcpu-768gb,L40S,4,128,768,9.1376,eu-north1,${INFO},`,
    ])
    expect(told(offers)).toEqual(['h100_sxm eu-north1 2.95', 'l40s eu-north1 1.5484'])
  })

  test('leaves out a machine without a price, which cannot be had on demand', () => {
    const rows = [AWS, aws('p5en.48xlarge', '8.0', '', 'us-east-1'), aws('p5e.48xlarge', '8.0', '0', 'us-east-1')]
    expect(unreadable(() => read('aws', rows))).toBe('no offer of any of our models')
  })

  test('that was cut inside a line is refused: the last price may be a tenth of itself', () => {
    const whole = [AWS, aws('p5.48xlarge', '8.0', '55.04', 'us-west-2'), ''].join('\n')
    const { query } = SKYPILOT.find(({ name }) => name === 'skypilot-aws')!.questions[0]!
    expect(query.read(whole).length).toBe(1)
    for (const less of [1, 10, 20])
      expect(unreadable(() => query.read(whole.slice(0, -less)))).toContain('inside a line')
  })

  test.each([
    ['a web page', ['<html>', 'p5.48xlarge'], 'a page, not a table: <html>'],
    ['nothing', [''], 'an empty table'],
    ['a column less', [AWS.replace('Price,SpotPrice', 'SpotPrice')], 'no column Price among'],
    ['no GPUs', [AWS, aws('p5.48xlarge', '', '55', 'us-east-1')], 'p5.48xlarge has no accelerators'],
    ['half a GPU', [AWS, aws('p5.48xlarge', '0.5', '55', 'us-east-1')], 'p5.48xlarge has 0.5 accelerators'],
    ['a word for a price', [AWS, aws('p5.48xlarge', '8', 'ask', 'us-east-1')], 'Price of p5.48xlarge is not'],
  ])('with %s is refused', (_what, rows, message) => {
    expect(unreadable(() => read('aws', rows))).toContain(message)
  })
})

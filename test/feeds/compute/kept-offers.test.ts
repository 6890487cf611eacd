import { describe, expect, test } from 'bun:test'
import { enteredOffers, HELD_MS, type KeptOffer } from '../../../src/feeds/compute/kept-offers.ts'
import type { GpuOffer } from '../../../src/sources/compute/gpu-offer.ts'

const NOW = Date.UTC(2026, 10, 18, 12)
const MINUTE = 60_000

const offer = (price: string, more: Partial<GpuOffer> = {}): GpuOffer => ({
  seller: 'aws',
  model: 'h100_sxm',
  instance: 'p5.48xlarge',
  region: 'us-east-1',
  gpus: 8,
  price,
  currency: 'USD',
  tag: 'on_demand',
  ...more,
})

const FIRST = enteredOffers([offer('40')], [], NOW)
const then = (told: GpuOffer, kept: readonly KeptOffer[], minutes: number) =>
  enteredOffers([told], kept, NOW + minutes * MINUTE)
const shown = ([kept]: readonly KeptOffer[]) => [kept!.price, (kept!.seenAt - NOW) / MINUTE, kept!.held !== undefined]

describe('a list price', () => {
  test('that moves by up to a quarter is believed at once', () => {
    expect(shown(then(offer('50'), FIRST, 5))).toEqual(['50', 5, false])
    expect(shown(then(offer('32'), FIRST, 5))).toEqual(['32', 5, false])
  })

  test.each([
    ['of one GPU for a machine', offer('5')],
    ['of a machine for one GPU', offer('40', { gpus: 1 })],
    ['repriced by a third', offer('26.6')],
    ['a little beyond a quarter', offer('50.01')],
    ['in another currency', offer('40', { currency: 'EUR' })],
  ])('%s is held back while the former one keeps its age', (_what, told) => {
    expect(shown(then(told, FIRST, 5))).toEqual(['40', 0, true])
  })

  test('is believed once it has stood for an hour, and not a minute before', () => {
    const held = then(offer('20'), FIRST, 5)
    expect(shown(then(offer('20.1'), held, 64))).toEqual(['40', 0, true])
    expect(shown(then(offer('20.1'), held, 5 + HELD_MS / MINUTE))).toEqual(['20.1', 65, false])
  })

  test('that goes on moving begins anew, and one that comes back was nothing', () => {
    const held = then(offer('20'), FIRST, 5)
    const again = then(offer('10'), held, 60)
    expect(shown(then(offer('10'), again, 70))).toEqual(['40', 0, true])
    expect(shown(then(offer('41'), held, 60))).toEqual(['41', 60, false])
  })
})

test('a market price is believed at once', () => {
  const market = enteredOffers([offer('40', { tag: 'market' })], [], NOW)
  expect(shown(then(offer('20', { tag: 'market' }), market, 5))).toEqual(['20', 5, false])
})

test('what is no longer listed is gone, and other areas are rows of their own', () => {
  const both = enteredOffers([offer('40'), offer('48', { region: 'eu-west-1' })], FIRST, NOW + MINUTE)
  expect(both.map(({ region }) => region)).toEqual(['us-east-1', 'eu-west-1'])
  expect(then(offer('48', { region: 'eu-west-1' }), both, 5).map(({ price }) => price)).toEqual(['48'])
})

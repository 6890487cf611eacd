import { describe, expect, test } from 'bun:test'
import { enteredOffers, HELD_MS, isHeld, isShown, type KeptOffer } from '../../../src/feeds/compute/kept-offers.ts'
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

const FIRST = enteredOffers([offer('40')], null, NOW)
const then = (told: GpuOffer, kept: readonly KeptOffer[], minutes: number) =>
  enteredOffers([told], kept, NOW + minutes * MINUTE)
const shown = ([kept]: readonly KeptOffer[]) => [kept!.price, (kept!.seenAt - NOW) / MINUTE, isHeld(kept!)]

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

test('a price of a community is held back as a list price is', () => {
  const community = enteredOffers([offer('40', { tag: 'community' })], null, NOW)
  expect(shown(then(offer('20', { tag: 'community' }), community, 5))).toEqual(['40', 0, true])
})

test('a market price is believed at once', () => {
  const market = enteredOffers([offer('40', { tag: 'market' })], null, NOW)
  expect(shown(then(offer('20', { tag: 'market' }), market, 5))).toEqual(['20', 5, false])
})

describe('a price that walks', () => {
  test('by three hundredths a poll goes no further than a quarter, however long it walks', () => {
    let kept = FIRST
    for (let poll = 1; poll <= 100; poll++) kept = then(offer(String(40 * 0.97 ** poll)), kept, 5 * poll)
    // 0.97 to the eighth is 0.784, and less than a quarter off; the ninth is not within it.
    expect([...shown(kept).slice(1), Number(kept[0]!.price) >= 32]).toEqual([35, true, true])
  })

  test('and stops is believed an hour later, and measures the next', () => {
    const at = then(offer('32.5'), FIRST, 5)
    expect(shown(then(offer('26.5'), at, 10))).toEqual(['32.5', 5, true])
    const stood = then(offer('32.5'), at, 65)
    expect(shown(then(offer('26.5'), stood, 70))).toEqual(['26.5', 70, false])
    expect(shown(then(offer('26.5'), then(offer('32.5'), at, 64), 70))).toEqual(['32.5', 64, true])
  })

  test('while it is held does not stand', () => {
    let kept = then(offer('20'), FIRST, 5)
    for (let poll = 2; poll <= 20; poll++) kept = then(offer(String(20 * 0.97 ** poll)), kept, 5 * poll)
    expect(shown(kept)).toEqual(['40', 0, true])
  })
})

describe('what a seller lists', () => {
  const eu = offer('48', { region: 'eu-west-1' })
  const two = enteredOffers([offer('40'), eu], null, NOW)
  const listed = (kept: readonly KeptOffer[], minutes: number) =>
    kept.filter((each) => isShown(each, NOW + minutes * MINUTE)).map(({ price }) => price)

  test('anew is believed once it has stood for an hour', () => {
    const both = (price: string, kept: readonly KeptOffer[], minutes: number) =>
      enteredOffers([offer('40'), { ...eu, price }], kept, NOW + minutes * MINUTE)
    const anew = both('4', FIRST, 5)
    expect(listed(anew, 5)).toEqual(['40'])
    expect(listed(both('4', anew, 64), 64)).toEqual(['40'])
    expect(listed(both('4.1', anew, 65), 65)).toEqual(['40'])
    expect(listed(both('4', anew, 65), 65)).toEqual(['40', '4'])
    const walking = (to: number, kept: readonly KeptOffer[]) => both(String(4 * 1.015 ** (to / 5)), kept, 5 + to)
    const walked = [...Array(12).keys()].reduce((kept, at) => walking(5 * (at + 1), kept), anew)
    expect(listed(walked, 65)).toEqual(['40'])
    // One that was gone between has not stood.
    expect(listed(both('4', then(offer('40'), anew, 10), 65), 65)).toEqual(['40'])
  })

  test('no longer stands for an hour with its age, and is gone then; of a market it is gone at once', () => {
    const without = then(offer('40'), two, 5)
    expect([listed(without, 5), without.map(isHeld)]).toEqual([
      ['40', '48'],
      [false, true],
    ])
    expect(without[1]!.seenAt).toBe(NOW)
    expect([listed(without, 64), listed(without, 65)]).toEqual([['40', '48'], ['40']])
    const market = enteredOffers([offer('40', { tag: 'market' })], null, NOW)
    expect(enteredOffers([], market, NOW + MINUTE)).toEqual([])
  })

  test('and comes back with a lie is held to its former price, for a week', () => {
    const gone = (hours: number) => then(offer('40'), then(offer('40'), two, 5), 60 * hours)
    const back = (price: string, hours: number) =>
      enteredOffers([offer('40'), { ...eu, price }], gone(hours), NOW + (60 * hours + 5) * MINUTE)
    const shownIn = (price: string, hours: number) => listed(back(price, hours), 60 * hours + 5)
    expect(shownIn('47', 12)).toEqual(['40', '47'])
    expect([shownIn('5', 12), back('5', 12).map(isHeld)]).toEqual([
      ['40', '48'],
      [false, true],
    ])
    expect([shownIn('47', 24 * 8), gone(24 * 8).length]).toEqual([['40'], 1])
  })

  test('is not less than half of what it listed within the day', () => {
    const models = ['h100_sxm', 'h200'] as const
    const all = ['us-east-1', 'eu-west-1'].flatMap((region) => models.map((model) => offer('40', { region, model })))
    const kept = enteredOffers(all, null, NOW)
    const cut = (rows: number, hours: number) => () =>
      enteredOffers(all.slice(0, rows), kept, NOW + hours * 60 * MINUTE)
    expect(cut(1, 24)).toThrow('1 of 4 offers of the last day: a list that was cut')
    expect(cut(2, 24)).not.toThrow()
    expect(cut(1, 25)).not.toThrow()
    expect(() => enteredOffers([offer('40', { model: 'l40s' })], kept, NOW)).toThrow('0 of 4')
  })
})

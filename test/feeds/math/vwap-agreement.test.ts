import { describe, expect, test } from 'bun:test'
import { agreedVwap } from '../../../src/feeds/math/vwap-agreement.ts'

describe('a volume-weighted price', () => {
  const weighed = (...pairs: readonly (readonly [number, number])[]) =>
    pairs.map(([price, volume], at) => ({ source: `v${at}`, price, volume }))

  test('clips each used price to a thousandth of the agreed value', () => {
    const found = agreedVwap(weighed([1_000, 1], [1_000, 1], [1_000, 1], [1_004, 7]), { configured: 4, tau: 0.005 })
    if (found.kind !== 'vwap') throw new Error(found.kind)
    expect(found.weights[3]).toBe(0.4)
    expect(found.price).toBeCloseTo(1_000.4, 9)
    const below = agreedVwap(weighed([1_000, 1], [1_000, 1], [1_000, 1], [996, 7]), { configured: 4, tau: 0.005 })
    expect(below).toMatchObject({ price: expect.closeTo(999.6, 9) })
  })

  test('gives no weight to who is rejected, whatever volume it shows', () => {
    expect(agreedVwap(weighed([1_000, 1], [1_000, 1], [1_006, 1e9]), { configured: 3, tau: 0.005 })).toMatchObject({
      price: 1_000,
      weights: [0.5, 0.5],
    })
  })

  test('needs a majority like any other', () => {
    expect(agreedVwap(weighed([1, 1]), { configured: 7, tau: 0.005 })).toEqual({
      kind: 'quorum_missed',
      have: 1,
      need: 4,
    })
  })
})

import { describe, expect, test } from 'bun:test'
import { TAU } from '../../../src/feeds/math/agreement.ts'
import { agreedVwap, PRICE_CLIP } from '../../../src/feeds/math/vwap-agreement.ts'
import { attacksOn, spreadOver } from '../../support/feeds/liars.ts'

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

  test.each([0.0002, 0.001, 0.003])(
    'is a thousandth beyond the honest at most, though any three of seven lie and show all of the volume: %d',
    (range) => {
      const rules = { configured: 7, tau: TAU.crypto }
      const venues = spreadOver(7, range, 'evenly').map((price) => ({ price, low: price, high: price }))
      const wrong: string[] = []
      for (const { said, honest } of attacksOn(venues, 3, rules)) {
        const votes = said.flatMap((price, at) => {
          const volume = honest.includes(venues[at]!) ? 1 : 1e9
          return price === null ? [] : [{ source: `v${at}`, price, volume }]
        })
        const found = agreedVwap(votes, rules)
        if (found.kind !== 'vwap') wrong.push(`nothing of ${JSON.stringify(said)}`)
        else {
          const prices = honest.map(({ price }) => price)
          const [low, high] = [Math.min(...prices) * (1 - PRICE_CLIP), Math.max(...prices) * (1 + PRICE_CLIP)]
          if (!(found.price >= low - 1e-12 && found.price <= high + 1e-12))
            wrong.push(`${found.price} of ${JSON.stringify(said)}`)
        }
      }
      expect(wrong.slice(0, 5)).toEqual([])
    },
  )
})

import { describe, expect, test } from 'bun:test'
import { agree } from '../../../src/feeds/math/agreement.ts'
import { ownRange, tauInForce } from '../../../src/feeds/math/fast-market.ts'
import { seededRandom } from '../../support/still.ts'

describe('a fast market', () => {
  const said = (...pairs: readonly (readonly [number, number])[]) => pairs.map(([at, price]) => ({ at, price }))

  test('is seen in what one venue said within its own last ten seconds', () => {
    expect(ownRange(said([0, 4], [10_000, 5]))).toBe(0.25)
    expect(ownRange(said([0, 9], [1, 5], [5_000, 4], [10_001, 5]))).toBe(0.25)
    expect(ownRange(said([10_001, 5], [0, 9], [5_000, 4]))).toBe(0.25)
    expect([ownRange([]), ownRange(said([3, 7])), ownRange(said([3, 7], [4, 0]))]).toEqual([0, 0, 0])
  })

  test('widens τ to the median range, never below τ, never above three times τ', () => {
    const ranges = (...each: readonly number[]) => tauInForce(0.005, each)
    expect([ranges(), ranges(0, 0.001, 0.9), ranges(0, 0.007, 0.9), ranges(0.1, 0.2, 0.9)]).toEqual([
      0.005, 0.005, 0.007, 0.015,
    ])
  })

  test('is not made or hidden by a minority, for any number of voters', () => {
    const random = seededRandom(11)
    for (let run = 0; run < 2_000; run++) {
      const voters = random.integer(1, 9)
      const faulty = random.integer(0, Math.ceil(voters / 2) - 1)
      const honest = Array.from({ length: voters - faulty }, () => 0.005 + random.integer(0, 900) / 1e5)
      for (const claim of [0, 0.009, 1e6]) {
        const found = tauInForce(0.005, [...honest, ...Array.from({ length: faulty }, () => claim)])
        expect(found).toBeGreaterThanOrEqual(Math.min(...honest))
        expect(found).toBeLessThanOrEqual(Math.max(...honest))
      }
    }
  })

  test('is priced while it runs: what was too far apart agrees under the τ in force', () => {
    const running = [100, 100.2, 100.4, 100.9, 101.2].map((price, at) => ({ source: `v${at}`, price }))
    expect(agree(running, { configured: 5, tau: 0.003 }).kind).toBe('disagreement')
    const tau = tauInForce(0.003, [0.004, 0.0045, 0.005, 0.006, 0])
    expect(agree(running, { configured: 5, tau })).toMatchObject({ kind: 'agreed', tau: 0.0045, value: 100.2 })
  })
})

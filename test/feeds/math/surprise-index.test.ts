import { describe, expect, test } from 'bun:test'
import { surpriseIndex, surpriseWeight, surpriseZ } from '../../../src/feeds/math/surprise-index.ts'
import { named, near } from '../../support/near.ts'
import vectors from '../../vectors/quant-surprises.json'

const { cases, tol } = vectors.surprise_index

describe('the surprise index', () => {
  test.each(named(cases))('%s', (_id, { inputs, expected }) => {
    const scores = inputs.releases.map(({ actual, estimate, sigma, sign, impact, age_days: age }) => ({
      z: surpriseZ({ actual, estimate, sigma, sign: sign === 1 ? 1 : -1 }),
      weight: surpriseWeight(impact === 'high' ? 'high' : 'medium', age),
    }))
    expect(scores).toHaveLength(expected.z.length)
    scores.forEach(({ z, weight }, at) => {
      near(z, expected.z[at]!, tol)
      near(weight, expected.weights[at]!, tol)
    })
    near(surpriseIndex(scores), expected.index, tol)
  })

  test('no single release counts more than three deviations, on either side', () => {
    const far = { estimate: 0, sigma: 0.1 } as const
    expect(surpriseZ({ ...far, actual: 30, sign: 1 })).toBe(3)
    expect(surpriseZ({ ...far, actual: 30, sign: -1 })).toBe(-3)
    expect(surpriseZ({ ...far, actual: -30, sign: 1 })).toBe(-3)
  })

  test('and the index ends at a hundred, two deviations on average', () => {
    const all = (z: number) =>
      surpriseIndex([
        { z, weight: 0.3 },
        { z, weight: 1 },
      ])
    expect([all(1), all(2), all(3), all(-3)]).toEqual([50, 100, 100, -100])
  })
})

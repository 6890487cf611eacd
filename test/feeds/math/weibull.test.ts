import { describe, expect, test } from 'bun:test'
import { gamma } from '../../../src/feeds/math/gamma.ts'
import { everExceeded, exceedance, weibullOf } from '../../../src/feeds/math/weibull.ts'
import { named, near } from '../../support/near.ts'
import vectors from '../../vectors/insurance.json'

describe('the gamma function', () => {
  const factorial = (n: number): number => (n < 2 ? 1 : n * factorial(n - 1))

  /** Digits of Γ at 1/2, 5/4, 4/3, 6/5 and 3/2 as tables print them. */
  test.each([
    [0.5, Math.sqrt(Math.PI)],
    [1.25, 0.906_402_477_055_477_1],
    [4 / 3, 0.892_979_511_569_249_2],
    [1.2, 0.918_168_742_399_76],
    [1.5, Math.sqrt(Math.PI) / 2],
    ...[1, 2, 3, 5, 10, 20].map((n): [number, number] => [n, factorial(n - 1)]),
  ])('at %d to twelve digits', (x, expected) => near(gamma(x), expected, { rel: 1e-12 }))

  test('is not guessed outside of its range', () => {
    for (const x of [0.49, 0, -1, 101, Number.NaN]) expect(() => gamma(x)).toThrow(RangeError)
  })
})

describe('a Weibull distribution', () => {
  const { cases, tol } = vectors.weibull

  test.each(named(cases))('%s', (_, { inputs: { mean_hs, shape, n_independent: draws }, expected }) => {
    const waves = weibullOf(mean_hs, shape)
    near(waves.scale, expected.scale, tol)
    const once = [4, 6, 9].map((level) => exceedance(waves, level))
    const { p_gt_4m, p_gt_6m, p_gt_9m } = expected
    once.forEach((found, at) => near(found, [p_gt_4m, p_gt_6m, p_gt_9m][at]!, tol))
    const ever = [expected.p_voyage_gt_4m_n6, expected.p_voyage_gt_6m_n6, expected.p_voyage_gt_9m_n6]
    once.forEach((found, at) => near(everExceeded(found, draws), ever[at]!, tol))
    near(exceedance(waves, expected.p95), 0.05, { rel: 1e-9 })
  })
})

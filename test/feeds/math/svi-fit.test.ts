import { describe, expect, test } from 'bun:test'
import { boxMinimum, type Quadratic, type Triple } from '../../../src/feeds/math/box-squares.ts'
import { nelderMead } from '../../../src/feeds/math/nelder-mead.ts'
import { butterflyOf, densityBelow, gridWithin, type Svi, totalVariance } from '../../../src/feeds/math/svi.ts'
import { FIT_MOST, fitSvi } from '../../../src/feeds/math/svi-fit.ts'
import vectors from '../../vectors/quant-options.json'

/** Numbers from 0 to 1 that are the same on every run. */
const numbers = (seed: number) => () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647

const steps = (from: number, to: number, count: number): readonly number[] =>
  Array.from({ length: count }, (_, at) => from + ((to - from) * at) / (count - 1))

const smile = (ks: readonly number[], w: (k: number, at: number) => number) =>
  ks.map((k, at) => ({ k, w: w(k, at), weight: 1 }))

const WIDE = steps(-0.5, 0.5, 21)

describe('least squares in a box', () => {
  const valueAt = (q: Quadratic, [x, y, z]: Triple): number =>
    q.g00 * x * x +
    q.g11 * y * y +
    q.g22 * z * z +
    2 * (q.g01 * x * y + q.g02 * x * z + q.g12 * y * z) -
    2 * (q.r0 * x + q.r1 * y + q.r2 * z)

  /** A quadratic of random rows, as a fit makes it. */
  const quadratic = (random: () => number): Quadratic => {
    const rows = Array.from({ length: 6 }, () => ({ f: [1, random() * 2, random()] as const, w: random() * 3 - 1 }))
    const sum = (of: (row: (typeof rows)[number]) => number): number => rows.reduce((total, row) => total + of(row), 0)
    return {
      g00: sum(({ f }) => f[0] * f[0]),
      g01: sum(({ f }) => f[0] * f[1]),
      g02: sum(({ f }) => f[0] * f[2]),
      g11: sum(({ f }) => f[1] * f[1]),
      g12: sum(({ f }) => f[1] * f[2]),
      g22: sum(({ f }) => f[2] * f[2]),
      r0: sum(({ f, w }) => f[0] * w),
      r1: sum(({ f, w }) => f[1] * w),
      r2: sum(({ f, w }) => f[2] * w),
    }
  }

  test('no point of the box is better', () => {
    const random = numbers(7)
    const shares = steps(0, 1, 9)
    for (let round = 0; round < 200; round++) {
      const q = quadratic(random)
      const most = [random(), random(), random()] as const
      const found = boxMinimum(q, most)
      found.forEach((x, at) => expect(x >= 0 && x <= most[at]!).toBe(true))
      const least = valueAt(q, found)
      for (const x of shares)
        for (const y of shares)
          for (const z of shares)
            expect(valueAt(q, [x * most[0], y * most[1], z * most[2]])).toBeGreaterThanOrEqual(least - 1e-12)
    }
  })

  test('a system without a single solution still has a best point', () => {
    const ones = { g00: 3, g01: 3, g02: 3, g11: 3, g12: 3, g22: 3, r0: 6, r1: 6, r2: 6 }
    const [x, y, z] = boxMinimum(ones, [1, 1, 1])
    expect(x + y + z).toBeCloseTo(2, 12)
  })
})

describe('the simplex search', () => {
  const bowl = ([x = 0, y = 0]: readonly number[]): number => (x - 1) ** 2 + 10 * (y + 2) ** 2

  test('counts its evaluations, and says when they were too few', () => {
    let asked = 0
    const counted = (at: readonly number[]): number => {
      asked++
      return bowl(at)
    }
    for (const most of [5, 20, 60]) {
      asked = 0
      const found = nelderMead(counted, [0, 0], [0.5, 0.5], { most })
      expect([found.evaluations, found.converged]).toEqual([asked, false])
      expect(asked).toBeLessThanOrEqual(most)
    }
    asked = 0
    const found = nelderMead(counted, [0, 0], [0.5, 0.5])
    expect([found.evaluations, found.converged]).toEqual([asked, true])
    expect(found.at[0]).toBeCloseTo(1, 8)
    expect(found.at[1]).toBeCloseTo(-2, 8)
  })
})

describe('a fit', () => {
  test('of identical volatilities is flat', () => {
    const { svi, rmse, converged } = fitSvi(smile(WIDE, () => 0.04))
    expect([converged, rmse < 1e-12]).toEqual([true, true])
    for (const k of WIDE) expect(totalVariance(svi, k)).toBeCloseTo(0.04, 12)
    expect(butterflyOf(svi).isFree).toBe(true)
  })

  test('is hardly bent by a spike that counts little, and says how far away it is', () => {
    const curve = { a: 0.02, b: 0.1, rho: -0.3, m: 0, sigma: 0.2 }
    const points = smile(WIDE, (k) => totalVariance(curve, k))
    const spiked = points.map((point, at) => (at === 7 ? { ...point, w: 5 * point.w, weight: 0.001 } : point))
    const { svi, rmse } = fitSvi(spiked)
    for (const { k, w } of points) expect(Math.abs(totalVariance(svi, k) / w - 1)).toBeLessThan(0.01)
    expect(rmse).toBeGreaterThan(1e-4)
    expect(fitSvi(points).rmse).toBeLessThan(1e-9)
  })

  test('takes weights as they are: a doubled point is a point of double weight', () => {
    const points = smile(steps(-0.4, 0.4, 9), (k, at) => 0.03 + 0.05 * k * k + 0.002 * (at % 2))
    const twice = fitSvi([...points, points[3]!]).svi
    const heavy = fitSvi(points.map((point, at) => (at === 3 ? { ...point, weight: 2 } : point))).svi
    for (const { k } of points) expect(totalVariance(twice, k)).toBeCloseTo(totalVariance(heavy, k), 9)
  })

  test('never asks its objective more often than is said, whatever the smile', () => {
    const random = numbers(3)
    const smiles = [
      smile(WIDE, () => 0.0004),
      smile(WIDE, (_k, at) => (at === 7 ? 0.2 : 0.04)),
      smile(WIDE, (k) => 0.05 + 3 * Math.abs(k)),
      smile(WIDE, (k) => 0.1 - 0.1 * k * k),
      smile([0.1, 0.2, 0.3, 0.4, 0.5], (k) => 0.05 + k * k),
      ...Array.from({ length: 40 }, () => smile(WIDE, () => 0.02 + 0.1 * random())),
    ]
    for (const points of smiles) {
      const { evaluations, svi, rmse } = fitSvi(points)
      expect(evaluations).toBeGreaterThan(525)
      expect(evaluations).toBeLessThanOrEqual(FIT_MOST)
      expect(Number.isFinite(rmse)).toBe(true)
      const { a, b, rho, sigma } = svi
      expect(a >= 0 && Math.abs(rho) <= 1 && b * (1 + Math.abs(rho)) <= 2 + 1e-9 && sigma >= 0.01).toBe(true)
    }
  })
})

test('a fit whose searches end too early says that it has not converged', () => {
  const points = smile(WIDE, (k, at) => 0.04 + 0.05 * k * k + 0.001 * (at % 3))
  expect(fitSvi(points).converged).toBe(true)
  const short = fitSvi(points, 0, 20)
  expect([short.converged, short.evaluations <= 525 + 6 * 20]).toEqual([false, true])
})

describe('a penalised fit', () => {
  const vogt: Svi = vectors.svi_butterfly.cases.find(({ id }) => id === 'vogt')!.inputs.params
  const curves: readonly Svi[] = [
    { a: 0, b: 1.5, rho: -0.2, m: 0.3, sigma: 0.05 },
    { a: 0.01, b: 0.2, rho: -0.85, m: 0, sigma: 0.02 },
    vogt,
  ]

  test.each(curves.map((curve) => [curve]))(
    'gives up accuracy for a density that is nowhere below zero: %o',
    (curve) => {
      const points = smile(steps(-1.2, 1.2, 31), (k) => totalVariance(curve, k))
      const [plain, penalised] = [fitSvi(points), fitSvi(points, 1e4)]
      expect(butterflyOf(plain.svi).isFree).toBe(false)
      expect(penalised.converged).toBe(true)
      expect(butterflyOf(penalised.svi).isFree).toBe(true)
      expect(penalised.rmse).toBeGreaterThan(plain.rmse)
      expect(penalised.evaluations).toBeLessThanOrEqual(FIT_MOST)
    },
  )

  test('is the plain one where nothing is below the margin', () => {
    const curve = { a: 0.02, b: 0.1, rho: -0.3, m: 0, sigma: 0.2 }
    const points = smile(WIDE, (k) => totalVariance(curve, k))
    expect(fitSvi(points, 1e6).svi).toEqual(fitSvi(points).svi)
  })

  test('what lies below a margin is summed in squares over the grid', () => {
    expect(densityBelow({ a: 0.04, b: 0, rho: 0, m: 0, sigma: 1 }, 0)).toBe(0)
    // Of a flat curve g is 1 everywhere, and without variance it counts as −1: 301 points each.
    expect(densityBelow({ a: 0.04, b: 0, rho: 0, m: 0, sigma: 1 }, 1.5)).toBeCloseTo(301 * 0.25, 9)
    expect(densityBelow({ a: 0, b: 0, rho: 0, m: 0, sigma: 1 }, 0)).toBe(301)
    expect(densityBelow(vogt, 0)).toBeGreaterThan(0)
  })
})

test('the grid between two bounds includes them', () => {
  expect(gridWithin(-0.02, 0.014)).toEqual([-0.02, -0.01, 0, 0.01])
  expect(gridWithin(-9, 9)).toHaveLength(301)
})

import { describe, expect, test } from 'bun:test'
import { boundedQuantile, quantile } from '../../soak/judge/quantile.ts'
import { type Point, slopeOf } from '../../soak/judge/slope.ts'
import { dice } from '../support/dlc/random.ts'

/** Numbers with a known truth. */

const HOUR = 3_600

/** A sample every ten seconds for an hour. @param likeness of each deviation to the one before: 0 for none */
const series = (seed: number, perHour: number, noise: number, likeness = 0): readonly Point[] => {
  const chance = dice(seed)
  // Twelve even draws are nearly normal: mean 0, deviation 1.
  const draw = () => Array.from({ length: 12 }, () => chance.integer(0, 1e6) / 1e6).reduce((a, b) => a + b, -6)
  let off = draw() * noise
  return Array.from({ length: 360 }, (_, nth) => {
    off = likeness * off + Math.sqrt(1 - likeness ** 2) * draw() * noise
    return [nth * 10, 200 + (perHour * nth * 10) / HOUR + off]
  })
}

describe('the slope of a series', () => {
  test('of a straight line is known without an error', () => {
    const { perHour, error, hours, mean } = slopeOf(series(1, 30, 0))!
    expect(perHour).toBeCloseTo(30, 9)
    expect(error).toBeCloseTo(0, 6)
    expect(hours).toBeCloseTo(359 / 360, 9)
    expect(mean).toBeCloseTo(200 + (30 * 359) / 720, 6)
  })

  test('of a flat line is zero', () => {
    expect(slopeOf(Array.from({ length: 10 }, (_, nth) => [nth, 5] as const))).toMatchObject({ perHour: 0, error: 0 })
  })

  test.each([0, 0.6, 0.9])(
    'lies within two errors of the truth nine times of ten at least, likeness %p',
    (likeness) => {
      const runs = Array.from({ length: 200 }, (_, seed) => slopeOf(series(seed, 10, 4, likeness))!)
      const right = runs.filter(({ perHour, error }) => Math.abs(perHour - 10) <= 2 * error).length
      // Nineteen of twenty for independent samples. How much alike others are is known from the same few, and a bit less.
      expect(right).toBeGreaterThan(likeness === 0 ? 185 : 178)
      // An error that is said too large would hide every leak.
      expect(right).toBeLessThan(200)
    },
  )

  test('of a slow wave is less sure than of noise of the same size', () => {
    const [quick, slow] = [0, 0.9].map((likeness) => slopeOf(series(7, 0, 4, likeness))!)
    expect(slow!.error).toBeGreaterThan(2.5 * quick!.error)
  })

  test('of five points has the error of three degrees of freedom', () => {
    const points = [0, 1, 0, 1, 0].map((value, hour) => [hour * HOUR, value] as const)
    // Squares 1.2, of which three are free; times spread by 10.
    expect(slopeOf(points)!.error).toBeCloseTo(Math.sqrt(1.2 / 3 / 10), 12)
  })

  test('is not said of few points, or of one time', () => {
    expect(slopeOf(series(1, 1, 0).slice(0, 4))).toBeNull()
    expect(slopeOf(Array.from({ length: 9 }, (_, nth) => [5, nth] as const))).toBeNull()
  })
})

describe('a quantile', () => {
  const hundred = Array.from({ length: 100 }, (_, nth) => 100 - nth)

  test('is the smallest value that so many lie at or below', () => {
    expect([quantile(hundred, 0.5), quantile(hundred, 0.99), quantile([7], 0.99)]).toEqual([50, 99, 7])
    expect(quantile([], 0.5)).toBeNaN()
  })

  test('lies between ranks that are two deviations of a binomial apart', () => {
    const thousand = Array.from({ length: 1_000 }, (_, nth) => nth + 1)
    // 990 ± 2 √(1000 × 0.99 × 0.01) = 990 ± 6.3
    expect(boundedQuantile(thousand, 0.99)).toEqual({ value: 990, low: 983, high: 997, count: 1_000 })
  })

  test('has no upper bound among few', () => {
    expect(boundedQuantile(hundred, 0.99)).toBeNull()
    expect(boundedQuantile([], 0.99)).toBeNull()
  })
})

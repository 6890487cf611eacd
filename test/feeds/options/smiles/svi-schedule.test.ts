import { describe, expect, test } from 'bun:test'
import { FIT_MOST, fitSvi } from '../../../../src/feeds/math/svi-fit.ts'
import type { Svi } from '../../../../src/feeds/math/svi.ts'
import { expirySmiles, fittableSmiles } from '../../../../src/feeds/options/smiles/expiry-smile.ts'
import { FITTED } from '../../../../src/feeds/options/smiles/svi-points.ts'
import { fitCurve } from '../../../../src/feeds/options/smiles/svi-curve.ts'
import { fitWithin, type KeptFit, SVI_WORK } from '../../../../src/feeds/options/smiles/svi-schedule.ts'
import { OPEN } from '../../../support/feeds/market.ts'
import { believedChain } from '../../../support/feeds/options/believed-chain.ts'
import { onCurve, optionAt, type TestSmile } from '../../../support/feeds/options/smile-boards.ts'

/** Which expiries are fitted when, and that no tick takes more work than it may. */

const DAY = 86_400_000
const KS = [-0.25, -0.2, -0.15, -0.1, -0.05, 0.05, 0.1, 0.15, 0.2, 0.25]
const CURVE = { a: 0.002, b: 0.06, rho: -0.25, m: -0.02, sigma: 0.15 }

/** Days to the expiry; `moved` is added to each volatility. */
const smile = (days: number, moved = 0, curve: Svi = CURVE): TestSmile => {
  const expiry = OPEN + days * DAY
  const iv = onCurve(curve, expiry, OPEN)
  return { expiry, forward: 97_000, ks: KS, iv: (k) => iv(k) + moved }
}

const smilesAt = (quoted: readonly TestSmile[], now: number) => {
  const options = quoted.flatMap((each) => each.ks.map((k) => optionAt(each, k)))
  const chain = believedChain(options, now)
  return fittableSmiles(expirySmiles([chain], now), now)
}

const tick = (quoted: readonly TestSmile[], before: readonly KeptFit[], seconds: number, most?: number) => {
  const now = OPEN + seconds * 1_000
  return fitWithin(smilesAt(quoted, now), before, now, most)
}
/** Days to the expiry, and the second of its fit. */
const fitted = (fits: readonly KeptFit[]) =>
  fits.map(({ expiry, curve }) => [Math.round((expiry - OPEN) / DAY), curve && (curve.fittedAt - OPEN) / 1_000])

/** What lets exactly so many fits begin, up to four: those of smooth quotes take 1,200 to 1,500 evaluations. */
const forFits = (count: number): number => (count - 1) * 1_500 + FIT_MOST

describe('a tick', () => {
  const many = Array.from({ length: 40 }, (_, at) => smile(20 + at))

  test('takes no more evaluations than it may, however much there is to do', () => {
    const first = tick(many, [], 0)
    expect(first.evaluations).toBeLessThanOrEqual(SVI_WORK.evaluations)
    // Nothing that could have been begun was left.
    expect(first.evaluations).toBeGreaterThan(SVI_WORK.evaluations - FIT_MOST)
    expect(SVI_WORK.evaluations).toBe(15_000)
    expect(first.fits.length).toBeLessThan(20)
    for (const most of [0, FIT_MOST - 1, FIT_MOST, 3 * FIT_MOST, 7_777])
      expect([most, tick(many, [], 0, most).evaluations <= most]).toEqual([most, true])
    expect(tick(many, [], 0, FIT_MOST - 1)).toEqual({ fits: [], evaluations: 0 })
  })

  test('of thin and of wild quotes too', () => {
    const wild = many.map((each, at) => ({ ...each, iv: (k: number) => 50 + 20 * Math.sin(97 * k + at) }))
    const steep = many.map((each) => ({ ...each, iv: (k: number) => 40 + 200 * Math.abs(k) }))
    for (const quoted of [wild, steep])
      expect(tick(quoted, [], 0).evaluations).toBeLessThanOrEqual(SVI_WORK.evaluations)
  })

  test('takes no more quotes of an expiry than may count, those nearest the forward', () => {
    const dense = { ...smile(30), ks: Array.from({ length: 401 }, (_, at) => (at - 200) / 1_000) }
    const [only] = smilesAt([dense], OPEN)
    expect(only!.fitted).toHaveLength(FITTED.quotes)
    expect(Math.max(...only!.fitted.map(({ k }) => Math.abs(k)))).toBeCloseTo(0.1, 6)
  })

  test('begins with the nearest that was never fitted, and goes on where it stopped', () => {
    const four = [smile(40), smile(20), smile(30), smile(50)]
    const first = tick(four, [], 0, forFits(2))
    expect(fitted(first.fits)).toEqual([
      [20, 0],
      [30, 0],
    ])
    // Those that were never fitted come before those whose quotes changed, however old their fit is.
    const later = four.map((each) => ({ ...each, iv: (k: number) => each.iv(k) + 1 }))
    const second = tick(later, first.fits, 100, forFits(1))
    expect(fitted(second.fits)).toEqual([
      [20, 0],
      [30, 0],
      [40, 100],
    ])
    const third = tick(later, second.fits, 120, forFits(2))
    expect(fitted(third.fits)).toEqual([
      [20, 120],
      [30, 0],
      [40, 100],
      [50, 120],
    ])
  })
})

describe('a fit is made again', () => {
  const at = (days: number, seconds: number, moved: number) =>
    fitted(tick([smile(days, moved)], tick([smile(days)], [], 0).fits, seconds).fits)[0]![1]

  test('after a minute up to ninety days ahead, after five beyond, if quotes changed', () => {
    expect(at(20, 59, 1)).toBe(0)
    expect(at(20, 60, 1)).toBe(60)
    expect(at(20, 600, 0)).toBe(0)
    expect(at(90, 60, 1)).toBe(60)
    expect(at(91, 60, 1)).toBe(0)
    expect(at(91, 299, 1)).toBe(0)
    expect(at(91, 300, 1)).toBe(300)
  })

  test('the oldest first', () => {
    const quoted = [smile(20), smile(30), smile(40)]
    const first = tick(quoted, [], 0).fits
    const aged = first.map((kept, place) => ({ ...kept, triedAt: kept.triedAt - [0, 2_000, 1_000][place]! }))
    const moved = [smile(20, 1), smile(30, 1), smile(40, 1)]
    expect(fitted(tick(moved, aged, 60, forFits(1)).fits)).toEqual([
      [20, 0],
      [30, 60],
      [40, 0],
    ])
    expect(fitted(tick(moved, aged, 60, forFits(2)).fits)).toEqual([
      [20, 0],
      [30, 60],
      [40, 60],
    ])
  })

  test('as if it had never been, once its quotes have expired', () => {
    const first = tick([smile(100)], [], 0).fits
    expect(fitted(tick([smile(100)], first, 1_799).fits)).toEqual([[100, 0]])
    expect(fitted(tick([smile(100)], first, 1_800).fits)).toEqual([[100, 1_800]])
    expect(tick([smile(100)], first, 1_800, 0).fits).toEqual([])
  })
})

describe('a curve is lost', () => {
  const before = tick([smile(37), smile(50)], [], 0).fits

  test('when its expiry is no longer quoted', () => {
    expect(fitted(tick([smile(50)], before, 20).fits)).toEqual([[50, 0]])
    expect(fitted(tick([{ ...smile(37), ks: [0.05, 0.1, 0.15, 0.2, 0.25] }, smile(50)], before, 20).fits)).toEqual([
      [50, 0],
    ])
  })

  /** A search that ends too early: it finds no rest. */
  const restless: typeof fitCurve = (quoted, penalty, now) =>
    fitCurve(quoted, penalty, now, (points, weight) => fitSvi(points, weight, 20))

  test('when a fit does not come to an end, and never keeps old parameters under a new time', () => {
    const moved = [smile(37, 1), smile(50, 1)]
    const now = OPEN + 60_000
    const second = fitWithin(smilesAt(moved, now), before, now, SVI_WORK.evaluations, restless)
    expect(second.evaluations).toBeGreaterThan(0)
    for (const kept of second.fits) expect(kept).toMatchObject({ curve: null, triedAt: now, rounds: 0 })
    // It is tried again when its quotes have changed, and not at every tick.
    expect(tick(moved, second.fits, 600).evaluations).toBe(0)
    const again = [smile(37, 2), smile(50, 2)]
    expect(tick(again, second.fits, 119).evaluations).toBe(0)
    expect(fitted(tick(again, second.fits, 120).fits)).toEqual([
      [37, 120],
      [50, 120],
    ])
  })

  test('but not by a refit with a penalty that does not come to an end', () => {
    const steep = smile(40, 0, { a: 0.01, b: 0.2, rho: -0.85, m: 0, sigma: 0.02 })
    const first = tick([steep], [], 0, FIT_MOST).fits
    const now = OPEN + 20_000
    const { fits } = fitWithin(smilesAt([steep], now), first, now, SVI_WORK.evaluations, restless)
    expect(fits[0]).toMatchObject({ rounds: SVI_WORK.rounds, triedAt: now, curve: { fittedAt: OPEN } })
    expect(fits[0]!.curve).toEqual(first[0]!.curve)
  })
})

describe('densities below zero', () => {
  const steep = { a: 0.01, b: 0.2, rho: -0.85, m: 0, sigma: 0.02 }
  const bent = [smile(40, 0, steep), smile(60, 0.01)]

  test('are fitted again with a penalty, as a fit of its own', () => {
    const { fits } = tick(bent, [], 0)
    expect(fits[0]).toMatchObject({ rounds: 1, triedAt: OPEN })
    expect(fits[0]!.curve).toMatchObject({ butterflyFree: true, fittedAt: OPEN })
    expect(fits[0]!.curve!.minG).toBeGreaterThanOrEqual(0)
    expect(fits[1]).toMatchObject({ rounds: 0 })
  })

  test('wait for the next tick when there is no work left, after those never fitted', () => {
    const first = tick(bent, [], 0, forFits(1))
    expect(first.fits).toHaveLength(1)
    expect(first.fits[0]).toMatchObject({ rounds: 0, curve: { butterflyFree: false } })
    expect(first.fits[0]!.curve!.minG).toBeLessThan(-0.1)
    const second = tick(bent, first.fits, 20, forFits(1))
    expect(fitted(second.fits)).toEqual([
      [40, 0],
      [60, 20],
    ])
    const third = tick(bent, second.fits, 40, forFits(1))
    expect(third.fits[0]).toMatchObject({ rounds: 1, curve: { butterflyFree: true, fittedAt: OPEN + 40_000 } })
    expect(tick(bent, third.fits, 99, forFits(1)).evaluations).toBe(0)
  })

  test('that no round removes are published as they are, and not tried a fourth time', () => {
    const before = tick(bent, [], 0, forFits(1)).fits
    const spent = before.map((kept) => ({ ...kept, rounds: SVI_WORK.rounds }))
    expect(tick([bent[0]!], spent, 20).evaluations).toBe(0)
    expect(tick([bent[0]!], before, 20).fits[0]!.rounds).toBe(1)
  })
})

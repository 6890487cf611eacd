import { describe, expect, test } from 'bun:test'
import type { Json } from '../../../../src/canonical/jcs.ts'
import { concludeSvi } from '../../../../src/feeds/options/smiles/conclude-svi.ts'
import { OPTION_SUBJECTS } from '../../../../src/feeds/options/chains/option-subjects.ts'
import { SVI_SALE } from '../../../../src/feeds/options/smiles/svi-answer.ts'
import { recountedSvi } from '../../../../src/feeds/options/smiles/svi-recount.ts'
import { sliceConfidence } from '../../../../src/feeds/options/smiles/svi-slices.ts'
import { sviExample } from '../../../../src/feeds/options/smiles/svi-example.ts'
import { fittedIv } from '../../../../src/feeds/math/svi-fit.ts'
import { lookAt, OPEN, type States } from '../../../support/feeds/market.ts'
import { onCurve, smileStates, type TestSmile } from '../../../support/feeds/options/smile-boards.ts'

const [BTC, , SOL] = OPTION_SUBJECTS
const KS = [-0.3, -0.22, -0.15, -0.1, -0.05, 0.04, 0.09, 0.14, 0.2, 0.28]
const NEAR = { a: 0.002, b: 0.06, rho: -0.25, m: -0.02, sigma: 0.15 }
const on = (day: string): number => Date.parse(`${day}T08:00:00Z`)

const smile = (day: string, variance = 1, more: Partial<TestSmile> = {}): TestSmile => ({
  expiry: on(day),
  forward: 97_000,
  ks: KS,
  iv: onCurve({ ...NEAR, a: NEAR.a * variance, b: NEAR.b * variance }, on(day), OPEN),
  ...more,
})
const THREE = [smile('2026-12-18'), smile('2026-12-25', 1.2), smile('2027-03-26', 3)]

const run = (venues: Readonly<Record<string, readonly TestSmile[]>>, subject = BTC!, now = OPEN) =>
  concludeSvi(subject, { ...lookAt(smileStates(subject.asset, venues, now), now), previous: null })
const answer = (...[venues, subject]: Parameters<typeof run>) => {
  const found = run(venues, subject)
  if (found.kind !== 'concluded') throw new Error(JSON.stringify(found))
  return found.content
}

describe('curves of one venue', () => {
  const found = answer({ deribit: THREE })

  test('are those that its quotes lie on', () => {
    expect(found.slices.map(({ expiry }) => expiry)).toEqual(['2026-12-18', '2026-12-25', '2027-03-26'])
    found.slices.forEach((slice, at) => {
      for (const k of KS) expect(Math.abs(fittedIv(slice, k, slice.t_years) - THREE[at]!.iv(k))).toBeLessThan(0.02)
      expect(slice.rmse_vp).toBeLessThan(0.02)
    })
    // 29 days and 15 hours of 365 days.
    expect(found.slices[0]!.t_years).toBe(0.081_164)
    expect(found.slices[0]).toMatchObject({
      forward: 97_000,
      strikes: 10,
      k_min: -0.3,
      k_max: 0.28,
      butterfly_free: true,
      fit_basis: 'deribit',
      fitted_at: OPEN / 1000,
    })
    // The volatility at the forward: total variance 0.002 + 0.06 (−0.25 · 0.02 + sqrt(0.0004 + 0.0225)).
    expect(found.slices[0]!.atm_iv).toBeCloseTo(100 * Math.sqrt(0.010_779_65 / 0.081_164), 1)
  })

  test('are believed by strikes, error and venues', () => {
    expect(found).toMatchObject({ sources: ['deribit'], missing: ['binance', 'bybit', 'okx'], exchange_count: 1 })
    // 10 of 12 strikes, hardly any error; one of four venues.
    expect(found.slices.map(({ confidence }) => confidence)).toEqual([0.83, 0.83, 0.83])
    expect(found.confidence).toBe(0.21)
    expect(found.degraded).toBe(true)
  })

  test('are counted and compared in time', () => {
    expect(found).toMatchObject({ pair: 'BTCUSD', slice_count: 3, butterfly_free_count: 3 })
    expect(found.calendar).toMatchObject({ worst_pair: ['2026-12-18', '2026-12-25'], free: true })
    // A fifth more than the nearer one's variance, where that is smallest: near the forward.
    expect(found.calendar.amount).toBeGreaterThan(0.0019)
    expect(found.calendar.amount).toBeLessThan(0.0022)
  })

  test('headline at thirty days, between the first two in total variance', () => {
    const [one, other] = found.slices
    const days = [one!, other!].map(({ t_years: years }) => years * 365)
    const share = (30 - days[0]!) / (days[1]! - days[0]!)
    const variance = (1 - share) * one!.atm_iv ** 2 * days[0]! + share * other!.atm_iv ** 2 * days[1]!
    expect(found.atm_iv_30d).toBeCloseTo(Math.sqrt(variance / 30), 1)
  })
})

describe('curves of several venues', () => {
  test('are fitted to each point at its own venue’s forward', () => {
    const higher = THREE.map((each) => ({ ...each, forward: 97_600, ks: KS.map((k) => k + 0.013) }))
    const found = answer({ deribit: THREE, bybit: higher, okx: THREE, binance: higher })
    expect(found.slices.map(({ fit_basis: basis }) => basis)).toEqual(['pooled', 'pooled', 'pooled'])
    found.slices.forEach((slice, at) => {
      expect(slice.rmse_vp).toBeLessThan(0.02)
      expect(slice.forward).toBe(97_300)
      for (const k of KS) expect(Math.abs(fittedIv(slice, k, slice.t_years) - THREE[at]!.iv(k))).toBeLessThan(0.02)
    })
    expect(found).toMatchObject({ missing: [], degraded: false, exchange_count: 4, confidence: 1 })
  })

  test('that disagree say so in the error, and the narrower quotes count more', () => {
    const other = THREE.map((each) => ({ ...each, iv: (k: number) => each.iv(k) + 4, width: 4 }))
    const found = answer({ deribit: THREE, okx: other })
    found.slices.forEach(({ atm_iv: atm, rmse_vp: error }, at) => {
      // Widths of 1 and 4 points: weights of 16 to 1, so 4/17 of a point above the narrow ones.
      expect(Math.abs(atm - THREE[at]!.iv(0) - 4 / 17)).toBeLessThan(0.03)
      expect(Math.abs(error - Math.sqrt((16 * (4 / 17) ** 2 + (4 - 4 / 17) ** 2) / 17))).toBeLessThan(0.05)
    })
  })
})

describe('what must not fool it', () => {
  const withOne = (day: string, more: Partial<TestSmile>) =>
    answer({ deribit: [...THREE, smile(day, 2, more)] }).slices.map(({ expiry }) => expiry)
  const known = THREE.map(({ expiry }) => new Date(expiry).toISOString().slice(0, 10))

  test('five strikes on one side, or four in all, are no smile', () => {
    expect(withOne('2027-01-29', {})).toHaveLength(4)
    expect(withOne('2027-01-29', { ks: [0.05, 0.1, 0.15, 0.2, 0.25] })).toEqual(known)
    expect(withOne('2027-01-29', { ks: [-0.1, 0.05, 0.1, 0.15, 0.2] })).toEqual(known)
    expect(withOne('2027-01-29', { ks: [-0.1, -0.05, 0.05, 0.1] })).toEqual(known)
    expect(withOne('2027-01-29', { ks: [-0.1, -0.05, 0.05, 0.1, 0.15] })).toHaveLength(4)
  })

  test('wide quotes, bids above asks and bids of nothing are none', () => {
    const level = smile('2027-01-29', 2).iv(0)
    expect(withOne('2027-01-29', { iv: () => level, width: 0.31 * level })).toEqual(known)
    expect(withOne('2027-01-29', { iv: () => level, width: 0.29 * level })).toHaveLength(4)
    expect(withOne('2027-01-29', { width: -0.5 })).toEqual(known)
    expect(withOne('2027-01-29', { iv: () => 0, width: 0 })).toEqual(known)
  })

  test('a quote of nothing is none, and of a strike that is listed twice the narrower one counts', () => {
    const [first, ...rest] = THREE
    const zero = { ...first!, iv: () => 0, width: 0, ks: [0.12] }
    expect(answer({ deribit: [first!, zero, ...rest] }).slices[0]!.strikes).toBe(10)
    const dear = { ...first!, iv: (k: number) => first!.iv(k) + 6, width: 3 }
    for (const both of [
      [first!, dear],
      [dear, first!],
    ]) {
      const found = answer({ bybit: [...both, ...rest] }).slices[0]!
      expect([found.strikes, found.rmse_vp < 0.05, Math.abs(found.atm_iv - first!.iv(0)) < 0.05]).toEqual([
        10,
        true,
        true,
      ])
    }
  })

  test('less than a day is left out', () => {
    const soon = (ms: number) => ({
      ...smile('2026-11-20', 0.1, { ks: KS.map((k) => k / 10) }),
      expiry: OPEN + ms,
      iv: () => 45,
    })
    const dates = (ms: number) => answer({ deribit: [...THREE, soon(ms)] }).slice_count
    expect(dates(86_400_000)).toBe(4)
    expect(dates(86_399_000)).toBe(3)
  })

  test('strikes beyond four standard deviations do not count', () => {
    const wings = smile('2026-12-18', 1, {
      ks: [...KS, -0.6, 0.62],
      iv: (k) => (Math.abs(k) > 0.5 ? 300 : 40),
      width: 1,
    })
    const [slice] = answer({ deribit: [wings, ...THREE.slice(1)] }).slices
    expect([slice!.strikes, slice!.k_min, slice!.k_max]).toEqual([10, -0.3, 0.28])
  })

  test('identical volatilities make a flat curve', () => {
    const flat = THREE.map((each) => ({ ...each, iv: () => 50 }))
    const found = answer({ deribit: flat })
    for (const slice of found.slices) expect([slice.atm_iv, slice.butterfly_free]).toEqual([50, true])
    expect(found.atm_iv_30d).toBe(50)
  })

  test('later variances below nearer ones are named', () => {
    const found = answer({ deribit: [smile('2026-12-18', 2), smile('2026-12-25'), smile('2027-03-26', 3)] })
    expect(found.calendar).toMatchObject({ worst_pair: ['2026-12-18', '2026-12-25'], free: false })
    expect(found.calendar.amount).toBeLessThan(-0.008)
    expect(SVI_SALE.tokens(found).calendar_word).toBe('CALENDAR_ARBITRAGE')
    expect(SVI_SALE.tokens(answer({ deribit: THREE })).calendar_word).toBe('CALENDAR_FREE')
  })

  test('variances are compared wherever either expiry is quoted', () => {
    // The later one lies below the nearer one beyond 0.2 alone, where only the nearer one is quoted.
    const near = smile('2026-12-18', 1, {
      iv: onCurve({ a: 0.001, b: 0.1, rho: 0, m: 0, sigma: 0.05 }, on('2026-12-18'), OPEN),
    })
    const far = smile('2026-12-25', 1, {
      ks: [-0.15, -0.1, -0.05, 0.05, 0.1, 0.15],
      iv: onCurve({ a: 0.014, b: 0.04, rho: 0, m: 0, sigma: 0.05 }, on('2026-12-25'), OPEN),
    })
    const { calendar, slices } = answer({ deribit: [near, far, THREE[2]!] })
    expect(slices[1]).toMatchObject({ k_min: -0.15, k_max: 0.15 })
    // 0.001 + 0.1 · R − 0.014 − 0.04 · R with R = sqrt(0.3² + 0.05²).
    expect(calendar.worst_pair).toEqual(['2026-12-18', '2026-12-25'])
    expect(calendar.amount).toBeCloseTo(0.013 - 0.06 * Math.sqrt(0.0925), 3)
    expect(calendar.free).toBe(false)
  })

  test('two expiries are no surface, and of Solana one is, degraded', () => {
    expect(run({ deribit: THREE.slice(0, 2) })).toEqual({
      kind: 'input_missing',
      input: 'expiries that a curve fits: 2 of 3',
    })
    const sol = { bybit: THREE.slice(0, 1), deribit: THREE.slice(0, 1), binance: THREE.slice(0, 1) }
    expect(answer(sol, SOL)).toMatchObject({
      slice_count: 1,
      degraded: true,
      missing: [],
      calendar: { worst_pair: null, amount: null, free: true },
    })
    expect(run({ deribit: [] }, SOL).kind).toBe('input_missing')
  })
})

describe('what an answer is worth', () => {
  const twelve = THREE.map((each) => ({ ...each, ks: [...KS, -0.26, 0.24] }))
  const all = { deribit: twelve, bybit: twelve, okx: twelve, binance: twelve }
  const over = (states: States) => {
    const found = concludeSvi(BTC!, { ...lookAt(states, OPEN), previous: null })
    if (found.kind !== 'concluded') throw new Error(JSON.stringify(found))
    return found.content
  }

  test('a slice counts by its strikes and its error, and half with butterflies', () => {
    const whole = { strikes: 12, rmse_vp: 0, butterfly_free: true }
    for (const [change, expected] of [
      [{}, 1],
      [{ strikes: 30 }, 1],
      [{ strikes: 6 }, 0.5],
      // exp(−1/2)
      [{ rmse_vp: 1 }, 0.61],
      [{ butterfly_free: false }, 0.5],
      [{ strikes: 9, rmse_vp: 2, butterfly_free: false }, 0.14],
    ] as const)
      expect([change, sliceConfidence({ ...whole, ...change })]).toEqual([change, expected])
  })

  test('an answer is as old as the oldest chain behind it', () => {
    expect(over(smileStates('BTC', all, OPEN))).toMatchObject({ confidence: 1, observed_at: OPEN / 1000 })
    // Half of the time between 120 and 1800 s is gone.
    const aged = over(smileStates('BTC', all, OPEN, { bybit: 960_000 }))
    expect(aged).toMatchObject({ confidence: 0.5, observed_at: OPEN / 1000 - 960 })
    expect(over(smileStates('BTC', all, OPEN, { bybit: 1_800_000 })).missing).toEqual(['bybit'])
  })

  test('a headline beyond all expiries is that of the nearest, and degrades it', () => {
    for (const days of [
      ['2026-11-27', '2026-12-04', '2026-12-11'],
      ['2026-12-25', '2027-01-29', '2027-03-26'],
    ]) {
      const some = days.map((day, at) => smile(day, 1 + at / 2, { ks: [...KS, -0.26, 0.24] }))
      const found = answer({ deribit: some, bybit: some, okx: some, binance: some })
      const edge = days[0]! > '2026-12-18' ? 0 : 2
      expect(found).toMatchObject({ slice_count: 3, missing: [], degraded: true })
      expect(found.atm_iv_30d).toBe(found.slices[edge]!.atm_iv)
    }
  })

  test('an expiry that waits for its curve, and a thin chain, degrade it', () => {
    expect(answer(all).degraded).toBe(false)
    const many = Array.from({ length: 20 }, (_, at) =>
      smile(new Date(OPEN + (30 + at) * 86_400_000).toISOString().slice(0, 10)),
    )
    const waiting = answer({ deribit: many, bybit: many, okx: many, binance: many })
    expect([waiting.slice_count < 20, waiting.missing, waiting.degraded]).toEqual([true, [], true])
    const few = smile('2026-12-18', 1, { ks: KS.slice(0, 8) })
    expect(answer({ ...all, binance: [few] })).toMatchObject({ missing: [], degraded: true })
  })
})

describe('whoever verifies', () => {
  const body = (): Record<string, Json> => JSON.parse(JSON.stringify(sviExample(BTC!)))
  const isTrue = (told: Record<string, Json>, stated: 'CALENDAR_FREE' | 'CALENDAR_ARBITRAGE' = 'CALENDAR_FREE') =>
    recountedSvi(stated, told).every(({ ok }) => ok)

  test('sees a number that does not follow from the curves', () => {
    expect(isTrue(body())).toBe(true)
    expect(isTrue(body(), 'CALENDAR_ARBITRAGE')).toBe(false)
    for (const change of [
      { slice_count: 4 },
      { butterfly_free_count: 2 },
      { atm_iv_30d: 40 },
      { calendar: { worst_pair: ['2026-11-27', '2026-12-25'], amount: 0.1, free: true } },
      { slices: [] },
      { slices: 'none' },
    ])
      expect([change, isTrue({ ...body(), ...change })]).toEqual([change, false])
    for (const change of [
      { sigma: 0.2 },
      { min_g: 0.5 },
      { butterfly_free: false },
      { atm_iv: 12 },
      { confidence: 1 },
      { strikes: 3 },
    ]) {
      const told = sviExample(BTC!)
      const slices = told.slices.map((slice, at) => (at === 1 ? { ...slice, ...change } : slice))
      expect([change, isTrue(JSON.parse(JSON.stringify({ ...told, slices })))]).toEqual([change, false])
    }
  })
})

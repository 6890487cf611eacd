import { describe, expect, test } from 'bun:test'
import type { Json } from '../../../../src/canonical/jcs.ts'
import { concludeSurface } from '../../../../src/feeds/options/surface/conclude-surface.ts'
import { concludeSvi } from '../../../../src/feeds/options/smiles/conclude-svi.ts'
import { OPTION_SUBJECTS } from '../../../../src/feeds/options/chains/option-subjects.ts'
import type { SurfaceAnswer } from '../../../../src/feeds/options/surface/surface-body.ts'
import { surfaceExample } from '../../../../src/feeds/options/surface/surface-example.ts'
import { quoteAt } from '../../../../src/feeds/options/surface/surface-points.ts'
import { recountedSurface } from '../../../../src/feeds/options/surface/surface-recount.ts'
import type { QuotedStrike } from '../../../../src/feeds/options/smiles/svi-points.ts'
import { lookAt, OPEN } from '../../../support/feeds/market.ts'
import { smileStates, type TestSmile } from '../../../support/feeds/options/smile-boards.ts'

const BTC = OPTION_SUBJECTS[0]!
const FORWARD = 100_000
const STRIKES = [80_000, 85_000, 90_000, 95_000, 105_000, 110_000, 115_000, 120_000]
const DAYS = ['2026-12-18', '2026-12-25', '2027-03-26']

/** Volatility 50 everywhere but where `more` says otherwise; `forward` moves the k of the strikes. */
const smiles = (
  more: (strike: number, day: string) => number = () => 0,
  { width = 1, forward = FORWARD, strikes = STRIKES, days = DAYS } = {},
): readonly TestSmile[] =>
  days.map((day) => ({
    expiry: Date.parse(`${day}T08:00:00Z`),
    forward,
    width,
    ks: strikes.map((strike) => Math.log(strike / forward)),
    iv: (k) => 50 + more(Math.round(forward * Math.exp(k)), day),
  }))

type Venues = Readonly<Record<string, readonly TestSmile[]>>

/** @param curves seconds since the curves were fitted to the same quotes; `null` if they never were */
const run = (venues: Venues, curves: number | null = 0, now = OPEN) => {
  const states = smileStates('BTC', venues, OPEN)
  const svi = curves === null ? null : concludeSvi(BTC, { ...lookAt(states, OPEN), previous: null })
  const earlier =
    svi?.kind === 'concluded'
      ? { 'svi/BTC-USD': { timestamp: OPEN / 1000 - curves!, content: {}, carry: svi.carry } }
      : {}
  return concludeSurface(BTC, lookAt(states, now, { earlier }))
}
const answer = (...args: Parameters<typeof run>): SurfaceAnswer => {
  const found = run(...args)
  if (found.kind !== 'concluded') throw new Error(JSON.stringify(found))
  return found.content
}
const pointOf = ({ expiries }: SurfaceAnswer, place: number, strike: number) =>
  expiries[place]!.points.find((point) => Math.round(point.strike) === strike)!

describe('a surface of venues that agree', () => {
  const found = answer({ deribit: smiles(), okx: smiles(), bybit: smiles(), binance: smiles() })

  test('shows each strike with its venues, its curve and no alert', () => {
    expect(found).toMatchObject({
      pair: 'BTCUSD',
      expiry_count: 3,
      point_count: 24,
      compared_count: 24,
      svi_expiry_count: 3,
      divergence_alert_count: 0,
      mispricing_alert_count: 0,
      atm_iv_30d: 50,
      notice: 'a difference between venues, not a signal',
      sources: ['binance', 'bybit', 'deribit', 'okx'],
      missing: [],
      confidence: 1,
      degraded: false,
    })
    const all = (iv: number) => ({ binance: iv, bybit: iv, deribit: iv, okx: iv })
    expect(pointOf(found, 1, 80_000)).toMatchObject({
      k: -0.2231,
      iv: all(50),
      bid_iv: all(49.5),
      ask_iv: all(50.5),
      svi_iv: 50,
      divergence_vp: 0,
    })
    expect(found.expiries[0]).toMatchObject({
      expiry: '2026-12-18',
      days: 29.625,
      forward: all(100_000),
      atm: { ...all(50), pooled: 50 },
    })
    expect(found.expiries[0]!.svi_rmse_vp).toBeLessThan(0.01)
  })
})

describe('venues that differ', () => {
  test('at one strike are named, with the level of the difference', () => {
    for (const [apart, level] of [
      [2.9, null],
      [3.1, 'LOW'],
      [5.1, 'MEDIUM'],
      [8.1, 'HIGH'],
    ] as const) {
      const dear = smiles((strike, day) => (strike === 110_000 && day === '2026-12-25' ? apart : 0))
      const { divergence_alerts: alerts } = answer({ deribit: smiles(), okx: dear, bybit: smiles() })
      expect([apart, alerts.length]).toEqual([apart, level === null ? 0 : 1])
      if (level !== null)
        expect(alerts[0]).toMatchObject({ expiry: '2026-12-25', high: 'okx', low: 'bybit', vp: apart, level })
    }
  })

  test('by less than one and a half of their spreads do not', () => {
    const dear = smiles((strike) => (strike === 110_000 ? 4 : 0), { width: 3 })
    expect(answer({ deribit: smiles(), okx: dear }).divergence_alert_count).toBe(3)
    const wider = smiles((strike) => (strike === 110_000 ? 4 : 0), { width: 5 })
    expect(answer({ deribit: smiles(), okx: wider }).divergence_alert_count).toBe(0)
  })

  test('from the curve of all of them are rich or cheap', () => {
    const odd = smiles((strike, day) =>
      day === '2026-12-25' ? (strike === 110_000 ? 4 : strike === 90_000 ? -4 : 0) : 0,
    )
    const found = answer({ deribit: smiles(), okx: odd, bybit: smiles(), binance: smiles() })
    expect(
      found.mispricing_alerts.map(({ expiry, exchange, sign, strike }) => [expiry, exchange, sign, Math.round(strike)]),
    ).toEqual([
      ['2026-12-25', 'okx', 'cheap', 90_000],
      ['2026-12-25', 'okx', 'rich', 110_000],
    ])
    const { iv, svi_iv: curve } = pointOf(found, 1, 110_000)
    expect(found.mispricing_alerts[1]!.diff_vp).toBeCloseTo(iv['okx']! - curve!, 9)
    expect(curve).toBeGreaterThan(50)
    expect(curve).toBeLessThan(51.5)
  })

  test('in their forwards are compared at the same k', () => {
    // A steep smile: 20 points for each 0.1 of k. One venue's forward is 0.5 % higher, and so are its strikes' volatilities.
    const steep = (forward: number) =>
      smiles((strike) => 200 * Math.log(strike / forward), {
        forward,
        strikes: [95_000, 98_000, 102_000, 105_000, 110_000],
      })
    const found = answer({ deribit: steep(100_000), okx: steep(100_500) })
    for (const { points } of found.expiries)
      for (const { divergence_vp: apart, k, strike } of points.slice(1, -1)) {
        expect([strike, apart! < 0.02]).toEqual([strike, true])
        expect(k).toBeCloseTo(Math.log(strike / 100_250), 4)
      }
  })
})

describe('what a venue quotes at a k', () => {
  const quote = (k: number, iv: number): QuotedStrike => ({
    exchange: 'okx',
    strike: Math.exp(k),
    k,
    iv,
    bidIv: iv - 1,
    askIv: iv + 2,
  })
  const three = [quote(-0.1, 60), quote(0, 50), quote(0.1, 54)]

  test('is linear between its strikes, near one of them', () => {
    expect(quoteAt(three, 0)).toMatchObject({ bidIv: 49, askIv: 52 })
    expect(quoteAt(three, 0.005)!.bidIv).toBeCloseTo(49.2, 9)
    expect(quoteAt(three, -0.005)!.askIv).toBeCloseTo(52.5, 9)
    expect(quoteAt(three, 0.0999)).not.toBeNull()
    expect(quoteAt(three, 0.01)).toBeNull()
    expect(quoteAt(three, 0.05)).toBeNull()
  })

  test('beyond its last strike is that of the last, and nothing a hundredth away', () => {
    expect(quoteAt(three, 0.105)).toMatchObject({ bidIv: 53, askIv: 56 })
    expect(quoteAt(three, 0.111)).toBeNull()
    expect(quoteAt(three, -0.109)).toMatchObject({ bidIv: 59 })
    expect(quoteAt([], 0)).toBeNull()
  })
})

describe('what must not fool it', () => {
  test('one venue alone is published without alerts, degraded', () => {
    const odd = smiles((strike) => (strike === 110_000 ? 9 : 0))
    expect(answer({ deribit: odd })).toMatchObject({
      compared_count: 0,
      svi_expiry_count: 0,
      divergence_alerts: [],
      mispricing_alerts: [],
      degraded: true,
      missing: ['binance', 'bybit', 'okx'],
    })
    expect(pointOf(answer({ deribit: odd }), 0, 110_000)).toMatchObject({ svi_iv: null, divergence_vp: null })
  })

  test('a headline beyond all expiries is that of the nearest, degraded', () => {
    const near = smiles((_, day) => (day === '2026-12-11' ? 3 : 0), {
      days: ['2026-11-27', '2026-12-04', '2026-12-11'],
    })
    expect(answer({ deribit: near, okx: near, bybit: near, binance: near })).toMatchObject({
      atm_iv_30d: 53,
      svi_expiry_count: 3,
      missing: [],
      degraded: true,
    })
  })

  test('without curves nothing is mispriced, and it says so', () => {
    const odd = smiles((strike) => (strike === 110_000 ? 9 : 0))
    const venues = { deribit: smiles(), okx: odd, bybit: smiles(), binance: smiles() }
    expect(answer(venues).mispricing_alert_count).toBeGreaterThan(0)
    for (const curves of [null, 301])
      expect(answer(venues, curves)).toMatchObject({ svi_expiry_count: 0, mispricing_alerts: [], degraded: true })
    expect(answer(venues, 300).svi_expiry_count).toBe(3)
    expect(answer(venues).degraded).toBe(false)
  })

  test('curves whose quotes have expired are not compared with', () => {
    const venues = { deribit: smiles(), okx: smiles() }
    const states = smileStates('BTC', venues, OPEN)
    const svi = concludeSvi(BTC, { ...lookAt(states, OPEN), previous: null })
    if (svi.kind !== 'concluded') throw new Error('no curves')
    const later = OPEN + 1_800_000
    const earlier = { 'svi/BTC-USD': { timestamp: later / 1000, content: {}, carry: svi.carry } }
    const found = concludeSurface(BTC, lookAt(smileStates('BTC', venues, later), later, { earlier }))
    expect(found.kind === 'concluded' && found.content.svi_expiry_count).toBe(0)
  })

  test('less than a day is left out, and no expiry is no surface', () => {
    expect(answer({ deribit: smiles(undefined, { days: ['2026-11-19', ...DAYS] }) }).expiry_count).toBe(3)
    expect(run({ deribit: smiles(undefined, { days: ['2026-11-19'] }) })).toEqual({
      kind: 'input_missing',
      input: 'an expiry that is quoted around its forward',
    })
  })

  test('of many strikes those nearest the forward are shown, and of many expiries the nearest', () => {
    const strikes = Array.from({ length: 101 }, (_, at) => 75_000 + 500 * at)
    const found = answer({ deribit: smiles(undefined, { strikes }) })
    const shown = found.expiries[0]!.points.map(({ strike }) => Math.round(strike))
    expect(shown).toHaveLength(60)
    expect(shown).toEqual(shown.toSorted((a, b) => a - b))
    expect([Math.min(...shown), Math.max(...shown)]).toEqual([86_500, 116_000])
    const days = Array.from({ length: 25 }, (_, at) =>
      new Date(OPEN + (at + 3) * 86_400_000).toISOString().slice(0, 10),
    )
    const many = answer({ deribit: smiles(undefined, { days, strikes: [98_000, 102_000] }) })
    expect([many.expiry_count, many.expiries[0]!.expiry]).toEqual([20, days[0]!])
  })
})

describe('whoever verifies', () => {
  const isTrue = (told: object): boolean =>
    recountedSurface(JSON.parse(JSON.stringify(told)) as Record<string, Json>).every(({ ok }) => ok)

  test('sees an alert, a level or a count that does not follow from the quotes', () => {
    const told = surfaceExample(BTC)
    expect(isTrue(told)).toBe(true)
    for (const change of [
      { divergence_alerts: [] },
      { mispricing_alerts: [] },
      { divergence_alert_count: 0 },
      { point_count: 7 },
      { compared_count: 1 },
      { svi_expiry_count: 1 },
      { atm_iv_30d: 60 },
      { expiries: [] },
    ])
      expect([change, isTrue({ ...told, ...change })]).toEqual([change, false])
    const [first, ...rest] = told.expiries
    const point = first!.points[0]!
    for (const change of [
      { iv: { ...point.iv, okx: 41 } },
      { bid_iv: { ...point.bid_iv, okx: 41 } },
      { ask_iv: {} },
      { divergence_vp: 9 },
      { svi_iv: 20 },
    ]) {
      const expiries = [{ ...first!, points: [{ ...point, ...change }, ...first!.points.slice(1)] }, ...rest]
      expect([change, isTrue({ ...told, expiries })]).toEqual([change, false])
    }
    expect(isTrue({ ...told, expiries: [{ ...first!, atm: { ...first!.atm, pooled: 99 } }, ...rest] })).toBe(false)
  })
})

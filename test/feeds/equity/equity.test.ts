import { describe, expect, test } from 'bun:test'
import { EquityStressAnswer } from '../../../src/feeds/equity/equity-stress-answer.ts'
import type { MarketTable } from '../../../src/feeds/equity/market-series.ts'
import { NqVolatilityAnswer } from '../../../src/feeds/equity/nq-volatility-answer.ts'
import type { Earlier } from '../../../src/feeds/feed.ts'
import { registry } from '../../../src/feeds/registry.ts'
import { contentOf } from '../../support/feeds/content-of.ts'
import { quiet, tellers, withSymbol } from '../../support/feeds/equity-markets.ts'
import { lookAt, OPEN } from '../../support/feeds/market.ts'

const STRESS = registry.item('index/equity-stress/EQUITY')!
const NQ = registry.item('index/nq-volatility/NQ-USD')!

/** The euro, and with it every other currency, falls by a thousandth on the last day: the dollar rises by as much. */
const FIXINGS = {
  days: Array.from({ length: 25 }, (_, place) => ({
    date: `2026-${place < 17 ? '10' : '11'}-${String(place < 17 ? place + 10 : place - 6).padStart(2, '0')}`,
    rates: { USD: place < 24 ? '1.10' : '1.0989', JPY: '165', GBP: '0.88', CAD: '1.54', SEK: '11', CHF: '0.94' },
  })),
}

type Told = Parameters<typeof tellers>[0]
const BOTH: Told = { cboe: quiet(), yahoo: quiet() }

const conclude = ({ feed, subject }: typeof STRESS, told: Told, now = OPEN, previous: Earlier | null = null) => {
  const states = tellers(told)
  states.set('stats/ecb-fixings', FIXINGS)
  return feed.conclude(subject, lookAt(states, now, { previous }))
}
const stress = (told: Told = BOTH, now = OPEN, previous: Earlier | null = null) =>
  contentOf(EquityStressAnswer, conclude(STRESS, told, now, previous))
const nq = (told: Told = BOTH) => contentOf(NqVolatilityAnswer, conclude(NQ, told))

const vix = (value: number, at = OPEN - 900_000): MarketTable['VIX'] => ({
  level: { value: String(value), at },
  days: [],
})

describe('equity stress', () => {
  test('is made of five numbers that can be worked out', () => {
    const { components, confidence, degraded, value, regime } = stress()
    expect(components.vix).toMatchObject({ value: 19.8, confidence: 1, sources: ['cboe', 'yahoo'] })
    // Returns of ±ln 1.009, 21 of them: the sample deviation is 0.00895975 · sqrt(21/20 · (1 − 1/441)) = 0.0091707.
    expect(components.ivrv.value).toBeCloseTo(19.8 / (100 * 0.009_170_7 * Math.sqrt(252)), 3)
    expect(components.vvix.value).toBe(98)
    expect(components.credit.value).toBe(1)
    expect(components.dxy.value).toBeCloseTo(0.1, 2)
    expect([confidence, degraded]).toEqual([1, false])
    expect(value).toBeWithin(26, 30)
    expect(regime).toBe('MODERATE')
  })

  test('follows the level of the session, and its close afterwards', () => {
    const close = {
      level: null,
      days: quiet().SPX!.days.map((day) => ({ ...day, close: '21.5', open: '21.5', high: '22', low: '21' })),
    }
    const late = withSymbol(quiet(), 'VIX', close)
    expect(stress({ cboe: late, yahoo: late }).components.vix.value).toBe(21.5)
    // A quote that is older than the last close is no level of now.
    const old = withSymbol(quiet(), 'VIX', { ...close, level: { value: '30', at: OPEN - 86_400_000 } })
    expect(stress({ cboe: old, yahoo: old }).components.vix.value).toBe(21.5)
  })

  test('does not know what two tellers contradict each other about', () => {
    // 8 points of VVIX are 11.4 points of its score.
    const high = stress({ cboe: withSymbol(quiet(), 'VVIX', vix(106)), yahoo: quiet() })
    expect(high.components.vvix).toMatchObject({ value: null, weight: 0 })
    expect(high).toMatchObject({ degraded: true, confidence: 0.8 })
    // VIX stands in two of five components: without it there is no index.
    const contradicted = conclude(STRESS, { cboe: withSymbol(quiet(), 'VIX', vix(24)), yahoo: quiet() })
    expect(contradicted).toMatchObject({ kind: 'input_missing', input: expect.stringContaining('vix, ivrv') })
    const near = stress({ cboe: withSymbol(quiet(), 'VIX', vix(20.8)), yahoo: quiet() })
    expect(near.components.vix).toMatchObject({ value: 20.8, confidence: 1 })
  })

  test('is worth less with one teller, and whole with the file of the operator alone', () => {
    const alone = stress({ cboe: quiet() })
    expect(alone.components.vix).toMatchObject({ value: 19.8, confidence: 0.7, sources: ['cboe'] })
    expect(alone).toMatchObject({ degraded: true, confidence: 0.74 })
    expect(stress({ yahoo: quiet() }).components.vvix).toMatchObject({ confidence: 0.7, sources: ['yahoo'] })
    const own = stress({ own: quiet(), cboe: withSymbol(quiet(), 'VIX', vix(80)) })
    expect(own.components.vix).toMatchObject({ value: 19.8, confidence: 1, sources: ['operator'] })
    expect(own.degraded).toBe(false)
  })

  test('lives through a weekend, and not through a week', () => {
    const aged = (hours: number) => {
      const table = quiet(OPEN - hours * 3_600_000)
      return conclude(STRESS, { cboe: table, yahoo: table })
    }
    const confidence = (hours: number) => contentOf(EquityStressAnswer, aged(hours)).components.vix.confidence
    expect([26, 61].map(confidence)).toEqual([1, 0.5])
    expect([95, 96].map((hours) => aged(hours).kind)).toEqual(['input_missing', 'input_missing'])
  })

  test('is none without the levels of volatility, which are most of its weight', () => {
    const bare = Object.fromEntries(Object.entries(quiet()).filter(([symbol]) => !symbol.startsWith('V')))
    const found = conclude(STRESS, { cboe: bare, yahoo: bare })
    expect(found).toMatchObject({ kind: 'input_missing', input: expect.stringContaining('vix, ivrv, vvix') })
  })

  test('keeps its regime within two points of a boundary', () => {
    const before = (regime: string): Earlier => ({
      timestamp: OPEN / 1_000 - 300,
      content: { regime, regime_since: 1_790_000_000 },
      carry: {},
    })
    const calm = withSymbol(withSymbol(quiet(), 'VIX', vix(18.2)), 'VVIX', vix(97))
    const told = { cboe: calm, yahoo: calm }
    const { value } = stress(told)
    expect(value).toBeWithin(23.01, 26.99)
    expect(stress(told, OPEN, before('CALM'))).toMatchObject({ regime: 'CALM', regime_since: 1_790_000_000 })
    expect(stress(told, OPEN, before('MODERATE'))).toMatchObject({ regime: 'MODERATE', regime_since: 1_790_000_000 })
  })

  test('needs 27 days of range, 19 returns and sixty days of credit', () => {
    const short = (symbol: 'SPX' | 'HYG', count: number) => {
      const table = quiet()
      const cut = withSymbol(table, symbol, { level: null, days: table[symbol]!.days.slice(-count) })
      return stress({ cboe: cut, yahoo: cut }).components
    }
    expect([short('SPX', 20).ivrv.value === null, short('SPX', 19).ivrv.value]).toEqual([false, null])
    expect([short('HYG', 60).credit.value === null, short('HYG', 59).credit.value]).toEqual([false, null])
  })
})

describe('NQ volatility', () => {
  const parkinson = (range: number) => 100 * Math.sqrt((252 / (4 * Math.LN2)) * Math.log(range) ** 2)

  test('is made of five numbers that can be worked out', () => {
    const { components, degraded } = nq()
    expect(components.rv.value).toBeCloseTo(parkinson(1.0131), 3)
    expect(components.ts.value).toBe(0.93)
    expect(components.beta.value).toBeCloseTo(Math.log(1.0131) / Math.log(1.01), 3)
    expect(components.mom.value).toBe(0)
    expect(degraded).toBe(false)
  })

  test('needs 27 days of range', () => {
    const rv = (count: number) => {
      const table = quiet()
      const cut = withSymbol(table, 'SPX', { level: null, days: table.SPX!.days.slice(-count) })
      return nq({ cboe: cut, yahoo: cut }).components.beta.value
    }
    expect([rv(27) === null, rv(26)]).toEqual([false, null])
  })

  test('rises as the index falls', () => {
    const fallen = quiet().NDX!.days.map((day, place, all) =>
      place < all.length - 1 ? day : { ...day, open: '18900', high: '18900', low: '18900', close: '18900' },
    )
    const table = withSymbol(quiet(), 'NDX', { level: null, days: fallen })
    const down = nq({ cboe: table, yahoo: table })
    expect(down.components.mom.value).toBe(-10)
    expect(down.value).toBeGreaterThan(nq().value + 9)
  })

  test('leaves out the day that runs', () => {
    const running = quiet().NDX!.days.map((day) => ({ ...day }))
    running.push({ date: '2026-11-18', open: '1', high: '90000', low: '1', close: '1' })
    const table = withSymbol(quiet(), 'NDX', { level: null, days: running })
    expect(nq({ cboe: table, yahoo: table }).components.rv.value).toBe(nq().components.rv.value)
  })
})

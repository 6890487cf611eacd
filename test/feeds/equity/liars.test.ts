import { describe, expect, test } from 'bun:test'
import { ContagionAnswer } from '../../../src/feeds/equity/contagion-answer.ts'
import { EquityStressAnswer } from '../../../src/feeds/equity/equity-stress-answer.ts'
import { CONTAGION_BANDS } from '../../../src/feeds/equity/contagion.ts'
import type { MarketTable } from '../../../src/feeds/equity/market-series.ts'
import { NqVolatilityAnswer } from '../../../src/feeds/equity/nq-volatility-answer.ts'
import { isInSession } from '../../../src/feeds/equity/session.ts'
import { regimeOf } from '../../../src/feeds/math/hysteresis.ts'
import { registry } from '../../../src/feeds/registry.ts'
import type { MarketDay, MarketSymbol } from '../../../src/sources/equities/market-day.ts'
import { contentOf } from '../../support/feeds/content-of.ts'
import { daysOf, quiet, tellers, tradingDates, withSymbol } from '../../support/feeds/equity-markets.ts'
import { lookAt, OPEN } from '../../support/feeds/market.ts'

/** A teller that lies: of another market, in another unit, about yesterday, and a little. */

const STRESS = registry.item('index/equity-stress/EQUITY')!
const NQ = registry.item('index/nq-volatility/NQ-USD')!
const CONTAGION = registry.item('index/contagion/MARKET')!

/** A bitcoin that moves twice as far as the S&P 500. */
const SHARES = Array.from({ length: 61 }, (_, place) => 6_000 * 1.01 ** (place % 3))
const closes = {
  prices: Object.fromEntries(tradingDates(61).map((date, place) => [date, String(15 * SHARES[place]!)])),
  missed: {},
}

/** The fixings of a dollar that stands still. */
const FIXINGS = {
  days: Array.from({ length: 25 }, (_, place) => ({
    date: `2026-${place < 17 ? '10' : '11'}-${String(place < 17 ? place + 10 : place - 6).padStart(2, '0')}`,
    rates: { USD: '1.10', JPY: '165', GBP: '0.88', CAD: '1.54', SEK: '11', CHF: '0.94' },
  })),
}

const conclude = (
  { feed, subject }: typeof STRESS,
  told: Parameters<typeof tellers>[0],
  now = OPEN,
  fixed: object = FIXINGS,
) => {
  const states = tellers(told)
  states.set('stats/ecb-fixings', fixed)
  for (const venue of ['coinbase', 'bitstamp']) states.set(`closes/${venue}`, closes)
  return feed.conclude(subject, lookAt(states, now))
}
const nq = (told: Parameters<typeof tellers>[0]) => contentOf(NqVolatilityAnswer, conclude(NQ, told)).components
const stress = (told: Parameters<typeof tellers>[0]) => contentOf(EquityStressAnswer, conclude(STRESS, told)).components

const times = (table: MarketTable, symbol: MarketSymbol, factor: number): MarketTable =>
  withSymbol(table, symbol, {
    level: null,
    days: table[symbol]!.days.map((day): MarketDay => {
      const by = (price: string) => String(Number(price) * factor)
      return { date: day.date, open: by(day.open), high: by(day.high), low: by(day.low), close: by(day.close) }
    }),
  })

/** The Nasdaq's days under the name of the S&P 500, and the other way round: their ranges and returns score alike. */
const swapped = (table: MarketTable): MarketTable => ({ ...table, SPX: table.NDX!, NDX: table.SPX! })

describe('a teller', () => {
  test('that swaps the S&P 500 and the Nasdaq is contradicted, whichever of the two it is', () => {
    for (const told of [
      { cboe: swapped(quiet()), yahoo: quiet() },
      { cboe: quiet(), yahoo: swapped(quiet()) },
    ]) {
      const found = conclude(NQ, told)
      expect(found).toMatchObject({ kind: 'input_missing', input: expect.stringContaining('rv') })
      expect(stress(told).ivrv).toMatchObject({ value: null, weight: 0 })
      expect(conclude(CONTAGION, told)).toMatchObject({ kind: 'input_missing', input: expect.stringContaining('corr') })
    }
  })

  test.each([1.5, 0.01, 10, 1.011])('whose fund costs %d times as much is contradicted', (factor) => {
    expect(stress({ cboe: times(quiet(), 'HYG', factor), yahoo: quiet() }).credit).toMatchObject({
      value: null,
      weight: 0,
    })
  })

  test('that is 0.3 % off is another quote of the same market', () => {
    expect(nq({ cboe: times(quiet(), 'NDX', 1.003), yahoo: quiet() })).toEqual(nq({ cboe: quiet(), yahoo: quiet() }))
  })

  test('alone, or the operator against all of them, is heard', () => {
    expect(nq({ cboe: swapped(quiet()) }).rv.value).not.toBeNull()
    const own = { own: quiet(), cboe: swapped(quiet()), yahoo: quiet() }
    expect(nq(own).rv).toMatchObject({ sources: ['operator'], value: nq({ own: quiet() }).rv.value })
  })

  test('is compared on a day that both have told, though the other is a day behind', () => {
    const late = withSymbol(quiet(), 'NDX', { level: null, days: quiet().NDX!.days.slice(0, -1) })
    expect(nq({ cboe: late, yahoo: quiet() }).rv.value).toBe(nq({ cboe: quiet(), yahoo: quiet() }).rv.value)
  })
})

test('a level of a time to come is not heard: it would never expire', () => {
  const vix = (aheadMs: number) =>
    withSymbol(quiet(), 'VIX', { level: { value: '19.8', at: OPEN + aheadMs }, days: [] })
  const heard = (aheadMs: number) => stress({ cboe: vix(aheadMs), yahoo: quiet() }).vix.sources
  // The clocks of providers are not ours.
  expect([heard(60_000), heard(60_001), heard(86_400_000)]).toEqual([['cboe', 'yahoo'], ['yahoo'], ['yahoo']])
  for (const told of [{ cboe: vix(86_400_000) }, { own: vix(86_400_000) }])
    expect(conclude(STRESS, told)).toMatchObject({
      kind: 'input_missing',
      input: expect.stringContaining('vix, ivrv'),
    })
})

test('the day that runs is told minutes apart, and no close', () => {
  const running = (close: string) => {
    const day = { date: '2026-11-18', open: close, high: close, low: close, close }
    return withSymbol(quiet(), 'NDX', { level: null, days: [...quiet().NDX!.days, day] })
  }
  const found = nq({ cboe: running('21000'), yahoo: running('20000') })
  expect(found.rv).toEqual(nq({ cboe: quiet(), yahoo: quiet() }).rv)
})

describe('contagion', () => {
  test('counts the returns of the teller that counts, and not of one whose days have expired', () => {
    const days = daysOf(SHARES, 1.02)
    const fresh = withSymbol(quiet(), 'SPX', { level: null, days })
    const frozen = withSymbol(quiet(), 'SPX', { level: null, days: days.slice(0, 28) })
    const found = contentOf(ContagionAnswer, conclude(CONTAGION, { cboe: frozen, yahoo: fresh }))
    expect(found).toMatchObject({
      returns: 30,
      components: { corr: { value: 1, confidence: 0.7, sources: ['yahoo'] } },
    })
  })

  test('does not hear days that have expired, whoever tells them', () => {
    const frozen = withSymbol(quiet(), 'SPX', { level: null, days: daysOf(SHARES, 1.02).slice(0, 50) })
    expect(conclude(CONTAGION, { cboe: frozen, yahoo: frozen })).toMatchObject({
      kind: 'input_missing',
      input: expect.stringContaining('corr'),
    })
  })

  test('keeps its regime within two points of a boundary, and leaves it beyond', () => {
    const regimeAt = (value: number, before: string) => regimeOf(CONTAGION_BANDS, value, before)
    for (const [at, [below, above]] of [
      [15, ['DECOUPLED', 'MIXED']],
      [25, ['MIXED', 'COUPLED']],
      [50, ['COUPLED', 'CONTAGION']],
    ] as const) {
      expect([at, regimeAt(at + 1.9, below), regimeAt(at + 2.1, below)]).toEqual([at, below, above])
      expect([at, regimeAt(at - 1.9, above), regimeAt(at - 2.1, above)]).toEqual([at, above, below])
    }
  })
})

test('fixings of more than a week ago say nothing of the dollar', () => {
  const until = (newest: string) => ({
    days: FIXINGS.days.map((day, place, { length }) => ({
      ...day,
      date: new Date(Date.parse(newest) - (length - 1 - place) * 86_400_000).toISOString().slice(0, 10),
    })),
  })
  const dollar = (newest: string) => {
    const found = conclude(STRESS, { cboe: quiet(), yahoo: quiet() }, OPEN, until(newest))
    return contentOf(EquityStressAnswer, found).components.dxy.value
  }
  // A day is told for a week from its end: 161 hours, and 185.
  expect([dollar('2026-11-11'), dollar('2026-11-10')]).toEqual([0, null])
})

describe('the session of New York', () => {
  test.each([
    ['2026-11-18T14:29:59Z', false],
    ['2026-11-18T14:30:00Z', true],
    // Quotes are late, and indices of volatility end later.
    ['2026-11-18T21:35:00Z', true],
    ['2026-11-18T21:35:01Z', false],
    ['2026-11-21T17:00:00Z', false],
    ['2026-11-22T17:00:00Z', false],
    ['2026-11-23T17:00:00Z', true],
  ])('at %s: %p', (at, isOpen) => {
    expect(isInSession(Date.parse(at))).toBe(isOpen)
  })
})

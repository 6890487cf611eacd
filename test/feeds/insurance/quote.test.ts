import { describe, expect, test } from 'bun:test'
import { Value } from '@sinclair/typebox/value'
import { poolState, UNFUNDED } from '../../../src/feeds/insurance/pool.ts'
import { quoteAnswer } from '../../../src/feeds/insurance/quote.ts'
import { InsuranceQuote } from '../../../src/feeds/insurance/quote-answer.ts'
import { EXAMPLE_QUOTE, EXAMPLE_QUOTED_AT } from '../../../src/feeds/insurance/quote-example.ts'
import type { QuoteQuestion } from '../../../src/feeds/insurance/quote-question.ts'
import { SEA_PORTS } from '../../../src/feeds/insurance/sea-ports.ts'
import { VESSEL_CLASS_IDS } from '../../../src/feeds/insurance/vessel-classes.ts'
import { dice } from '../../support/dlc/random.ts'
import { drawn, seedOf } from '../../support/draws.ts'
import vectors from '../../vectors/insurance.json'

/** 20 November 2026, 12:00 UTC. */
const NOW = Date.UTC(2026, 10, 20, 12) / 1000
const NOBODY = poolState(UNFUNDED)
const RICH = poolState({ ...UNFUNDED, INSURANCE_POOL_CAPITAL: '1000000' })

const question = (more: Partial<QuoteQuestion> = {}): QuoteQuestion => ({
  origin: 'NLRTM',
  destination: 'USNYC',
  departure: '2027-01-28',
  vessel_class: 'container',
  ...more,
})

const quote = (more: Partial<QuoteQuestion> = {}, pool = RICH, at = NOW) => quoteAnswer(question(more), pool, at)!

/** The worst there is: a small ship through the winter of the North Pacific. */
const WILD = { origin: 'USSEA', destination: 'CNTXG', departure: '2027-01-05', vessel_class: 'general_cargo' } as const

describe('a quote', () => {
  test('of documents is what would be quoted', () => {
    const { origin, destination, departure, vessel_class } = EXAMPLE_QUOTE
    const asked = { origin: origin.id, destination: destination.id, departure, vessel_class }
    expect(quoteAnswer(asked, NOBODY, EXAMPLE_QUOTED_AT)).toEqual(EXAMPLE_QUOTE)
  })

  test.each(vectors.insurance_route.cases.map((each) => [each.id, each] as const))(
    '%s is the published one to the cent',
    (_id, { inputs, expected }) => {
      const asked = inputs as QuoteQuestion
      const found = quoteAnswer(asked, RICH, Date.parse(`${asked.departure}T00:00:00Z`) / 1000 - 86_400)!
      expect(found).toMatchObject({
        origin: { id: inputs.origin },
        destination: { id: inputs.destination },
        distance_nm: Number(expected.distance_nm.toFixed(1)),
        voyage_hours: Number(expected.voyage_hours.toFixed(1)),
        trigger_probabilities: {
          heavy: Number(expected.p_heavy.toFixed(4)),
          severe: Number(expected.p_severe.toFixed(4)),
          extreme: Number(expected.p_extreme.toFixed(4)),
        },
        expected_payout_usdc: expected.expected_payout.toFixed(2),
        premium_usdc: expected.premium_2dp,
      })
      expect(found.segments.map(({ basin, month, hours }) => [basin as string, month, hours])).toEqual(
        expected.segments.map(({ basin, month, hours }) => [basin, month, Number(hours.toFixed(1))]),
      )
    },
  )

  test('says its way, its risk and its price as printed numbers', () => {
    expect(quote()).toMatchObject({
      status: 'quoted',
      reasons: [],
      origin: { id: 'NLRTM', name: 'Rotterdam', country: 'NL' },
      sum_insured_usdc: '250000.00',
      distance_nm: 3324,
      voyage_hours: 208.7,
      arrival: Date.UTC(2027, 1, 5, 16, 41) / 1000,
      trigger_probabilities: { heavy: 0.9915, severe: 0.8063, extreme: 0.215 },
      payout_fractions: { heavy: 0.002, severe: 0.02, extreme: 0.2 },
      expected_payout_usdc: '13799.10',
      premium_usdc: '18628.79',
      binding: false,
      currency: 'USDC',
      methodVersion: 1,
    })
    expect(quote().segments[2]).toEqual({
      basin: 'NORTH_ATLANTIC',
      month: 1,
      distance_nm: 1147.1,
      hours: 74.3,
      mean_hs_m: 4.3,
      shape: 1.85,
      p_heavy: 0.8797,
      p_severe: 0.5477,
      p_extreme: 0.127,
    })
  })

  test('shows the first days of the twelve months after its own day, each as it would be quoted', () => {
    const { seasonal } = quote()
    expect(seasonal.map(({ departure }) => departure)).toEqual([
      '2026-12-01',
      ...Array.from({ length: 11 }, (_, at) => `2027-${String(at + 1).padStart(2, '0')}-01`),
    ])
    for (const { departure, premium_usdc } of seasonal) expect(quote({ departure }).premium_usdc).toBe(premium_usdc)
    expect(seasonal.reduce((sum, { ratio }) => sum + ratio, 0)).toBeCloseTo(12, 3)
    const [winter, summer] = [seasonal[1]!, seasonal[7]!]
    expect(Number(winter.premium_usdc)).toBeGreaterThan(20 * Number(summer.premium_usdc))
  })

  test('of the last days of a year and of a leap year has the same twelve months', () => {
    const months = (at: number) => quote({}, RICH, at / 1000).seasonal.map(({ departure }) => departure.slice(0, 7))
    expect(months(Date.UTC(2026, 11, 31, 23, 59))[0]).toBe('2027-01')
    expect(months(Date.UTC(2028, 0, 31))).toEqual([
      ...Array.from({ length: 11 }, (_, at) => `2028-${String(at + 2).padStart(2, '0')}`),
      '2029-01',
    ])
  })

  test('that is refused has no premium, and shows those of its seasons all the same', () => {
    const refused = quote(WILD)
    expect(refused).toMatchObject({ status: 'refused', reasons: ['extreme_risk'], premium_usdc: null })
    const { seasonal } = refused
    expect(seasonal.map(({ refused: why }) => why)).toContain('extreme_risk')
    expect(seasonal.map(({ refused: why }) => why)).toContain(null)
    for (const { premium_usdc } of seasonal) expect(Number(premium_usdc)).toBeGreaterThan(0)
  })

  test('says what the pool allows', () => {
    expect(quote({}, NOBODY)).toMatchObject({ status: 'indicative', reasons: ['no_capital'], premium_usdc: '18628.79' })
    expect(quote({}, NOBODY).statement).toBe('No capital stands behind these quotes. They are indications, not offers.')
    const small = poolState({ ...UNFUNDED, INSURANCE_POOL_CAPITAL: '49999.99' })
    expect(quote({}, small)).toMatchObject({ status: 'refused', reasons: ['pool_exhausted'], premium_usdc: null })
  })

  test('stands until its UTC day ends', () => {
    const end = Date.UTC(2026, 10, 21) / 1000
    expect([quote().valid_until, quote({}, RICH, end - 1).valid_until, quote({}, RICH, end).valid_until]).toEqual([
      end,
      end,
      end + 86_400,
    ])
  })

  test('of any voyage fits its schema, and its parts agree', () => {
    const random = dice(seedOf(77))
    for (let round = 0; round < drawn(400); round++) {
      const [origin, destination] = [random.integer(0, 59), random.integer(0, 58)]
      const other = SEA_PORTS.toSpliced(origin, 1)[destination]!
      const found = quote({
        origin: SEA_PORTS[origin]!.id,
        destination: other.id,
        departure: new Date((NOW + random.integer(0, 365) * 86_400) * 1000).toISOString().slice(0, 10),
        vessel_class: VESSEL_CLASS_IDS[random.integer(0, VESSEL_CLASS_IDS.length - 1)]!,
      })
      expect([...Value.Errors(InsuranceQuote, found)]).toEqual([])
      const { heavy, severe, extreme } = found.trigger_probabilities
      expect([heavy >= severe, severe >= extreme]).toEqual([true, true])
      const nm = found.segments.reduce((sum, { distance_nm }) => sum + distance_nm, 0)
      expect(Math.abs(nm - found.distance_nm)).toBeLessThan(0.05 * (found.segments.length + 1) + 1e-6)
      // With its envelope five kilobytes at most: servers keep a thousand.
      expect(JSON.stringify(found).length).toBeLessThan(4_500)
      expect(found.premium_usdc === null).toBe(found.status === 'refused')
    }
  })
})

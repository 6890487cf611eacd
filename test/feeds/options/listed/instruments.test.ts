import { describe, expect, test } from 'bun:test'
import type { InstrumentState, ListedExpiry } from '../../../../src/feeds/boards/instrument-boards.ts'
import { NEAR_SIGMAS, strikeCoverage } from '../../../../src/feeds/math/strike-coverage.ts'
import { concludeInstruments } from '../../../../src/feeds/options/listed/conclude-instruments.ts'
import { expiryTag } from '../../../../src/feeds/options/listed/expiry-tag.ts'
import type { InstrumentsAnswer } from '../../../../src/feeds/options/listed/instruments-answer.ts'
import { instruments } from '../../../../src/feeds/options/instruments.feed.ts'
import { recountInstruments } from '../../../../src/feeds/options/listed/recount-instruments.ts'
import { both, lookAt, type States } from '../../../support/feeds/market.ts'
import {
  chainState,
  grid,
  optionStates,
  type TestChain,
  type TestOption,
} from '../../../support/feeds/options/chains.ts'

const NOW = Date.parse('2026-11-25T08:00:00Z')
const DAY = 86_400_000
/** 25 December 2026, the last Friday of a quarter. */
const MONTH = NOW + 30 * DAY
const STRIKES = [60_000, 70_000, 80_000, 90_000, 100_000, 110_000, 120_000, 130_000, 140_000]
const [BTC, , SOL] = instruments.subjects

const listed = (venue: string, expiries: readonly ListedExpiry[], ageMs = 1_000, coin = 'BTC'): States =>
  new Map([
    [
      `options-listed/${venue}`,
      { lists: { [coin]: { at: NOW - ageMs, expiries } }, pages: {} } satisfies InstrumentState,
    ],
  ])
const all = (expiry: number, strikes: readonly number[] = STRIKES): ListedExpiry => ({
  expiry,
  calls: strikes,
  puts: strikes,
})
const quoted = (venue: string, options: readonly TestOption[], chain: TestChain = {}, coin = 'BTC'): States =>
  optionStates({ [venue]: chainState(coin, options, NOW, chain) })

const said = (states: States) => concludeInstruments(BTC!, lookAt(states, NOW))
const content = (states: States): InstrumentsAnswer => {
  const found = said(states)
  if (found.kind !== 'concluded') throw new Error(JSON.stringify(found))
  return found.content
}
/** The first expiry of the first venue. */
const first = (states: States) => content(states).expiries[0]!.venues[0]!

describe('listed options, by hand', () => {
  test('one venue, one expiry', () => {
    const found = content(both(listed('deribit', [all(MONTH)]), quoted('deribit', grid(MONTH, STRIKES))))
    expect(found).toEqual({
      coin: 'BTC',
      market: 'options',
      contract_count: 18,
      expiry_count: 1,
      strike_count: 9,
      expiries: [
        {
          expiry: MONTH / 1_000,
          tag: 'quarterly',
          days: 30,
          venues: [
            {
              exchange: 'deribit',
              strikes: 9,
              calls: 9,
              puts: 9,
              // ln 0.6 and ln 1.4
              k_min: -0.5108,
              k_max: 0.3365,
              strikes_with_oi: 9,
              two_sided_share: 1,
              coverage: 1,
              open_interest_coins: 180,
              volume_24h_usd: 18_000,
            },
          ],
        },
      ],
      listed_at: NOW / 1_000 - 1,
      degraded: true,
      exchange_count: 1,
      missing: ['bybit', 'okx'],
      sources: ['deribit'],
      confidence: 0.33,
      observed_at: NOW / 1_000 - 1,
      fetched_at: NOW / 1_000,
    })
  })

  test('coverage counts listed strikes, also those that nobody quotes or holds', () => {
    // 2σ√T = 0.2867: 80,000 to 130,000 of ten-thousands lie within it; 70,000 (-0.357) and 140,000 (0.336) do not.
    const kept = grid(MONTH, [90_000, 100_000, 110_000])
    const states = both(listed('deribit', [all(MONTH)]), quoted('deribit', kept))
    expect([first(states).coverage, first(states).two_sided_share, first(states).strikes_with_oi]).toEqual([
      0.5, 0.3333, 3,
    ])
  })

  test('a strike is quoted when its call or its put has both sides; one side is none', () => {
    const sided = grid(MONTH, STRIKES).map((option) => {
      if (option.strike === 90_000) return { ...option, bidIv: null }
      return option.strike === 100_000 && option.kind === 'put' ? { ...option, askIv: null } : option
    })
    const found = first(both(listed('deribit', [all(MONTH)]), quoted('deribit', sided)))
    expect([found.coverage, found.two_sided_share]).toEqual([0.8333, 0.8333])
  })

  test('prices below intrinsic value have no volatility, and are quotes all the same', () => {
    const deep = grid(MONTH, STRIKES).map((option) => ({ ...option, bidIv: null, askIv: null, bid: 100, ask: 120 }))
    const found = first(both(listed('deribit', [all(MONTH)]), quoted('deribit', deep)))
    expect([found.coverage, found.two_sided_share]).toEqual([1, 1])
  })

  test('calls and puts are counted each by itself', () => {
    const fewer = { expiry: MONTH, calls: STRIKES, puts: STRIKES.slice(2) }
    const states = both(listed('deribit', [fewer]), quoted('deribit', grid(MONTH, STRIKES)))
    expect([first(states).calls, first(states).puts, content(states).contract_count]).toEqual([9, 7, 16])
  })

  test('open interest and volume are those of listed options of this expiry; unknown volume is null', () => {
    const options = grid(MONTH, STRIKES).map((option) => ({ ...option, volumeUsd: null, interest: 0 }))
    const held = options.map((option) => (option.strike === 90_000 ? { ...option, interest: 2.5 } : option))
    const states = both(
      listed('okx', [all(MONTH), all(MONTH + 7 * DAY)]),
      quoted('okx', [...held, ...grid(MONTH + 7 * DAY, STRIKES), { expiry: MONTH, strike: 55_000, kind: 'call' }]),
    )
    const found = first(states)
    expect([found.open_interest_coins, found.volume_24h_usd, found.strikes_with_oi]).toEqual([5, null, 1])
  })

  test('a strike in two currencies is one strike and two calls', () => {
    const twice = [...STRIKES, 100_000].toSorted((a, b) => a - b)
    const found = first(both(listed('bybit', [all(MONTH, twice)]), quoted('bybit', grid(MONTH, STRIKES))))
    expect([found.strikes, found.calls, found.puts, found.two_sided_share]).toEqual([9, 10, 10, 0.9])
  })

  test('over venues contracts are added, expiries and strikes counted once', () => {
    const near = NOW + 2 * DAY
    const found = content(
      both(
        listed('deribit', [all(near), all(MONTH)]),
        listed('okx', [all(MONTH, [90_000, 95_000])]),
        quoted('deribit', [...grid(near, STRIKES), ...grid(MONTH, STRIKES)]),
        quoted('okx', grid(MONTH, [90_000, 95_000])),
      ),
    )
    expect([found.contract_count, found.expiry_count, found.strike_count]).toEqual([40, 2, 10])
    expect(found.expiries.map(({ tag, venues }) => [tag, venues.map(({ exchange }) => exchange)])).toEqual([
      ['monthly', ['deribit']],
      ['quarterly', ['deribit', 'okx']],
    ])
    expect([found.missing, found.confidence]).toEqual([['bybit'], 0.67])
  })

  test('SOL is listed by two venues, and whole with both', () => {
    const of = (venue: string) =>
      both(
        listed(venue, [all(MONTH, [150, 160, 170, 180, 190, 200, 210, 220, 230, 240])], 1_000, 'SOL'),
        quoted(venue, grid(MONTH, [150, 160, 170, 180, 190, 200, 210, 220, 230, 240]), { forward: 190 }, 'SOL'),
      )
    const found = concludeInstruments(SOL!, lookAt(both(of('deribit'), of('bybit')), NOW))
    if (found.kind !== 'concluded') throw new Error(JSON.stringify(found))
    const { coin, missing, confidence, degraded } = found.content as InstrumentsAnswer
    expect([coin, missing, confidence, degraded]).toEqual(['SOL', [], 1, false])
  })
})

describe('what must not fool it', () => {
  const chain = quoted('deribit', grid(MONTH, STRIKES))
  const none = { kind: 'quorum_missed', have: 0, need: 1 } as const

  test('a list without a chain, a chain without a list, a list of the day before yesterday', () => {
    expect(said(chain)).toEqual(none)
    expect(said(listed('deribit', [all(MONTH)]))).toEqual(none)
    expect(said(both(listed('deribit', [all(MONTH)], 26 * 3_600_000 + 1), chain))).toEqual(none)
    expect(said(both(listed('deribit', [all(MONTH)], 26 * 3_600_000), chain)).kind).toBe('concluded')
    expect(
      said(both(listed('deribit', [all(MONTH)]), quoted('deribit', grid(MONTH, STRIKES), { ageMs: 1_801_000 }))),
    ).toEqual(none)
  })

  test('a list in another unit than the chain, or of another coin', () => {
    const hundredth = STRIKES.map((strike) => strike / 100)
    expect(said(both(listed('deribit', [all(MONTH, hundredth)]), chain))).toEqual(none)
    // Four of nine strikes are too few, five are enough.
    expect(said(both(listed('deribit', [all(MONTH, STRIKES.slice(0, 4))]), chain))).toEqual(none)
    expect(said(both(listed('deribit', [all(MONTH, STRIKES.slice(0, 5))]), chain)).kind).toBe('concluded')
  })

  test('an expiry that has passed since the list came', () => {
    const found = content(both(listed('deribit', [all(NOW), all(MONTH)], 600_000), chain))
    expect([found.expiry_count, found.contract_count]).toEqual([1, 18])
  })

  test('an expiry that the chain does not know has no forward, and one without a volatility no coverage', () => {
    const states = both(listed('deribit', [all(NOW + DAY), all(MONTH)]), chain)
    const [near] = content(states).expiries
    expect(near!.tag).toBe('daily')
    expect(near!.venues[0]).toMatchObject({ k_min: null, k_max: null, coverage: null, two_sided_share: 0, strikes: 9 })
    const flat = quoted('deribit', grid(MONTH, STRIKES), { atmIv: null })
    expect(first(both(listed('deribit', [all(MONTH)]), flat))).toMatchObject({ k_min: -0.5108, coverage: null })
  })

  test('half of the chain without quotes', () => {
    const half = grid(MONTH, STRIKES).map((option) =>
      option.strike % 20_000 === 0 ? { ...option, bidIv: null, askIv: null } : option,
    )
    // 60, 80, 100, 120 and 140 thousand are not quoted; of the six near the money 90, 110 and 130 are.
    expect(first(both(listed('deribit', [all(MONTH)]), quoted('deribit', half)))).toMatchObject({
      coverage: 0.5,
      two_sided_share: 0.4444,
    })
  })
})

test('coverage: the band is two standard deviations, both ends within it', () => {
  const band = { forward: 100, iv: 100, years: 0.01 }
  // 2 · 1 · 0.1 = 0.2: from 81.87 to 122.14.
  expect(NEAR_SIGMAS).toBe(2)
  expect(strikeCoverage([80, 81, 82, 100, 122, 123], new Set([82, 122, 123]), band)).toBeCloseTo(2 / 3, 12)
  expect(strikeCoverage([100, 100, 110], new Set([100]), band)).toBe(0.5)
  expect(strikeCoverage([10, 1_000], new Set([10]), band)).toBeNull()
})

test.each([
  ['2026-11-26', 'daily'],
  ['2026-11-20', 'weekly'],
  ['2026-11-27', 'monthly'],
  ['2026-12-18', 'weekly'],
  ['2026-12-25', 'quarterly'],
  ['2027-01-01', 'weekly'],
  ['2027-03-26', 'quarterly'],
  ['2027-04-30', 'monthly'],
  ['2024-02-23', 'monthly'],
] as const)('%s is %s', (date, tag) => {
  expect(expiryTag(Date.parse(`${date}T08:00:00Z`))).toBe(tag)
})

test('whoever holds the body counts contracts and expiries again', () => {
  const body = content(both(listed('deribit', [all(MONTH)]), quoted('deribit', grid(MONTH, STRIKES))))
  const ok = (stated: { contract_count: number; expiry_count: number }): boolean =>
    recountInstruments(stated, JSON.parse(JSON.stringify(body))).every((check) => check.ok)
  expect([ok(body), ok({ ...body, contract_count: 19 }), ok({ ...body, expiry_count: 2 })]).toEqual([
    true,
    false,
    false,
  ])
  expect(recountInstruments(body, {}).every((check) => check.ok)).toBe(false)
})

import { describe, expect, test } from 'bun:test'
import type { DatedState } from '../../../src/feeds/boards/dated-boards.ts'
import { PERPETUAL_SUBJECTS } from '../../../src/feeds/derivatives/perpetual-subjects.ts'
import { TermStructureAnswer } from '../../../src/feeds/derivatives/term-structure-answer.ts'
import { concludeTermStructure } from '../../../src/feeds/derivatives/term-structure.ts'
import { contentOf } from '../../support/feeds/content-of.ts'
import { dated, datedState, type TestFuture } from '../../support/feeds/dated.ts'
import { lookAt, OPEN } from '../../support/feeds/market.ts'

type Venues = Readonly<Record<string, Readonly<Record<string, TestFuture>>>>

const [BTC, , SOL] = PERPETUAL_SUBJECTS
const NOW = OPEN / 1_000
const DAY = 86_400

const spotOf = (value: number, ageMs = 1_000) => ({
  timestamp: NOW,
  content: {},
  carry: { value, observedAt: OPEN - ageMs, sources: ['kraken'], confidence: 1 },
})

interface Asked {
  readonly spotAgeMs?: number
  readonly now?: number
  readonly coin?: typeof BTC | undefined
}

/** The same from boards that a test has changed. */
const from = (states: ReturnType<typeof dated>) =>
  contentOf(
    TermStructureAnswer,
    concludeTermStructure(BTC!, lookAt(states, OPEN, { earlier: { 'price/spot/BTC-USD': spotOf(100_100.004) } })),
  )

const run = (venues: Venues, { spotAgeMs, now = OPEN, coin = BTC }: Asked = {}) =>
  concludeTermStructure(
    coin!,
    lookAt(dated(venues, OPEN), now, { earlier: { [`price/spot/${coin!.key}`]: spotOf(100_100.004, spotAgeMs) } }),
  )
const answer = (venues: Venues, asked: Asked = {}) => contentOf(TermStructureAnswer, run(venues, asked))
/** Annualised per maturity. */
const curve = (venues: Venues, asked: Asked = {}) =>
  answer(venues, asked).maturities.map(({ annualized_pct }) => annualized_pct)

const NEAR: TestFuture = { days: 9, pct: 4 }
const FAR: TestFuture = { days: 36, pct: 7 }
const ONE: Venues = { deribit: { near: NEAR, far: FAR } }

describe('a term structure', () => {
  test('has one maturity for each date, with its dollars over our spot', () => {
    const { maturities, ...rest } = answer(ONE)
    expect(rest).toEqual({
      pair: 'BTCUSD',
      spot: 100_100,
      regime: 'CONTANGO',
      // From the roots 3 and 6.
      slope_per_sqrt_day: 1,
      nearest_annualized_pct: 4,
      maturity_count: 2,
      degraded: true,
      exchange_count: 1,
      missing: ['binance', 'bybit', 'kraken', 'okx'],
      sources: ['deribit'],
      confidence: 0.2,
      observed_at: NOW - 1,
      fetched_at: NOW,
    })
    // 100 100 dollars times 1 + 4 % · 9 / 365; ln(1.000986301) · 365 / 9 = 3.998028 %.
    expect(maturities[0]).toEqual({
      expiry: NOW + 9 * DAY,
      days_to_expiry: 9,
      futures_price: 100_198.73,
      basis_usd: 98.73,
      annualized_pct: 4,
      annualized_log_pct: 3.998,
      votes: true,
      venue_count: 1,
      single_venue: true,
      exchanges: [
        {
          exchange: 'deribit',
          symbol: 'near',
          kind: 'inverse',
          expiry: NOW + 9 * DAY,
          mark: String(100_000 * (1 + 0.04 * (9 / 365))),
          index: '100000',
          annualized_pct: 4,
          open_interest_usd: null,
          observed_at: NOW - 1,
        },
      ],
    })
  })

  test('takes the median over venues, and marks what one venue alone has', () => {
    const three = answer({
      deribit: { a: { days: 9, pct: 4 }, b: FAR },
      okx: { a: { days: 9, pct: 4.4 } },
      bybit: { a: { days: 9, pct: 90 } },
    })
    expect(three.maturities.map((each) => [each.annualized_pct, each.venue_count, each.single_venue])).toEqual([
      [4.4, 3, false],
      [7, 1, true],
    ])
    expect(three).toMatchObject({
      sources: ['bybit', 'deribit', 'okx'],
      missing: ['binance', 'kraken'],
      confidence: 0.6,
    })
  })

  test('gives the contracts of one venue one vote together, inverse and linear alike', () => {
    const contracts = {
      a: { days: 9, pct: 1 },
      b: { days: 9, pct: 2, kind: 'linear', spot: '99950' },
      c: { days: 9, pct: 9, kind: 'linear' },
    } as const
    // One vote of 2 % against 4 % and 5 %: of five single contracts 4 % would still win, of two venues nobody.
    expect(curve({ okx: contracts, deribit: { a: { days: 9, pct: 4 } }, kraken: { a: { days: 9, pct: 5 } } })).toEqual([
      4,
    ])
    expect(curve({ okx: contracts, deribit: { a: { days: 9, pct: 4 } } })).toEqual([3])
    expect(answer({ okx: contracts }).maturities[0]!.exchanges.map(({ kind }) => kind)).toEqual([
      'inverse',
      'linear',
      'linear',
    ])
  })

  test('joins venues that end trading at other hours of the same day, each over its own days', () => {
    const [maturity, ...others] = answer({
      deribit: { a: { days: 9, pct: 4 } },
      okx: { a: { days: 9, pct: 4 } },
      kraken: { a: { days: 9.25, pct: 4 } },
    }).maturities
    expect(others).toEqual([])
    expect(maturity).toMatchObject({ expiry: NOW + 9 * DAY, annualized_pct: 4, venue_count: 3 })
    // It is named after the hour of most of them; of two hours that are as usual after the first.
    const expiry = (venues: Venues) => answer(venues).maturities[0]!.expiry
    const [noon, evening] = [{ a: { days: 9 } }, { a: { days: 9.25 } }]
    expect(expiry({ deribit: noon, okx: evening, kraken: evening })).toBe(NOW + 9.25 * DAY)
    expect(expiry({ deribit: noon, kraken: evening })).toBe(NOW + 9 * DAY)
    // Six hours later is the same day in UTC, eight hours later is not.
    expect(curve({ deribit: { a: { days: 9, pct: 4 } }, kraken: { a: { days: 9 + 8 / 24, pct: 5 } } })).toEqual([4, 5])
  })

  test('lists what is nearer than three days without its vote', () => {
    const short = answer({ deribit: { close: { days: 2.25, pct: -50 }, near: { days: 3, pct: 4 }, far: FAR } })
    expect(short.maturities.map(({ votes }) => votes)).toEqual([false, true, true])
    expect(short).toMatchObject({ regime: 'CONTANGO', nearest_annualized_pct: 4, maturity_count: 3 })
  })

  test('has no regime and no slope below two voting maturities, and says so', () => {
    const venues = Object.fromEntries(
      ['binance', 'bybit', 'deribit', 'kraken', 'okx'].map((name) => [name, { near: NEAR, day: { days: 1 } }]),
    )
    expect(answer(venues)).toMatchObject({ regime: null, slope_per_sqrt_day: null, confidence: 1, degraded: true })
    const whole = Object.fromEntries(Object.entries(venues).map(([name, own]) => [name, { ...own, far: FAR }]))
    expect(answer(whole)).toMatchObject({ regime: 'CONTANGO', confidence: 1, degraded: false, missing: [] })
  })

  test('is nothing without a voting maturity, and nothing without venues', () => {
    expect(run({ deribit: { day: { days: 1 } } })).toEqual({ kind: 'input_missing', input: 'a maturity that votes' })
    expect(run({})).toEqual({ kind: 'quorum_missed', have: 0, need: 1 })
  })

  test('is nothing over a spot price that is older than a minute, or over none', () => {
    const missing = { kind: 'input_missing', input: 'price/spot/BTC-USD' } as const
    expect(run(ONE, { spotAgeMs: 60_000 }).kind).toBe('concluded')
    expect(run(ONE, { spotAgeMs: 60_001 })).toEqual(missing)
    expect(concludeTermStructure(BTC!, lookAt(dated(ONE, OPEN), OPEN))).toEqual(missing)
  })

  test('counts the venues that have futures on the coin', () => {
    const sol = { deribit: { a: { ...NEAR, asset: 'SOL' }, b: { ...FAR, asset: 'SOL' } } } as const
    expect(answer(sol, { coin: SOL })).toMatchObject({ missing: ['bybit', 'kraken', 'okx'], confidence: 0.25 })
    expect(run(sol, { coin: BTC }).kind).toBe('quorum_missed')
  })
})

describe('what must not fool it', () => {
  const beside = (future: TestFuture, asked: Asked = {}) =>
    answer({ deribit: { near: NEAR, far: FAR, odd: future } }, asked).maturities.flatMap(({ exchanges }) =>
      exchanges.map(({ symbol }) => symbol),
    )

  test('a date that perpetuals have', () => {
    expect(beside({ days: 1_095, pct: 5 })).toEqual(['near', 'far', 'odd'])
    expect(beside({ days: 1_096, pct: 5 })).toEqual(['near', 'far'])
    const year3000 = (32_503_708_800_000 - OPEN) / 86_400_000
    expect(beside({ days: year3000, pct: 0.01 })).toEqual(['near', 'far'])
  })

  test('a delivery in this minute, now or over', () => {
    const minute = 1 / 1_440
    expect(beside({ days: minute, pct: 5 })).toEqual(['odd', 'near', 'far'])
    // Half a dollar over the last minute is 263 % a year.
    expect(beside({ days: minute, mark: '100000.5' })).toEqual(['near', 'far'])
    expect(beside({ days: 0, mark: '100000' })).toEqual(['near', 'far'])
    expect(beside({ days: -minute, mark: '100000' })).toEqual(['near', 'far'])
    expect(beside({ days: minute, pct: 5 }, { now: OPEN + 60_000, spotAgeMs: 0 })).toEqual(['near', 'far'])
    expect(beside({ days: minute, pct: 3 }, { now: OPEN + 59_000, spotAgeMs: 0 })).toEqual(['odd', 'near', 'far'])
  })

  test('the index of another coin, which is a carry of more than 200 % a year', () => {
    expect(beside({ days: 90, mark: '101000', spot: '3400' })).toEqual(['near', 'far'])
    expect(beside({ days: 90, mark: '3450', spot: '100000' })).toEqual(['near', 'far'])
    expect(beside({ days: 73, pct: 199.999 })).toEqual(['near', 'far', 'odd'])
    expect(beside({ days: 73, pct: 200.001 })).toEqual(['near', 'far'])
    expect(beside({ days: 73, pct: -199.999 })).toEqual(['near', 'far', 'odd'])
    expect(beside({ days: 73, pct: -200.001 })).toEqual(['near', 'far'])
  })

  test('prices that are none', () => {
    for (const mark of ['NaN', '', '-1', '0', 'Infinity', '1e60'])
      expect(beside({ days: 90, mark })).toEqual(['near', 'far'])
    for (const spot of ['NaN', '', '-1', '0']) expect(beside({ days: 90, mark: '1', spot })).toEqual(['near', 'far'])
  })

  test('a mark and an index of two moments', () => {
    expect(beside({ days: 90, indexAgeMs: 30_000 })).toEqual(['near', 'far', 'odd'])
    expect(beside({ days: 90, indexAgeMs: 30_001 })).toEqual(['near', 'far'])
    expect(beside({ days: 90, indexAgeMs: -30_001, ageMs: 60_000 })).toEqual(['near', 'far'])
    // It is as old as the older of the two.
    const both = answer({ deribit: { near: { ...NEAR, indexAgeMs: 20_000 } } })
    expect(both.maturities[0]!.exchanges[0]!.observed_at).toBe(NOW - 21)
    expect([both.observed_at, both.confidence]).toEqual([NOW - 21, 0.2])
  })

  test('facts that are too old, or from the future', () => {
    expect(beside({ days: 90, ageMs: 1_800_000 })).toEqual(['near', 'far', 'odd'])
    expect(beside({ days: 90, ageMs: 1_800_001 })).toEqual(['near', 'far'])
    expect(beside({ days: 90, ageMs: -60_000 })).toEqual(['near', 'far'])
  })

  test('a venue that repeats itself, and a list that nobody could read for a day', () => {
    const states = dated(ONE, OPEN)
    const run = (change: object) =>
      concludeTermStructure(
        BTC!,
        lookAt(new Map([['dated/deribit', { ...(states.get('dated/deribit') as object), ...change }]]), OPEN, {
          earlier: { 'price/spot/BTC-USD': spotOf(100_000) },
        }),
      ).kind
    expect(run({ changedAt: OPEN - 600_000 })).toBe('concluded')
    expect(run({ changedAt: OPEN - 600_001 })).toBe('quorum_missed')
    const { lists } = states.get('dated/deribit') as { lists: Record<string, object> }
    const read = (at: number) => ({ lists: { '/list': { ...lists['/list'], at } } })
    expect(run(read(OPEN - 86_400_000))).toBe('concluded')
    expect(run(read(OPEN - 86_400_001))).toBe('quorum_missed')
  })

  test('a contract that stands in two lists', () => {
    const state = datedState(ONE['deribit']!, OPEN)
    const twice = { ...state, lists: { ...state.lists, '/another': state.lists['/list']! } }
    const found = concludeTermStructure(
      BTC!,
      lookAt(new Map([['dated/deribit', twice]]), OPEN, { earlier: { 'price/spot/BTC-USD': spotOf(100_000) } }),
    )
    expect(contentOf(TermStructureAnswer, found).maturities.map(({ exchanges }) => exchanges.length)).toEqual([1, 1])
  })
})

describe('open interest', () => {
  const interest = (future: Partial<TestFuture>) =>
    answer({ deribit: { near: { days: 365, mark: '105000', ...future } } }).maturities[0]!.exchanges[0]!
      .open_interest_usd

  test('is in dollars, whatever the venue counts in', () => {
    expect(interest({ openInterest: { amount: '1234.5', unit: 'usd' } })).toBe(1_235)
    expect(interest({ openInterest: { amount: '2.5', unit: 'coins' } })).toBe(262_500)
    expect(interest({ openInterest: { amount: '700', unit: 'contracts' }, contractUsd: '100' })).toBe(70_000)
    expect(interest({ openInterest: { amount: '700', unit: 'contracts' }, contractUsd: '10' })).toBe(7_000)
  })

  test('is unknown where a contract has no known size, or the amount is impossible', () => {
    expect(interest({ openInterest: { amount: '700', unit: 'contracts' } })).toBeNull()
    expect(interest({ openInterest: { amount: '-1', unit: 'usd' } })).toBeNull()
    expect(interest({ openInterest: { amount: '10000000000000', unit: 'usd' } })).toBeNull()
    expect(interest({ openInterest: { amount: '1e3x', unit: 'usd' } })).toBeNull()
    expect(interest({})).toBeNull()
  })
})

describe('a venue that lies', () => {
  const lying = (future: Partial<TestFuture>): Venues => ({ ...ONE, okx: { near: { ...NEAR, ...future }, far: FAR } })

  test.each([0.5, 0.95, 1.052, 1.5, 100, 0.001])(
    'by an index of %d times the coin does not enter, however fair its carry',
    (factor) => {
      const spot = String(100_000 * factor)
      expect(answer(lying({ spot })).maturities[0]).toMatchObject({ annualized_pct: 4, venue_count: 1 })
      expect(answer({ deribit: { near: NEAR, far: FAR, other: { ...NEAR, days: 20, spot } } }).maturity_count).toBe(2)
    },
  )

  test('by a peg within five per cent does enter: its mark is in the same currency', () => {
    expect(answer(lying({ spot: '105000', kind: 'linear' })).maturities[0]!.venue_count).toBe(2)
  })

  test.each(['mark', 'index'] as const)('by a %s that stands still is left out after ten minutes', (price) => {
    const venues = lying({ pct: 9 })
    const still = (ageMs: number) => {
      const states = dated(venues, OPEN)
      const state = states.get('dated/okx') as DatedState
      const moved = { near: { mark: OPEN, index: OPEN, [price]: OPEN - ageMs } }
      return from(new Map([...states, ['dated/okx', { ...state, moved }]])).maturities[0]!
    }
    expect(still(600_000)).toMatchObject({ annualized_pct: 6.5, venue_count: 2 })
    expect(still(600_001)).toMatchObject({ annualized_pct: 4, venue_count: 1 })
  })
})

test('a venue is as old as the oldest of its futures, and an index may lie beside them', () => {
  const states = dated({ deribit: { near: { ...NEAR, ageMs: 20_000 }, far: FAR } }, OPEN)
  expect(from(states)).toMatchObject({ observed_at: NOW - 20 })
  const state = states.get('dated/deribit') as DatedState
  const { near, far } = state.facts
  const [list] = Object.values(state.lists)
  const contracts = Object.fromEntries(
    Object.entries(list!.contracts).map(([name, terms]) => [name, { ...terms, index: 'BTC-USD' }]),
  )
  const apart: DatedState = {
    ...state,
    lists: { '/list': { at: OPEN, contracts } },
    facts: { near: { mark: near!.mark! }, far: { mark: far!.mark! }, 'BTC-USD': { index: far!.index! } },
  }
  expect(from(new Map([['dated/deribit', apart]])).maturities.map(({ annualized_pct: pct }) => pct)).toEqual([4, 7])
})

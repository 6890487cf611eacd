import { describe, expect, test } from 'bun:test'
import type { InterestRow } from '../../../src/feeds/derivatives/interest-rows.ts'
import { after, answer, carried, FOUR, usd, type Venues } from '../../support/feeds/interest.ts'
import { interestRows } from '../../support/feeds/interest-rows.ts'
import { OPEN } from '../../support/feeds/market.ts'

describe('a change', () => {
  const GROWN: Venues = Object.fromEntries(
    Object.entries(FOUR).map(([name, venue]) => [
      name,
      { ...venue, interest: interestRows(venue.openInterestUsd! / 1.25, OPEN) },
    ]),
  )

  test('compares each venue with its own row of that time', () => {
    const found = answer(GROWN)
    expect(found).toMatchObject({ delta_1h_pct: 25, delta_4h_pct: 25, delta_24h_pct: 25 })
    expect(found.delta_venues['24h']).toEqual(['binance', 'bybit', 'deribit', 'okx'])
    expect(found.exchanges[0]!.before_usd).toEqual({ '1h': 1.6e9, '4h': 1.6e9, '24h': 1.6e9 })
  })

  test('of coins is told to other feeds, and is another one where the price has moved', () => {
    const { delta, deltaCoins, totalUsd } = carried(GROWN)
    expect([totalUsd, delta['4h']]).toEqual([5_000_000_000, 25])
    // The rows count a coin at 100 dollars, and today it is at 97,010.
    expect(deltaCoins['4h']).toBeCloseTo(100 * ((1.25 * 100) / 97_010 - 1), 8)
  })

  test('leaves out a venue that is missing in one of the two snapshots', () => {
    const found = answer({ ...GROWN, kraken: usd(1e9) })
    expect(found).toMatchObject({ total_oi_usd: 6_000_000_000, delta_1h_pct: 25 })
    expect(found.delta_venues['1h']).not.toContain('kraken')
    const { binance: _gone, ...three } = GROWN
    const without = answer({ ...three, kraken: usd(1e8, interestRows(1e8, OPEN)) })
    // Two billions and four fifths of three, with one tenth that stood still.
    expect(without).toMatchObject({ total_oi_usd: 3_100_000_000, delta_1h_pct: 24 })
  })

  test('is not told by venues with less than six tenths of today', () => {
    const of = (others: number) => answer({ ...FOUR, binance: { ...GROWN['binance']!, openInterestUsd: others } })
    expect(of(4.5e9)).toMatchObject({ delta_1h_pct: 181.25, delta_venues: { '1h': ['binance'] } })
    expect(of(4.4e9)).toMatchObject({ delta_1h_pct: null, delta_venues: { '1h': ['binance'] } })
  })

  test.each([
    ['1h', 0.9, 1.1],
    ['4h', 3.6, 4.4],
    ['24h', 21.6, 26.4],
  ] as const)('over %s takes a row from %d to %d hours before, and no other', (span, least, most) => {
    const at = (hours: number) => {
      const row: InterestRow = [OPEN / 1_000 - hours * 3_600, 1, 1e9]
      const { exchanges } = answer({ ...FOUR, okx: usd(1.5e9, [row]) })
      return exchanges.find(({ exchange }) => exchange === 'okx')!.before_usd[span]
    }
    expect([least, most].map(at)).toEqual([1e9, 1e9])
    expect([least - 0.001, most + 0.001].map(at)).toEqual([null, null])
  })

  test('takes the nearest of several rows', () => {
    const row = (minutes: number, amount: number): InterestRow => [OPEN / 1_000 - minutes * 60, 1, amount]
    const { exchanges } = answer({ ...FOUR, okx: usd(1.5e9, [row(65, 1e9), row(58, 1.1e9), row(54, 1.2e9)]) })
    expect(exchanges.at(-1)!.before_usd['1h']).toBe(1.1e9)
  })

  test('is unknown where nobody watched: after a pause of five hours, four hours ago is a hole', () => {
    const paused: Venues = Object.fromEntries(
      Object.entries(FOUR).map(([name, venue]) => [
        name,
        { ...venue, interest: interestRows(venue.openInterestUsd! / 1.25, OPEN, 27, 5) },
      ]),
    )
    expect(answer(paused)).toMatchObject({ delta_1h_pct: null, delta_4h_pct: null, delta_24h_pct: 25 })
  })

  test('takes no row that is a factor away from today: it was misread, then or now', () => {
    const of = (before: number) =>
      answer({ ...GROWN, okx: usd(1.5e9, interestRows(before, OPEN)) }).delta_venues['1h'].includes('okx')
    expect([of(3e8), of(7.5e9)]).toEqual([true, true])
    expect([of(2.99e8), of(7.51e9)]).toEqual([false, false])
  })

  test('is filled in by what venues tell of their past', () => {
    const told = { binance: interestRows(1.6e9, OPEN) }
    const filled = answer({ ...FOUR, binance: usd(8e9) }, { told })
    expect(filled).toMatchObject({ delta_4h_pct: 400, delta_venues: { '4h': ['binance'] } })
    // What was observed is never replaced.
    const observed = answer({ ...FOUR, binance: usd(8e9, interestRows(4e9, OPEN)) }, { told })
    expect(observed).toMatchObject({ delta_4h_pct: 100 })
  })

  test('values coins without dollars at what the others say of those five minutes', () => {
    const coins = interestRows(0, OPEN).map(([at]): InterestRow => [at, 8_000_000, null])
    const told = { binance: interestRows(1.6e9, OPEN), bybit: coins }
    expect(answer(FOUR, { told }).exchanges[1]).toMatchObject({
      exchange: 'bybit',
      before_usd: { '1h': 8e8, '4h': 8e8, '24h': 8e8 },
    })
    // With nobody to ask for a price it is not compared.
    expect(answer(FOUR, { told: { bybit: coins } }).exchanges[1]!.before_usd['1h']).toBeNull()
  })
})

describe('the confidence', () => {
  const nine = ['binance', 'bitget', 'bybit', 'deribit', 'dydx', 'gateio', 'hyperliquid', 'kraken', 'okx']
  const large = new Set(['binance', 'bybit', 'gateio', 'okx'])
  /** Four venues with a fifth of the market each, five with a twenty-fifth. */
  const market = (ageMs: number): Venues =>
    Object.fromEntries(
      nine.map((name) => {
        const amount = large.has(name) ? 5e9 : 1e9
        return [name, { ...usd(amount, interestRows(amount, OPEN)), ageMs }]
      }),
    )

  test('is the share of the usual market, times how fresh it is', () => {
    expect(answer(market(1_000))).toMatchObject({ coverage: 1, confidence: 1, degraded: false, missing: [] })
    expect(answer(market(600_000))).toMatchObject({ coverage: 1, confidence: 0.8, degraded: false })
  })

  test('knows what is usual by the middle of the last day, and not by more', () => {
    const rows = [
      ...interestRows(8e9, OPEN, 27, 24.1),
      ...interestRows(6e9, OPEN, 24, 20),
      ...interestRows(5e9, OPEN, 19.9),
    ]
    const { usual_usd: usual } = answer({ ...market(1_000), binance: usd(5e9, rows) })
    expect(usual['binance']).toBe(5e9)
    const young = [...interestRows(8e9, OPEN, 27, 24.1), ...interestRows(5e9, OPEN, 2)]
    expect(answer({ ...market(1_000), binance: usd(5e9, young) }).usual_usd['binance']).toBe(5e9)
  })

  test('falls with what the missing venues usually hold, and not with their number', () => {
    const silent = (...gone: string[]): Venues =>
      Object.fromEntries(
        Object.entries(market(1_000)).map(([name, venue]) => [
          name,
          gone.includes(name) ? { ...venue, openInterest: { amount: '0', unit: 'usd' as const } } : venue,
        ]),
      )
    const previous = after(market(1_000))
    expect(answer(silent('dydx'), { previous })).toMatchObject({ coverage: 0.96, confidence: 0.96, degraded: true })
    expect(answer(silent('binance'), { previous })).toMatchObject({ coverage: 0.8, confidence: 0.8, degraded: true })
    // Nothing was known of it: it counts as one of nine that are alike.
    expect(answer(silent('dydx')).coverage).toBe(0.8889)
  })

  test('is not taken away by a venue that misreads its unit: its rows say nothing of what is usual', () => {
    const interest = interestRows(2e11, OPEN)
    const known = Object.fromEntries(
      Object.entries(FOUR).map(([name, venue]) => [
        name,
        { ...venue, interest: interestRows(venue.openInterestUsd!, OPEN) },
      ]),
    )
    const { coverage, usual_usd: usual } = answer({ ...known, kraken: usd(2e11, interest) })
    expect(usual).toEqual({ binance: 2e9, bybit: 1e9, deribit: 5e8, okx: 1.5e9 })
    expect(coverage).toBe(0.4444)
  })
})

describe('rows that a venue has got wrong', () => {
  test('dollars without coins are no amount before', () => {
    const empty = interestRows(1.6e9, OPEN).map(([at, , amount]): InterestRow => [at, 0, amount])
    expect(answer({ ...FOUR, binance: usd(2e9, empty) }).exchanges[0]!.before_usd['1h']).toBeNull()
  })

  test.each([0.1, 10])('a usual amount that is %d times of what entered is none', (factor) => {
    const found = answer(
      { ...FOUR, okx: usd(1.5e9, interestRows(1.5e9 * factor, OPEN)), bybit: usd(1e9, interestRows(1e9, OPEN)) },
      { previous: after(FOUR) },
    )
    expect(Object.keys(found.usual_usd)).toEqual(['bybit'])
  })

  test('the confidence that others read is that of the coverage', () => {
    // A fifth of the venues are missing, and most of the market is there.
    const rows = Object.fromEntries(
      Object.entries(FOUR).map(([name, venue]) => [
        name,
        { ...venue, interest: interestRows(venue.openInterestUsd!, OPEN) },
      ]),
    )
    const told = { bitget: interestRows(1e6, OPEN), dydx: interestRows(1e6, OPEN) }
    const silent = Object.fromEntries(
      Object.entries(told).map(([name, past]) => [name, { ...usd(1e6, past), ageMs: 1_801_000 }]),
    )
    const previous = after({ ...FOUR, bitget: usd(1e6), dydx: usd(1e6) })
    const { confidence, coverage } = answer({ ...rows, ...silent }, { previous })
    expect(carried({ ...rows, ...silent }, { previous }).confidence).toBeCloseTo(coverage, 9)
    expect(confidence).toBe(Number(coverage.toFixed(2)))
    expect(coverage).not.toBeCloseTo(4 / 9, 2)
  })
})

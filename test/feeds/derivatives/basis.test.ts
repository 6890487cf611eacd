import { describe, expect, test } from 'bun:test'
import { BasisAnswer } from '../../../src/feeds/derivatives/basis-answer.ts'
import { concludeBasis } from '../../../src/feeds/derivatives/conclude-basis.ts'
import { PERPETUAL_SUBJECTS } from '../../../src/feeds/derivatives/perpetual-subjects.ts'
import { contentOf } from '../../support/feeds/content-of.ts'
import { lookAt, OPEN } from '../../support/feeds/market.ts'
import { perpetuals, type TestVenue } from '../../support/feeds/perpetuals.ts'
import vectors from '../../vectors/quant-perpetuals.json'

const BTC = PERPETUAL_SUBJECTS[0]!
type Venues = Readonly<Record<string, TestVenue>>

const run = (venues: Venues, now = OPEN, quorum?: number) =>
  concludeBasis(BTC, lookAt(perpetuals(venues, OPEN), now, quorum === undefined ? {} : { quorum }))
const answer = (venues: Venues, now = OPEN): BasisAnswer => contentOf(BasisAnswer, run(venues, now))

/** A venue so many basis points above an index of 10,000. */
const above = (bps: number, more: Partial<TestVenue> = {}): TestVenue => ({
  rate: '0.0001',
  index: '10000',
  mark: String(10_000 + bps),
  ...more,
})

const FIVE: Venues = { binance: above(5), bybit: above(2), deribit: above(3.5), hyperliquid: above(4), okx: above(4.5) }

describe('a basis', () => {
  test('of the vector is what it says, rounded', () => {
    const [{ inputs, expected } = vectors.basis.cases[0]!] = vectors.basis.cases
    const venues = Object.fromEntries(
      inputs.venues.map(({ venue, perp, index }) => [
        venue,
        { rate: '0.0001', mark: String(perp), index: String(index) },
      ]),
    )
    const found = answer(venues)
    expect(found).toMatchObject({ median_bps: 4.642, basis_pct: 0.04642, spread_bps: 2.8956, regime: 'CONTANGO' })
    expect(found.exchanges.map(({ basis_bps: bps }) => bps)).toEqual([5.1252, 2.2296, 3.4073, 4.7999, 4.642])
    expect([expected.median_bps, expected.spread_bps].map((value) => Number(value.toFixed(4)))).toEqual([4.642, 2.8956])
  })

  test('is the median over the venues, with their spread, and names those that are missing', () => {
    expect(answer(FIVE)).toMatchObject({
      pair: 'BTCUSD',
      median_bps: 4,
      basis_pct: 0.04,
      spread_bps: 3,
      regime: 'CONTANGO',
      exchange_count: 5,
      sources: ['binance', 'bybit', 'deribit', 'hyperliquid', 'okx'],
      // dYdX has no index apart from its mark and is none of them.
      missing: ['bitget', 'gateio', 'kraken'],
      confidence: 0.63,
      degraded: true,
      observed_at: OPEN / 1_000 - 1,
    })
  })

  test('shows each venue with its carry', () => {
    expect(answer(FIVE).exchanges[0]).toEqual({
      exchange: 'binance',
      mark: 10_005,
      index: 10_000,
      basis_bps: 5,
      rate_8h: 0.0001,
      annualized_carry_pct: 10.95,
      funding_interval_hours: 8,
      used: true,
      observed_at: OPEN / 1_000 - 1,
    })
  })

  test('has a sign, and a regime by the signed median', () => {
    const of = (bps: number) => answer(Object.fromEntries(Object.keys(FIVE).map((name) => [name, above(bps)])))
    expect(of(-3)).toMatchObject({ median_bps: -3, basis_pct: -0.03, regime: 'BACKWARDATION' })
    expect(of(2.9999)).toMatchObject({ regime: 'FLAT' })
    expect(of(2.999951)).toMatchObject({ median_bps: 3, regime: 'CONTANGO' })
    // Half way between two printed values: the median is rounded again before it is named.
    const four = { binance: above(2.9999), bybit: above(2.9999), deribit: above(3), okx: above(3) }
    expect(answer(four)).toMatchObject({ median_bps: 3, regime: 'CONTANGO' })
  })

  test('does not need the funding or the open interest of a venue', () => {
    const states = perpetuals(FIVE, OPEN)
    const board = states.get('perp/okx') as { contracts: { BTC: { facts: Record<string, unknown> } } }
    delete board.contracts.BTC.facts['funding']
    delete board.contracts.BTC.facts['openInterest']
    const { exchanges } = contentOf(BasisAnswer, concludeBasis(BTC, lookAt(states, OPEN)))
    expect(exchanges.at(-1)).toMatchObject({
      basis_bps: 4.5,
      rate_8h: null,
      annualized_carry_pct: null,
      funding_interval_hours: null,
    })
  })
})

describe('a venue that does not enter', () => {
  const sources = (okx: TestVenue, now = OPEN) => answer({ ...FIVE, okx }, now).sources

  test('has mark and index of different minutes', () => {
    expect(sources(above(4.5, { indexAgeMs: 60_000 }))).toContain('okx')
    expect(sources(above(4.5, { indexAgeMs: 60_001 }))).not.toContain('okx')
    expect(sources(above(4.5, { ageMs: 70_000, indexAgeMs: -60_001 }))).not.toContain('okx')
    // A basis is as old as the older of the two.
    const { exchanges, observed_at: at } = answer({ ...FIVE, okx: above(4.5, { indexAgeMs: 60_000 }) })
    expect([exchanges.at(-1)!.observed_at, at]).toEqual([OPEN / 1_000 - 61, OPEN / 1_000 - 61])
  })

  test('has an index that stood still for ten minutes, while its mark moves', () => {
    const moved = (ago: number) => above(4.5, { watch: { movedAt: OPEN - ago, apartAt: OPEN } })
    expect(sources(moved(600_000))).toContain('okx')
    expect(sources(moved(600_001))).not.toContain('okx')
  })

  test('has an index that has been its mark for ten minutes, or was never seen apart from it', () => {
    const apart = (apartAt: number | null) => above(4.5, { watch: { movedAt: OPEN, apartAt } })
    expect(sources(apart(OPEN - 600_000))).toContain('okx')
    expect(sources(apart(OPEN - 600_001))).not.toContain('okx')
    expect(sources(apart(null))).not.toContain('okx')
  })

  test('has an index equal to its mark for a moment: that is a basis of zero', () => {
    expect(answer({ ...FIVE, okx: above(0) }).exchanges.at(-1)).toMatchObject({ exchange: 'okx', basis_bps: 0 })
  })

  test('was written by a release that watched no index', () => {
    const states = perpetuals(FIVE, OPEN)
    const board = states.get('perp/okx') as { contracts: { BTC: Record<string, unknown> } }
    delete board.contracts.BTC['index']
    expect(contentOf(BasisAnswer, concludeBasis(BTC, lookAt(states, OPEN))).sources).not.toContain('okx')
  })

  test('has no index at all', () => {
    expect(sources(above(4.5, { index: null }))).not.toContain('okx')
    expect(answer({ ...FIVE, dydx: above(900) }).exchanges.map(({ exchange }) => exchange)).not.toContain('dydx')
  })

  test('is far from the others: it is shown, and is in neither median nor spread', () => {
    const found = answer({ ...FIVE, kraken: above(-80) })
    expect(found).toMatchObject({ median_bps: 4, spread_bps: 3, exchange_count: 5 })
    expect(found.exchanges.filter(({ used }) => !used)).toMatchObject([{ exchange: 'kraken', basis_bps: -80 }])
    expect(found.missing).toContain('kraken')
  })

  test('has the index of another coin, and moves nothing', () => {
    const ether = above(4, { index: '340' })
    expect(answer({ ...FIVE, kraken: ether })).toMatchObject({ median_bps: 4, spread_bps: 3 })
  })
})

describe('the nearest dated maturity', () => {
  const EXPIRY = OPEN / 1_000 + 30 * 86_400
  const dated = (
    agoSeconds: number,
    carry: Readonly<Record<string, number>> = { expiry: EXPIRY, annualizedPct: 4.25 },
  ) => {
    const snapshot = { timestamp: OPEN / 1_000 - agoSeconds, content: {}, carry }
    const states = perpetuals(FIVE, OPEN)
    return contentOf(
      BasisAnswer,
      concludeBasis(BTC, lookAt(states, OPEN, { earlier: { 'term-structure/BTC-USD': snapshot } })),
    )
  }

  test('stands beside the perpetuals, and moves no number of theirs', () => {
    const { nearest_dated: shown, ...rest } = dated(0)
    expect(shown).toEqual({ expiry: EXPIRY, annualized_pct: 4.25 })
    const { nearest_dated: none, ...alone } = answer(FIVE)
    expect(none).toBeNull()
    expect(rest).toEqual(alone)
  })

  test('is not shown once its term structure may not be sold, nor when it has ended', () => {
    expect(dated(300).nearest_dated).not.toBeNull()
    expect(dated(301).nearest_dated).toBeNull()
    expect(dated(0, { expiry: OPEN / 1_000, annualizedPct: 4.25 }).nearest_dated).toBeNull()
    expect(dated(0, { expiry: OPEN / 1_000 + 1, annualizedPct: 4.25 }).nearest_dated).not.toBeNull()
  })
})

describe('nothing is published', () => {
  test('below four venues, of those that are no outliers', () => {
    const { okx: _okx, ...four } = FIVE
    expect(answer(four)).toMatchObject({ exchange_count: 4 })
    const { binance: _binance, ...three } = four
    expect(run(three)).toEqual({ kind: 'quorum_missed', have: 3, need: 4 })
    expect(run({ ...three, kraken: above(500) })).toEqual({ kind: 'quorum_missed', have: 3, need: 4 })
    expect(run(three, OPEN, 3)).toMatchObject({ kind: 'concluded' })
    expect(run({})).toEqual({ kind: 'quorum_missed', have: 0, need: 4 })
    expect(run({}, OPEN, 0)).toEqual({ kind: 'quorum_missed', have: 0, need: 1 })
  })

  test('when every venue stands still', () => {
    expect(run(FIVE, OPEN + 600_000)).toMatchObject({ kind: 'quorum_missed', have: 0 })
  })
})

import { describe, expect, test } from 'bun:test'
import { contentHash } from '../../../src/canonical/content.ts'
import { concludeFunding } from '../../../src/feeds/derivatives/conclude-funding.ts'
import { FUNDING_SALE, type FundingAnswer } from '../../../src/feeds/derivatives/funding-answer.ts'
import { fundingExample } from '../../../src/feeds/derivatives/funding-example.ts'
import { fundingRegime } from '../../../src/feeds/derivatives/funding-regime.ts'
import { PERPETUAL_SUBJECTS } from '../../../src/feeds/derivatives/perpetual-subjects.ts'
import type { Conclusion } from '../../../src/feeds/feed.ts'
import { annualizedPct, compositeRate, divergenceBps, fundingWeights } from '../../../src/feeds/math/funding.ts'
import { median } from '../../../src/feeds/math/robust.ts'
import { zScore } from '../../../src/feeds/math/zscore.ts'
import { lookAt, OPEN } from '../../support/feeds/market.ts'
import { hourly, perpetuals, type TestVenue } from '../../support/feeds/perpetuals.ts'

const BTC = PERPETUAL_SUBJECTS[0]!
type Venues = Readonly<Record<string, TestVenue>>

const run = (venues: Venues, now = OPEN, quorum?: number) =>
  concludeFunding(BTC, lookAt(perpetuals(venues, OPEN), now, quorum === undefined ? {} : { quorum }))

const concluded = (venues: Venues, now = OPEN): Conclusion<FundingAnswer> => {
  const found = run(venues, now)
  if (found.kind !== 'concluded') throw new Error(JSON.stringify(found))
  return found
}
const answer = (venues: Venues, now = OPEN): FundingAnswer => concluded(venues, now).content

const FOUR: Venues = {
  okx: { rate: '0.0003' },
  binance: { rate: '0.0001' },
  deribit: { rate: '0.0004' },
  bybit: { rate: '0.0002' },
}

describe('a funding composite', () => {
  test('is the weighted median of the venues that have something to say, and names those that have not', () => {
    expect(answer(FOUR)).toMatchObject({
      pair: 'BTCUSD',
      composite_rate_8h: 0.00025,
      median_rate_8h: 0.00025,
      annualized_pct: 27.375,
      regime: 'CONTANGO',
      divergence: { bps: 3, highest: 'deribit', lowest: 'binance', flagged: false },
      exchange_count: 4,
      sources: ['binance', 'bybit', 'deribit', 'okx'],
      missing: ['bitget', 'dydx', 'gateio', 'hyperliquid', 'kraken'],
      observed_at: OPEN / 1000 - 1,
      fetched_at: OPEN / 1000,
    })
  })

  test('weighs venues by their open interest, none above 35 %', () => {
    const heavy = answer({ ...FOUR, binance: { rate: '0.0001', openInterestUsd: 97e9 } })
    expect(heavy.exchanges.map(({ weight }) => weight)).toEqual([0.35, 0.2167, 0.2167, 0.2167])
    // Alone it would have been the median; capped it is outvoted.
    expect(heavy.composite_rate_8h).toBe(0.0002)
  })

  test('shows each venue in its own terms and in common ones', () => {
    expect(answer(FOUR).exchanges[0]).toEqual({
      exchange: 'binance',
      rate: 0.0001,
      interval_hours: 8,
      rate_8h: 0.0001,
      next_rate_8h: 0.0001,
      next_rate_basis: 'current',
      next_funding_time: OPEN / 1000 + 3_600,
      mark: 97_010,
      index: 97_000,
      open_interest_usd: 1e9,
      weight: 0.25,
      observed_at: OPEN / 1000 - 1,
    })
  })

  test('flags venues more than five basis points apart', () => {
    const at = (rate: string) => answer({ ...FOUR, deribit: { rate } }).divergence
    expect(at('0.0006')).toMatchObject({ bps: 5, flagged: false })
    expect(at('0.00061')).toMatchObject({ bps: 5.1, flagged: true, highest: 'deribit' })
  })

  test('is not moved beyond its neighbours by one venue that lies about both rate and size', () => {
    const honest = Object.fromEntries(
      ['binance', 'bitget', 'bybit', 'okx', 'kraken'].map((name, at) => [name, { rate: `0.0001${at}` }]),
    )
    for (const rate of ['0.9', '-0.9']) {
      const { composite_rate_8h } = answer({ ...honest, dydx: { rate, openInterestUsd: 1e15 } })
      expect(composite_rate_8h).toBeWithin(0.0001, 0.0001401)
    }
  })
})

describe('a venue with absurd numbers', () => {
  test('is left out, and keeps nobody else from being heard', () => {
    const { binance, bybit, deribit, okx } = FOUR
    const absurd = { rate: '1000000000000000000000000000000000000000000000000000000000000' }
    expect(answer({ binance: binance!, bybit: bybit!, deribit: deribit!, okx: okx!, kraken: absurd })).toMatchObject({
      composite_rate_8h: 0.00025,
      missing: ['bitget', 'dydx', 'gateio', 'hyperliquid', 'kraken'],
    })
  })
})

describe('nothing is published', () => {
  test('below four venues', () => {
    const { okx: _okx, ...three } = FOUR
    expect(run(three)).toEqual({ kind: 'quorum_missed', have: 3, need: 4 })
    expect(run(three, OPEN, 3)).toMatchObject({ kind: 'concluded' })
    expect(run({}, OPEN, 0)).toMatchObject({ kind: 'quorum_missed', have: 0 })
  })

  test('when rates have expired, or a venue has repeated itself for ten minutes', () => {
    expect(run({ ...FOUR, okx: { rate: '0.0003', ageMs: 600_001 } })).toMatchObject({ kind: 'quorum_missed', have: 3 })
    expect(run({ ...FOUR, okx: { rate: '0.0003', ageMs: 600_000 } })).toMatchObject({ kind: 'concluded' })
  })

  test('about a coin that no board knows', () => {
    const sol = PERPETUAL_SUBJECTS[2]!
    expect(concludeFunding(sol, lookAt(perpetuals(FOUR, OPEN), OPEN))).toMatchObject({ kind: 'quorum_missed', have: 0 })
    expect(concludeFunding(sol, lookAt(perpetuals(FOUR, OPEN, 'SOL'), OPEN))).toMatchObject({
      content: { pair: 'SOLUSD' },
    })
  })
})

describe('the confidence', () => {
  const nine = ['binance', 'bitget', 'bybit', 'deribit', 'dydx', 'gateio', 'hyperliquid', 'kraken', 'okx']
  const aged = (names: readonly string[], ageMs: number): Venues =>
    Object.fromEntries(names.map((name) => [name, { rate: '0.0001', ageMs }]))

  test('is one with every venue fresh, and falls with venues and with age', () => {
    expect(answer(aged(nine, 300_000)).confidence).toBe(1)
    expect(answer(aged(nine.slice(3), 1_000)).confidence).toBe(0.67)
    expect(answer(aged(nine, 600_000)).confidence).toBe(0.8)
  })
})

describe('what is expected next', () => {
  test('is the weighted median of the venues’ estimates', () => {
    const venues = Object.fromEntries(
      Object.entries(FOUR).map(([name, venue], at) => [name, { ...venue, estimate: `0.0000${at + 1}` }]),
    )
    expect(answer(venues)).toMatchObject({ predicted_rate_8h: 0.000025, composite_rate_8h: 0.00025 })
  })

  test('takes the mean premium of a venue that publishes none', () => {
    const deribit = { rate: '0.0004', estimate: null }
    const of = (venue: TestVenue) => answer({ ...FOUR, deribit: venue }).exchanges[2]!.next_rate_8h
    expect(of(deribit)).toBeNull()
    expect(of({ ...deribit, premium: 0.0003 })).toBe(0.0001)
    expect(of({ ...deribit, premium: 0.0012 })).toBe(0.0007)
  })

  test('is the current rate where venues expect no other, and says so', () => {
    expect(answer(FOUR)).toMatchObject({
      composite_rate_8h: 0.00025,
      predicted_rate_8h: 0.00025,
      predicted_basis: 'current',
      predicted_current_share: 1,
    })
    expect(answer(FOUR).exchanges.map((row) => row.next_rate_basis)).toEqual(Array(4).fill('current'))
  })

  test('says of a venue where its number comes from', () => {
    const { exchanges, ...rest } = answer({
      ...FOUR,
      okx: { rate: '0.0003', estimate: '0.0003' },
      deribit: { rate: '0.0004', estimate: null, premium: 0.0003 },
      bybit: { rate: '0.0002', estimate: null },
    })
    expect(exchanges.map((row) => [row.exchange, row.next_rate_8h, row.next_rate_basis])).toEqual([
      ['binance', 0.0001, 'current'],
      ['bybit', null, null],
      ['deribit', 0.0001, 'premium'],
      // The same number twice, and said twice: no current rate.
      ['okx', 0.0003, 'estimate'],
    ])
    // Two venues say 0.0001, and only one of them as its current rate.
    expect(rest).toMatchObject({ predicted_rate_8h: 0.0001, predicted_basis: 'mixed', predicted_current_share: 0.3333 })
  })

  test('says whose number it is: of the venue at the middle, or of both beside it', () => {
    /** Rates that are expected, from the lowest; those in `apart` are said apart from the current rate. */
    const basisOf = (next: readonly string[], apart: readonly number[]) => {
      const names = ['binance', 'bitget', 'bybit', 'gateio', 'okx']
      const venues = next.map((rate, at): [string, TestVenue] => [
        names[at]!,
        apart.includes(at) ? { rate: '0.0009', estimate: rate } : { rate },
      ])
      const {
        predicted_rate_8h: rate,
        predicted_basis: basis,
        predicted_current_share: share,
      } = answer(Object.fromEntries(venues))
      return [rate, basis, share]
    }
    const five = ['0.0001', '0.0002', '0.0003', '0.0004', '0.0005']
    expect(basisOf(five, [0, 1])).toEqual([0.0003, 'current', 0.6])
    expect(basisOf(five, [2])).toEqual([0.0003, 'estimate', 0.8])
    expect(basisOf(five.slice(0, 4), [0])).toEqual([0.00025, 'current', 0.75])
    expect(basisOf(five.slice(0, 4), [1])).toEqual([0.00025, 'mixed', 0.75])
    expect(basisOf(five.slice(0, 4), [1, 2])).toEqual([0.00025, 'estimate', 0.5])
    expect(basisOf(['0.0001', '0.0003', '0.0003', '0.0003'], [2])).toEqual([0.0003, 'mixed', 0.75])
  })

  test('is unknown below three venues', () => {
    const silent = { estimate: null }
    const venues = { ...FOUR, okx: { rate: '0.0003', ...silent }, deribit: { rate: '0.0004', ...silent } }
    expect(answer(venues)).toMatchObject({
      predicted_rate_8h: null,
      predicted_basis: null,
      predicted_current_share: null,
    })
    expect(answer({ ...venues, okx: FOUR['okx']! }).predicted_rate_8h).toBe(0.0002)
  })
})

describe('the z-score', () => {
  /** 72 hours of composites: every venue showed the same. */
  const rates = Array.from({ length: 72 }, (_, at) => 0.0001 + 0.00001 * Math.sin(at))
  const withRows = (rows: readonly number[], openInterestUsd: number | null = 1e9): Venues =>
    Object.fromEntries(
      Object.entries(FOUR).map(([name, venue]) => [name, { ...venue, rows: hourly(rows, OPEN, openInterestUsd) }]),
    )

  test('is over the composites of the 72 hours before this one; the running hour is not among them', () => {
    const { z } = zScore(rates, 0.00025, 2e-6)
    expect(answer(withRows(rates))).toMatchObject({ zscore_3d: Number(z.toFixed(4)), history_hours: 72 })
    expect(concluded(withRows(rates)).carry['zscore']).toBeCloseTo(z, 9)
  })

  test('weighs hours that were filled in by the open interest of today', () => {
    // Three venues paid little and one, which holds most of the market, ever more.
    const filled = (of: readonly number[]) => hourly(of, OPEN, null)
    const little = filled(Array<number>(72).fill(0.00001))
    const venues = {
      binance: { rate: '0.0001', rows: little },
      bybit: { rate: '0.0001', rows: little },
      kraken: { rate: '0.0001', rows: little, openInterestUsd: 1 },
      okx: { rate: '0.0001', rows: filled(rates), openInterestUsd: 3e9 },
    }
    // Capped at 0.35, it is the last to be counted: half of the rest is reached before it.
    expect(concluded(venues).carry['zscore']).toBe(10)
    const heavier = { ...venues, deribit: { ...venues.okx, openInterestUsd: 3e9 } }
    expect(concluded(heavier).carry['zscore']).toBeCloseTo(zScore(rates, 0.0001, 2e-6).z, 9)
  })

  test('is unknown below 24 hours', () => {
    expect(answer(withRows(rates.slice(-23)))).toMatchObject({ zscore_3d: null, history_hours: 23 })
    expect(answer(withRows(rates.slice(-24))).zscore_3d).toBeNumber()
  })

  test('leaves out hours below the quorum', () => {
    const venues = withRows(rates)
    const thin = { ...venues, okx: { ...venues['okx'], rate: '0.0003', rows: hourly(rates.slice(-30), OPEN) } }
    expect(answer(thin).history_hours).toBe(30)
  })

  test('of a market that stood still is clipped', () => {
    expect(answer(withRows(Array<number>(72).fill(0.0001))).zscore_3d).toBe(10)
  })
})

describe('the regime', () => {
  test.each([
    [-0.00031, 'EXTREME_BACKWARDATION'],
    [-0.0003, 'EXTREME_BACKWARDATION'],
    [-0.00029999, 'BACKWARDATION'],
    [-0.00005001, 'BACKWARDATION'],
    [-0.00005, 'NEUTRAL'],
    [0.0001, 'NEUTRAL'],
    [0.00015, 'NEUTRAL'],
    [0.00015001, 'CONTANGO'],
    [0.00049999, 'CONTANGO'],
    [0.0005, 'EXTREME_CONTANGO'],
  ] as const)('of %d is %s', (rate, regime) => {
    expect(fundingRegime(rate)).toBe(regime)
  })

  test('follows the printed rate, so that the signed string alone tells it', () => {
    const same = (rate: string) => Object.fromEntries(Object.keys(FOUR).map((name) => [name, { rate }]))
    expect(answer(same('0.000150004'))).toMatchObject({ composite_rate_8h: 0.00015, regime: 'NEUTRAL' })
    expect(answer(same('0.000150006'))).toMatchObject({ composite_rate_8h: 0.00015001, regime: 'CONTANGO' })
  })
})

describe('the signed string', () => {
  test('carries rate, score, regime, venues and the digest of everything else', () => {
    const content = { ...answer(FOUR), timestamp: OPEN / 1000 }
    const signed = FUNDING_SALE.canonical.write(FUNDING_SALE.tokens(content), {
      timestamp: OPEN / 1000,
      nonce: 482_910,
    })
    expect(signed).toBe(
      `v1|FUNDING|BTCUSD|0.00025000|NA|CONTANGO|binance,bybit,deribit,okx|SHA256:${contentHash(content)}|${OPEN / 1000}|482910`,
    )
    expect(FUNDING_SALE.canonical.read(signed).values).toMatchObject({ composite_rate_8h: 0.00025, zscore_3d: null })
  })

  test('changes with every field of the body', () => {
    const content = answer(FOUR)
    const stem = (body: FundingAnswer) => FUNDING_SALE.canonical.writeCanonicalPrefix(FUNDING_SALE.tokens(body), 1)
    expect(stem({ ...content, confidence: 0.01 })).not.toBe(stem(content))
  })
})

describe('the example', () => {
  test.each(PERPETUAL_SUBJECTS.map((subject) => [subject.name, subject] as const))(
    'about %s adds up',
    (_name, subject) => {
      const example = fundingExample(subject)
      const voices = example.exchanges.map(({ rate_8h, open_interest_usd }) => ({
        rate8h: rate_8h,
        openInterestUsd: open_interest_usd,
      }))
      const next = example.exchanges.map(({ next_rate_8h, open_interest_usd }) => ({
        rate8h: next_rate_8h ?? Number.NaN,
        openInterestUsd: open_interest_usd,
      }))
      expect(example.composite_rate_8h).toBe(compositeRate(voices))
      expect(example.predicted_rate_8h).toBe(compositeRate(next))
      expect(example.median_rate_8h).toBe(median(voices.map(({ rate8h }) => rate8h)))
      expect(example.annualized_pct).toBeCloseTo(annualizedPct(example.composite_rate_8h), 4)
      expect(example.divergence.bps).toBeCloseTo(divergenceBps(voices), 4)
      expect(example.regime).toBe(fundingRegime(example.composite_rate_8h))
      fundingWeights(voices).forEach((weight, at) => expect(example.exchanges[at]!.weight).toBeCloseTo(weight, 4))
    },
  )
})

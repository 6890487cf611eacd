import { describe, expect, test } from 'bun:test'
import type { Json } from '../../../src/canonical/jcs.ts'
import { DATED_PARTS } from '../../../src/feeds/derivatives/dated.ts'
import { PERPETUAL_SUBJECTS } from '../../../src/feeds/derivatives/perpetual-subjects.ts'
import type { TermStructureAnswer } from '../../../src/feeds/derivatives/term-structure-answer.ts'
import { termStructureExample } from '../../../src/feeds/derivatives/term-structure-example.ts'
import { TERM_STRUCTURE_SALE } from '../../../src/feeds/derivatives/term-structure-sale.ts'
import { failedOf } from '../../support/feeds/changed-body.ts'
import { travelled } from '../../support/feeds/content-of.ts'

/** Whoever has bought a term structure counts it again from the futures in it. */

const [BTC, , SOL] = PERPETUAL_SUBJECTS
const { canonical, tokens } = TERM_STRUCTURE_SALE

/** What a verifier finds wrong with a body. */
const wrongs = (body: Readonly<Record<string, Json>>): readonly string[] => {
  const written = canonical.write(tokens(termStructureExample(BTC!)), { timestamp: 1_795_000_005, nonce: 482_910 })
  const { values } = canonical.read(written)
  return failedOf(canonical.recompute!(values, body))
}

/** A deep copy in which everything may be changed. */
type Open<T> = T extends object ? { -readonly [K in keyof T]: Open<T[K]> } : T
type Draft = Open<TermStructureAnswer>

const changed = (change: (draft: Draft) => unknown): readonly string[] => {
  const draft = structuredClone(termStructureExample(BTC!))
  change(draft)
  return wrongs(travelled(draft))
}

const RULES = 'the futures follow the published rules'
const MATURITIES = 'the maturities follow from the futures'
const CURVE = 'regime, slope and nearest carry follow from the maturities'
const VENUES = 'the venues are those of the futures'
const DEGRADED = 'it is marked as degraded exactly if it is'

test('an honest body is right', () => {
  expect(changed(() => {})).toEqual([])
  for (const subject of PERPETUAL_SUBJECTS) expect(wrongs(travelled(termStructureExample(subject)))).toEqual([])
})

test('its string begins with what is useful alone', () => {
  const written = canonical.write(tokens(termStructureExample(BTC!)), { timestamp: 1_795_000_005, nonce: 482_910 })
  expect(written).toMatch(
    /^v1\|TERMSTRUCTURE\|BTCUSD\|CONTANGO\|\d\.\d{4}\|\d\.\d{4}\|5\|binance,bybit,deribit,kraken,okx\|SHA256:[0-9a-f]{64}\|1795000005\|482910$/,
  )
  const none = { ...termStructureExample(BTC!), regime: null, slope_per_sqrt_day: null }
  expect(canonical.write(tokens(none), { timestamp: 1_795_000_005, nonce: 482_910 })).toStartWith(
    'v1|TERMSTRUCTURE|BTCUSD|NA|NA|',
  )
})

describe('a body is wrong', () => {
  const first = (draft: Draft) => draft.maturities[1]!.exchanges[0]!

  const CASES: readonly (readonly [what: string, wrong: string, change: (draft: Draft) => unknown])[] = [
    ['whose mark is another', RULES, (draft) => (first(draft).mark = '98000')],
    ['whose index is another', RULES, (draft) => (first(draft).index = '97000')],
    ['whose mark is no number', RULES, (draft) => (first(draft).mark = 'NaN')],
    ['whose mark has 60 digits', RULES, (draft) => (first(draft).mark = `1${'0'.repeat(60)}`)],
    ['whose carry is another', RULES, (draft) => (first(draft).annualized_pct += 0.0001)],
    ['with an expired future', RULES, (draft) => (first(draft).expiry = draft.fetched_at)],
    ['with a perpetual', RULES, (draft) => (first(draft).expiry = 4_133_404_800)],
    ['with a venue of nobody', RULES, (draft) => (first(draft).exchange = 'mtgox')],
    ['with an old fact', RULES, (draft) => (first(draft).observed_at = draft.fetched_at - 1_801)],
    ['with a future twice', RULES, (draft) => draft.maturities[1]!.exchanges.push(first(draft))],
    ['about another coin', RULES, (draft) => (draft.pair = 'SOLUSD')],
    ['about no coin', RULES, (draft) => (draft.pair = 'DOGEUSD')],
    ['over a spot of 10¹² dollars', RULES, (draft) => (draft.spot = 1e12)],
    ['whose median is another', MATURITIES, (draft) => (draft.maturities[1]!.annualized_pct += 0.0001)],
    ['whose logarithm is another', MATURITIES, (draft) => (draft.maturities[1]!.annualized_log_pct += 0.0001)],
    ['whose dollars are others', MATURITIES, (draft) => (draft.maturities[1]!.futures_price += 0.01)],
    ['whose basis is another', MATURITIES, (draft) => (draft.maturities[1]!.basis_usd += 0.01)],
    ['whose days are others', MATURITIES, (draft) => (draft.maturities[1]!.days_to_expiry += 0.01)],
    ['whose date is another', MATURITIES, (draft) => (draft.maturities[1]!.expiry += 1)],
    ['with a vote too many', MATURITIES, (draft) => (draft.maturities[0]!.votes = true)],
    ['with a lone venue unmarked', MATURITIES, (draft) => (draft.maturities[0]!.single_venue = false)],
    ['with venues counted wrong', MATURITIES, (draft) => (draft.maturities[1]!.venue_count += 1)],
    ['in another order', MATURITIES, (draft) => draft.maturities.reverse()],
    ['with maturities counted wrong', MATURITIES, (draft) => (draft.maturity_count += 1)],
    ['over another spot', MATURITIES, (draft) => (draft.spot += 1)],
    ['with another regime', CURVE, (draft) => (draft.regime = 'FLAT')],
    ['with another slope', CURVE, (draft) => (draft.slope_per_sqrt_day! += 0.0001)],
    ['with another nearest carry', CURVE, (draft) => (draft.nearest_annualized_pct += 0.0001)],
    ['with a source too many', VENUES, (draft) => draft.sources.push('zaif')],
    ['with a venue missing that is there', VENUES, (draft) => draft.missing.push('okx')],
    ['with venues counted wrong', VENUES, (draft) => (draft.exchange_count -= 1)],
    ['that says it is newer', VENUES, (draft) => (draft.observed_at += 1)],
    ['that hides its confidence', DEGRADED, (draft) => (draft.confidence = 0.74)],
    ['that hides nothing', DEGRADED, (draft) => (draft.degraded = true)],
  ]

  test.each(CASES)('%s: %s', (_what, wrong, change) => {
    expect(changed(change)).toContain(wrong)
  })

  test('that is none', () => {
    expect(wrongs({})).toEqual(['the futures are readable'])
    const { maturities: _, ...rest } = termStructureExample(BTC!)
    expect(wrongs(travelled(rest))).toEqual(['the futures are readable'])
    expect(changed((draft) => (draft.maturities = []))).toContain(CURVE)
  })
})

test('of SOL Binance is no venue', () => {
  expect(DATED_PARTS.get('SOL')!.venues).toEqual(['bybit', 'deribit', 'kraken', 'okx'])
  expect(termStructureExample(SOL!).missing).toEqual([])
})

test('what the venues do not bear out is seen: confidence, and an index far from our spot', () => {
  expect(changed((draft) => (draft.confidence = 0.97))).toEqual([VENUES])
  expect(changed((draft) => (draft.observed_at += 1))).toEqual([VENUES])
  expect(changed((draft) => (draft.exchange_count += 1))).toEqual([VENUES])
  // The same carry, of a coin that is worth 5.5 per cent more.
  expect(
    changed((draft) => {
      const future = draft.maturities[0]!.exchanges[0]!
      for (const price of ['mark', 'index'] as const) future[price] = String(Number(future[price]) * 1.055)
    }),
  ).toContain(RULES)
})

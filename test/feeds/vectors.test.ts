import { describe, expect, test } from 'bun:test'
import { fixed } from '../../src/canonical/decimal.ts'
import type { TradeState } from '../../src/feeds/boards/trade-boards.ts'
import { mad, median, outlierTest } from '../../src/feeds/math/robust.ts'
import { aggregate, aggregateSpot, divergence } from '../../src/feeds/prices/aggregate.ts'
import { priceConfidence } from '../../src/feeds/prices/confidence.ts'
import { crossed } from '../../src/feeds/prices/cross.ts'
import type { FxLeg } from '../../src/feeds/prices/fx-legs.ts'
import type { Member } from '../../src/feeds/prices/quotes.ts'
import { spotRules } from '../../src/feeds/prices/spot-legs.ts'
import { inUsd } from '../../src/feeds/prices/usdt.ts'
import { combineVwap, VWAP_CAP, venueWindow, WINDOW_MS, windowOf } from '../../src/feeds/prices/vwap.ts'
import vectors from '../vectors/quant.json'

/** Half a unit of the last of twelve significant digits: how exactly the file can say a number at all (its `meta`). */
const printed = (expected: number): number =>
  expected === 0 ? 0 : 0.5 * 10 ** (Math.floor(Math.log10(Math.abs(expected))) - 11)

/** Passed when the absolute or the relative difference is small enough, as the file's section states. */
const near = (found: number, expected: number, tol: { readonly rel?: number; readonly abs?: number }): void => {
  const difference = Math.abs(found - expected)
  const allowed = Math.max(tol.abs ?? 0, (tol.rel ?? 0) * Math.abs(expected), printed(expected))
  if (!(difference <= allowed)) throw new Error(`found ${found}, expected ${expected}, apart by ${difference}`)
}

const named = <T extends { readonly id: string }>(cases: readonly T[]) => cases.map((each) => [each.id, each] as const)

const members = (prices: Readonly<Record<string, number>>): readonly Member[] =>
  Object.entries(prices).map(([source, price]) => ({ source, price, at: 0 }))

const ALL: TradeState = { trades: [], coveredFrom: 0, askedAt: 0, bars: [] }

describe('median and outliers', () => {
  const { tol, cases } = vectors.mad_median
  test.each(named(cases))('%s', (_id, { inputs: { prices, floor }, expected }) => {
    const found = outlierTest(prices, floor)
    near(found.median, expected.median_all, tol)
    near(found.mad, expected.mad, tol)
    near(mad(prices), expected.mad, tol)
    near(found.tolerance, expected.tolerance, tol)
    expect(prices.map(found.keeps)).toEqual(expected.kept)
    near(median(prices.filter(found.keeps)), expected.price, tol)
    const agreed = aggregate(members(Object.fromEntries(prices.map((price, at) => [`v${at}`, price]))), {
      floor,
      quorum: 1,
    })
    if (agreed.kind !== 'agreed') throw new Error(agreed.kind)
    near(agreed.price, expected.price, tol)
    expect(agreed.members.length).toBe(expected.n_kept)
  })
})

describe('spot aggregation', () => {
  const { tol, cases } = vectors.spot_aggregation
  test.each(named(cases))('%s', (_id, { inputs, expected }) => {
    const rules = { ...spotRules('BTC'), maxDivergence: inputs.max_divergence }
    expect(spotRules('BTC').maxDivergence).toBe(inputs.max_divergence)
    const usd = members(inputs.usd)
    const usdt = inUsd(members(inputs.usdt), { rate: inputs.usdt_usd, sources: 3, at: 0 })
    near(divergence(usdt, usd), expected.divergence, { rel: 1e-10 })
    const agreed = aggregateSpot(usd, usdt, rules)
    if (agreed.kind !== 'agreed') throw new Error(agreed.kind)
    near(agreed.price, expected.price, tol)
    expect(fixed(agreed.price, 2)).toBe(expected.price_text)
    expect(agreed.members.map(({ source }) => source)).toEqual(expected.sources)
    expect(agreed.members.some(({ source }) => source in inputs.usdt)).toBe(!expected.usdt_dropped)
  })
})

describe('cross rates', () => {
  const { tol } = vectors.cross_rates
  const byId = Object.fromEntries(vectors.cross_rates.cases.map((each) => [each.id, each]))
  const leg = (value: number): FxLeg => ({ value }) as FxLeg
  test.each([
    ['btceur', 'btcusd', 'EUR', 'eurusd', 2],
    ['btcjpy', 'btcusd', 'JPY', 'usdjpy', 0],
    ['xaueur', 'xauusd', 'EUR', 'eurusd', 2],
    ['usdtjpy', 'usdtusd', 'JPY', 'usdjpy', 3],
  ])('%s', (id, base, quote, rate, decimals) => {
    const { inputs, expected } = byId[id]!
    const values = inputs as unknown as Record<string, number>
    const found = crossed(values[base]!, quote, leg(values[rate]!))
    near(found, expected.price, tol)
    expect(fixed(found, decimals)).toBe(expected.text)
  })

  test('etheur_hybrid', () => {
    const { inputs, expected } = byId['etheur_hybrid']!
    const cross = crossed(inputs.ethusd!, 'EUR', leg(inputs.eurusd!))
    const all = [...members(inputs.direct!), { source: 'crossrate', price: cross, at: 0 }]
    const agreed = aggregate(all, { floor: 0.001, quorum: 2 })
    if (agreed.kind !== 'agreed') throw new Error(agreed.kind)
    const sorted = agreed.members.map(({ price }) => price).toSorted((a, b) => a - b)
    expected.members!.forEach((each, at) => near(sorted[at]!, each, tol))
    near(agreed.price, expected.price, tol)
    expect(fixed(agreed.price, 2)).toBe(expected.text)
  })

  test('no case is left out', () => {
    expect(Object.keys(byId).length).toBe(5)
  })
})

describe('volume-weighted average price', () => {
  const { tol, cases } = vectors.vwap
  test.each(named(cases))('%s', (_id, { inputs, expected }) => {
    expect(WINDOW_MS).toBe(inputs.window_s * 1000)
    const now = inputs.as_of * 1000
    const venues = Object.entries(inputs.venues).map(([venue, { quote, trades }]) => {
      const executed = trades.map((trade, at) => ({
        id: String(at),
        price: String(trade.price),
        size: String(trade.size),
        at: Math.round(trade.t * 1000),
      }))
      const { fills, coverage } = windowOf({ ...ALL, trades: executed, askedAt: now }, now)
      expect(coverage).toBe(1)
      const group = quote === 'USDT' ? 'usdt' : 'usd'
      return venueWindow(venue, group, fills, coverage, group === 'usdt' ? inputs.usdt_usd : 1)!
    })
    const volumes = expected.venue_volume as Readonly<Record<string, number>>
    const prices = expected.venue_vwap as Readonly<Record<string, number>>
    for (const { source, price, volume } of venues) {
      near(price, prices[source]!, tol)
      near(volume, volumes[source]!, tol)
    }
    const found = combineVwap(venues, { quorum: 4, quorumWithoutUsdt: 3 })
    if (found.kind !== 'vwap') throw new Error(found.kind)
    const kept = found.venues.map(({ source }) => source)
    expect(venues.map(({ source }) => source).filter((source) => !kept.includes(source))).toEqual(expected.rejected)
    const weights = expected.weights as Readonly<Record<string, number>>
    for (const { source, weight } of found.venues) near(weight, weights[source]!, tol)
    near(found.price, expected.vwap, tol)
    near(found.medianOfVenues, expected.median_of_venue_vwaps, tol)
    if ('capped' in expected)
      expect(
        found.venues
          .filter(({ weight }) => weight === VWAP_CAP)
          .map(({ source }) => source)
          .toSorted(),
      ).toEqual(expected.capped!)
  })

  test('two cases reach the cap, one of them by the spreading itself', () => {
    const capped = cases.flatMap(({ expected }) => ('capped' in expected ? [expected.capped!.length] : []))
    expect(capped).toEqual([1, 2])
  })
})

describe('confidence of a price', () => {
  const { tol, cases } = vectors.price_confidence
  test.each(named(cases))('%s', (_id, { inputs, expected }) => {
    const found = priceConfidence({
      used: inputs.used,
      configured: inputs.configured,
      scaledMad: inputs.scaled_mad,
      median: inputs.median,
      agesSeconds: inputs.ages_s,
      expireSeconds: inputs.max_age_s,
    })
    near(found.coverage, expected.coverage, tol)
    near(found.agreement, expected.agreement, tol)
    near(found.freshness, expected.freshness, tol)
    near(found.confidence, expected.confidence, tol)
    expect(fixed(found.confidence, 2)).toBe(expected.confidence_2dp)
  })
})

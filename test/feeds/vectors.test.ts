import { describe, expect, test } from 'bun:test'
import { fixed } from '../../src/canonical/decimal.ts'
import type { TradeState } from '../../src/feeds/boards/trade-boards.ts'
import { TAU } from '../../src/feeds/math/agreement.ts'
import { mad, median, survivors } from '../../src/feeds/math/robust.ts'
import { agreedVwap } from '../../src/feeds/math/vwap-agreement.ts'
import { priceConfidence } from '../../src/feeds/prices/confidence.ts'
import { crossed } from '../../src/feeds/prices/fx-venues.ts'
import { venueWindow, WINDOW_MS, tradeWindowOf } from '../../src/feeds/prices/vwap.ts'
import { named, near } from '../support/near.ts'
import vectors from '../vectors/quant.json'

const ALL: TradeState = { trades: [], coveredFrom: 0, isTorn: false, bars: [] }

describe('median and outliers', () => {
  const { tol, cases } = vectors.mad_median
  test.each(named(cases))('%s', (_id, { inputs: { prices, floor }, expected }) => {
    const middle = median(prices)
    near(middle, expected.median_all, tol)
    near(mad(prices), expected.mad, tol)
    const kept = survivors(prices, floor * middle)
    // Of fewer than four nobody is judged any more.
    expect(kept).toEqual(prices.length < 4 ? prices : prices.filter((_, at) => expected.kept[at]))
    if (kept.length === expected.n_kept) near(median(kept), expected.price, tol)
  })
})

describe('cross rates', () => {
  const { tol } = vectors.cross_rates
  const byId = Object.fromEntries(vectors.cross_rates.cases.map((each) => [each.id, each]))
  test.each([
    ['btceur', 'btcusd', 'EUR', 'eurusd', 2],
    ['btcjpy', 'btcusd', 'JPY', 'usdjpy', 0],
    ['xaueur', 'xauusd', 'EUR', 'eurusd', 2],
    ['usdtjpy', 'usdtusd', 'JPY', 'usdjpy', 3],
  ])('%s', (id, base, quote, rate, decimals) => {
    const { inputs, expected } = byId[id]!
    const values = new Map<string, unknown>(Object.entries(inputs))
    const value = (name: string): number => Number(values.get(name))
    const found = crossed(value(base), quote, { value: value(rate) })
    near(found, expected.price, tol)
    expect(fixed(found, decimals)).toBe(expected.text)
  })

  test('no case is left out: the hybrid stands with the agreements', () => {
    expect(Object.keys(byId)).toContain('etheur_hybrid')
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
      const seen = tradeWindowOf({ ...ALL, trades: executed.toSorted((a, b) => a.at - b.at) }, now)
      return venueWindow(venue, seen, { currency: quote, rate: quote === 'USDT' ? inputs.usdt_usd : 1 })!
    })
    const volumes = expected.venue_volume as Readonly<Record<string, number>>
    const prices = expected.venue_vwap as Readonly<Record<string, number>>
    for (const { source, price, volume } of venues) {
      near(price, prices[source]!, tol)
      near(volume, volumes[source]!, tol)
    }
    const found = agreedVwap(venues, { configured: venues.length, tau: TAU.crypto })
    if (found.kind !== 'vwap') throw new Error(found.kind)
    const { used, rejected, value } = found.agreement
    expect(rejected.map(({ source }) => source)).toEqual(expected.rejected)
    const weights = expected.weights as Readonly<Record<string, number>>
    used.forEach(({ source }, at) => near(found.weights[at]!, weights[source]!, tol))
    near(found.price, expected.vwap, tol)
    near(value, expected.median_of_venue_vwaps, tol)
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

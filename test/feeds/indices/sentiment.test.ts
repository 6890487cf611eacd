import { describe, expect, test } from 'bun:test'
import type { Earlier } from '../../../src/feeds/feed.ts'
import type { ComponentReading } from '../../../src/feeds/reading.ts'
import { concludeSentiment, SentimentAnswer } from '../../../src/feeds/indices/sentiment-answer.ts'
import { SENTIMENT_LAYOUT } from '../../../src/feeds/indices/sentiment-layout.ts'
import type { SentimentReadings } from '../../../src/feeds/indices/sentiment-readings.ts'
import { registry } from '../../../src/feeds/registry.ts'
import { spreadPct } from '../../../src/feeds/math/spread.ts'
import { contentOf, travelled } from '../../support/feeds/content-of.ts'
import { chain, funding, prices, slice, SLICES, smile } from '../../support/feeds/indices/sentiment-market.ts'
import { both, lookAt, OPEN, type States } from '../../support/feeds/market.ts'

const ITEM = registry.item('index/sentiment/BTC-USD')!
const EARLIER = { 'funding/BTC-USD': funding(-0.00003168) }
const options = (state = chain(), venue = 'deribit'): States => new Map([[`options/${venue}`, state]])

const conclude = (
  states: States = both(prices(), options()),
  earlier: Readonly<Record<string, Earlier>> = EARLIER,
  previous: Earlier | null = null,
) => ITEM.feed.conclude(ITEM.subject, lookAt(states, OPEN, { earlier, previous }))

/** What is published, after a check that its value follows from its canonical string. */
const published = (...asked: Parameters<typeof conclude>): SentimentAnswer => {
  const content = contentOf(SentimentAnswer, conclude(...asked))
  const { canonical: layout, tokens } = ITEM.feed.sale
  const canonical = layout.write(tokens(content), { timestamp: content.computedAt, nonce: 482_910 })
  const checks = SENTIMENT_LAYOUT.recompute!(SENTIMENT_LAYOUT.read(canonical).values, travelled(content))
  expect([canonical, checks.length, checks.filter(({ ok }) => !ok)]).toEqual([canonical, 4, []])
  return content
}

const GONE = { value: null, weight: 0, confidence: 0, sources: [] }
const SPOT = ['binance', 'binanceus', 'bitfinex', 'bitstamp', 'coinbase', 'gateio', 'gemini', 'kraken', 'okx']

describe('the sentiment index', () => {
  test('of everything: five components, nothing degraded', () => {
    expect(published()).toEqual({
      pair: 'BTCUSD',
      // -3.8016 - 13.7667 + 4.984 + 2.285 - 2.3979
      value: -12.7,
      unit: 'index',
      regime: 'NEUTRAL',
      regime_since: OPEN / 1_000,
      confidence: 1,
      degraded: false,
      components: {
        fr: { value: -0.00003168, weight: 0.3, confidence: 1, sources: ['bybit', 'okx'] },
        skew: { value: -4.13, weight: 0.25, confidence: 1, sources: ['deribit'], tenor_days: 30 },
        pcr: { value: 0.8754, weight: 0.2, confidence: 1, sources: ['deribit'] },
        ts: { value: 0.9543, weight: 0.15, confidence: 1, sources: ['deribit'] },
        basis: { value: 0.047958, weight: 0.1, confidence: 1, sources: SPOT },
      },
      methodVersion: 1,
      computedAt: OPEN / 1_000,
      observed_at: OPEN / 1_000 - 10,
    })
  })

  test('its canonical string is the specified one', () => {
    const { canonical, tokens } = ITEM.feed.sale
    expect(canonical.write(tokens(published()), { timestamp: 1_795_000_002, nonce: 482_910 })).toBe(
      'v1|SENTIMENT|BTCUSD|MSXI|-12.70|INDEX|FR:-0.00003168:0.3000,SKEW:-4.1300:0.2500,PCR:0.8754:0.2000,TS:0.9543:0.1500,BASIS:0.047958:0.1000|REGIME:NEUTRAL|CONFIDENCE:1.00|METHOD:v1|1795000002|482910',
    )
  })

  test('carries what other feeds read, unrounded', () => {
    const found = conclude()
    if (found.kind !== 'concluded') throw new Error(found.kind)
    const { value, ...rest } = found.carry
    expect(value).toBeCloseTo(-12.697_167, 5)
    expect(rest).toEqual({ unit: 'index', regime: 'NEUTRAL', confidence: 1, observedAt: OPEN - 10_000 })
  })

  test('is made for bitcoin and ether alone', () => {
    const keys = registry.feeds.find(({ id }) => id === 'index/sentiment')!.subjects.map(({ key }) => key)
    expect(keys).toEqual(['BTC-USD', 'ETH-USD'])
    expect(registry.item('index/sentiment/SOL-USD')).toBeUndefined()
  })

  test('names what is missing, and goes on above six tenths of its weight', () => {
    const { value, confidence, degraded, components } = published(both(prices(), options(chain([]))))
    // Vector no_skew says how the others share: 0.4, 0.2667, 0.2, 0.1333.
    expect(components.skew).toEqual({ ...GONE, tenor_days: null })
    expect([components.fr.weight, components.pcr.weight, components.basis.weight]).toEqual([0.4, 0.2667, 0.1333])
    // (-3.8016 + 4.984 + 2.285 - 2.3979)/0.75
    expect([value, confidence, degraded]).toEqual([1.43, 0.75, true])
  })

  test('is not published of two components, however heavy', () => {
    const bare = [{ ...slice(30, null), putUsd: 1 }]
    expect(conclude(options(chain(smile(-4.13), bare)))).toMatchObject({
      kind: 'input_missing',
      input: 'pcr, ts, basis (weight 0.55 of 0.6, confidence 0.55 of 0.4)',
    })
    expect(conclude(new Map(), {})).toEqual({
      kind: 'input_missing',
      input: 'fr, skew, pcr, ts, basis (no component is there)',
    })
  })

  test('goes on with three: funding, puts and calls, slope', () => {
    const { confidence, components } = published(options(chain([])))
    expect(confidence).toBe(0.65)
    expect(components.basis).toEqual(GONE)
  })
})

describe('the ratio of puts to calls', () => {
  test('counts all expiries, not those of a month', () => {
    const { pcr } = published(both(prices(), options(chain(smile(0), [...SLICES, slice(400, 40, 100, 0)])))).components
    expect(pcr.value).toBe(1.8754)
  })

  test.each(['callUsd', 'putUsd'] as const)('with nothing in %s is none', (side) => {
    const bare = SLICES.map((each) => ({ ...each, [side]: 0 }))
    expect(published(both(prices(), options(chain(smile(0), bare)))).components.pcr).toEqual(GONE)
  })
})

describe('the slope', () => {
  test.each([
    [60, 0.7, 38.172 / 40],
    // A quarter of 77 days is 19.25.
    [57.75, 0.7, 38.172 / 40],
    [57.7, 0, null],
  ])('with the last expiry at %p days counts %p', (days, confidence, value) => {
    const slices = [SLICES[0]!, SLICES[1]!, slice(days, 40, 55, 50)]
    const { ts } = published(both(prices(), options(chain(smile(0), slices)))).components
    expect([ts.value, ts.confidence]).toEqual([value === null ? null : Number(value.toFixed(4)), confidence])
  })

  test('lies between the expiries on both sides of 77 days', () => {
    const slices = [SLICES[0]!, slice(30, 39), slice(67, 40, 55, 50), slice(87, 44)]
    const { ts } = published(both(prices(), options(chain(smile(0), slices)))).components
    // sqrt((40² · 67 + 44² · 87)/2/77) = 42.3060
    expect([ts.value, ts.confidence]).toEqual([0.9023, 1])
  })
})

describe('how far venues lie apart', () => {
  const basisOf = (states: States) => published(both(states, options())).components.basis

  test('a venue that is three per cent off is no dispersion', () => {
    const found = basisOf(prices({ bitstamp: 2_910 }))
    expect(found).toEqual({
      value: 0.047958,
      weight: 0.1,
      confidence: 0.89,
      sources: SPOT.filter((venue) => venue !== 'bitstamp'),
    })
  })

  test('a venue within the agreement is', () => {
    // 23.25963 below and 291 above: 0.323979 per cent, which is more than full scale.
    const found = published(both(prices({ bitstamp: 291 }), options()))
    expect(found.components.basis.value).toBe(0.323979)
    expect(found.value).toBe(Number((-12.697_166_7 + 2.397_9 - 10).toFixed(2)))
  })

  test('is as old as its oldest vote', () => {
    const old = prices({}, 35_000)
    const mixed = new Map([...prices(), ['ticker/gemini', old.get('ticker/gemini')]])
    expect(basisOf(mixed)).toMatchObject({ value: 0.047958, confidence: 0.5 })
    expect(basisOf(prices({}, 10_000)).confidence).toBe(1)
  })

  test('is nothing without an agreement, and nothing when that has expired', () => {
    const torn = prices({ coinbase: 5_000, kraken: -5_000, bitstamp: 9_000, gemini: -9_000, bitfinex: 13_000 })
    expect(basisOf(torn)).toEqual(GONE)
    expect(basisOf(prices({}, 60_000))).toEqual(GONE)
    expect(basisOf(prices({}, 59_000)).confidence).toBe(0.02)
  })

  test('is the range over the median, in per cent', () => {
    expect(spreadPct([100, 101, 99])).toBe(2)
    expect(spreadPct([200, 200])).toBe(0)
    expect(() => spreadPct([])).toThrow(RangeError)
  })
})

describe('what its options are believed for', () => {
  test('funding fades and expires by its own clock', () => {
    const at = (age: number) => published(undefined, { 'funding/BTC-USD': funding(0.0001, age) }).components.fr
    expect([at(300).confidence, at(1_050).confidence]).toEqual([1, 0.5])
    expect(at(1_800)).toEqual(GONE)
  })

  test('another venue stands in at 0.7, and the answer is degraded', () => {
    const { components, degraded } = published(both(prices(), options(chain(), 'okx')))
    expect(components).toMatchObject({
      skew: { value: -4.13, confidence: 0.7, sources: ['okx'] },
      pcr: { confidence: 0.7 },
      ts: { confidence: 0.7 },
    })
    expect(degraded).toBe(true)
  })

  test('a chain of another coin is left out', () => {
    const dear = new Map([...prices()].map(([id]) => [id, prices({}).get(id)] as const))
    const other = chain(
      smile(-4.13).map((each) => ({ ...each, forward: 3_400 })),
      SLICES.map((each) => ({ ...each, forward: 3_400 })),
    )
    expect(conclude(both(dear, options(other)))).toMatchObject({
      kind: 'input_missing',
      input: expect.stringMatching(/^skew, pcr, ts \(/),
    })
  })
})

const reading = (value: number, confidence = 1): ComponentReading => ({
  value,
  confidence,
  isFallback: false,
  sources: ['deribit'],
  at: OPEN,
})
/** All components with the same score, so that the index is ninety times as high; the venues do not lie apart. */
const leaning = (score: number, confidence = 1): SentimentReadings => ({
  fr: reading(0.000_25 * score, confidence),
  skew: { ...reading(7.5 * score, confidence), tenorDays: 30 },
  pcr: reading(1 - 0.5 * score, confidence),
  ts: reading(1 - 0.3 * score, confidence),
  basis: reading(0, confidence),
})
/** The skew alone leans, at full scale: exactly 25 points. */
const skewed = (skew: number): SentimentReadings => ({ ...leaning(0), skew: { ...reading(skew), tenorDays: 30 } })

const PAIR = { domain: 'BTCUSD' }
const regimeAfter = (regime: string | null, since: number | null = 1) =>
  regime === null ? null : { timestamp: OPEN / 1_000 - 60, content: { regime, regime_since: since }, carry: {} }
const at = (readings: SentimentReadings, before: string | null, now = OPEN) =>
  contentOf(SentimentAnswer, concludeSentiment(PAIR, readings, { previous: regimeAfter(before), now }))

describe('its floors', () => {
  test('a confidence of 0.39 is none, and 0.40 is degraded', () => {
    expect(concludeSentiment(PAIR, leaning(0.3, 0.39), { previous: null, now: OPEN })).toEqual({
      kind: 'input_missing',
      input: 'confidence (weight 1.00 of 0.6, confidence 0.39 of 0.4)',
    })
    expect(at(leaning(0.3, 0.4), null)).toMatchObject({ value: 27, confidence: 0.4, degraded: true })
  })

  test('0.74 is degraded, 0.75 is not', () => {
    expect(at(leaning(0, 0.74), null).degraded).toBe(true)
    expect(at(leaning(0, 0.75), null).degraded).toBe(false)
  })
})

describe('its regime', () => {
  test.each([
    [0.28, 'NEUTRAL', 25.2, 'NEUTRAL'],
    [0.29, 'NEUTRAL', 26.1, 'NEUTRAL'],
    [0.3, 'NEUTRAL', 27, 'BULLISH'],
    [0.26, 'BULLISH', 23.4, 'BULLISH'],
    [0.25, 'BULLISH', 22.5, 'NEUTRAL'],
    [0.7, 'BULLISH', 63, 'EXTREMEBULLISH'],
    [-0.28, 'NEUTRAL', -25.2, 'NEUTRAL'],
    [-0.3, 'NEUTRAL', -27, 'BEARISH'],
    [-0.26, 'BEARISH', -23.4, 'BEARISH'],
    [-0.25, 'BEARISH', -22.5, 'NEUTRAL'],
    [-0.7, 'NEUTRAL', -63, 'EXTREMEBEARISH'],
    [0.7, 'EXTREMEBEARISH', 63, 'EXTREMEBULLISH'],
  ])('a lean of %p after %s: %p is %s', (score, before, value, regime) => {
    const found = at(leaning(score), before)
    expect(`${found.value} ${found.regime}`).toBe(`${value} ${regime}`)
  })

  test('exactly on a boundary goes on from the regime before; without one the range above it counts', () => {
    expect(at(skewed(7.5), 'NEUTRAL')).toMatchObject({ value: 25, regime: 'NEUTRAL' })
    expect(at(skewed(7.5), 'BULLISH').regime).toBe('BULLISH')
    expect(at(skewed(7.5), null).regime).toBe('BULLISH')
    expect(at(skewed(-7.5), 'NEUTRAL')).toMatchObject({ value: -25, regime: 'NEUTRAL' })
    expect(at(skewed(-7.5), 'BEARISH').regime).toBe('BEARISH')
    expect(at(skewed(-7.5), null).regime).toBe('NEUTRAL')
  })

  test('says since when it holds, also over a restart', () => {
    expect(at(leaning(0.26), 'BULLISH').regime_since).toBe(1)
    expect(at(leaning(0.25), 'BULLISH').regime_since).toBe(OPEN / 1_000)
    expect(at(leaning(0.3), null).regime_since).toBe(OPEN / 1_000)
  })
})

import { describe, expect, test } from 'bun:test'
import {
  leanOf,
  SENTIMENT_BANDS,
  SENTIMENT_KEYS,
  SENTIMENT_PLACES,
  SENTIMENT_WEIGHTS,
  sentimentOf,
} from '../../../src/feeds/indices/sentiment.ts'
import { type Bands, mayBe, regimeOf } from '../../../src/feeds/math/hysteresis.ts'
import { followsVectors } from '../../support/feeds/indices/vectors.ts'
import vectors from '../../vectors/quant-indices.json'

describe('the sentiment index', () => {
  const { cases } = vectors.index_sentiment
  followsVectors(vectors.index_sentiment, {
    keys: SENTIMENT_KEYS,
    places: SENTIMENT_PLACES,
    weights: SENTIMENT_WEIGHTS,
    assemble: sentimentOf,
    score: leanOf,
  })

  test('every case is there, each regime but two among them', () => {
    expect(cases.map(({ id }) => id)).toEqual(['live_like', 'bull', 'bear', 'no_skew'])
    expect(cases.map(({ expected }) => regimeOf(SENTIMENT_BANDS, expected.value, null))).toEqual([
      'NEUTRAL',
      'EXTREMEBULLISH',
      'EXTREMEBEARISH',
      'BULLISH',
    ])
  })

  test('is nothing when nothing is there', () => {
    expect(sentimentOf({ fr: null, skew: null, pcr: null, ts: null, basis: null })).toBeNull()
  })

  test('reaches +90 and no more: the venues never add to it', () => {
    expect(sentimentOf({ fr: 1, skew: 99, pcr: 0, ts: 0, basis: 0 })!.value).toBeCloseTo(90, 9)
    expect(sentimentOf({ fr: -1, skew: -99, pcr: 9, ts: 9, basis: 9 })!.value).toBe(-100)
    // A range has no sign.
    expect(sentimentOf({ fr: null, skew: null, pcr: null, ts: null, basis: -0.1 })!.value).toBe(-50)
  })
})

describe('its regimes', () => {
  const { inputs, expected } = vectors.hysteresis.cases.find(({ id }) => id === 'sentiment')!

  test('have the boundaries of the vector, and go its way', () => {
    const { names, boundaries, dead_band: deadBand } = inputs
    expect<Bands>(SENTIMENT_BANDS).toEqual({ names, boundaries, deadBand })
    let state: string | null = inputs.initial_state
    const states: readonly string[] = inputs.values.map((value) => (state = regimeOf(SENTIMENT_BANDS, value, state)))
    expect<readonly string[]>(states).toEqual(expected.states)
  })

  test.each([
    [-60.01, 'EXTREMEBEARISH'],
    [-60, 'BEARISH'],
    [-25.01, 'BEARISH'],
    [-25, 'NEUTRAL'],
    [24.99, 'NEUTRAL'],
    [25, 'BULLISH'],
    [59.99, 'BULLISH'],
    [60, 'EXTREMEBULLISH'],
  ] as const)('at a cold start %p is %s', (value, name) => {
    expect(regimeOf(SENTIMENT_BANDS, value, null)).toBe(name)
  })

  test.each([
    [-26.99, 'NEUTRAL', true],
    [-27, 'NEUTRAL', false],
    [-23.01, 'BEARISH', true],
    [-23, 'BEARISH', false],
    [62, 'BULLISH', false],
    [58.01, 'EXTREMEBULLISH', true],
    [58, 'EXTREMEBULLISH', false],
  ] as const)('%p may bear %s: %p', (value, name, may) => {
    expect(mayBe(SENTIMENT_BANDS, value, name)).toBe(may)
  })
})

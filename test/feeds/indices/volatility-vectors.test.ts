import { describe, expect, test } from 'bun:test'
import { fixed } from '../../../src/canonical/decimal.ts'
import { indexStanding } from '../../../src/feeds/indices/assembly.ts'
import { quantisedTo } from '../../../src/feeds/indices/component.ts'
import {
  type Raw,
  scoreOf,
  VOLATILITY_KEYS,
  VOLATILITY_PLACES,
  VOLATILITY_SCALES,
  VOLATILITY_WEIGHTS,
  volatilityOf,
} from '../../../src/feeds/indices/volatility.ts'
import { named, near } from '../../support/near.ts'
import vectors from '../../vectors/quant-options.json'

describe('the volatility index', () => {
  const { tol, cases } = vectors.index_volatility
  test.each(named(cases))('%s', (_id, { inputs, expected }) => {
    const raw = inputs.raw as Raw
    expect(quantisedTo(VOLATILITY_PLACES, raw)).toEqual(raw)
    const found = volatilityOf(inputs.asset, raw)!
    near(found.value, expected.value, tol)
    if (expected.value_2dp) expect(fixed(found.value, 2)).toBe(expected.value_2dp)
    expect(found.unit).toBe('index')
    const scores = expected.normalized_components as Readonly<Record<string, number>>
    for (const key of VOLATILITY_KEYS) {
      const value = raw[key]
      near(found.weights[key], expected.effective_weights[key], tol)
      if (value !== null) near(scoreOf(VOLATILITY_SCALES[inputs.asset]!, key, value), scores[key]!, tol)
    }
    const standing = indexStanding(
      VOLATILITY_KEYS.map((key) => ({
        weight: VOLATILITY_WEIGHTS[key],
        isThere: raw[key] !== null,
        confidence: inputs.component_confidence,
        isFallback: false,
      })),
    )
    near(standing.confidence, expected.confidence, tol)
    if (expected.confidence_2dp) expect(fixed(standing.confidence, 2)).toBe(expected.confidence_2dp)
    expect(standing.degraded).toBe(expected.degraded)
    expect(standing.published).toBe(expected.published)
    expect<readonly string[]>(VOLATILITY_KEYS.filter((key) => raw[key] === null)).toEqual(expected.missing)
  })

  test('is never published below the floors, and degraded below its line', () => {
    const part = (weight: number, confidence: number, more = {}) => ({
      weight,
      confidence,
      isThere: true,
      isFallback: false,
      ...more,
    })
    expect(indexStanding([part(0.6, 1), part(0.4, 1, { isThere: false })])).toMatchObject({ published: true })
    expect(indexStanding([part(0.59, 1), part(0.41, 1, { isThere: false })])).toMatchObject({ published: false })
    expect(indexStanding([part(1, 0.4)])).toMatchObject({ published: true, degraded: true })
    expect(indexStanding([part(1, 0.39)])).toMatchObject({ published: false })
    expect(indexStanding([part(1, 0.75)])).toMatchObject({ degraded: false })
    expect(indexStanding([part(1, 0.749)])).toMatchObject({ degraded: true })
    expect(indexStanding([part(1, 1, { isFallback: true })])).toMatchObject({ degraded: true })
  })

  test('made of volatilities alone is a volatility, in per cent and without a ceiling', () => {
    const none = { rv: null, iv: null, ts: null, fr: null, pcr: null }
    expect(volatilityOf('BTC', { ...none, rv: 44.26 })).toMatchObject({ unit: 'pct_annualized', value: 44.26 })
    const both = volatilityOf('BTC', { ...none, rv: 160, iv: 138 })!
    near(both.value, (0.3 * 160 + 0.25 * 138) / 0.55, { rel: 1e-12 })
    expect(both.unit).toBe('pct_annualized')
    expect(volatilityOf('BTC', { ...none, rv: 44.26, fr: 0.0001 })!.unit).toBe('index')
    expect(volatilityOf('BTC', none)).toBeNull()
    expect(volatilityOf('SOL', { ...none, rv: 44.26 })).toBeNull()
  })
})

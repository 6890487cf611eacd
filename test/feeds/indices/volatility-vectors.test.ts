import { describe, expect, test } from 'bun:test'
import { indexStanding } from '../../../src/feeds/indices/assembly.ts'
import {
  scoreOf,
  VOLATILITY_KEYS,
  VOLATILITY_PLACES,
  VOLATILITY_SCALES,
  VOLATILITY_WEIGHTS,
  volatilityOf,
} from '../../../src/feeds/indices/volatility.ts'
import { followsVectors } from '../../support/feeds/indices/vectors.ts'
import { near } from '../../support/near.ts'
import vectors from '../../vectors/quant-options.json'

describe('the volatility index', () => {
  followsVectors(vectors.index_volatility, {
    keys: VOLATILITY_KEYS,
    places: VOLATILITY_PLACES,
    weights: VOLATILITY_WEIGHTS,
    assemble: (raw, { asset }) => volatilityOf(asset, raw),
    score: (key, value, { asset }) => scoreOf(VOLATILITY_SCALES[asset]!, key, value),
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

import { describe, expect, test } from 'bun:test'
import { fixed } from '../../../src/canonical/decimal.ts'
import { lin, indexStanding } from '../../../src/feeds/indices/assembly.ts'
import { quantisedTo, type RawOf } from '../../../src/feeds/indices/component.ts'
import {
  STRESS_KEYS,
  STRESS_PLACES,
  STRESS_SCALES,
  STRESS_WEIGHTS,
  type StressKey,
  stressOf,
} from '../../../src/feeds/indices/stress.ts'
import { type Bands, mayBe, regimeOf } from '../../../src/feeds/math/hysteresis.ts'
import { named, near } from '../../support/near.ts'
import vectors from '../../vectors/quant-indices.json'

describe('the stress index', () => {
  const { tol, cases } = vectors.index_stress
  test.each(named(cases))('%s', (_id, { inputs, expected }) => {
    const raw = inputs.raw as RawOf<StressKey>
    expect(quantisedTo(STRESS_PLACES, raw)).toEqual(raw)
    const found = stressOf(raw)!
    near(found.value, expected.value, tol)
    expect(fixed(found.value, 2)).toBe(expected.value_2dp)
    const scores = expected.normalized_components as Readonly<Record<string, number>>
    for (const key of STRESS_KEYS) {
      const value = raw[key]
      near(found.weights[key], expected.effective_weights[key], tol)
      if (value !== null) near(lin(value, STRESS_SCALES[key]), scores[key]!, tol)
    }
    const standing = indexStanding(
      STRESS_KEYS.map((key) => ({
        weight: STRESS_WEIGHTS[key],
        isThere: raw[key] !== null,
        confidence: inputs.component_confidence,
        isFallback: false,
      })),
    )
    near(standing.confidence, expected.confidence, tol)
    expect(standing.degraded).toBe(expected.degraded)
    expect(standing.published).toBe(expected.published)
    expect<readonly string[]>(STRESS_KEYS.filter((key) => raw[key] === null)).toEqual(expected.missing)
  })

  test('is nothing when nothing is there', () => {
    expect(stressOf({ vol: null, stbl: null, fr: null, disp: null })).toBeNull()
  })
})

describe('regimes with a dead band', () => {
  const bandsOf = ({ names, boundaries, dead_band: deadBand }: (typeof cases)[number]['inputs']): Bands => ({
    names,
    boundaries,
    deadBand,
  })
  const { cases } = vectors.hysteresis
  test.each(named(cases))('%s, step by step', (_id, { inputs, expected }) => {
    let state: string | null = inputs.initial_state
    const states = inputs.values.map((value) => (state = regimeOf(bandsOf(inputs), value, state)))
    expect(states).toEqual(expected.states)
  })

  test('a name of another index is none', () => {
    const bands = bandsOf(cases[1]!.inputs)
    expect(regimeOf(bands, 26, 'BULLISH')).toBe(regimeOf(bands, 26, null))
  })

  test.each([
    [24, 'CALM', true],
    [24, 'ELEVATED', true],
    [26.99, 'CALM', true],
    [27, 'CALM', false],
    [23, 'ELEVATED', false],
    [60, 'CALM', false],
    [74, 'EXTREME', true],
    [72, 'EXTREME', false],
  ])('%p may bear %s: %p', (value, name, may) => {
    expect(mayBe(bandsOf(cases[1]!.inputs), value, name)).toBe(may)
  })
})

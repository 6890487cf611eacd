import { describe, expect, test } from 'bun:test'
import { lin } from '../../../src/feeds/indices/assembly.ts'
import {
  STRESS_KEYS,
  STRESS_PLACES,
  STRESS_SCALES,
  STRESS_WEIGHTS,
  stressOf,
} from '../../../src/feeds/indices/stress.ts'
import { type Bands, mayBe, regimeOf } from '../../../src/feeds/math/hysteresis.ts'
import { followsVectors } from '../../support/feeds/indices/vectors.ts'
import { named } from '../../support/near.ts'
import vectors from '../../vectors/quant-indices.json'

describe('the stress index', () => {
  followsVectors(vectors.index_stress, {
    keys: STRESS_KEYS,
    places: STRESS_PLACES,
    weights: STRESS_WEIGHTS,
    assemble: stressOf,
    score: (key, value) => lin(value, STRESS_SCALES[key]),
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

import { expect, test } from 'bun:test'
import { fixed } from '../../../../src/canonical/decimal.ts'
import type { IndexFormula } from '../../../../src/feeds/indices/assembled-index.ts'
import { type Assembled, indexStanding } from '../../../../src/feeds/indices/assembly.ts'
import { quantisedTo, type RawOf } from '../../../../src/feeds/indices/component.ts'
import { named, near, type Tolerance } from '../../near.ts'

/** One case of a section of the vectors about an index. */
interface IndexCase {
  readonly id: string
  readonly inputs: {
    readonly raw: Readonly<Record<string, number | null>>
    readonly component_confidence: number
  }
  readonly expected: {
    readonly normalized_components: object
    readonly effective_weights: Readonly<Record<string, number>>
    readonly value: number
    readonly value_2dp?: string | undefined
    readonly confidence: number
    readonly confidence_2dp?: string | undefined
    readonly degraded: boolean
    readonly published: boolean
    readonly missing: readonly string[]
  }
}

/** An index as a vector knows it. */
interface TestedIndex<K extends string, C extends IndexCase> extends Pick<
  IndexFormula<K>,
  'keys' | 'places' | 'weights'
> {
  readonly assemble: (raw: RawOf<K>, inputs: C['inputs']) => Assembled<K> | null
  readonly score: (key: K, value: number, inputs: C['inputs']) => number
}

/** Every case: its value, weights, scores, confidence and verdict. */
export const followsVectors = <K extends string, C extends IndexCase>(
  { tol, cases }: { readonly tol: Tolerance; readonly cases: readonly C[] },
  { keys, places, weights, assemble, score }: TestedIndex<K, C>,
): void =>
  test.each(named(cases))('%s', (_id, { inputs, expected }) => {
    const raw = inputs.raw as RawOf<K>
    expect(quantisedTo(places, raw)).toEqual(raw)
    const found = assemble(raw, inputs)!
    near(found.value, expected.value, tol)
    if (expected.value_2dp) expect(fixed(found.value, 2)).toBe(expected.value_2dp)
    expect(found.unit).toBe('index')
    const scores = expected.normalized_components as Readonly<Record<string, number>>
    for (const key of keys) {
      const value = raw[key]
      near(found.weights[key], expected.effective_weights[key]!, tol)
      if (value !== null) near(score(key, value, inputs), scores[key]!, tol)
    }
    const standing = indexStanding(
      keys.map((key) => ({
        weight: weights[key],
        isThere: raw[key] !== null,
        confidence: inputs.component_confidence,
        isFallback: false,
      })),
    )
    near(standing.confidence, expected.confidence, tol)
    if (expected.confidence_2dp) expect(fixed(standing.confidence, 2)).toBe(expected.confidence_2dp)
    expect(standing.degraded).toBe(expected.degraded)
    expect(standing.published).toBe(expected.published)
    expect<readonly string[]>(keys.filter((key) => raw[key] === null)).toEqual(expected.missing)
  })

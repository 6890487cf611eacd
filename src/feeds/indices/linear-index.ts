import { rounded } from '../../canonical/measure.ts'
import type { Assembled } from './assembly.ts'
import { boundedIndex, lin, type Scale, summedTerms } from './assembly.ts'
import type { IndexFormula } from './assembled-index.ts'
import { type ComponentAnswer, type RawOf, VALUE_PLACES } from './component.ts'

/** Indices from 0 to 100 whose components are scored on straight lines. */

/** What such an index is made of, by component, in the order of the canonical string. */
export type LinearParts<K extends string> = Readonly<
  Record<
    K,
    {
      readonly weight: number
      /** Decimals of the raw value. */
      readonly places: number
      /** Raw values that score 0 and 100. */
      readonly scale: Scale
    }
  >
>

export interface LinearIndex<K extends string> extends IndexFormula<K> {
  readonly scales: Readonly<Record<K, Scale>>
}

export const LINEAR_RANGE = { lowest: 0, highest: 100 } as const

const column = <K extends string, V>(parts: LinearParts<K>, valueOf: (part: LinearParts<K>[K]) => V) =>
  Object.fromEntries((Object.keys(parts) as K[]).map((key) => [key, valueOf(parts[key])])) as Readonly<Record<K, V>>

export const linearIndex = <K extends string>(parts: LinearParts<K>): LinearIndex<K> => {
  const weights = column(parts, ({ weight }) => weight)
  const scales = column(parts, ({ scale }) => scale)
  const assemble = (raw: RawOf<K>): Assembled<K, 'index'> | null => {
    const found = summedTerms(weights, raw, (key, value, weight) => weight * lin(value, scales[key]))
    return found && boundedIndex(found, LINEAR_RANGE)
  }
  return { keys: Object.keys(parts) as K[], places: column(parts, ({ places }) => places), weights, scales, assemble }
}

/** Value and components of an example in which everything is there; the value is computed, so that it verifies. */
export const exampleOfLinear = <K extends string>(
  { keys, weights, assemble }: LinearIndex<K>,
  raw: Readonly<Record<K, number>>,
  sources: (key: K) => readonly string[],
): { readonly value: number; readonly components: Record<K, ComponentAnswer> } => ({
  value: rounded(assemble(raw)!.value, VALUE_PLACES),
  components: Object.fromEntries(
    keys.map((key) => [key, { value: raw[key], weight: weights[key], confidence: 0.95, sources: [...sources(key)] }]),
  ) as Record<K, ComponentAnswer>,
})

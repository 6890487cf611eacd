import { rounded } from '../../canonical/measure.ts'
import { inSeconds } from '../../time-units.ts'
import { type Assembled, type IndexStanding, indexStanding } from './assembly.ts'
import {
  type ComponentAnswer,
  componentsOf,
  oldestReading,
  partOf,
  type RawOf,
  rawOf,
  type ReadingsOf,
  VALUE_PLACES,
} from './component.ts'
import { CONFIDENCE_PLACES } from '../answer-fields.ts'

/** From readings to what every index says and hands on, whatever it measures. */

/** What an index is computed by. */
export interface IndexFormula<K extends string, U extends string = 'index'> {
  /** All components, in the order of the canonical string. */
  readonly keys: readonly K[]
  /** Decimals of the raw values. */
  readonly places: Readonly<Record<K, number>>
  /** Nominal weights. */
  readonly weights: Readonly<Record<K, number>>
  /** Value and effective weights, unrounded; `null` if there is no value. */
  readonly assemble: (raw: RawOf<K>) => Assembled<K, U> | null
  /** A verdict of its own; left out, the floors of all indices hold. */
  readonly standing?: (readings: ReadingsOf<K>, unit: U) => IndexStanding
}

/** Fields of the answer of every index, in their order. */
export interface IndexContent<K extends string, U extends string> {
  value: number
  unit: U
  confidence: number
  degraded: boolean
  components: Record<K, ComponentAnswer>
  methodVersion: 1
  /** Unix seconds. */
  computedAt: number
  /** Unix seconds of the oldest input that entered. */
  observed_at: number
}

/** What every index hands on to those that read it. */
export interface IndexCarry<U extends string> {
  /** Unrounded. */
  readonly value: number
  readonly unit: U
  readonly confidence: number
  /** Unix milliseconds of the oldest input. */
  readonly observedAt: number
}

/** Why there is no index: weight or confidence is too low. */
export interface TooLittle {
  readonly kind: 'too_little'
  /** `null` if no component is there. */
  readonly standing: IndexStanding | null
}

/** An index that may be published. */
export interface AssembledIndex<K extends string, U extends string> {
  readonly kind: 'assembled'
  readonly content: IndexContent<K, U>
  readonly carry: IndexCarry<U>
}

const standingOf = <K extends string>(
  { keys, weights }: Pick<IndexFormula<K>, 'keys' | 'weights'>,
  readings: ReadingsOf<K>,
): IndexStanding => indexStanding(keys.map((key) => partOf(weights, readings, key)))

/**
 * Rounds the inputs, computes the value and checks the floors. Pure: the result depends on the arguments alone.
 *
 * @param now Unix milliseconds
 */
export const assembledIndex = <K extends string, U extends string>(
  formula: IndexFormula<K, U>,
  readings: ReadingsOf<K>,
  now: number,
): AssembledIndex<K, U> | TooLittle => {
  const raw = rawOf(formula.places, readings)
  const found = formula.assemble(raw)
  if (!found) return { kind: 'too_little', standing: null }
  const { unit } = found
  const standing = formula.standing?.(readings, unit) ?? standingOf(formula, readings)
  const { confidence, degraded } = standing
  if (!standing.published) return { kind: 'too_little', standing }
  const observedAt = oldestReading(readings)
  return {
    kind: 'assembled',
    content: {
      value: rounded(found.value, VALUE_PLACES),
      unit,
      confidence: rounded(confidence, CONFIDENCE_PLACES),
      degraded,
      components: componentsOf(raw, found.weights, readings),
      methodVersion: 1,
      computedAt: inSeconds(now),
      observed_at: inSeconds(observedAt),
    },
    carry: { value: found.value, unit, confidence, observedAt },
  }
}

import type { Json } from '../../canonical/jcs.ts'
import type { Bands } from '../math/hysteresis.ts'
import { FLOORS } from './assembly.ts'
import { VALUE_PLACES } from './component.ts'
import type { Lifetime } from '../math/freshness.ts'

/** The description of an index in its published methodology (methods 13). */

/** The description of a raw value and its sources. */
export interface Input {
  readonly unit: string
  readonly raw: string
  readonly sources: readonly string[]
  readonly excluded?: string
  readonly fallback?: string
  readonly leastOpenInterest?: Readonly<Record<string, number>>
  readonly lifetime: Lifetime
}

/** How raw values become a value, in the words of the published document. */
interface IndexForm {
  readonly range: readonly [lowest: number, highest: number]
  readonly normalization: string
  readonly value: string
}

/** Scores from 0 to 100. */
const LINEAR: IndexForm = {
  range: [0, 100],
  normalization: 'lin: 100 * clip((x - lo) / (hi - lo), 0, 1)',
  value: 'sum of effective weight * normalized raw value; raw values are rounded to their printed decimals first',
}

/** The description of one index. Weights and decimals are the same objects that the computation uses. */
export interface Described<K extends string> {
  readonly code: string
  readonly window?: string
  readonly weights: Readonly<Record<K, number>>
  readonly places: Readonly<Record<K, number>>
  readonly inputs: Readonly<Record<K, Input>>
  /** Left out for an index of linear scores from 0 to 100. */
  readonly form?: IndexForm
  /** Kind and bounds of the scale of one component. */
  normalizationOf(key: K): Json
  readonly regimes?: Bands
  /** Rules of this index besides the common ones. */
  readonly assembly?: Readonly<Record<string, string>>
  readonly canonicalTemplate: string
  readonly references: readonly string[]
}

const componentOf = <K extends string>(index: Described<K>, key: K): Json => {
  const { lifetime, ...input }: Input = index.inputs[key]
  return {
    key,
    weight: index.weights[key],
    decimals: index.places[key],
    ...input,
    normalization: index.normalizationOf(key),
    freshSeconds: lifetime.freshSeconds,
    expireSeconds: lifetime.expireSeconds,
  }
}

const regimesOf = ({ names, boundaries, deadBand }: Bands): Json => ({
  names: [...names],
  boundaries: [...boundaries],
  deadBand,
  rule: 'from the regime before: up at boundary + deadBand and above, down at boundary - deadBand and below, several steps at once; without one before, the plain boundaries, each belonging to the range above it',
})

export const indexMethodology = <K extends string>(index: Described<K>): Readonly<Record<string, Json>> => {
  const { form = LINEAR } = index
  return {
    methodVersion: 1,
    code: index.code,
    range: [...form.range],
    ...(index.window !== undefined && { window: index.window }),
    components: (Object.keys(index.weights) as K[]).map((key) => componentOf(index, key)),
    normalization: form.normalization,
    regimes: index.regimes ? regimesOf(index.regimes) : [],
    assembly: {
      value: form.value,
      effectiveWeight:
        'nominal weight / sum of the nominal weights of what is there; NA and 0.0000 for what is missing',
      decimals: VALUE_PLACES,
      confidence: 'sum of nominal weight * coverage * freshness * method; a missing component costs its whole weight',
      weightFloor: FLOORS.weight,
      confidenceFloor: FLOORS.confidence,
      degradedBelow: FLOORS.degraded,
      degraded: 'a component is missing, a fallback stands in, or confidence is below degradedBelow',
      unpublished: 'below either floor nothing is published: 503 and no charge',
      ...index.assembly,
    },
    // Not named `canonical`: the envelope of the signed document has a field of that name.
    canonicalTemplate: index.canonicalTemplate,
    recompute: 'the signed value follows from the canonical string and this document alone; claros verify does it',
    references: [...index.references],
    disclaimer: 'A measurement of what sources said, never a forecast and no advice.',
  }
}

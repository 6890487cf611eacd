/** How an index is computed from its components (methods 0.4), whatever it measures. */

/** The raw values that score 0 (`lo`) and 100 (`hi`). */
export interface Scale {
  readonly lo: number
  readonly hi: number
}

/** 100 · clip((x − lo)/(hi − lo), 0, 1); it falls as x rises if lo > hi. */
export const lin = (x: number, { lo, hi }: Scale): number => 100 * Math.min(1, Math.max(0, (x - lo) / (hi - lo)))

/** clip(x/scale, −1, 1). */
export const sat = (x: number, scale: number): number => Math.min(1, Math.max(-1, x / scale))

/** One component: its nominal weight, whether it has a value, and the confidence in it, 0 to 1. */
export interface Component {
  readonly weight: number
  readonly isThere: boolean
  readonly confidence: number
  /** The value is a documented fallback or a carried value instead of the primary one. */
  readonly isFallback: boolean
}

/** The least weight and confidence with which an index is published, and the confidence below which it is degraded. */
export const FLOORS = { weight: 0.6, confidence: 0.4, degraded: 0.75 } as const

/** A sum of decimal weights may differ from the exact value in its last bits. */
const SLACK = 1e-9

/** Each component's share of the weight that is there; 0 for missing components, and for all if none is there. */
const effectiveWeights = <K extends string>(
  nominal: Readonly<Record<K, number>>,
  isThere: (key: K) => boolean,
): Readonly<Record<K, number>> => {
  const keys = Object.keys(nominal) as K[]
  const sum = keys.reduce((total, key) => (isThere(key) ? total + nominal[key] : total), 0)
  return Object.fromEntries(keys.map((key) => [key, isThere(key) ? nominal[key] / sum : 0])) as Record<K, number>
}

/** The value of an index, computed from its components, unrounded. */
export interface Assembled<K extends string, U extends string = string> {
  readonly unit: U
  readonly value: number
  readonly weights: Readonly<Record<K, number>>
}

/**
 * The sum of what the components that are there add, and their effective weights; `null` if none is there.
 *
 * @param term what one component adds, of its raw value and its effective weight
 */
export const summedTerms = <K extends string>(
  nominal: Readonly<Record<K, number>>,
  raw: Readonly<Record<K, number | null>>,
  term: (key: K, value: number, weight: number) => number,
): Pick<Assembled<K>, 'value' | 'weights'> | null => {
  const keys = Object.keys(nominal) as K[]
  if (keys.every((key) => raw[key] === null)) return null
  const weights = effectiveWeights(nominal, (key) => raw[key] !== null)
  const value = keys.reduce((sum, key) => {
    const found = raw[key]
    return found === null ? sum : sum + term(key, found, weights[key])
  }, 0)
  return { value, weights }
}

/** An index of these terms, which ends at `lowest` and `highest`. */
export const boundedIndex = <K extends string>(
  { value, weights }: Pick<Assembled<K>, 'value' | 'weights'>,
  { lowest, highest }: { readonly lowest: number; readonly highest: number },
): Assembled<K, 'index'> => ({ unit: 'index', value: Math.min(highest, Math.max(lowest, value)), weights })

/** The verdict on an index with these components. */
export interface IndexStanding {
  /** Σ w · c with nominal weights: a missing component costs its full weight. */
  readonly confidence: number
  /** Nominal weight of the components that are there. */
  readonly weight: number
  readonly degraded: boolean
  readonly published: boolean
}

export const indexStanding = (parts: readonly Component[]): IndexStanding => {
  const there = parts.filter((part) => part.isThere)
  const confidence = there.reduce((sum, part) => sum + part.weight * part.confidence, 0)
  const weight = there.reduce((sum, part) => sum + part.weight, 0)
  return {
    confidence,
    weight,
    degraded: confidence < FLOORS.degraded - SLACK || parts.some((part) => !part.isThere || part.isFallback),
    published: weight >= FLOORS.weight - SLACK && confidence >= FLOORS.confidence - SLACK,
  }
}

/** How an index is put together from its components (methods 0.4), whatever it measures. */

/** Where a raw value scores 0 and where 100. */
export interface Scale {
  readonly lo: number
  readonly hi: number
}

/** 100 · clip((x − lo)/(hi − lo), 0, 1); falls as x rises when lo > hi. */
export const lin = (x: number, { lo, hi }: Scale): number => 100 * Math.min(1, Math.max(0, (x - lo) / (hi - lo)))

/** One component: its nominal weight, whether there is a value, and how far that is to be believed, 0 to 1. */
export interface Component {
  readonly weight: number
  readonly isThere: boolean
  readonly confidence: number
  /** A documented fallback or a carried value stands in for the primary one. */
  readonly isFallback: boolean
}

/** Least weight and confidence for an index to be published, and the confidence below which it is degraded. */
export const FLOORS = { weight: 0.6, confidence: 0.4, degraded: 0.75 } as const

/** Sums of decimal weights miss their own decimals by a few units of the last bit. */
const SLACK = 1e-9

/** Shares of the weight that is there; 0 for what is missing, and everywhere when nothing is there. */
export const effectiveWeights = <K extends string>(
  nominal: Readonly<Record<K, number>>,
  isThere: (key: K) => boolean,
): Readonly<Record<K, number>> => {
  const keys = Object.keys(nominal) as K[]
  const sum = keys.reduce((total, key) => (isThere(key) ? total + nominal[key] : total), 0)
  return Object.fromEntries(keys.map((key) => [key, isThere(key) ? nominal[key] / sum : 0])) as Record<K, number>
}

/** What may be said about an index whose components are these. */
export interface IndexStanding {
  /** Σ w · c with nominal weights: a missing component costs its full weight. */
  readonly confidence: number
  /** Nominal weight of what is there. */
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

/** One release: how far it came from its estimate, in deviations, and how much it counts. */
export interface Surprise {
  readonly z: number
  readonly weight: number
}

/** What the distance from an estimate is measured by. */
export interface Expected {
  readonly actual: number
  readonly estimate: number
  /** Above zero. */
  readonly sigma: number
  /** -1 where a higher value means weaker growth. */
  readonly sign: 1 | -1
}

/** Scores are clipped to this size. */
export const LARGEST_Z = 3
export const HALF_LIFE_DAYS = 30
/** What a release of lesser impact counts, beside 1 of one of high impact. */
export const MEDIUM_WEIGHT = 0.5
/** Points per deviation, and the largest index. */
const POINTS = 50
const LARGEST_INDEX = 100

const clip = (value: number, size: number): number => Math.max(-size, Math.min(size, value))

/** (actual - estimate) / sigma, clipped to ±3, with the sign of what is better news (methods 9.1). */
export const surpriseZ = ({ actual, estimate, sigma, sign }: Expected): number =>
  clip((actual - estimate) / sigma, LARGEST_Z) * sign

/** Halved every thirty days; half of that for releases of medium impact. */
export const surpriseWeight = (impact: 'high' | 'medium', ageDays: number): number =>
  2 ** (-ageDays / HALF_LIFE_DAYS) * (impact === 'high' ? 1 : MEDIUM_WEIGHT)

/**
 * 50 times the weighted mean, clipped to ±100: +100 is news two standard deviations better than expected on average
 * (Scotti 2016).
 *
 * @param surprises at least one
 */
export const surpriseIndex = (surprises: readonly Surprise[]): number => {
  const total = surprises.reduce((sum, { weight }) => sum + weight, 0)
  const weighed = surprises.reduce((sum, { z, weight }) => sum + z * weight, 0)
  return clip((POINTS * weighed) / total, LARGEST_INDEX)
}

import { rounded } from '../../canonical/measure.ts'
import { DAY_SECONDS, inSeconds } from '../../time-units.ts'
import { surpriseIndex } from '../math/surprise-index.ts'
import { MEASURES, type MeasureWord } from './measures.ts'

/** Decimals of what a score is made of; the index is computed from the rounded ones. */
export const SCORE_PLACES = { sigma: 4, z: 4, weight: 4, index: 2 } as const

/** So many past surprises make a deviation of their own. */
export const LEAST_PAST = 8

/** Releases that an index is made of, at most; below the second it is degraded, below the third not sold. */
export const RELEASES = { most: 20, whole: 10, least: 5 } as const

/** Between whole seconds, so that who reads the body finds the same. Both in Unix milliseconds. */
export const ageDays = (at: number, now: number): number => (inSeconds(now) - inSeconds(at)) / DAY_SECONDS

/** What the values of a measure are counted in. */
export const unitOfMeasure = (measure: MeasureWord): 'percent' | 'persons' | 'points' => {
  if (MEASURES[measure].unit === '%') return 'percent'
  return measure.startsWith('pmi_') ? 'points' : 'persons'
}

/** The index as it is signed, from scores and weights as they are printed. */
export const printedIndex = (releases: readonly { readonly surprise_z: number; readonly weight: number }[]): number =>
  rounded(surpriseIndex(releases.map(({ surprise_z: z, weight }) => ({ z, weight }))), SCORE_PLACES.index)

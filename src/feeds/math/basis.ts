import { median, survivors } from './robust.ts'

/** The premium of perpetual futures over their index (methods 5.3). Basis points. */

export const BASIS_REGIMES = ['BACKWARDATION', 'FLAT', 'CONTANGO'] as const
export type BasisRegime = (typeof BASIS_REGIMES)[number]

/** A median from here on, on either side, has a name. */
export const BASIS_BAND_BPS = 3

/** A venue this close to the median is never an outlier. */
export const BASIS_FLOOR_BPS = 2

export const basisBps = (mark: number, index: number): number => 10_000 * (mark / index - 1)

export const basisRegime = (medianBps: number): BasisRegime => {
  if (medianBps >= BASIS_BAND_BPS) return 'CONTANGO'
  return medianBps <= -BASIS_BAND_BPS ? 'BACKWARDATION' : 'FLAT'
}

/** The venues' values that pass the outlier test: one venue whose index stands still must not make the spread. */
export const acceptedBases = (bps: readonly number[]): readonly number[] => survivors(bps, BASIS_FLOOR_BPS)

/**
 * Median and highest less lowest.
 *
 * @throws RangeError for an empty list
 */
export const basisOf = (accepted: readonly number[]) => ({
  medianBps: median(accepted),
  spreadBps: Math.max(...accepted) - Math.min(...accepted),
})

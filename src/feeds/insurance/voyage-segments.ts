import { HOUR_MS } from '../../time-units.ts'
import { type Basin, monthlyWaves } from '../marine/wave-climatology.ts'
import { exceedance, type Weibull, weibullOf } from '../math/weibull.ts'
import type { SeaRoute } from './sea-route.ts'
import { SPEED_BANDS_M, type VesselClass } from './vessel-classes.ts'

/** A stretch of a voyage in one basin and one month. */
export interface VoyageSegment {
  readonly basin: Basin
  /** 1 to 12. */
  readonly month: number
  readonly nm: number
  readonly hours: number
}

/** Heights of the waves of a basin in a month, cyclones left out. */
export const wavesOf = (basin: Basin, month: number): Weibull => {
  const { meanM, shape } = monthlyWaves(basin, month)
  return weibullOf(meanM, shape)
}

/** The mean share of its service speed that a class keeps in these waves. */
export const keptShare = (waves: Weibull, { keptSpeed }: Pick<VesselClass, 'keptSpeed'>): number =>
  SPEED_BANDS_M.reduce((sum, from, band) => {
    const to = SPEED_BANDS_M[band + 1]
    const chance = exceedance(waves, from) - (to === undefined ? 0 : exceedance(waves, to))
    return sum + chance * (keptSpeed[band] ?? 0)
  }, 0)

/**
 * The voyage in time (methods 7.7). Each part is sailed at the speed that the class keeps in its basin, in the UTC month
 * in which it begins; equal neighbours are one segment.
 *
 * @param departure Unix milliseconds
 */
export const voyageSegments = (
  { parts }: SeaRoute,
  vessel: VesselClass,
  departure: number,
): readonly VoyageSegment[] => {
  const speeds = new Map<string, number>()
  const speedIn = (basin: Basin, month: number): number => {
    const key = `${basin}/${month}`
    const speed = speeds.get(key) ?? vessel.speedKts * keptShare(wavesOf(basin, month), vessel)
    speeds.set(key, speed)
    return speed
  }
  const segments: { basin: Basin; month: number; nm: number; hours: number }[] = []
  let sailed = 0
  for (const { nm, basin } of parts) {
    const month = new Date(departure + sailed * HOUR_MS).getUTCMonth() + 1
    const hours = nm / speedIn(basin, month)
    sailed += hours
    const last = segments.at(-1)
    if (last?.basin === basin && last.month === month) {
      last.nm += nm
      last.hours += hours
    } else segments.push({ basin, month, nm, hours })
  }
  return segments
}

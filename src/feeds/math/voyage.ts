import { greatCircleNm, pointAlong, type SpherePoint } from './great-circle.ts'

/** Places along the great circle between two points (methods 7.2, 7.3). */

/** How many samples a way has, and the longest distance between two as long as there are not more than the most. */
export const SAMPLES = { apartNm: 120, least: 5, most: 50 } as const

/** The longest time that is forecast. */
export const MOST_HOURS = 168

/** How many samples a way of this length gets, both ends included. */
export const sampleCount = (nm: number): number =>
  Math.min(Math.max(Math.ceil(nm / SAMPLES.apartNm) + 1, SAMPLES.least), SAMPLES.most)

/** Points at equal distances from one end to the other. */
export const samplesAlong = (a: SpherePoint, b: SpherePoint): readonly SpherePoint[] => {
  const count = sampleCount(greatCircleNm(a, b))
  return Array.from({ length: count }, (_, at) => pointAlong(a, b, at / (count - 1)))
}

/** Where a ship is at every whole hour, from its departure until it has arrived or the forecast ends. */
export const hourlyPositions = (a: SpherePoint, b: SpherePoint, speedKts: number): readonly SpherePoint[] => {
  const hours = greatCircleNm(a, b) / speedKts
  const last = Math.min(Math.floor(hours), MOST_HOURS)
  return Array.from({ length: last + 1 }, (_, hour) => pointAlong(a, b, hour / hours))
}

import type { Point } from './weather.ts'

/** A rectangle of a grid: its outermost points, in degrees. Longitude from 0 to below 360. */
export interface GridBox {
  readonly south: number
  readonly north: number
  readonly west: number
  readonly east: number
}

/** A rectangle, and the points that were asked for within it. */
export interface BoxedPoints<P> {
  readonly box: GridBox
  readonly points: readonly P[]
}

/** Longitude eastward, from 0 to below 360. */
export const eastward = (lon: number): number => (lon < 0 ? lon + 360 : lon)

const around = (box: GridBox, { lat, lon }: Point): GridBox => ({
  south: Math.min(box.south, lat),
  north: Math.max(box.north, lat),
  west: Math.min(box.west, eastward(lon)),
  east: Math.max(box.east, eastward(lon)),
})

/**
 * Rectangles that hold all points, none wider or higher than so many degrees. Points are taken in their order, so that
 * those of a way are in few boxes. No box crosses Greenwich, where the longitude starts again.
 */
export const boxesOf = <P extends Point>(points: readonly P[], mostDegrees: number): readonly BoxedPoints<P>[] => {
  const found: { box: GridBox; points: P[] }[] = []
  for (const point of points) {
    const last = found.at(-1)
    const grown = last && around(last.box, point)
    const fits = grown && grown.north - grown.south <= mostDegrees && grown.east - grown.west <= mostDegrees
    if (last && fits) {
      last.box = grown
      last.points.push(point)
    } else {
      const [lat, lon] = [point.lat, eastward(point.lon)]
      found.push({ box: { south: lat, north: lat, west: lon, east: lon }, points: [point] })
    }
  }
  return found
}

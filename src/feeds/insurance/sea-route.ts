import { type Basin, basinAt } from '../marine/wave-climatology.ts'
import { greatCircleNm, pointAlong, type SpherePoint } from '../math/great-circle.ts'
import { seaLane } from './sea-lanes.ts'
import type { SeaPort } from './sea-ports.ts'
import { LONGEST_PART_NM } from './tiers.ts'

/** A stretch in one basin. */
export interface RoutePart {
  readonly nm: number
  readonly basin: Basin
}

export interface SeaRoute {
  readonly distanceNm: number
  readonly parts: readonly RoutePart[]
}

/** A part lies in the basin of its middle. */
const partsOf = (from: SpherePoint, to: SpherePoint): readonly RoutePart[] => {
  const length = greatCircleNm(from, to)
  const count = Math.ceil(length / LONGEST_PART_NM)
  return Array.from({ length: count }, (_, at) => {
    const { lat, lon } = pointAlong(from, to, (at + 0.5) / count)
    return { nm: length / count, basin: basinAt(lat, lon) }
  })
}

/** From quay to quay over the approaches of both ports (methods 7.6); `null` if no lane joins them. */
export const seaRoute = (origin: SeaPort, destination: SeaPort): SeaRoute | null => {
  const lane = seaLane(origin.approach, destination.approach)
  if (!lane) return null
  const points = [origin, ...lane, destination]
  const parts = points.slice(1).flatMap((point, at) => partsOf(points[at]!, point))
  return { distanceNm: parts.reduce((sum, { nm }) => sum + nm, 0), parts }
}

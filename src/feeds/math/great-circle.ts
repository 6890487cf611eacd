/** Ways on a sphere of the Earth's mean radius R1 (methods 0.1). Degrees, north and east positive; nautical miles. */

export interface SpherePoint {
  readonly lat: number
  readonly lon: number
}

/** Metres. */
export const RADIUS_M = 6_371_008.8
const RADIUS_NM = RADIUS_M / 1852
const RADIANS = Math.PI / 180

/** The angle between two points, in radians, by the haversine formula (Sinnott 1984). */
const angleBetween = (a: SpherePoint, b: SpherePoint): number => {
  const [south, north] = [a.lat * RADIANS, b.lat * RADIANS]
  const high = Math.sin((north - south) / 2)
  const wide = Math.sin(((b.lon - a.lon) * RADIANS) / 2)
  const haversine = high * high + Math.cos(south) * Math.cos(north) * wide * wide
  return 2 * Math.asin(Math.min(1, Math.sqrt(haversine)))
}

/** The length of the shorter way, also across the date line. */
export const greatCircleNm = (a: SpherePoint, b: SpherePoint): number => RADIUS_NM * angleBetween(a, b)

/** Degrees from which two points count as opposite: there is hardly one way between them. */
export const OPPOSITE_DEGREES = 179.9

export const areOpposite = (a: SpherePoint, b: SpherePoint): boolean => angleBetween(a, b) > OPPOSITE_DEGREES * RADIANS

const vectorOf = ({ lat, lon }: SpherePoint): readonly [number, number, number] => {
  const [phi, lambda] = [lat * RADIANS, lon * RADIANS]
  return [Math.cos(phi) * Math.cos(lambda), Math.cos(phi) * Math.sin(lambda), Math.sin(phi)]
}

/**
 * The point at a share of the way, by spherical linear interpolation. Longitude from -180 up to, and without, 180. Two
 * opposite points have no one way between them: `RangeError`.
 */
export const pointAlong = (a: SpherePoint, b: SpherePoint, share: number): SpherePoint => {
  const angle = angleBetween(a, b)
  const sine = Math.sin(angle)
  if (angle === 0) return a
  if (Math.PI - angle < 1e-9) throw new RangeError('opposite points have no one way between them')
  const [near, far] = [Math.sin((1 - share) * angle) / sine, Math.sin(share * angle) / sine]
  const [ax, ay, az] = vectorOf(a)
  const [bx, by, bz] = vectorOf(b)
  const [x, y, z] = [near * ax + far * bx, near * ay + far * by, near * az + far * bz]
  const lon = Math.atan2(y, x) / RADIANS
  return { lat: Math.atan2(z, Math.hypot(x, y)) / RADIANS, lon: lon >= 180 ? -180 : lon }
}

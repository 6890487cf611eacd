/** Least squares in three unknowns, each within its bounds, solved exactly (methods 5.10). */

export type Triple = readonly [number, number, number]

/** The quadratic x'Gx − 2r'x, G by its upper triangle: its minimum is the least-squares solution. */
export interface Quadratic {
  readonly g00: number
  readonly g01: number
  readonly g02: number
  readonly g11: number
  readonly g12: number
  readonly g22: number
  readonly r0: number
  readonly r1: number
  readonly r2: number
}

/** A determinant below this share of the product of its diagonal is zero but for rounding. */
const SINGULAR = 1e-13

const valueAt = (q: Quadratic, x: number, y: number, z: number): number =>
  x * (q.g00 * x + 2 * (q.g01 * y + q.g02 * z - q.r0)) +
  y * (q.g11 * y + 2 * (q.g12 * z - q.r1)) +
  z * (q.g22 * z - 2 * q.r2)

/** The solution without bounds; `null` if the system is singular. */
const free = ({ g00, g01, g02, g11, g12, g22, r0, r1, r2 }: Quadratic): Triple | null => {
  const c00 = g11 * g22 - g12 * g12
  const c01 = g02 * g12 - g01 * g22
  const c02 = g01 * g12 - g02 * g11
  const det = g00 * c00 + g01 * c01 + g02 * c02
  if (!(det > SINGULAR * g00 * g11 * g22)) return null
  const c11 = g00 * g22 - g02 * g02
  const c12 = g01 * g02 - g00 * g12
  const c22 = g00 * g11 - g01 * g01
  return [
    (c00 * r0 + c01 * r1 + c02 * r2) / det,
    (c01 * r0 + c11 * r1 + c12 * r2) / det,
    (c02 * r0 + c12 * r1 + c22 * r2) / det,
  ]
}

const isWithin = (x: number, most: number): boolean => x >= 0 && x <= most

/** The minimum of g·t² − 2r·t for t from 0 to `most`. */
const onEdge = (g: number, r: number, most: number): number => (g > 0 ? Math.min(most, Math.max(0, r / g)) : 0)

/**
 * Where the quadratic is smallest within 0 ≤ x ≤ most. G is positive semidefinite, so a solution without bounds that
 * lies within them is the minimum; otherwise the minimum lies on one of the six sides.
 */
export const boxMinimum = (q: Quadratic, [m0, m1, m2]: Triple): Triple => {
  const inside = free(q)
  if (inside && isWithin(inside[0], m0) && isWithin(inside[1], m1) && isWithin(inside[2], m2)) return inside
  let best: Triple = [0, 0, 0]
  let least = Infinity
  const tried = (x: number, y: number, z: number): void => {
    const value = valueAt(q, x, y, z)
    if (value < least) {
      least = value
      best = [x, y, z]
    }
  }
  for (const x of [0, m0])
    onSide(q.g11, q.g12, q.g22, q.r1 - q.g01 * x, q.r2 - q.g02 * x, m1, m2, (y, z) => tried(x, y, z))
  for (const y of [0, m1])
    onSide(q.g00, q.g02, q.g22, q.r0 - q.g01 * y, q.r2 - q.g12 * y, m0, m2, (x, z) => tried(x, y, z))
  for (const z of [0, m2])
    onSide(q.g00, q.g01, q.g11, q.r0 - q.g02 * z, q.r1 - q.g12 * z, m0, m1, (x, y) => tried(x, y, z))
  return best
}

/** Tries the points of one side that may hold the minimum: the free one, or the best one of each edge. */
const onSide = (
  gxx: number,
  gxy: number,
  gyy: number,
  rx: number,
  ry: number,
  mx: number,
  my: number,
  tried: (x: number, y: number) => void,
): void => {
  const det = gxx * gyy - gxy * gxy
  if (det > SINGULAR * gxx * gyy) {
    const [x, y] = [(gyy * rx - gxy * ry) / det, (gxx * ry - gxy * rx) / det]
    if (isWithin(x, mx) && isWithin(y, my)) return tried(x, y)
  }
  for (const x of [0, mx]) tried(x, onEdge(gyy, ry - gxy * x, my))
  for (const y of [0, my]) tried(onEdge(gxx, rx - gxy * y, mx), y)
}

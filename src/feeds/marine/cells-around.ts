import type { WaveModel } from '../../sources/weather/weather.ts'
import { cellAt, cellKey, type GridCell, pointOf } from '../places/cell.ts'
import { DEGREE_PLACES, type Degrees, degreesOf } from '../places/coordinate.ts'

const ONE = 10n ** BigInt(DEGREE_PLACES)
const TEN_THOUSANDTH = ONE / 10_000n

/** Beyond the date line longitudes go on from the other side. */
const wrapped = (lon: Degrees): Degrees =>
  lon >= 180n * ONE ? lon - 360n * ONE : lon < -180n * ONE ? lon + 360n * ONE : lon

/**
 * The square of a distance, in degrees of latitude. Longitudes lie closer to each other away from the equator; for cells
 * side by side the plane is enough.
 */
const distanceTo = (position: GridCell, cell: GridCell): number => {
  const [from, to] = [pointOf(position), pointOf(cell)]
  const around = Math.abs(to.lon - from.lon)
  const east = Math.min(around, 360 - around) * Math.cos((from.lat * Math.PI) / 180)
  return (to.lat - from.lat) ** 2 + east ** 2
}

const STEPS = [-1n, 0n, 1n]

/** The cell of a position in the grid of a model, and the neighbours of that cell, the nearest to the position first. */
export const cellsAround = (
  { gridStep, south, north }: Pick<WaveModel, 'gridStep' | 'south' | 'north'>,
  position: GridCell,
): { readonly own: readonly GridCell[]; readonly neighbours: readonly GridCell[] } => {
  const own = cellAt(degreesOf(position.lat), degreesOf(position.lon), gridStep)
  const step = BigInt(gridStep) * TEN_THOUSANDTH
  const [lat, lon] = [degreesOf(own.lat), degreesOf(own.lon)]
  const square = STEPS.flatMap((up) => STEPS.map((east) => [lat + up * step, wrapped(lon + east * step)] as const))
  const cells = square.map(([up, east]) => cellAt(up, east, gridStep))
  const isKnown = (cell: GridCell): boolean => Number(cell.lat) >= south && Number(cell.lat) <= north
  // At a pole all longitudes are one cell.
  const others = new Map(cells.map((cell) => [cellKey(cell), cell]))
  others.delete(cellKey(own))
  return {
    own: [own].filter(isKnown),
    neighbours: [...others.values()]
      .filter(isKnown)
      .toSorted((a, b) => distanceTo(position, a) - distanceTo(position, b)),
  }
}

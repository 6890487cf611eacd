import { fixed, fromUnits, toUnits } from '../../canonical/decimal.ts'
import type { Place } from '../../canonical/place.ts'
import type { Point } from '../../sources/weather/weather.ts'
import { DEGREE_PLACES, type Degrees } from './coordinate.ts'

/** Decimals of a grid point in every text (methods 0.2). */
const CELL_PLACES = 4

/** Decimals of computed degrees: a tenth of a millimetre. */
const COMPUTED_PLACES = 9

/** Units of a coordinate in one ten-thousandth of a degree. */
const PER_CELL_UNIT = 10n ** BigInt(DEGREE_PLACES - CELL_PLACES)

/** A point of a grid, written with four decimals. Each point of the earth has exactly one spelling. */
export type GridCell = Place

/** The nearest multiple of `step`. A tie is rounded away from zero, so that both hemispheres are treated alike. */
const nearest = (degrees: Degrees, step: bigint): bigint => {
  const size = degrees < 0n ? -degrees : degrees
  const steps = (2n * size + step) / (2n * step)
  return (degrees < 0n ? -steps : steps) * step
}

/**
 * The grid point of a request. The date line is written as -180. At a pole all longitudes are the same place, which is
 * written with longitude 0.
 *
 * @param gridStep ten-thousandths of a degree, a divisor of 90 degrees: 2500 is the quarter degree
 */
export const cellAt = (lat: Degrees, lon: Degrees, gridStep: number): GridCell => {
  const step = BigInt(gridStep) * PER_CELL_UNIT
  const inUnits = (degrees: Degrees): bigint => nearest(degrees, step) / PER_CELL_UNIT
  const [south, east] = [inUnits(lat), inUnits(lon)]
  const isPole = south === 900_000n || south === -900_000n
  const meridian = isPole ? 0n : east === 1_800_000n ? -1_800_000n : east
  return { lat: fromUnits(south, CELL_PLACES), lon: fromUnits(meridian, CELL_PLACES) }
}

/** The grid point of a computed place: rounded to decimals at which no double is wrong. */
export const cellNear = ({ lat, lon }: Point, gridStep: number): GridCell => {
  const [south, east] = [lat, lon].map((degrees) => toUnits(fixed(degrees, COMPUTED_PLACES), DEGREE_PLACES))
  return cellAt(south!, east!, gridStep)
}

/** The grid point as numbers: multiples of the grid's step are exact. */
export const pointOf = (cell: GridCell): Point => ({ lat: Number(cell.lat), lon: Number(cell.lon) })

/** The form in actor ids: `51.5000,-0.2500`. */
export const cellKey = ({ lat, lon }: GridCell): string => `${lat},${lon}`

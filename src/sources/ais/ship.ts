import type { DecimalText } from '../market.ts'
import { UnreadableReply } from '../query.ts'
import { decimal, type Piece, whole } from '../shape.ts'

/**
 * What ships say of themselves over AIS, the automatic identification system. Values that stand for "not available" are
 * those of ITU-R M.1371-5, table 48.
 */

/** Where a ship is, as it was written; decimal degrees, east and north positive. */
export interface AtSea {
  readonly lat: DecimalText
  readonly lon: DecimalText
}

/** The last report of a ship. */
export interface ShipReport {
  /** `null`: the ship reports that it does not know where it is. */
  readonly position: AtSea | null
  /** Speed over ground, knots. */
  readonly sogKts: DecimalText | null
  /** Course over ground, degrees. */
  readonly cogDeg: DecimalText | null
  /** True heading, whole degrees. */
  readonly headingDeg: number | null
  /** When a station received it, Unix milliseconds; never the time of the provider's reply. */
  readonly at: number
}

/** Stand for an unknown position; one of them is enough. */
const NO_LATITUDE = 91
const NO_LONGITUDE = 181
/** 102.2 means that much or more, 102.3 not available: neither is a speed. */
const NO_SPEED = 102.2
const MOST_SPEED = 102.3
const NO_COURSE = 360
const NO_HEADING = 511

const within = (of: Piece, value: number, least: number, most: number): void => {
  if (!(value >= least && value <= most))
    throw new UnreadableReply(`${of.path} is ${value}, which is not between ${least} and ${most}`)
}

/** The position of a report; `null` where it says that there is none. */
export const positionOf = (lat: Piece, lon: Piece): AtSea | null => {
  const read: AtSea = { lat: decimal(lat), lon: decimal(lon) }
  if (Number(read.lat) === NO_LATITUDE || Number(read.lon) === NO_LONGITUDE) return null
  within(lat, Number(read.lat), -90, 90)
  within(lon, Number(read.lon), -180, 180)
  return read
}

/** Knots; `null` where the speed is not known. */
export const speedOf = (of: Piece): DecimalText | null => {
  const read = decimal(of)
  within(of, Number(read), 0, MOST_SPEED)
  return Number(read) >= NO_SPEED ? null : read
}

/** Degrees; `null` where the course is not known. */
export const courseOf = (of: Piece): DecimalText | null => {
  const read = decimal(of)
  within(of, Number(read), 0, NO_COURSE)
  return Number(read) === NO_COURSE ? null : read
}

/** Whole degrees; `null` where the heading is not known. */
export const headingOf = (of: Piece): number | null => {
  const read = whole(of)
  if (read === NO_HEADING) return null
  within(of, read, 0, NO_COURSE - 1)
  return read
}

/** Names are padded with blanks, and `@` ends them. `null` where nothing is left. */
export const shipNameOf = (text: string): string | null => text.split('@')[0]!.trim() || null

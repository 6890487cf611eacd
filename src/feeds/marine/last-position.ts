import { digitrafficSource } from '../../sources/ais/digitraffic.ts'
import type { AtSea, ShipReport } from '../../sources/ais/ship.ts'
import { HOUR_SECONDS, inSeconds, SECOND_MS, utcSecond } from '../../time-units.ts'
import type { Boards } from '../board.ts'
import type { Declined } from '../feed.ts'
import { cellAt, type GridCell } from '../places/cell.ts'
import { degreesOf } from '../places/coordinate.ts'
import { POSITION_LIFETIME, SILENT_SECONDS, shipBoard, type ShipState } from './ais-board.ts'

/** Where a ship is, by its last report. */
export interface Located {
  readonly kind: 'located'
  readonly report: ShipReport
  /** The position with four decimals, as it is published. */
  readonly place: GridCell
  readonly name: string | null
  /** Whether a newer report from out of reach waits for another one. */
  readonly isHeld: boolean
  /** Whose report it is. */
  readonly by: string
  /** Providers of positions whose last answer is too old. */
  readonly missing: readonly string[]
}

const EXPIRE_MS = POSITION_LIFETIME.expireSeconds * SECOND_MS

/** Steps of a position that is published, ten-thousandths of a degree: some ten metres. */
export const POSITION_STEP = 1

const placeOf = ({ lat, lon }: AtSea): GridCell => cellAt(degreesOf(lat), degreesOf(lon), POSITION_STEP)

const lastHeardAt = (at: number, why: string): Declined => ({
  kind: 'last_heard',
  at: inSeconds(at),
  message: `last heard at ${utcSecond(at)}, ${why}`,
})

/** Why a report of this time is not sold any more; `null` while it is. Unix milliseconds. */
export const expiredAt = (at: number, now: number): Declined | null =>
  now - at > EXPIRE_MS
    ? lastHeardAt(at, `and a position of more than ${POSITION_LIFETIME.expireSeconds / HOUR_SECONDS} h ago is not sold`)
    : null

/** What provider and ship last said, or why that is no position. */
const locatedBy = (mmsi: string, { told, last, held, name }: ShipState, now: number): Located | Declined => {
  const { name: by } = digitrafficSource
  if (told === null) return { kind: 'input_missing', input: by }
  const isSilent = now - told.at > SILENT_SECONDS * SECOND_MS
  if (last === null)
    return isSilent
      ? { kind: 'input_missing', input: by }
      : { kind: 'not_known', message: `nobody has heard of ${mmsi}` }
  const expired = expiredAt(last.at, now)
  if (expired) return expired
  if (last.position === null) return lastHeardAt(last.at, 'without a position')
  const place = placeOf(last.position)
  return { kind: 'located', report: last, place, name, isHeld: held !== null, by, missing: isSilent ? [by] : [] }
}

/** Where the ship is, or why that is not known. */
export const lastPosition = (mmsi: string, now: number, boards: Boards): Located | Declined => {
  const board = shipBoard(mmsi)
  return locatedBy(mmsi, boards.read(board) ?? board.empty, now)
}

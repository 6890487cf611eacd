import { Value } from '@sinclair/typebox/value'
import type { Boards } from '../board.ts'
import type { Declined } from '../feed.ts'
import type { FurtherLook } from '../on-demand.ts'
import { cellNear, type GridCell, pointOf } from '../places/cell.ts'
import { wrongOf } from './ends.ts'
import { expiredAt, lastPosition, POSITION_STEP } from './last-position.ts'
import type { ShipVoyage } from './ship-voyage.ts'
import { ShipReported } from './ship-reported.ts'
import { voyageSubject, type VoyageSubject } from './voyage-subject.ts'

/** What is known of the ship of a voyage: where it was heard, by whom and when (Unix milliseconds). */
export interface DepartingShip {
  readonly mmsi: string
  readonly name: string | null
  readonly place: GridCell
  readonly at: number
  readonly by: string
}

/** A voyage whose start is known; `ship` is `null` where a place was given. */
export interface Sailing {
  readonly kind: 'sailing'
  readonly voyage: VoyageSubject
  readonly ship: DepartingShip | null
}

/** What a request may name: both ends, or a ship and its destination. */
export type AskedVoyage = VoyageSubject | ShipVoyage

export const isOfShip = (asked: AskedVoyage): asked is ShipVoyage => 'mmsi' in asked

/** Where the ship was when its voyage was concluded first: a voyage that has departed keeps its start. */
const keptStart = (mmsi: string, previous: FurtherLook['previous']): DepartingShip | null => {
  if (!previous || !Value.Check(ShipReported, previous.content)) return null
  const { ship_name, last_report } = previous.content
  if (last_report === null) return null
  const { lat, lon, ais_timestamp, source } = last_report
  return {
    mmsi,
    name: ship_name,
    place: cellNear({ lat, lon }, POSITION_STEP),
    at: Date.parse(ais_timestamp),
    by: source,
  }
}

const heardNow = (mmsi: string, now: number, boards: Boards): DepartingShip | Declined => {
  const located = lastPosition(mmsi, now, boards)
  if (located.kind !== 'located') return located
  // The start is kept for the whole voyage. While two reports contradict each other, it is not known.
  if (located.isHeld) return { kind: 'input_missing', input: 'a report that confirms where the ship is' }
  const { place, name, by, report } = located
  return { mmsi, name, place, at: report.at, by }
}

/** The voyage of a ship that was heard there, between the grid points nearest to it and to its destination. */
export const departing = ({ to, gridStep, ...schedule }: ShipVoyage, ship: DepartingShip): Sailing | Declined => {
  const ends = { from: cellNear(pointOf(ship.place), gridStep), to }
  const wrong = wrongOf(ends)
  if (wrong) return { kind: 'no_data_here', path: wrong.path, message: `${wrong.message}, where ${ship.mmsi} is` }
  return { kind: 'sailing', voyage: voyageSubject(ends, schedule, gridStep), ship }
}

/** Whether the start has to be asked for. */
export const isStartOpen = (asked: AskedVoyage, { previous }: FurtherLook): boolean =>
  isOfShip(asked) && keptStart(asked.mmsi, previous) === null

/** The voyage with its start, or why that is not known. */
export const sailingOf = (asked: AskedVoyage, { now, boards, previous }: FurtherLook): Sailing | Declined => {
  if (!isOfShip(asked)) return { kind: 'sailing', voyage: asked, ship: null }
  const ship = keptStart(asked.mmsi, previous) ?? heardNow(asked.mmsi, now, boards)
  if ('kind' in ship) return ship
  return expiredAt(ship.at, now) ?? departing(asked, ship)
}

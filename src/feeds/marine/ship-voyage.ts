import type { PathRefusal, PathRequest } from '../on-demand.ts'
import { type GridCell, cellKey } from '../places/cell.ts'
import { cellOfKey } from '../places/read-cell.ts'
import type { Subject } from '../subject.ts'
import { readDestination, short } from './ends.ts'
import { brokenByMmsi, isShip } from './vessel-subject.ts'
import { queryOfSpeed, readSchedule, type VoyageSchedule, scheduleKey, scheduleOfKey } from './voyage-subject.ts'

/** A ship on its way to a point of a grid, from where it is in the hour of the request. Its place is not known yet. */
export interface ShipVoyage extends Subject, VoyageSchedule {
  readonly mmsi: string
  readonly to: GridCell
  /** As of voyages between two points. */
  readonly gridStep: number
}

const shipVoyage = (
  mmsi: string,
  to: GridCell,
  { speed, departure }: VoyageSchedule,
  gridStep: number,
): ShipVoyage => ({
  key: `${mmsi}/${cellKey(to)}/${scheduleKey({ speed, departure })}`,
  domain: `${mmsi}/${cellKey(to)}`,
  name: `vessel ${mmsi} to ${short(to.lat)},${short(to.lon)} at ${Number(speed)} kn`,
  path: {},
  query: { mmsi, lat2: short(to.lat), lon2: short(to.lon), ...queryOfSpeed(speed) },
  mmsi,
  to,
  speed,
  departure,
  gridStep,
})

/** The start comes from the ship's own report, so a request that names a start as well contradicts itself. */
const startsTwice = (words: Readonly<Record<string, string>>): readonly PathRefusal[] =>
  ['lat1', 'lon1']
    .filter((name) => words[name] !== undefined)
    .map((name) => ({
      path: `query.${name}`,
      rule: 'not_with_mmsi',
      message: 'the ship departs where it is: give mmsi, or lat1 and lon1',
    }))

/** Reads `mmsi`, `lat2`, `lon2` and `speed_kts`; `now` in Unix milliseconds. */
export const askShipVoyage = (
  gridStep: number,
  words: Readonly<Record<string, string>>,
  now: number,
): PathRequest<ShipVoyage> => {
  const { mmsi = '' } = words
  const to = readDestination(words, gridStep)
  const schedule = readSchedule(words, now)
  const details = [
    ...brokenByMmsi(mmsi, 'query.mmsi'),
    ...startsTwice(words),
    ...('lat' in to ? [] : to),
    ...('rule' in schedule ? [schedule] : []),
  ]
  if (details.length > 0 || !('lat' in to) || 'rule' in schedule) return { kind: 'invalid', details }
  return { kind: 'subject', subject: shipVoyage(mmsi, to, schedule, gridStep) }
}

/** The subject with this key; `null` if no request leads to it. */
export const shipVoyageOf = (gridStep: number, key: string): ShipVoyage | null => {
  const [mmsi = '', place = '', speed = '', hour = ''] = key.split('/')
  const to = cellOfKey(place, gridStep)
  const schedule = scheduleOfKey(speed, hour)
  if (!isShip(mmsi) || to === null || schedule === null) return null
  const subject = shipVoyage(mmsi, to, schedule, gridStep)
  return subject.key === key ? subject : null
}

import { DAY_MS, HOUR_MS, SECOND_MS } from '../../../time-units.ts'

/** Ships of the simulated Baltic. They go to and fro between two places at their speed. */

/** Degrees, north and east. */
type Place = readonly [lat: number, lon: number]

/** What is out of the ordinary with a ship: what is not known aboard, or for how long no station has heard it. */
interface Oddity {
  readonly lacks?: 'speed' | 'position'
  readonly silentMs?: number
}

interface Ship extends Oddity {
  readonly mmsi: number
  readonly name: string
  readonly callSign: string
  /** By ITU-R M.1371: 30 fishing, 60 passengers, 70 cargo, 80 tanker. */
  readonly shipType: number
  readonly from: Place
  readonly to: Place
  readonly knots: number
}

const ship = (
  [mmsi, name, callSign, shipType]: readonly [number, string, string, number],
  [from, to]: readonly [Place, Place],
  knots: number,
  odd: Oddity = {},
): Ship => ({ mmsi, name, callSign, shipType, from, to, knots, ...odd })

const QUAY: Place = [54.21, 18.66]

export const SHIPS: readonly Ship[] = [
  ship(
    [230_629_000, 'AURORA OF SAND', 'OJSA', 60],
    [
      [58.9, 20.4],
      [57.2, 19.4],
    ],
    18.4,
  ),
  ship(
    [265_547_250, 'SANDHAMN', 'SSND', 70],
    [
      [56.1, 17.2],
      [55.2, 15.3],
    ],
    11.2,
  ),
  // In a harbour whose own grid point is land.
  ship([261_000_470, 'PIASKOWIEC', 'SPIA', 80], [QUAY, QUAY], 0),
  // On a lake: land all around.
  ship(
    [230_990_040, 'KATISKA', 'OFKA', 30],
    [
      [62.2, 29.1],
      [62.3, 29.3],
    ],
    6.5,
  ),
  ship(
    [276_000_110, 'LIIVAKIVI', 'ESLK', 70],
    [
      [58.2, 20.9],
      [57.4, 20.1],
    ],
    9.7,
    { lacks: 'speed' },
  ),
  ship(
    [275_000_220, 'SMILTS', 'YLSM', 30],
    [
      [57, 20],
      [56.5, 19.5],
    ],
    5,
    { lacks: 'position' },
  ),
  ship(
    [241_930_010, 'AMMOS', 'SVAM', 80],
    [
      [58.5, 20.9],
      [57.1, 20.2],
    ],
    10.2,
    { silentMs: 8 * DAY_MS },
  ),
]

/** How often a ship under way reports. */
const REPORT_MS = 10 * SECOND_MS
const MINUTES_PER_DEGREE = 60

/** What a ship reported last. */
export interface Reported {
  readonly lat: number
  readonly lon: number
  readonly knots: number
  /** Degrees. */
  readonly course: number
  /** Unix milliseconds. */
  readonly at: number
}

/** Nautical miles north and east from one place to another; on the Baltic the plane is enough. */
const between = ([lat, lon]: Place, [toLat, toLon]: Place) => ({
  north: (toLat - lat) * MINUTES_PER_DEGREE,
  east: (toLon - lon) * MINUTES_PER_DEGREE * Math.cos((lat * Math.PI) / 180),
})

/** The ship's last report before this moment (Unix milliseconds). */
export const reportOf = ({ from, to, knots, silentMs = 0 }: Ship, now: number): Reported => {
  const at = Math.floor((now - silentMs) / REPORT_MS) * REPORT_MS
  const { north, east } = between(from, to)
  const length = Math.hypot(north, east)
  if (length === 0) return { lat: from[0], lon: from[1], knots, course: 0, at }
  const run = ((knots * at) / HOUR_MS) % (2 * length)
  const isBack = run > length
  const share = (isBack ? 2 * length - run : run) / length
  const course = (Math.atan2(east, north) * 180) / Math.PI + (isBack ? 180 : 0)
  return {
    lat: from[0] + share * (to[0] - from[0]),
    lon: from[1] + share * (to[1] - from[1]),
    knots,
    course: (course + 360) % 360,
    at,
  }
}

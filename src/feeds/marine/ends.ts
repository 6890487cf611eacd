import { Type } from '@sinclair/typebox'
import { areOpposite } from '../math/great-circle.ts'
import type { PathRefusal } from '../on-demand.ts'
import { type GridCell, cellAt, cellKey, pointOf } from '../places/cell.ts'
import { type Axis, type Degrees, readCoordinate } from '../places/coordinate.ts'
import { cellOfKey } from '../places/read-cell.ts'

/** The two ends of a way at sea, as query parameters. */

/** Both ends, as points of a grid. */
export interface Ends {
  readonly from: GridCell
  readonly to: GridCell
}

/** The ends of a request, or every rule that it breaks. */
export type ReadEnds =
  | { readonly kind: 'ends'; readonly ends: Ends }
  | { readonly kind: 'invalid'; readonly details: readonly PathRefusal[] }

type Name = 'lat1' | 'lon1' | 'lat2' | 'lon2'

const axisOf = (name: Name): Axis => (name.startsWith('lat') ? 'lat' : 'lon')

const degrees = Type.String({ description: 'decimal degrees' })

/** The parameters of a route; a request must have all of them. */
export const END_PARAMETERS = { lat1: degrees, lon1: degrees, lat2: degrees, lon2: degrees }

const refused = (name: Name, rule: string, message: string): PathRefusal => ({ path: `query.${name}`, rule, message })

const readDegrees = (words: Readonly<Record<string, string>>, name: Name): Degrees | PathRefusal => {
  const word = words[name]
  if (word === undefined) return refused(name, 'required', 'give lat1, lon1, lat2 and lon2 in decimal degrees')
  const read = readCoordinate(axisOf(name), word)
  return read.kind === 'coordinate' ? read.degrees : refused(name, read.rule, read.message)
}

const isDegrees = (read: Degrees | PathRefusal): read is Degrees => typeof read === 'bigint'

const isRefusal = (read: Degrees | PathRefusal): read is PathRefusal => !isDegrees(read)

/** Reads one end and snaps it to the grid, or names every rule that its two words break. */
const readEnd = (
  words: Readonly<Record<string, string>>,
  [latName, lonName]: readonly [Name, Name],
  gridStep: number,
): GridCell | readonly PathRefusal[] => {
  const [lat, lon] = [readDegrees(words, latName), readDegrees(words, lonName)]
  return isDegrees(lat) && isDegrees(lon) ? cellAt(lat, lon, gridStep) : [lat, lon].filter(isRefusal)
}

/** Reads `lat2` and `lon2` alone. */
export const readDestination = (words: Readonly<Record<string, string>>, gridStep: number) =>
  readEnd(words, ['lat2', 'lon2'], gridStep)

/** Reads both ends and snaps them to the grid. */
export const readEnds = (words: Readonly<Record<string, string>>, gridStep: number): ReadEnds => {
  const [from, to] = [readEnd(words, ['lat1', 'lon1'], gridStep), readDestination(words, gridStep)]
  if (!('lat' in from) || !('lat' in to))
    return { kind: 'invalid', details: [from, to].flatMap((read) => ('lat' in read ? [] : read)) }
  const wrong = wrongOf({ from, to })
  return wrong === null ? { kind: 'ends', ends: { from, to } } : { kind: 'invalid', details: [wrong] }
}

/** Why there is no one way between these ends; `null` if there is. */
export const wrongOf = ({ from, to }: Ends): PathRefusal | null => {
  if (cellKey(from) === cellKey(to))
    return refused('lat2', 'two_places', `both ends are the grid point ${cellKey(from)}`)
  if (areOpposite(pointOf(from), pointOf(to)))
    return refused('lat2', 'not_opposite', 'the ends lie opposite each other: there is no one way between them')
  return null
}

/** Fewer places with waves are no way over the sea. */
export const LEAST_POINTS = 3

/** Grid points have few decimals, and addresses are repeated in headers. */
export const short = (degrees: string): string => String(Number(degrees))

/** The query parameters of these ends, in their one spelling. */
export const queryOfEnds = ({ from, to }: Ends): Readonly<Record<Name, string>> => ({
  lat1: short(from.lat),
  lon1: short(from.lon),
  lat2: short(to.lat),
  lon2: short(to.lon),
})

/** `51.5000,2.5000/40.5000,-74.0000` */
export const keyOfEnds = ({ from, to }: Ends): string => `${cellKey(from)}/${cellKey(to)}`

/** The ends with these two keys; `null` if no request leads to them. */
export const endsOfKeys = (from: string, to: string, gridStep: number): Ends | null => {
  const cells = [cellOfKey(from, gridStep), cellOfKey(to, gridStep)] as const
  if (cells[0] === null || cells[1] === null) return null
  const ends = { from: cells[0], to: cells[1] }
  return wrongOf(ends) === null ? ends : null
}

/** `51.5,2.5 to 40.5,-74` */
export const nameOfEnds = ({ from, to }: Ends): string =>
  `${short(from.lat)},${short(from.lon)} to ${short(to.lat)},${short(to.lon)}`

import type { PathRefusal } from '../on-demand.ts'
import { type GridCell, cellAt } from './cell.ts'
import { type Axis, readCoordinate } from './coordinate.ts'

/** A grid point, or every rule that the two coordinates break. */
export type ReadCell =
  | { readonly kind: 'cell'; readonly cell: GridCell }
  | { readonly kind: 'invalid'; readonly details: readonly PathRefusal[] }

/** Reads both path segments and reports the errors of both at once. */
export const readGridCell = (segments: Readonly<Record<string, string>>, gridStep: number): ReadCell => {
  const read = (axis: Axis) => readCoordinate(axis, segments[axis] ?? '')
  const [lat, lon] = [read('lat'), read('lon')]
  if (lat.kind === 'coordinate' && lon.kind === 'coordinate')
    return { kind: 'cell', cell: cellAt(lat.degrees, lon.degrees, gridStep) }
  const details = [
    ...(lat.kind === 'refused' ? [{ path: 'path.lat', rule: lat.rule, message: lat.message }] : []),
    ...(lon.kind === 'refused' ? [{ path: 'path.lon', rule: lon.rule, message: lon.message }] : []),
  ]
  return { kind: 'invalid', details }
}

/** The grid point with this spelling; `null` if it is not a point of the grid in its own spelling. */
export const cellOfKey = (key: string, gridStep: number): GridCell | null => {
  const [lat = '', lon = '', ...more] = key.split(',')
  const read = readGridCell({ lat, lon }, gridStep)
  const isOwn = more.length === 0 && read.kind === 'cell' && read.cell.lat === lat && read.cell.lon === lon
  return isOwn ? read.cell : null
}

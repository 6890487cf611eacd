import type { WaveModel } from '../../sources/weather/weather.ts'
import type { PathRequest, NoDataHere } from '../on-demand.ts'
import { type GridCell, cellKey, pointOf } from '../places/cell.ts'
import { cellOfKey, readGridCell } from '../places/read-cell.ts'
import type { Subject } from '../subject.ts'

/** A grid point of a wave model. */
export interface MarineSubject extends Subject {
  readonly cell: GridCell
}

export const marineSubject = (cell: GridCell): MarineSubject => ({
  key: cellKey(cell),
  domain: cellKey(cell),
  name: `${Number(cell.lat)}, ${Number(cell.lon)}`,
  path: { lat: cell.lat, lon: cell.lon },
  cell,
})

/** The result for a place without waves. */
export const noWaves = (cell: GridCell): NoDataHere => ({
  kind: 'no_data_here',
  message: `no waves at ${cellKey(cell)}: land, ice, or beyond the model`,
})

/** Whether the model has this latitude. */
export const isWithin = ({ south, north }: Pick<WaveModel, 'south' | 'north'>, cell: GridCell): boolean => {
  const { lat } = pointOf(cell)
  return lat >= south && lat <= north
}

/** Reads the segments `lat` and `lon`. A latitude outside of the model is refused without a request to the provider. */
export const askMarine = (model: WaveModel, segments: Readonly<Record<string, string>>): PathRequest<MarineSubject> => {
  const read = readGridCell(segments, model.gridStep)
  if (read.kind === 'invalid') return read
  if (isWithin(model, read.cell)) return { kind: 'subject', subject: marineSubject(read.cell) }
  const { kind: rule, message } = noWaves(read.cell)
  return { kind: 'invalid', details: [{ path: 'path.lat', rule, message }] }
}

/** The subject with this key, `51.5000,2.5000`. */
export const marineSubjectOf = (model: WaveModel, key: string): MarineSubject | null => {
  const cell = cellOfKey(key, model.gridStep)
  return cell && isWithin(model, cell) ? marineSubject(cell) : null
}

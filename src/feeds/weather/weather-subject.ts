import type { PathRequest } from '../on-demand.ts'
import { type GridCell, cellKey } from '../places/cell.ts'
import { cellOfKey, readGridCell } from '../places/read-cell.ts'
import type { Subject } from '../subject.ts'
import { type MetricName, readWindow } from './windows.ts'

/** The step of the grid, a quarter degree, in ten-thousandths (interface 3.6). */
const WEATHER_GRID_STEP = 2_500

/** A grid point and a number of days. */
export interface WeatherSubject extends Subject {
  readonly cell: GridCell
  readonly days: number
}

/** The subject of one cell and one window. */
export const weatherSubject = (cell: GridCell, days: number): WeatherSubject => ({
  key: `${cellKey(cell)}/${days}`,
  domain: cellKey(cell),
  name: `${Number(cell.lat)}, ${Number(cell.lon)} over ${days} days`,
  path: { lat: cell.lat, lon: cell.lon, window: `${days}d` },
  cell,
  days,
})

/** Reads the segments `lat`, `lon` and `window` (`30d`), and names every rule that they break. */
export const askWeather = (
  metric: MetricName,
  segments: Readonly<Record<string, string>>,
): PathRequest<WeatherSubject> => {
  const place = readGridCell(segments, WEATHER_GRID_STEP)
  const window = readWindow(metric, segments['window'] ?? '')
  if (place.kind === 'cell' && window.kind === 'window')
    return { kind: 'subject', subject: weatherSubject(place.cell, window.days) }
  const details = [
    ...(place.kind === 'invalid' ? place.details : []),
    ...(window.kind === 'refused' ? [window.refusal] : []),
  ]
  return { kind: 'invalid', details }
}

/** The subject with this key, `51.5000,-0.2500/30`. */
export const weatherSubjectOf = (metric: MetricName, key: string): WeatherSubject | null => {
  const [place = '', days = '', ...more] = key.split('/')
  const cell = more.length === 0 ? cellOfKey(place, WEATHER_GRID_STEP) : null
  const window = readWindow(metric, `${days}d`)
  return cell && window.kind === 'window' ? weatherSubject(cell, window.days) : null
}

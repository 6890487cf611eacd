import { Type } from '@sinclair/typebox'
import type { PathRequest } from '../on-demand.ts'
import { type GridCell, cellKey } from '../places/cell.ts'
import { cellOfKey, readGridCell } from '../places/read-cell.ts'
import type { Subject } from '../subject.ts'
import { readEnd } from './asked-end.ts'
import { type MetricName, readWindow } from './windows.ts'
import { isDay } from '../calendar-day.ts'

/** The step of the grid, a quarter degree, in ten-thousandths (interface 3.6). */
const WEATHER_GRID_STEP = 2_500

/** A grid point, a number of days, and the last of them if one was asked for. */
export interface WeatherSubject extends Subject {
  readonly cell: GridCell
  readonly days: number
  /** `null`: the window ends on the last complete day. */
  readonly end: string | null
}

/** The subject of one cell and one window. */
export const weatherSubject = (cell: GridCell, days: number, end: string | null = null): WeatherSubject => ({
  key: `${cellKey(cell)}/${days}${end === null ? '' : `/${end}`}`,
  domain: cellKey(cell),
  name: `${Number(cell.lat)}, ${Number(cell.lon)} over ${days} days${end === null ? '' : ` to ${end}`}`,
  path: { lat: cell.lat, lon: cell.lon, window: `${days}d` },
  ...(end !== null && { query: { end } }),
  cell,
  days,
  end,
})

/** The query parameters of a weather path. */
export const WEATHER_QUERY = Type.Object({
  end: Type.Optional(
    Type.String({
      description:
        'Last UTC day of the window, `2026-06-30`: one that is over and at most two years back; the last complete day of the archive if left out',
      examples: ['2026-06-30'],
    }),
  ),
})

/** Reads the words `lat`, `lon`, `window` (`30d`) and `end`, and names every rule that they break. */
export const askWeather = (
  metric: MetricName,
  words: Readonly<Record<string, string>>,
  now: number,
): PathRequest<WeatherSubject> => {
  const place = readGridCell(words, WEATHER_GRID_STEP)
  const window = readWindow(metric, words['window'] ?? '')
  const end = readEnd(words['end'], now)
  if (place.kind === 'cell' && window.kind === 'window' && end.kind === 'end')
    return { kind: 'subject', subject: weatherSubject(place.cell, window.days, end.end) }
  const details = [
    ...(place.kind === 'invalid' ? place.details : []),
    ...(window.kind === 'refused' ? [window.refusal] : []),
    ...(end.kind === 'refused' ? [end.refusal] : []),
  ]
  return { kind: 'invalid', details }
}

/** The subject with this key, `51.5000,-0.2500/30` or `51.5000,-0.2500/30/2026-06-30`. */
export const weatherSubjectOf = (metric: MetricName, key: string): WeatherSubject | null => {
  const [place = '', days = '', end = null, ...more] = key.split('/')
  const cell = more.length === 0 ? cellOfKey(place, WEATHER_GRID_STEP) : null
  const window = readWindow(metric, `${days}d`)
  const isEnd = end === null || isDay(end)
  return cell && isEnd && window.kind === 'window' ? weatherSubject(cell, window.days, end) : null
}

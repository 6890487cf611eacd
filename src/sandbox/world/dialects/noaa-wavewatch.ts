import { HOUR_MS } from '../../../time-units.ts'
import { type Answer, type Dialect, numberOf, ok, textual } from '../dialect.ts'
import { seaAt } from '../earth/sea.ts'
import type { View } from '../view.ts'

/** NOAA CoastWatch ERDDAP, global WaveWatch III. https://coastwatch.pfeg.noaa.gov/erddap/griddap/NWW3_Global_Best.html */
const PATH = '/erddap/griddap/NWW3_Global_Best.json'
const UNITS: Readonly<Record<string, string>> = { Thgt: 'm', shgt: 'm' }

const WEEK = 7 * 24 * HOUR_MS
const STEP = 0.5

export const noaaWaveWatch: Dialect = {
  provider: 'noaawavewatch',
  hosts: ['coastwatch.pfeg.noaa.gov'],
  serves:
    '`NWW3_Global_Best.json`: `Thgt`, `shgt` of points, boxes and ranges of hours up to a week ahead; null on land, 404 beyond 77.5 degrees',
  alsoCalled: ['wavewatch'],
  answer({ path, query }, view) {
    if (path !== PATH) return refused(404, 'Not Found: Currently unknown datasetID')
    // The whole query is one expression without a name.
    const asked = (query.keys().next().value ?? '').split(/,(?=[A-Za-z])/).map(variable)
    const first = asked[0] ?? null
    if (first === null || asked.some((each) => each === null || each.at !== first.at))
      return refused(400, 'Bad Request: Query error')
    return table(
      asked.flatMap((each) => (each === null ? [] : [each.name])),
      first,
      view,
    )
  },
}

/** An error in the form of ERDDAP: a text, not JSON. */
const refused = (code: number, message: string): Answer =>
  textual('text/plain; charset=utf-8', `Error {\n    code=${code};\n    message="${message}";\n}\n`, code)

/** A range of an axis: its ends, and which of the points between are told. */
interface Range {
  readonly from: number
  readonly stride: number
  readonly to: number
}

interface Variable {
  readonly name: string
  /** The indices as they stand in the request. */
  readonly at: string
  readonly time: Range
  readonly lat: Range
  readonly lon: Range
}

/** `(51.5)`, or `(40):1:(51.5)`: from one value to the other, every so many points. */
const rangeOf = (index: string, value: (text: string) => number): Range | null => {
  const [, first = '', stride = '1', last = first] = /^\(([^()]+)\)(?::(\d+):\(([^()]+)\))?$/.exec(index) ?? []
  const range = { from: value(first), stride: Number(stride), to: value(last) }
  return range.from <= range.to && range.stride >= 1 ? range : null
}

const degrees = (text: string): number => numberOf(text) ?? Number.NaN

const variable = (text: string): Variable | null => {
  const [, name = '', at = ''] = /^(\w+)((?:\[[^[\]]+\]){4})$/.exec(text) ?? []
  const [time = '', depth, lat = '', lon = ''] = [...at.matchAll(/\[([^[\]]+)\]/g)].map((each) => each[1])
  const [when, south, east] = [rangeOf(time, Date.parse), rangeOf(lat, degrees), rangeOf(lon, degrees)]
  if (UNITS[name] === undefined || depth !== '(0.0)' || !when || !south || !east) return null
  return { name, at, time: when, lat: south, lon: east }
}

/** The points of an axis that a range names: its ends are taken to the nearest points. */
const pointsOf = ({ from, stride, to }: Range, step: number): readonly number[] => {
  const [first, last] = [Math.round(from / step), Math.round(to / step)]
  return Array.from({ length: Math.floor((last - first) / stride) + 1 }, (_, at) => (first + at * stride) * step)
}

const table = (names: readonly string[], { time, lat, lon }: Variable, view: View): Answer => {
  // The axes end here; beyond them half a cell, a quarter of a degree, is tolerated, as on the real server.
  const isInside = lat.from >= -77.5 && lat.to <= 77.5 && lon.from >= 0 && lon.to <= 359.5 && time.to <= view.now + WEEK
  if (!isInside)
    return refused(404, 'Not Found: Your query produced no matching results. A value is outside of the axis')
  const rowOf = (hour: number, south: number, east: number) => {
    const sea = seaAt(view.seed, south, east >= 180 ? east - 360 : east, hour)
    const height = (name: string): number | null =>
      sea === null ? null : Number(((name === 'Thgt' ? sea.waveM : sea.swellM) * view.lie).toFixed(3))
    return [`${new Date(hour).toISOString().slice(0, 19)}Z`, 0, south, east, ...names.map(height)]
  }
  return ok({
    table: {
      columnNames: ['time', 'depth', 'latitude', 'longitude', ...names],
      columnTypes: ['String', 'float', 'float', 'float', ...names.map(() => 'float')],
      columnUnits: ['UTC', 'm', 'degrees_north', 'degrees_east', ...names.map((name) => UNITS[name])],
      rows: pointsOf(time, HOUR_MS).flatMap((hour) =>
        pointsOf(lat, STEP).flatMap((south) => pointsOf(lon, STEP).map((east) => rowOf(hour, south, east))),
      ),
    },
  })
}

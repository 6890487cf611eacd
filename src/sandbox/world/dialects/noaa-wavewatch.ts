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
  serves: '`NWW3_Global_Best.json`: `Thgt`, `shgt` of one hour and point; null on land, 404 beyond 77.5 degrees',
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

interface Variable {
  readonly name: string
  /** The indices as they stand in the request. */
  readonly at: string
  readonly time: number
  readonly lat: number
  readonly lon: number
}

const variable = (text: string): Variable | null => {
  const [, name = '', at = ''] = /^(\w+)((?:\[\([^()]+\)\]){4})$/.exec(text) ?? []
  const [time = '', depth, lat, lon] = [...at.matchAll(/\(([^()]+)\)/g)].map((each) => each[1])
  const [south, east] = [numberOf(lat ?? null), numberOf(lon ?? null)]
  if (UNITS[name] === undefined || depth !== '0.0' || south === null || east === null) return null
  const ms = Date.parse(time)
  return Number.isNaN(ms) ? null : { name, at, time: ms, lat: south, lon: east }
}

const table = (names: readonly string[], { time, lat, lon }: Variable, view: View): Answer => {
  // The axes end here; beyond them half a cell, a quarter of a degree, is tolerated, as on the real server.
  const isInside = Math.abs(lat) <= 77.5 && lon >= 0 && lon <= 359.5 && time <= view.now + WEEK
  if (!isInside)
    return refused(404, 'Not Found: Your query produced no matching results. A value is outside of the axis')
  const [south, east] = [Math.round(lat / STEP) * STEP, Math.round(lon / STEP) * STEP]
  const hour = Math.round(time / HOUR_MS) * HOUR_MS
  const sea = seaAt(view.seed, south, east >= 180 ? east - 360 : east, hour)
  const height = (name: string): number | null =>
    sea === null ? null : Number(((name === 'Thgt' ? sea.waveM : sea.swellM) * view.lie).toFixed(3))
  return ok({
    table: {
      columnNames: ['time', 'depth', 'latitude', 'longitude', ...names],
      columnTypes: ['String', 'float', 'float', 'float', ...names.map(() => 'float')],
      columnUnits: ['UTC', 'm', 'degrees_north', 'degrees_east', ...names.map((name) => UNITS[name])],
      rows: [[`${new Date(hour).toISOString().slice(0, 19)}Z`, 0, south, east, ...names.map(height)]],
    },
  })
}

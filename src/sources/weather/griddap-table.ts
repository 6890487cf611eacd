import { UnreadableReply } from '../query.ts'
import { decimal, field, item, items, millisFromIso, type Piece, reply, text } from '../shape.ts'
import { eastward } from './grid-boxes.ts'
import { bounded, type Point } from './weather.ts'

/** Wave heights of a griddap reply, by time and point. */
export interface HeightTable<N extends string> {
  /** How many rows it has. */
  readonly rows: number
  /** The times of its rows, oldest first, each once. */
  readonly times: readonly number[]
  /** A value is `null` on land and under ice. Throws `UnreadableReply` if there is no row of this point and time. */
  at(point: Point, time: number): Readonly<Record<N, number | null>>
}

const keyOf = (time: number, lat: number, lon: number): string => `${time}/${lat}/${lon}`

const height = (of: Piece): number | null =>
  of.value === null || of.value === 'NaN' ? null : bounded(Number(decimal(of)), 'waveM', of.path)

/**
 * Reads a table of ERDDAP by the names of its columns. The heights must be in metres.
 * https://coastwatch.pfeg.noaa.gov/erddap/griddap/documentation.html
 */
export const heightTable = <const N extends string>(body: string, heights: readonly N[]): HeightTable<N> => {
  const table = field(reply(body), 'table')
  const names = items(field(table, 'columnNames')).map(text)
  const units = field(table, 'columnUnits')
  const column = (name: string): number => {
    const at = names.indexOf(name)
    if (at < 0) throw new UnreadableReply(`no column ${name} among ${names.join(',').slice(0, 80)}`)
    return at
  }
  for (const name of heights) {
    const unit = text(item(units, column(name)))
    if (!['m', 'meters'].includes(unit)) throw new UnreadableReply(`${name} is in ${unit}, not in m`)
  }
  const [time, lat, lon] = [column('time'), column('latitude'), column('longitude')]
  const rows = items(field(table, 'rows'))
  const times = rows.map((row) => millisFromIso(item(row, time)))
  const found = new Map(
    rows.map((row, at) => [
      keyOf(times[at]!, Number(decimal(item(row, lat))), Number(decimal(item(row, lon)))),
      Object.fromEntries(heights.map((name) => [name, height(item(row, column(name)))])) as Record<N, number | null>,
    ]),
  )
  if (found.size < rows.length) throw new UnreadableReply('a point comes twice')
  return {
    rows: rows.length,
    times: [...new Set(times)].toSorted((a, b) => a - b),
    at: (point, ms) => {
      const [south, east] = [point.lat, eastward(point.lon)]
      const values = found.get(keyOf(ms, south, east))
      if (values) return values
      const [first] = rows
      const told = first ? [lat, lon].map((at) => Number(item(first, at).value)).join(',') : 'nothing'
      throw new UnreadableReply(`asked for ${south},${east}, answered ${told}`)
    },
  }
}

import { UnreadableReply } from '../query.ts'
import { decimal, field, items, type Piece, reply, text, unrefused, whole } from '../shape.ts'

/** One block of an Open-Meteo reply: times, and a value or `null` for each. */
export interface Series<N extends string> {
  /** The place of the grid cell, not the requested one. */
  readonly lat: number
  readonly lon: number
  readonly elevationM: number | null
  /** How far the times are ahead of UTC. They name no zone themselves. */
  readonly utcOffsetSeconds: number
  readonly times: readonly string[]
  readonly columns: Readonly<Record<N, readonly (number | null)[]>>
}

/**
 * Reads the columns of `units`. Each must be in that unit, because the same names are used for feet and metres, and for
 * kilometres per hour and metres per second. https://open-meteo.com/en/docs
 */
export const openMeteoSeries = <const N extends string>(
  body: string,
  block: 'hourly' | 'daily',
  units: Readonly<Record<N, string>>,
): Series<N> => {
  return seriesOf(reply(body), block, units)
}

/** The same of a question about several places: one series for each, in the order in which they were asked. */
export const openMeteoPlaces = <const N extends string>(
  body: string,
  block: 'hourly' | 'daily',
  units: Readonly<Record<N, string>>,
  places: readonly { readonly lat: number; readonly lon: number }[],
): readonly Series<N>[] => {
  const all = reply(body)
  // One place comes without a list around it, and so does a refusal.
  const each = Array.isArray(all.value) ? items(all) : [all]
  const found = each.map((one) => seriesOf(one, block, units))
  if (found.length !== places.length)
    throw new UnreadableReply(`asked for ${places.length} places, ${found.length} came`)
  return found.map((series, at) => inPlace(series, places[at]!))
}

const seriesOf = <const N extends string>(
  of: Piece,
  block: 'hourly' | 'daily',
  units: Readonly<Record<N, string>>,
): Series<N> => {
  const all = unrefused(of, 'reason')
  const stated = field(all, `${block}_units`)
  const values = field(all, block)
  const times = items(field(values, 'time')).map(text)
  const columns = Object.entries<string>(units).map(([name, unit]) => {
    const is = text(field(stated, name))
    if (is !== unit) throw new UnreadableReply(`${name} is in ${is}, not in ${unit}`)
    const column = items(field(values, name)).map(known)
    if (column.length !== times.length)
      throw new UnreadableReply(`${name} has ${column.length} values for ${times.length} times`)
    return [name, column as readonly (number | null)[]] as const
  })
  return {
    lat: Number(decimal(field(all, 'latitude'))),
    lon: Number(decimal(field(all, 'longitude'))),
    elevationM: known(field(all, 'elevation')),
    utcOffsetSeconds: whole(field(all, 'utc_offset_seconds')),
    times,
    columns: Object.fromEntries(columns) as Record<N, readonly (number | null)[]>,
  }
}

const known = (of: Piece): number | null => (of.value === null ? null : Number(decimal(of)))

/** The series itself, if its times are in UTC and it is for the requested place. */
export const inPlace = <N extends string>(
  series: Series<N>,
  at: { readonly lat: number; readonly lon: number },
): Series<N> => {
  if (series.utcOffsetSeconds !== 0)
    throw new UnreadableReply(`the times run ${series.utcOffsetSeconds} seconds ahead of UTC`)
  const east = Math.abs(((series.lon - at.lon + 540) % 360) - 180)
  // Close to the poles a step of longitude is a very short distance.
  const isBeside = Math.abs(series.lat - at.lat) <= NEIGHBOUR && (east <= NEIGHBOUR || Math.abs(at.lat) > 80)
  if (!isBeside) throw new UnreadableReply(`asked for ${at.lat},${at.lon}, answered ${series.lat},${series.lon}`)
  return series
}

/** The next point of a grid of 0.25 degrees is not further away than this, including rounded coordinates. */
const NEIGHBOUR = 0.3

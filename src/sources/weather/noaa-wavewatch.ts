import { HOUR_MS } from '../../time-units.ts'
import { type Source, UnreadableReply } from '../query.ts'
import { decimal, field, item, items, millisFromIso, type Piece, reply, text } from '../shape.ts'
import { bounded, type WaveModel } from './weather.ts'

/** NOAA's global wave model, republished by CoastWatch on an ERDDAP server. */
export const noaaWaveWatchSource: Source = {
  name: 'noaawavewatch',
  origin: 'https://coastwatch.pfeg.noaa.gov',
  rate: { requests: 30, perSeconds: 60 },
  // The server opens one file per hour of the model and is sometimes slow.
  timeoutMs: 15_000,
  maxBytes: 16_384,
  rights: 'open',
  terms: 'https://coastwatch.pfeg.noaa.gov/erddap/information.html',
  termsNote: 'Work of the United States government: public domain; no endorsement implied, not for navigation.',
}

const DATASET = 'NWW3_Global_Best'

/** Significant heights: of all waves, and of the swell alone. */
const [WAVE, SWELL] = ['Thgt', 'shgt']

/** The model counts longitude eastward, from 0 to 360. */
const eastward = (lon: number): number => (lon < 0 ? lon + 360 : lon)

/**
 * Both heights at the grid point, for the present hour. Land and ice are null.
 * https://coastwatch.pfeg.noaa.gov/erddap/griddap/NWW3_Global_Best.html, https://coastwatch.pfeg.noaa.gov/erddap/griddap/documentation.html
 */
export const noaaWaveWatch: WaveModel = {
  source: noaaWaveWatchSource,
  described: 'NOAA WaveWatch III (NWW3 global, 0.5 degree, model value for the hour)',
  gridStep: 5_000,
  south: -77.5,
  north: 77.5,
  reading: (at, now) => {
    const hour = `${new Date(Math.floor(now / HOUR_MS) * HOUR_MS).toISOString().slice(0, 19)}Z`
    const corner = [hour, '0.0', at.lat, eastward(at.lon)].map((index) => `%5B(${index})%5D`).join('')
    return {
      provider: noaaWaveWatchSource,
      path: `/erddap/griddap/${DATASET}.json?${WAVE}${corner},${SWELL}${corner}`,
      read: (body) => {
        const cell = rowOf(body)
        const [lat, lon] = [Number(decimal(cell('latitude'))), Number(decimal(cell('longitude')))]
        if (lat !== at.lat || lon !== eastward(at.lon))
          throw new UnreadableReply(`asked for ${at.lat},${eastward(at.lon)}, answered ${lat},${lon}`)
        return { at: millisFromIso(cell('time')), waveM: height(cell(WAVE)), swellM: height(cell(SWELL)) }
      },
    }
  },
}

/** The single row of a griddap table, read by column names. */
const rowOf = (body: string): ((name: string) => Piece) => {
  const table = field(reply(body), 'table')
  const names = items(field(table, 'columnNames')).map(text)
  const rows = items(field(table, 'rows'))
  const [row] = rows
  if (row === undefined || rows.length > 1) throw new UnreadableReply(`one row was asked for, ${rows.length} came`)
  const units = field(table, 'columnUnits')
  const column = (name: string): number => {
    const at = names.indexOf(name)
    if (at < 0) throw new UnreadableReply(`no column ${name} among ${names.join(',').slice(0, 80)}`)
    return at
  }
  for (const name of [WAVE, SWELL]) {
    const unit = text(item(units, column(name)))
    if (!['m', 'meters'].includes(unit)) throw new UnreadableReply(`${name} is in ${unit}, not in m`)
  }
  return (name) => item(row, column(name))
}

const height = (of: Piece): number | null =>
  of.value === null || of.value === 'NaN' ? null : bounded(Number(decimal(of)), 'waveM', of.path)

import { nasaPower } from '../../../src/sources/weather/nasa-power.ts'
import { openMeteoArchive } from '../../../src/sources/weather/open-meteo-archive.ts'
import { openMeteoMarine } from '../../../src/sources/weather/open-meteo-marine.ts'
import { openMeteoSeries } from '../../../src/sources/weather/open-meteo-series.ts'
import { powerTable } from '../../../src/sources/weather/power-table.ts'
import { gives, type Recordings, refused } from './reading.ts'
import { count } from './words.ts'

/**
 * No reply with all the columns that we ask for was recorded. Each is read for the columns that it has, by the reader of
 * tables or of series that its provider's questions use, and refused where it stands for the whole question.
 */

const power = nasaPower.days({ lat: -89.5, lon: -179.5 }, '1983-01-01', '1983-01-01')
const archive = openMeteoArchive.days({ lat: -34.8, lon: 138.6 }, '2025-01-10', '2025-01-12')
const MONTEREY = { lat: 36.62, lon: -121.9 }
const marine = openMeteoMarine.reading(MONTEREY, Date.UTC(2026, 0, 1))
const forecast = openMeteoMarine.forecast([{ ...MONTEREY, at: Date.UTC(2026, 6, 1) }])[0]!.query

interface Rows {
  readonly rows: readonly { readonly date: string; readonly values: object }[]
}
const days = ({ rows }: Rows): string =>
  `its own columns: ${count(rows.length, 'day')}, ${rows[0]?.date} ${JSON.stringify(rows[0]?.values)}`

interface Columns {
  readonly times: readonly string[]
  readonly columns: Readonly<Record<string, readonly (number | null)[]>>
}
const series = ({ times, columns }: Columns): string =>
  `its own columns: ${count(times.length, 'time')}, ${times[0]} to ${times.at(-1)}, first ${JSON.stringify(
    Object.fromEntries(Object.entries(columns).map(([name, values]) => [name, values[0]])),
  )}`

/** The same question for the columns that were recorded. */
const own = <T>(
  query: typeof power | typeof archive | typeof marine,
  read: (body: string) => T,
  say: (of: T) => string,
) => ({
  ...gives({ ...query, read }, say),
  isOwn: false,
})

export const NASA_POWER: Recordings = {
  'daily-ag-point-csv': [
    refused(power),
    own(power, (body) => powerTable(body, ['T2M', 'T2M_MIN', 'T2M_MAX', 'RH2M', 'WS10M', 'PS']), days),
  ],
  'daily-sb-point-utc-csv': [
    refused(power),
    own(power, (body) => powerTable(body, ['T2M', 'T2M_MIN', 'T2M_MAX', 'RH2M', 'WS10M']), days),
  ],
}

export const OPEN_METEO: Recordings = {
  'archive-hourly': [
    refused(archive),
    own(
      archive,
      (body) => openMeteoSeries(body, 'hourly', { temperature_2m: '°C', precipitation: 'mm', wind_speed_10m: 'm/s' }),
      series,
    ),
  ],
  'forecast-daily-et0': [
    refused(archive),
    own(
      archive,
      (body) => openMeteoSeries(body, 'daily', { et0_fao_evapotranspiration: 'mm', precipitation_sum: 'mm' }),
      series,
    ),
  ],
  'marine-current-sst': refused(marine),
  'marine-hourly': [
    refused(marine),
    refused(forecast),
    own(marine, (body) => openMeteoSeries(body, 'hourly', { wave_height: 'ft', swell_wave_height: 'ft' }), series),
  ],
}

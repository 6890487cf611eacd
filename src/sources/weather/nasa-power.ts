import { type Source, UnreadableReply } from '../query.ts'
import { POWER_PARAMETERS, type PowerParameter, powerTable } from './power-table.ts'
import { plausibleDay, type WeatherArchive, type WeatherDay } from './weather.ts'

/** Daily weather of the whole earth since 1981, from the MERRA-2 reanalysis and CERES satellites. */
export const nasaPowerSource: Source = {
  name: 'nasapower',
  origin: 'https://power.larc.nasa.gov',
  // No limit is published; the service answers 429 if requests come too fast.
  rate: { requests: 20, perSeconds: 60 },
  timeoutMs: 20_000,
  maxBytes: 131_072,
  rights: 'open',
  terms: 'https://power.larc.nasa.gov/docs/referencing/',
  termsNote: 'Public domain, commercial use included; asks to be credited and not to be named as endorsing.',
}

const NEEDED = Object.keys(POWER_PARAMETERS) as PowerParameter[]

/** The header repeats the requested coordinates. If they differ, the reply is for another request. */
const SAME_PLACE = 0.01

const compact = (date: string): string => date.replaceAll('-', '')

/**
 * All parameters of a range of days in one request. The last two to seven days have the fill value -999, longest for
 * radiation. https://power.larc.nasa.gov/docs/services/api/temporal/daily/
 */
export const nasaPower: WeatherArchive = {
  source: nasaPowerSource,
  described: 'NASA POWER (MERRA-2, 0.5 x 0.625 degree; radiation CERES SYN1deg, 1 degree)',
  days: (at, from, to) => ({
    provider: nasaPowerSource,
    path:
      `/api/temporal/daily/point?parameters=${NEEDED.join(',')}&community=AG&longitude=${at.lon}&latitude=${at.lat}` +
      `&start=${compact(from)}&end=${compact(to)}&format=CSV&time-standard=UTC`,
    read: (body) => {
      const { lat, lon, elevationM, rows } = powerTable(body, NEEDED)
      if (Math.abs(lat - at.lat) > SAME_PLACE || Math.abs(lon - at.lon) > SAME_PLACE)
        throw new UnreadableReply(`asked for ${at.lat},${at.lon}, answered ${lat},${lon}`)
      const days = rows
        .map(({ date, values }) => plausibleDay(dayOf(date, values)))
        .filter(({ date }) => date >= from && date <= to)
        .toSorted((a, b) => (a.date < b.date ? -1 : 1))
      const twice = days.find(({ date }, index) => days[index + 1]?.date === date)
      if (twice) throw new UnreadableReply(`${twice.date} comes twice`)
      return { elevationM, days }
    },
  }),
}

const dayOf = (date: string, values: Readonly<Record<PowerParameter, number | null>>): WeatherDay => ({
  date,
  rainMm: values.PRECTOTCORR,
  minC: values.T2M_MIN,
  maxC: values.T2M_MAX,
  meanC: values.T2M,
  windMeanMs: values.WS10M,
  windMaxMs: values.WS10M_MAX,
  humidityPct: values.RH2M,
  solarMj: values.ALLSKY_SFC_SW_DWN,
  pressureKpa: values.PS,
  et0Mm: null,
})

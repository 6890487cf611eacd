import { UnreadableReply } from '../query.ts'
import { openMeteoSource } from './open-meteo.ts'
import { inPlace, openMeteoSeries } from './open-meteo-series.ts'
import { bounded, type BOUNDS, plausibleDay, type WeatherArchive } from './weather.ts'

/** The requested daily variables and their required units. */
const ARCHIVE_UNITS = {
  precipitation_sum: 'mm',
  temperature_2m_max: '°C',
  temperature_2m_min: '°C',
  temperature_2m_mean: '°C',
  wind_speed_10m_max: 'm/s',
  wind_speed_10m_mean: 'm/s',
  et0_fao_evapotranspiration: 'mm',
} as const

type Variable = keyof typeof ARCHIVE_UNITS

const source = openMeteoSource({ name: 'openmeteoarchive', api: 'archive-api', maxBytes: 131_072 })

/** A call for more than two weeks counts as several: about 130 days as ten. https://open-meteo.com/en/pricing */
const WEIGHT = 10

/**
 * ERA5 from the archive host, about five days late. The model is fixed in the request. Without that the host mixes in
 * newer models, and the values of a day would change later. https://open-meteo.com/en/docs/historical-weather-api
 */
export const openMeteoArchive: WeatherArchive = {
  source,
  described: 'Open-Meteo (ECMWF ERA5, 0.25 degree)',
  days: (at, from, to) => ({
    provider: source,
    path:
      `/v1/archive?latitude=${at.lat}&longitude=${at.lon}&start_date=${from}&end_date=${to}` +
      `&daily=${Object.keys(ARCHIVE_UNITS).join(',')}&models=era5&wind_speed_unit=ms&timezone=GMT` +
      `&cell_selection=nearest`,
    weight: WEIGHT,
    read: (body) => {
      const { elevationM, times, columns } = inPlace(openMeteoSeries(body, 'daily', ARCHIVE_UNITS), at)
      const disordered = times.find(
        (date, index) => !/^\d{4}-\d\d-\d\d$/.test(date) || !(date > (times[index - 1] ?? '')),
      )
      if (disordered !== undefined) throw new UnreadableReply(`a day out of order: ${disordered.slice(0, 40)}`)
      const days = times.map((date, index) => {
        const value = (variable: Variable, quantity: keyof typeof BOUNDS): number | null => {
          const read = columns[variable][index] ?? null
          return read === null ? null : bounded(read, quantity, `${variable} of ${date}`)
        }
        return plausibleDay({
          date,
          rainMm: value('precipitation_sum', 'rainMm'),
          minC: value('temperature_2m_min', 'celsius'),
          maxC: value('temperature_2m_max', 'celsius'),
          meanC: value('temperature_2m_mean', 'celsius'),
          windMeanMs: value('wind_speed_10m_mean', 'windMs'),
          windMaxMs: value('wind_speed_10m_max', 'windMs'),
          humidityPct: null,
          solarMj: null,
          pressureKpa: null,
          et0Mm: value('et0_fao_evapotranspiration', 'et0Mm'),
        })
      })
      return { elevationM, days: days.filter(({ date }) => date >= from && date <= to) }
    },
  }),
}

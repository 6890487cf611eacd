import { UnreadableReply } from '../query.ts'
import { openMeteoSource } from './open-meteo.ts'
import { inPlace, openMeteoSeries } from './open-meteo-series.ts'
import { bounded, type WaveModel } from './weather.ts'

/** The requested hourly variables and their required units. */
const MARINE_UNITS = { wave_height: 'm', swell_wave_height: 'm' } as const

/** `2026-07-01T00:00`, in UTC, because the request names that zone. */
const hourOf = (time: string): number => {
  const read = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(time) ? Date.parse(`${time}:00Z`) : Number.NaN
  if (Number.isNaN(read)) throw new UnreadableReply(`not an hour: ${time.slice(0, 40)}`)
  return read
}

const source = openMeteoSource({ name: 'openmeteomarine', api: 'marine-api', maxBytes: 32_768 })

/**
 * Waves of the present hour from the marine host, which chooses the best of several models for each place. The request
 * is for the nearest cell, not for the nearest sea: a point on land has no waves, whatever the distance to the coast.
 * https://open-meteo.com/en/docs/marine-weather-api
 */
export const openMeteoMarine: WaveModel = {
  source,
  described: 'Open-Meteo Marine (best of its wave models at 0.25 degree, model value for the hour)',
  gridStep: 2_500,
  south: -90,
  north: 90,
  reading: (at, now) => ({
    provider: source,
    path:
      `/v1/marine?latitude=${at.lat}&longitude=${at.lon}&hourly=${Object.keys(MARINE_UNITS).join(',')}` +
      `&past_days=1&forecast_days=1&timezone=GMT&length_unit=metric&cell_selection=nearest`,
    read: (body) => {
      const { times, columns } = inPlace(openMeteoSeries(body, 'hourly', MARINE_UNITS), at)
      const hours = times.map(hourOf)
      const place = hours.findLastIndex((hour) => hour <= now)
      const hour = hours[place]
      if (hour === undefined) throw new UnreadableReply('no hour up to the present one')
      const height = (variable: keyof typeof MARINE_UNITS): number | null => {
        const read = columns[variable][place] ?? null
        return read === null ? null : bounded(read, 'waveM', `${variable} of ${times[place]}`)
      }
      return { at: hour, waveM: height('wave_height'), swellM: height('swell_wave_height') }
    },
  }),
}

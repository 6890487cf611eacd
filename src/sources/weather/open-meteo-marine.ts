import { UnreadableReply } from '../query.ts'
import { openMeteoSource } from './open-meteo.ts'
import { openMeteoPlaces, type Series } from './open-meteo-series.ts'
import { bounded, plausibleWaves, type Point, type WaveModel, type WaveReading } from './weather.ts'

/** The requested hourly variables and their required units. */
const MARINE_UNITS = { wave_height: 'm', swell_wave_height: 'm' } as const
const FORECAST_UNITS = { wave_height: 'm' } as const

/** `2026-07-01T00:00`, in UTC, because the request names that zone. */
const hourOf = (time: string): number => {
  const read = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(time) ? Date.parse(`${time}:00Z`) : Number.NaN
  if (Number.isNaN(read)) throw new UnreadableReply(`not an hour: ${time.slice(0, 40)}`)
  return read
}

/** The bytes of one place; a question about several gets so many for each. */
const PLACE_BYTES = 32_768

const source = openMeteoSource({ name: 'openmeteomarine', api: 'marine-api', maxBytes: PLACE_BYTES })

/** The address of a request stays below what servers take: about 20 characters for each place. */
const MOST_PLACES = 100

/**
 * The request is for the nearest cell, not for the nearest sea: a point on land has no waves, whatever the distance to
 * the coast.
 */
const pathOf = (points: readonly Point[], hours: string): string =>
  `/v1/marine?latitude=${points.map(({ lat }) => lat).join(',')}&longitude=${points.map(({ lon }) => lon).join(',')}` +
  `&hourly=${hours}&timezone=GMT&length_unit=metric&cell_selection=nearest`

/** A question about several places counts as one for each. https://open-meteo.com/en/pricing */
const sized = (points: readonly Point[]) => ({ weight: points.length, maxBytes: points.length * PLACE_BYTES })

const height = <N extends string>({ times, columns }: Series<N>, variable: N, at: number): number | null => {
  const read = columns[variable][at] ?? null
  return read === null ? null : bounded(read, 'waveM', `${variable} of ${times[at]}`)
}

const present = (series: Series<keyof typeof MARINE_UNITS>, now: number): WaveReading => {
  const hours = series.times.map(hourOf)
  const place = hours.findLastIndex((hour) => hour <= now)
  const hour = hours[place]
  if (hour === undefined) throw new UnreadableReply('no hour up to the present one')
  const [waveM, swellM] = [height(series, 'wave_height', place), height(series, 'swell_wave_height', place)]
  return plausibleWaves({ at: hour, waveM, swellM })
}

const PRESENT = `${Object.keys(MARINE_UNITS).join(',')}&past_days=1&forecast_days=1`
/** Seven days from any hour of today. */
const COMING = `${Object.keys(FORECAST_UNITS).join(',')}&forecast_days=8`

const parts = <P>(points: readonly P[]): readonly (readonly P[])[] =>
  Array.from({ length: Math.ceil(points.length / MOST_PLACES) }, (_, part) =>
    points.slice(part * MOST_PLACES, (part + 1) * MOST_PLACES),
  )

/**
 * Waves from the marine host, which chooses the best of several models for each place.
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
    path: pathOf([at], PRESENT),
    read: (body) => present(openMeteoPlaces(body, 'hourly', MARINE_UNITS, [at])[0]!, now),
  }),
  readings: (all, now) =>
    parts(all).map((points) => ({
      points,
      query: {
        provider: source,
        path: pathOf(points, PRESENT),
        ...sized(points),
        read: (body) => openMeteoPlaces(body, 'hourly', MARINE_UNITS, points).map((series) => present(series, now)),
      },
    })),
  forecast: (all) =>
    parts(all).map((points) => ({
      points,
      query: {
        provider: source,
        path: pathOf(points, COMING),
        ...sized(points),
        read: (body) =>
          openMeteoPlaces(body, 'hourly', FORECAST_UNITS, points).map((series, index) => {
            const { at } = points[index]!
            const place = series.times.findIndex((time) => hourOf(time) === at)
            if (place < 0) throw new UnreadableReply(`no value of ${new Date(at).toISOString()}`)
            return height(series, 'wave_height', place)
          }),
      },
    })),
}

import { HOUR_MS } from '../../../time-units.ts'
import { plusDays } from '../calendar.ts'
import { type Answer, type Asked, type Dialect, failed, limitOf, numberOf, ok } from '../dialect.ts'
import { type Day, dayAt, elevationM } from '../earth/climate.ts'
import { seaAt } from '../earth/sea.ts'
import { dateOf } from '../fixings.ts'
import type { View } from '../view.ts'

/** Open-Meteo: archive by the day and waves by the hour. https://open-meteo.com/en/docs */
const DAILY: Readonly<Record<string, { readonly of: keyof Day; readonly unit: string }>> = {
  precipitation_sum: { of: 'rainMm', unit: 'mm' },
  temperature_2m_max: { of: 'maxC', unit: '°C' },
  temperature_2m_min: { of: 'minC', unit: '°C' },
  temperature_2m_mean: { of: 'meanC', unit: '°C' },
  wind_speed_10m_max: { of: 'windMaxMs', unit: 'km/h' },
  wind_speed_10m_mean: { of: 'windMeanMs', unit: 'km/h' },
  et0_fao_evapotranspiration: { of: 'et0Mm', unit: 'mm' },
}

const HOURLY: Readonly<Record<string, 'waveM' | 'swellM'>> = { wave_height: 'waveM', swell_wave_height: 'swellM' }

const FEET_PER_METRE = 3.28084
const KMH_PER_MS = 3.6

/** How many days late the reanalysis has a day. */
const DAYS_LATE = 5

const refused = (reason: string): Answer => failed(400, { error: true, reason })

/** The numbers of a comma list; not a number where there is none. */
const listOf = (text: string | null): readonly number[] =>
  (text ?? '').split(',').map((each) => numberOf(each) ?? Number.NaN)

/** The checks that all hosts share; the customers' hosts accept any key. */
const checked =
  (name: string, answer: (asked: Asked, view: View, lat: number, lon: number) => Answer): Dialect['answer'] =>
  (asked, view) => {
    const { host, path, query } = asked
    const [lats, lons] = [listOf(query.get('latitude')), listOf(query.get('longitude'))]
    if (path !== `/v1/${name}`) return failed(404, { error: true, reason: 'Not Found' })
    if (host.startsWith('customer-') && !query.get('apikey')) return refused('API key is required')
    if (!lats.every((lat) => Math.abs(lat) <= 90)) return refused('Latitude must be in range of -90 to 90°.')
    if (!lons.every((lon) => Math.abs(lon) <= 180)) return refused('Longitude must be in range of -180 to 180°.')
    if (lats.length !== lons.length)
      return refused('Parameter latitude and longitude must have the same number of elements')
    if (!['GMT', null].includes(query.get('timezone'))) return refused('only the timezone GMT is simulated')
    const [first, ...others] = lats.map((lat, at) => answer(asked, view, lat, lons[at]!))
    // One place is told without a list around it.
    if (others.length === 0 || first!.status !== 200) return first!
    return { ...first!, body: `[${[first!, ...others].map(({ body }) => String(body)).join(',')}]` }
  }

const envelope = (view: View, lat: number, lon: number) => ({
  latitude: lat,
  longitude: lon,
  generationtime_ms: 0.5,
  utc_offset_seconds: 0,
  timezone: 'GMT',
  timezone_abbreviation: 'GMT',
  elevation: Math.round(elevationM(view.seed, lat, lon)),
})

const unknownIn = (names: readonly string[], known: Readonly<Record<string, unknown>>): Answer | null => {
  const unknown = names.find((name) => known[name] === undefined)
  return unknown === undefined
    ? null
    : refused(`Data corrupted at path ''. Cannot initialize variable from invalid String value ${unknown}.`)
}

const archive = checked('archive', ({ query }, view, lat, lon) => {
  const [from, to] = [dateOf(query.get('start_date')), dateOf(query.get('end_date'))]
  const names = (query.get('daily') ?? '').split(',')
  if (from === null || to === null || from > to)
    return refused('Parameter start_date and end_date must be dates in order')
  const wrong = unknownIn(names, DAILY)
  if (wrong !== null) return wrong
  const dates: string[] = []
  for (let date = from; date <= to && dates.length < 400; date = plusDays(date, 1)) dates.push(date)
  const inMs = query.get('wind_speed_unit') === 'ms'
  const days = dates.map((date) =>
    view.now < Date.parse(plusDays(date, 1 + DAYS_LATE)) ? null : dayAt(view.seed, lat, lon, date),
  )
  const column = (name: string): readonly (number | null)[] => {
    const { of, unit } = DAILY[name] as (typeof DAILY)[string]
    const scale = of === 'rainMm' ? view.lie : unit === 'km/h' && !inMs ? KMH_PER_MS : 1
    return days.map((day) => (day === null ? null : Number((day[of] * scale).toFixed(2))))
  }
  const unitOf = (name: string): string => {
    const unit = DAILY[name]?.unit ?? ''
    return unit === 'km/h' && inMs ? 'm/s' : unit
  }
  return ok({
    ...envelope(view, lat, lon),
    daily_units: { time: 'iso8601', ...Object.fromEntries(names.map((name) => [name, unitOf(name)])) },
    daily: { time: dates, ...Object.fromEntries(names.map((name) => [name, column(name)])) },
  })
})

const marine = checked('marine', ({ query }, view, lat, lon) => {
  const names = (query.get('hourly') ?? '').split(',')
  const wrong = unknownIn(names, HOURLY)
  if (wrong !== null) return wrong
  const past = query.has('past_days') ? limitOf(query.get('past_days'), 1, 92) : 0
  const ahead = limitOf(query.get('forecast_days'), 7, 16)
  const midnight = Math.floor(view.now / (24 * HOUR_MS)) * 24 * HOUR_MS
  const hours = Array.from({ length: (past + ahead) * 24 }, (_, index) => midnight + (index - past * 24) * HOUR_MS)
  const isFeet = query.get('length_unit') === 'imperial'
  const column = (of: 'waveM' | 'swellM'): readonly (number | null)[] =>
    hours.map((at) => {
      const sea = seaAt(view.seed, lat, lon, at)
      return sea === null ? null : Number((sea[of] * view.lie * (isFeet ? FEET_PER_METRE : 1)).toFixed(2))
    })
  return ok({
    ...envelope(view, lat, lon),
    hourly_units: { time: 'iso8601', ...Object.fromEntries(names.map((name) => [name, isFeet ? 'ft' : 'm'])) },
    hourly: {
      time: hours.map((at) => new Date(at).toISOString().slice(0, 16)),
      ...Object.fromEntries(names.map((name) => [name, column(HOURLY[name] ?? 'waveM')])),
    },
  })
})

export const openMeteoArchive: Dialect = {
  provider: 'openmeteoarchive',
  hosts: ['archive-api.open-meteo.com', 'customer-archive-api.open-meteo.com'],
  serves: "daily archive in GMT; null for the last five days; the customers' host wants a key",
  answer: archive,
}

export const openMeteoMarine: Dialect = {
  provider: 'openmeteomarine',
  hosts: ['marine-api.open-meteo.com', 'customer-marine-api.open-meteo.com'],
  serves: 'hourly wave and swell height of one place or several, in GMT, up to 16 days ahead; null on land',
  answer: marine,
}

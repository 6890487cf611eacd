import { type Static, Type } from '@sinclair/typebox'
import { fixed } from '../../canonical/decimal.ts'
import type { WeatherDay } from '../../sources/weather/weather.ts'
import { archiveWindow, knownDays } from './archive-window.ts'
import type { Metric } from './metric-feed.ts'
import { exampleFields, WEATHER_FIELDS, weatherFields, weatherLayout, weatherTokens } from './weather-answer.ts'
import { weatherString } from './window-string.ts'
import { mainNumber } from '../main-value.ts'

const WindAnswer = Type.Object({
  ...WEATHER_FIELDS,
  wind_max_kmh: Type.Number({ minimum: 0, description: 'Highest daily maximum of the hourly mean wind, km/h' }),
  wind_mean_kmh: Type.Number({ minimum: 0, description: 'Mean of the daily mean winds, km/h' }),
  gale_trigger: Type.Boolean({ description: 'wind_max_kmh is above 62' }),
  storm_trigger: Type.Boolean({ description: 'wind_max_kmh is above 117' }),
})
export type WindAnswer = Static<typeof WindAnswer>

const WIND_LAYOUT = weatherLayout('wind', 'NONE', 'GALE', 'STORM')

const PLACES = 2

const KMH_PER_MS = 3.6

const published = (ms: number): number => Number(fixed(ms * KMH_PER_MS, PLACES))

/** Beaufort 8 and 12, strictly above, from the published values, so that a reader of the answer can check them. */
const windTriggers = (maxKmh: number) => ({ gale_trigger: maxKmh > 62, storm_trigger: maxKmh > 117 })

const statusOf = ({ gale_trigger, storm_trigger }: WindAnswer) =>
  storm_trigger ? 'STORM' : gale_trigger ? 'GALE' : 'NONE'

/** The wind of a day; `null` unless the archive has both values. */
const ofDay = ({ windMaxMs: max, windMeanMs: mean }: WeatherDay) =>
  max === null || mean === null ? null : { max, mean }

/** Its strings, and the values of them from a body. */
export const WIND_STRING = weatherString(WIND_LAYOUT, (content: WindAnswer) => ({
  metric: 'wind',
  ...weatherTokens(content),
  value: fixed(content.wind_max_kmh, PLACES),
  status: statusOf(content),
}))

/** Highest and mean wind over a window. */
export const wind: Metric<typeof WindAnswer> = {
  name: 'wind',
  summary: 'Highest and mean wind at a grid point over 7 to 30 days, with gale and storm triggers',
  noun: 'wind',
  answer: WindAnswer,
  exampleOf: (subject, described) => ({
    ...exampleFields(subject, described),
    wind_max_kmh: 31.36,
    wind_mean_kmh: 11.74,
    ...windTriggers(31.36),
  }),
  methodology: {
    value:
      'wind_max_kmh: highest daily maximum; wind_mean_kmh: mean of daily means; ten metres above ground, hourly means and not gusts, two decimals',
    triggers: 'gale: above 62 km/h; storm: above 117 km/h; both from the published maximum',
  },
  string: WIND_STRING,
  conclude: (subject, { now, days, described }) => {
    const window = archiveWindow(days, ofDay, { now, days: subject.days, end: subject.end })
    if (window.kind !== 'window') return window
    const known = knownDays(window.values)
    const highest = Math.max(...known.map(({ max }) => max))
    const mean = known.reduce((sum, day) => sum + day.mean, 0) / known.length
    const wind_max_kmh = published(highest)
    return {
      kind: 'concluded',
      content: {
        ...weatherFields(subject, window, { described, now }),
        wind_max_kmh,
        wind_mean_kmh: published(mean),
        ...windTriggers(wind_max_kmh),
      },
      carry: { maxMs: highest, meanMs: mean },
    }
  },
  signed: {
    knows: (day) => ofDay(day) !== null,
    value: (days) => Math.max(...days.map(({ windMaxMs }) => windMaxMs!)) * KMH_PER_MS,
  },
  main: mainNumber('wind_max_kmh', 'km/h'),
  preview: ['lat', 'lon', 'window_days', 'window_end', 'wind_max_kmh', 'wind_mean_kmh'],
}

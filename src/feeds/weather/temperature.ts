import { type Static, Type } from '@sinclair/typebox'
import { fixed } from '../../canonical/decimal.ts'
import type { WeatherDay } from '../../sources/weather/weather.ts'
import { archiveWindow, knownDays } from './archive-window.ts'
import type { Metric } from './metric-feed.ts'
import { exampleFields, WEATHER_FIELDS, weatherFields, weatherLayout, weatherTokens } from './weather-answer.ts'
import { weatherString } from './window-string.ts'
import { mainNumber } from '../main-value.ts'

const TemperatureAnswer = Type.Object({
  ...WEATHER_FIELDS,
  tmin: Type.Number({ description: 'Lowest daily minimum, degrees Celsius' }),
  tmax: Type.Number({ description: 'Highest daily maximum, degrees Celsius' }),
  tmean: Type.Number({ description: 'Mean of the daily means, degrees Celsius; the VALUE of the canonical' }),
  frost_trigger: Type.Boolean({ description: 'tmin is below 0' }),
  heat_trigger: Type.Boolean({ description: 'tmax is above 35' }),
})
export type TemperatureAnswer = Static<typeof TemperatureAnswer>

const TEMPERATURE_LAYOUT = weatherLayout('temperature', 'NONE', 'FROST', 'HEAT', 'FROST_HEAT')

/** Archives give hundredths of a degree. Both decimals are published, so that no rounding crosses a trigger. */
const PLACES = 2

const published = (celsius: number): number => Number(fixed(celsius, PLACES))

/** Triggers are strict and follow from the published values, so that a reader of the answer can check them. */
const temperatureTriggers = (tmin: number, tmax: number) => ({
  frost_trigger: tmin < 0,
  heat_trigger: tmax > 35,
})

const statusOf = ({ frost_trigger, heat_trigger }: TemperatureAnswer) =>
  frost_trigger ? (heat_trigger ? 'FROST_HEAT' : 'FROST') : heat_trigger ? 'HEAT' : 'NONE'

/** The temperatures of a day; `null` unless the archive has all three. */
const ofDay = ({ minC, maxC, meanC }: WeatherDay) =>
  minC === null || maxC === null || meanC === null ? null : { minC, maxC, meanC }

/** Its strings, and the values of them from a body. */
export const TEMPERATURE_STRING = weatherString(TEMPERATURE_LAYOUT, (content: TemperatureAnswer) => ({
  metric: 'temperature',
  ...weatherTokens(content),
  value: fixed(content.tmean, PLACES),
  status: statusOf(content),
}))

/** Lowest, highest and mean temperature over a window. */
export const temperature: Metric<typeof TemperatureAnswer> = {
  name: 'temperature',
  summary: 'Lowest, highest and mean temperature at a grid point over 7 to 90 days, with frost and heat triggers',
  noun: 'temperature',
  answer: TemperatureAnswer,
  exampleOf: (subject, described) => ({
    ...exampleFields(subject, described),
    tmin: 7.84,
    tmax: 24.91,
    tmean: 16.02,
    ...temperatureTriggers(7.84, 24.91),
  }),
  methodology: {
    value:
      'tmin: lowest daily minimum; tmax: highest daily maximum; tmean: mean of daily means; two metres above ground, two decimals',
    triggers: 'frost: tmin below 0; heat: tmax above 35; both from the published values',
  },
  string: TEMPERATURE_STRING,
  conclude: (subject, { now, days, described }) => {
    const window = archiveWindow(days, ofDay, { now, days: subject.days, end: subject.end })
    if (window.kind !== 'window') return window
    const known = knownDays(window.values)
    const tmin = published(Math.min(...known.map(({ minC }) => minC)))
    const tmax = published(Math.max(...known.map(({ maxC }) => maxC)))
    const mean = known.reduce((sum, { meanC }) => sum + meanC, 0) / known.length
    return {
      kind: 'concluded',
      content: {
        ...weatherFields(subject, window, { described, now }),
        tmin,
        tmax,
        tmean: published(mean),
        ...temperatureTriggers(tmin, tmax),
      },
      carry: { meanC: mean },
    }
  },
  signed: {
    knows: (day) => ofDay(day) !== null,
    value: (days) => days.reduce((sum, { meanC }) => sum + meanC!, 0) / days.length,
  },
  main: mainNumber('tmean', '°C'),
  preview: ['lat', 'lon', 'window_days', 'window_end', 'tmin', 'tmax', 'tmean'],
}

import { type Static, Type } from '@sinclair/typebox'
import { fixed } from '../../canonical/decimal.ts'
import { archiveWindow, knownDays } from './archive-window.ts'
import type { Metric } from './metric-feed.ts'
import { exampleFields, WEATHER_FIELDS, weatherFields, weatherLayout, weatherTokens } from './weather-answer.ts'
import { weatherString } from './window-string.ts'
import { mainNumber } from '../main-value.ts'

const RainfallAnswer = Type.Object({
  ...WEATHER_FIELDS,
  rainfall_mm: Type.Number({ minimum: 0, description: 'Sum of the daily rain of the days that are known, mm' }),
})
export type RainfallAnswer = Static<typeof RainfallAnswer>

const RAINFALL_LAYOUT = weatherLayout('rainfall', 'NONE')

/** Its strings, and the values of them from a body. */
export const RAINFALL_STRING = weatherString(RAINFALL_LAYOUT, (content: RainfallAnswer) => ({
  metric: 'rainfall',
  ...weatherTokens(content),
  value: fixed(content.rainfall_mm, 1),
  status: 'NONE',
}))

/** The sum of rain over a window. */
export const rainfall: Metric<typeof RainfallAnswer> = {
  name: 'rainfall',
  summary: 'Cumulative rainfall at a grid point over 7 to 90 days',
  noun: 'rainfall',
  answer: RainfallAnswer,
  exampleOf: (subject, described) => ({ ...exampleFields(subject, described), rainfall_mm: 41.3 }),
  methodology: {
    value: 'sum of daily precipitation in millimetres, one decimal; a day that is not known adds nothing',
  },
  string: RAINFALL_STRING,
  conclude: (subject, { now, days, described }) => {
    const window = archiveWindow(days, ({ rainMm }) => rainMm, { now, days: subject.days, end: subject.end })
    if (window.kind !== 'window') return window
    const sum = knownDays(window.values).reduce((total, rain) => total + rain, 0)
    return {
      kind: 'concluded',
      content: { ...weatherFields(subject, window, { described, now }), rainfall_mm: Number(fixed(sum, 1)) },
      carry: { rainfallMm: sum },
    }
  },
  signed: {
    knows: ({ rainMm }) => rainMm !== null,
    value: (days) => days.reduce((sum, { rainMm }) => sum + rainMm!, 0),
  },
  main: mainNumber('rainfall_mm', 'mm'),
  preview: ['lat', 'lon', 'window_days', 'window_end', 'rainfall_mm'],
}

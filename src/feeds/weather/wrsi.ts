import { type Static, Type } from '@sinclair/typebox'
import { fixed } from '../../canonical/decimal.ts'
import type { WeatherDay } from '../../sources/weather/weather.ts'
import { word } from '../answer-fields.ts'
import { FALLBACK } from '../reading.ts'
import { archiveWindow } from './archive-window.ts'
import type { Metric, WeatherContext } from './metric-feed.ts'
import { fallbackEt0Mm, primaryEt0Mm } from './reference-evapotranspiration.ts'
import { BUCKET, DROUGHT_STATES, droughtOf, SPIN_UP_DAYS, type WaterDay, waterBalance } from './water-balance.ts'
import { exampleFields, WEATHER_FIELDS, weatherFields, weatherLayout, weatherTokens } from './weather-answer.ts'
import { CONFIDENCE_RULE } from './weather-confidence.ts'
import type { WeatherSubject } from './weather-subject.ts'
import { weatherString } from './window-string.ts'
import { mainNumber } from '../main-value.ts'

const ET0_METHODS = ['penman_monteith', 'mixed', 'hargreaves'] as const

const WrsiAnswer = Type.Object({
  ...WEATHER_FIELDS,
  wrsi: Type.Number({ minimum: 0, maximum: 1, description: 'Actual over required evapotranspiration' }),
  drought_status: word(DROUGHT_STATES, 'From the unrounded ratio: DROUGHT below 0.50, SEVERE_DROUGHT below 0.25'),
  trigger: Type.Boolean({ description: 'The ratio is below 0.50' }),
  rainfall_mm: Type.Number({ minimum: 0, description: 'Rain within the window, mm' }),
  required_mm: Type.Number({ minimum: 0, description: 'Reference evapotranspiration within the window, mm' }),
  et0_method: word(
    ET0_METHODS,
    'FAO-56 Penman-Monteith; from temperatures alone (Hargreaves) where the archive lacks the rest',
  ),
})
export type WrsiAnswer = Static<typeof WrsiAnswer>

const WRSI_LAYOUT = weatherLayout('wrsi', ...DROUGHT_STATES)

/** A day, and whether its evapotranspiration comes from the primary method. */
interface Judged extends WaterDay {
  readonly isPrimary: boolean
}

const judged =
  (lat: number, elevationM: number, withFallback: boolean) =>
  (day: WeatherDay): Judged | null => {
    const { rainMm } = day
    const primary = primaryEt0Mm(day, lat, elevationM)
    const et0Mm = primary ?? (withFallback ? fallbackEt0Mm(day, lat) : null)
    return rainMm === null || et0Mm === null ? null : { rainMm, et0Mm, isPrimary: primary !== null }
  }

/** Prefers days of the primary method, even if they end earlier: Hargreaves may differ from it by a quarter. */
const windowOf = ({ cell, days: length, end }: WeatherSubject, { now, days, elevationM }: WeatherContext) => {
  const wanted = { now, days: length, spinUpDays: SPIN_UP_DAYS, end }
  const primary = archiveWindow(days, judged(Number(cell.lat), elevationM, false), wanted)
  return primary.kind === 'window' ? primary : archiveWindow(days, judged(Number(cell.lat), elevationM, true), wanted)
}

const methodOf = (days: readonly (Judged | null)[]): WrsiAnswer['et0_method'] => {
  const known = days.filter((day) => day !== null)
  if (known.every(({ isPrimary }) => isPrimary)) return 'penman_monteith'
  return known.some(({ isPrimary }) => isPrimary) ? 'mixed' : 'hargreaves'
}

/** Its strings, and the values of them from a body. */
export const WRSI_STRING = weatherString(WRSI_LAYOUT, (content: WrsiAnswer) => ({
  metric: 'wrsi',
  ...weatherTokens(content),
  value: fixed(content.wrsi, 2),
  status: content.drought_status,
}))

/** The water requirement satisfaction index. */
export const wrsi: Metric<typeof WrsiAnswer> = {
  name: 'wrsi',
  summary: 'Water requirement satisfaction index at a grid point over 30 to 90 days, with drought status',
  noun: 'water requirement satisfaction index',
  answer: WrsiAnswer,
  exampleOf: (subject, described) => ({
    ...exampleFields(subject, described),
    wrsi: 0.59,
    drought_status: 'NORMAL',
    trigger: false,
    rainfall_mm: 70.7,
    required_mm: 141.6,
    et0_method: 'penman_monteith',
  }),
  methodology: {
    value:
      'sum of actual over sum of required crop evapotranspiration, 0 to 1, two decimals; 1 when nothing was required',
    bucket: `a daily bucket of ${BUCKET.capacityMm} mm, half full ${SPIN_UP_DAYS} days before the window; below ${BUCKET.criticalShare} of it a crop draws in proportion`,
    requirement: `Kc = ${BUCKET.kc} times reference evapotranspiration: a reference surface, no crop and no sowing date`,
    et0: 'FAO-56 Penman-Monteith; Hargreaves where the archive lacks humidity, wind, radiation or pressure, said in et0_method',
    confidence: `${CONFIDENCE_RULE}; counts ${FALLBACK} unless et0_method is penman_monteith`,
    missing: 'a day that is not known neither fills nor empties the bucket and is not counted',
    triggers: 'DROUGHT below 0.50, SEVERE_DROUGHT below 0.25, from the unrounded ratio',
  },
  string: WRSI_STRING,
  conclude: (subject, context) => {
    const window = windowOf(subject, context)
    if (window.kind !== 'window') return window
    const balance = waterBalance(window.spinUp, window.values)
    const drought_status = droughtOf(balance.wrsi)
    const et0_method = methodOf([...window.spinUp, ...window.values])
    return {
      kind: 'concluded',
      content: {
        ...weatherFields(subject, window, context, et0_method === 'penman_monteith' ? 1 : FALLBACK),
        wrsi: Number(fixed(balance.wrsi, 2)),
        drought_status,
        trigger: drought_status !== 'NORMAL',
        rainfall_mm: Number(fixed(balance.rainMm, 1)),
        required_mm: Number(fixed(balance.requiredMm, 1)),
        et0_method,
      },
      carry: { wrsi: balance.wrsi },
    }
  },
  signed: {
    spinUpDays: SPIN_UP_DAYS,
    knows: (day, { lat, elevationM }) => judged(lat, elevationM, true)(day) !== null,
    value: (days, { lat, elevationM }, before) => {
      const each = judged(lat, elevationM, true)
      return waterBalance(before.map(each), days.map(each)).wrsi
    },
  },
  main: mainNumber('wrsi', 'index'),
  preview: ['lat', 'lon', 'window_days', 'window_end', 'wrsi', 'drought_status'],
}

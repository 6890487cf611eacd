import { Type } from '@sinclair/typebox'
import type { PathRefusal } from '../on-demand.ts'

/** The windows for which each metric is sold, in days (interface 3.6). */
export const WEATHER_WINDOWS = {
  wrsi: [30, 60, 90],
  rainfall: [7, 14, 30, 60, 90],
  temperature: [7, 14, 30, 60, 90],
  wind: [7, 14, 30],
} as const satisfies Readonly<Record<string, readonly number[]>>

export type MetricName = keyof typeof WEATHER_WINDOWS

/** The last segment of a metric's path, in documents. */
export const windowWord = (metric: MetricName) =>
  Type.Union(
    WEATHER_WINDOWS[metric].map((days) => Type.Literal(`${days}d`)),
    { description: 'The days that the answer is about' },
  )

/** The days of a window, or the rule that the segment breaks. */
export type ReadWindow =
  { readonly kind: 'window'; readonly days: number } | { readonly kind: 'refused'; readonly refusal: PathRefusal }

/** Reads the last segment of a weather path: `30d`, in either case. */
export const readWindow = (metric: MetricName, segment: string): ReadWindow => {
  const offered: readonly number[] = WEATHER_WINDOWS[metric]
  const refused = (rule: string, message: string): ReadWindow => ({
    kind: 'refused',
    refusal: { path: 'path.window', rule, message },
  })
  const digits = /^([1-9]\d*)d$/i.exec(segment)?.[1]
  if (digits === undefined) return refused('days', 'a window is a number of days and the letter d, such as 30d')
  const days = Number(digits)
  if (!offered.includes(days))
    return refused('window_offered', `${metric} is sold over ${offered.map((each) => `${each}d`).join(', ')}`)
  return { kind: 'window', days }
}

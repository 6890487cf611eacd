import { DAY_MS, HOUR_MS } from '../../../time-units.ts'
import type { View } from '../view.ts'
import { neighbour, type Period, periodAt } from './periods.ts'

/** A value of a statistic as its agency prints it; `null` where there is none. */
export interface Printed {
  readonly period: Period
  readonly value: string | null
}

/** A number with the lie of the provider. */
const printed = (value: number, decimals: number, { lie }: Pick<View, 'lie'>): string => (value * lie).toFixed(decimals)

/** The last published values of a statistic, oldest first. */
export const printedOf = (view: View, key: string, count: number): readonly Printed[] =>
  view.statistic(key, count).map(({ period, value, decimals }) => ({
    period,
    value: value === null ? null : printed(value, decimals, view),
  }))

/** Days of a level of the world at the close, 20:00 UTC, which appear so many days later at 22:00 UTC, oldest first. */
export const printedDays = (
  view: View,
  level: string,
  { decimals, lagDays, count }: { readonly decimals: number; readonly lagDays: number; readonly count: number },
): readonly Printed[] => {
  const rows: Printed[] = []
  let period = periodAt('day', new Date(view.now).toISOString().slice(0, 10))
  while (rows.length < count) {
    const start = Date.parse(`${period.first}T00:00:00Z`)
    if (start + lagDays * DAY_MS + 22 * HOUR_MS <= view.now)
      rows.push({ period, value: printed(view.levelThen(level, start + 20 * HOUR_MS), decimals, view) })
    period = neighbour('day', period, -1)
  }
  return rows.toReversed()
}

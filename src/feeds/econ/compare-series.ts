import { isSameDecimal } from '../../sources/decimal-text.ts'
import { yearBefore } from '../../sources/statistics/period.ts'
import type { Comparison } from './indicator.ts'
import type { Vintage } from './kept-series.ts'

/** How far two honest publishers' rates of change may differ, in percentage points: both are rounded. */
export const RATE_BOUNDS = { annual: 0.1, chained: 0.25, growth: 0.1 } as const
/** How far the prices of a dealer and of the nearest future may lie apart on one day, as a share. */
export const NEAR_BOUND = 0.03
const ROUNDING = 1e-9

type Rows = readonly Vintage[]

const at = (rows: Rows, period: string): number | null => {
  const row = rows.find((each) => each.period === period)
  return row === undefined ? null : Number(row.value)
}

/** A change in per cent, rounded as publishers round it. */
const change = (now: number | null, before: number | null): number | null =>
  now === null || before === null || before <= 0 ? null : Math.round((now / before - 1) * 1_000) / 10

const lastChange = (rows: Rows, period: string): number | null => {
  const place = rows.findIndex((each) => each.period === period)
  const [before, now] = [rows[place - 1], rows[place]]
  return before && now && Number(before.value) > 0 ? (Number(now.value) / Number(before.value) - 1) * 100 : null
}

/** The growth over four quarters, from the growth of each. */
const chained = (rows: Rows, period: string): number | null => {
  const place = rows.findIndex((each) => each.period === period)
  const year = rows.slice(Math.max(0, place - 3), place + 1)
  // A quarter that is missing makes three of them span a year.
  if (year.length < 4 || year.some(({ period: each }) => each <= yearBefore(period))) return null
  return (year.reduce((product, { value }) => product * (1 + Number(value) / 100), 1) - 1) * 100
}

/** Ours and theirs as rates, for publishers that do not tell the same number. */
const RATES: Readonly<
  Record<
    Exclude<Comparison, 'same' | 'near'>,
    (own: Rows, others: Rows, period: string) => readonly [number | null, number | null]
  >
> = {
  annual: (own, others, period) => [change(at(own, period), at(own, yearBefore(period))), at(others, period)],
  chained: (own, others, period) => [chained(own, period), at(others, period)],
  growth: (own, others, period) => [lastChange(own, period), lastChange(others, period)],
}

/** Whether a second publisher agrees about the newest period of the first; `null` if it says nothing about it. */
export const agrees = (own: Rows, others: Rows, how: Comparison): boolean | null => {
  const { period, value } = own.at(-1)!
  if (how === 'same' || how === 'near') {
    const other = others.find((each) => each.period === period)
    if (other === undefined) return null
    return how === 'same'
      ? isSameDecimal(value, other.value)
      : Math.abs(Number(other.value) / Number(value) - 1) <= NEAR_BOUND
  }
  const [ours, theirs] = RATES[how](own, others, period)
  return ours === null || theirs === null ? null : Math.abs(ours - theirs) <= RATE_BOUNDS[how] + ROUNDING
}

import type { FundingPaid } from '../../sources/perpetual.ts'
import { HOUR_MS } from '../../time-units.ts'
import { FUNDING_HOURS, rate8h } from '../math/funding.ts'
import { keptRows, stepAt, type Steps, withRow } from '../math/stepped-rows.ts'

/** The last observation of one contract at one venue within one hour. */
export interface HourRow {
  /** When the hour began, Unix milliseconds. */
  readonly hour: number
  /** Per eight hours. */
  readonly rate8h: number
  /**
   * `null` for hours that were filled from paid rates: venues do not publish the open interest of that time with them.
   */
  readonly openInterestUsd: number | null
}

/** The longest lookback of any feed: the three days of the z-score (methods 5.1). */
export const LOOKBACK_HOURS = 72

export const hourOf = (at: number): number => stepAt(at, { stepMs: HOUR_MS })

/** The hours of the lookback before the running one, oldest first. */
export const hoursBefore = (now: number): readonly number[] =>
  Array.from({ length: LOOKBACK_HOURS }, (_, at) => hourOf(now) - (LOOKBACK_HOURS - at) * HOUR_MS)

const HOURS: Steps<HourRow> = { stepMs: HOUR_MS, keepMs: LOOKBACK_HOURS * HOUR_MS, startOf: ({ hour }) => hour }

/** Adds or replaces the running hour: its last observation counts. Hours within the lookback are never dropped. */
export const withHour = (rows: readonly HourRow[], seen: Omit<HourRow, 'hour'>, now: number): readonly HourRow[] =>
  withRow(rows, { hour: hourOf(now), ...seen }, HOURS, now)

/**
 * Hours from the payment before to this one; 0 if there is none before. Payments are stamped some seconds late, so
 * hours are rounded.
 */
const spacing = (settlements: readonly FundingPaid[], index: number): number => {
  const [before, own] = [settlements[index - 1], settlements[index]]
  return before && own ? Math.round(own.at / HOUR_MS) - Math.round(before.at / HOUR_MS) : 0
}

/**
 * For how many hours a payment counts: those since the payment before it. `null` for the first payment, for a distance
 * that is no venue's interval, and for a distance that neither neighbour has as well. In that last case payments in
 * between are missing, and a rate of one hour would count as a rate of, say, five hours. A contract that changes its
 * interval keeps the new one for more than one payment.
 */
export const intervalHours = (settlements: readonly FundingPaid[], index: number): number | null => {
  const own = spacing(settlements, index)
  if (own < 1 || own > FUNDING_HOURS) return null
  const beside = [spacing(settlements, index - 1), spacing(settlements, index + 1)]
  return beside.every((hours) => hours !== 0 && hours !== own) ? null : own
}

/**
 * Fills hours without an observation from paid rates. A payment counts for every hour since the payment before it;
 * their distance is its interval, because contracts may change their interval. The first payment counts for no hour,
 * and so does one after a gap that is no venue's interval. Observed hours are never replaced.
 */
export const withHistory = (
  rows: readonly HourRow[],
  settlements: readonly FundingPaid[],
  now: number,
): readonly HourRow[] => {
  const known = new Set(rows.map(({ hour }) => hour))
  const filled = settlements.flatMap(({ at, rate }, index): readonly HourRow[] => {
    const hours = intervalHours(settlements, index)
    if (hours === null) return []
    const end = Math.round(at / HOUR_MS)
    return Array.from({ length: hours }, (_, back) => ({
      hour: (end - hours + back) * HOUR_MS,
      rate8h: rate8h(Number(rate), hours),
      openInterestUsd: null,
    }))
  })
  const fresh = filled.filter(({ hour }) => !known.has(hour) && hour < hourOf(now))
  return keptRows(
    [...rows, ...fresh].toSorted((a, b) => a.hour - b.hour),
    HOURS,
    now,
  )
}

import type { FundingPaid } from '../../sources/perpetual.ts'
import { HOUR_MS } from '../../time-units.ts'
import { FUNDING_HOURS, rate8h } from '../math/funding.ts'
import { keptRows, stepAt, type Steps, withRow } from '../math/stepped-rows.ts'

/** What one venue showed of one contract in one hour: the last observation in it. */
export interface HourRow {
  /** When the hour began, Unix milliseconds. */
  readonly hour: number
  /** Per eight hours. */
  readonly rate8h: number
  /** `null` for hours that were filled in from paid rates: nobody publishes the open interest of then beside them. */
  readonly openInterestUsd: number | null
}

/** The longest look back that anything declares: the z-score's three days (methods 5.1). */
export const LOOKBACK_HOURS = 72

export const hourOf = (at: number): number => stepAt(at, { stepMs: HOUR_MS })

/** The hours before the running one that are looked back upon, oldest first. */
export const hoursBefore = (now: number): readonly number[] =>
  Array.from({ length: LOOKBACK_HOURS }, (_, at) => hourOf(now) - (LOOKBACK_HOURS - at) * HOUR_MS)

const HOURS: Steps<HourRow> = { stepMs: HOUR_MS, keepMs: LOOKBACK_HOURS * HOUR_MS, startOf: ({ hour }) => hour }

/** With the running hour as it looks now; its last observation stays. Nothing that is looked back upon is dropped. */
export const withHour = (rows: readonly HourRow[], seen: Omit<HourRow, 'hour'>, now: number): readonly HourRow[] =>
  withRow(rows, { hour: hourOf(now), ...seen }, HOURS, now)

/** Hours from the settlement before to this one, stamped some seconds late as they are; 0 where there is none before. */
const spacing = (settlements: readonly FundingPaid[], index: number): number => {
  const [before, own] = [settlements[index - 1], settlements[index]]
  return before && own ? Math.round(own.at / HOUR_MS) - Math.round(before.at / HOUR_MS) : 0
}

/**
 * For how many hours a settlement was paid: those since the one before it. `null` for the first, for a distance that no
 * venue has as an interval, and for one that neither neighbour bears out: settlements between are missing then, and a
 * rate of one hour would be told as one of five. Contracts that change their interval keep it for more than one
 * settlement.
 */
export const intervalHours = (settlements: readonly FundingPaid[], index: number): number | null => {
  const own = spacing(settlements, index)
  if (own < 1 || own > FUNDING_HOURS) return null
  const beside = [spacing(settlements, index - 1), spacing(settlements, index + 1)]
  return beside.every((hours) => hours !== 0 && hours !== own) ? null : own
}

/**
 * With hours that nobody watched filled in from what was paid. A settlement counts for every hour since the one before
 * it, and the distance of the two is its interval: contracts change theirs. The first one has nothing before it and
 * counts for none, nor does one after a gap that no venue has as an interval. What was observed is never replaced.
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

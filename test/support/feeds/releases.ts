import { checkedEstimates, ESTIMATES } from '../../../src/feeds/surprises/estimates-file.ts'
import type { MeasureWord } from '../../../src/feeds/surprises/measures.ts'
import { type KeptRelease, RELEASES_BOARD, type ReleasesState } from '../../../src/feeds/surprises/releases-board.ts'
import type { States } from './market.ts'

/** Releases in memory, as the board and the operator's file hold them. */

/** A Wednesday, 12:00 UTC. */
export const NOON = Date.UTC(2026, 10, 18, 12)
export const DAY = 86_400_000
/** Monday of that week. */
export const MONDAY = Date.UTC(2026, 10, 16)

/** A release some days before noon. */
export const release = (
  country: KeptRelease['country'],
  measure: MeasureWord,
  daysAgo: number,
  actual: string,
  estimate: string,
): KeptRelease => ({
  country,
  measure,
  at: NOON - daysAgo * DAY,
  period: null,
  actual,
  estimate,
  prior: null,
  seen: NOON - daysAgo * DAY + 600_000,
})

/** What the vendor has told, last some minutes ago. */
export const told = (releases: readonly KeptRelease[], readAt = NOON - 60_000, overdue = 0): States =>
  new Map<string, unknown>([
    [
      RELEASES_BOARD.id,
      {
        weeks: { [MONDAY]: { readAt, overdue } },
        releases: releases.toSorted((a, b) => a.at - b.at),
      } satisfies ReleasesState,
    ],
  ])

/** A file of these rows, as a worker lays it down. */
export const filed = (...rows: readonly string[]): States => {
  const checked = checkedEstimates(['event,time,estimate', ...rows].join('\n'))
  if (!checked.ok) throw new Error(checked.faults.join('; '))
  return new Map([[ESTIMATES.id, { estimates: checked.estimates }]])
}

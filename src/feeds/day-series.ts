import { DAY_SECONDS, MINUTE_SECONDS } from '../time-units.ts'
import type { AnyFeed } from './feed.ts'

/** The chart of an item's past day: the main values of its free copies, one each quarter of an hour. */

export const SERIES_STEP_SECONDS = 15 * MINUTE_SECONDS
const SERIES_POINTS = DAY_SECONDS / SERIES_STEP_SECONDS

type Charted = Pick<AnyFeed, 'sale' | 'onDemand'>

/** How old a point must be before it is shown: as old as a free copy may get. */
export const seriesDelaySeconds = ({ sale }: Charted): number => (sale.preview?.staleMinutes ?? 0) * MINUTE_SECONDS

/** Those of a day, those that are not old enough yet, and the one of the present step. */
export const keptPoints = (feed: Charted): number =>
  SERIES_POINTS + Math.ceil(seriesDelaySeconds(feed) / SERIES_STEP_SECONDS) + 1

/** Whether a feed has such a chart. Unpaid requests create subjects on demand, in any number: they have none. */
export const isCharted = ({ sale, onDemand }: Charted): boolean => onDemand === undefined && !!sale.preview?.main

/**
 * The points of a time from before our first value, out of the minutes of exchanges: what each step began with.
 *
 * @param minutes bars of a minute; `t` in Unix seconds, `o` as it is published
 */
export const earlierPoints = (
  minutes: readonly { readonly t: number; readonly o: string }[],
): readonly { readonly t: number; readonly value: string }[] =>
  minutes.filter(({ t }) => t % SERIES_STEP_SECONDS === 0).map(({ t, o }) => ({ t, value: o }))

/** The points that may be shown at this time (Unix seconds): each older than the delay, at most a day of them. */
export const shownPoints = <P extends { readonly t: number }>(
  feed: Charted,
  points: readonly P[],
  nowTs: number,
): readonly P[] => points.filter(({ t }) => t < nowTs - seriesDelaySeconds(feed)).slice(-SERIES_POINTS)

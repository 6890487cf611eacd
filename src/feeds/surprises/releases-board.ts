import { releasesBetween, type ToldRelease, tradingView } from '../../sources/calendars/tradingview.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../time-units.ts'
import { type Ask, type Board, boardQuestion } from '../board.ts'
import { WEEK_MS, weekOf } from '../calendar/release-weeks.ts'
import { MEASURES, isPossibleValue, measureOf, type MeasureWord } from './measures.ts'
import { type Release, SAME_WITHIN_MS } from './release.ts'

/** A release with an estimate, as it was first told. */
export interface KeptRelease extends Release {
  /** Unix milliseconds at which we first saw its value. */
  readonly seen: number
}

/** What was last told of one week. */
interface ToldWeek {
  /** Unix milliseconds of the last good answer. */
  readonly readAt: number
  /** Releases that were due some hours before and had no value yet. */
  readonly overdue: number
}

/** What one vendor has told of the last months. */
export interface ReleasesState {
  /** By the first moment of the week, Unix milliseconds. */
  readonly weeks: Readonly<Record<string, ToldWeek>>
  /** In order of time. */
  readonly releases: readonly KeptRelease[]
}

/** How long surprises are kept, and how far back a new install asks. */
export const KEPT_DAYS = 120
/** A week is read a last time when all of its values have been told. */
const TOLD_LATE_MS = DAY_MS
/** Values follow a release within minutes. A vendor that has none of them after this time stands still. */
const OVERDUE_MS = 6 * HOUR_MS
/** A tick may be some minutes early. */
const USUAL_MS = HOUR_MS - 2 * MINUTE_MS
const TICK_SECONDS = 300
/** A first poll reads all weeks, so many at a time. */
const WEEKS_AT_ONCE = 6

const oldestKept = (now: number): number => now - KEPT_DAYS * DAY_MS

/** All weeks that may hold a release that is kept, the newest first. */
const keptWeeks = (now: number): readonly number[] => {
  const first = weekOf(oldestKept(now))
  const count = (weekOf(now) - first) / WEEK_MS + 1
  return Array.from({ length: count }, (_, back) => weekOf(now) - back * WEEK_MS)
}

const isDue = (week: number, readAt: number | undefined, now: number): boolean =>
  readAt === undefined || (readAt < week + WEEK_MS + TOLD_LATE_MS && now - readAt >= USUAL_MS)

const overdueOf = (told: readonly ToldRelease[], now: number): number =>
  told.filter(
    ({ country, title, at, actual, forecast }) =>
      measureOf(country, title) !== null && forecast !== null && actual === null && now - at > OVERDUE_MS,
  ).length

/** A vendor that moves a release by some hours, or to another day of the week, tells of the same one. */
const isSame = (a: Release, b: Release): boolean => {
  if (a.country !== b.country || a.measure !== b.measure) return false
  const apart = Math.abs(a.at - b.at)
  return apart <= SAME_WITHIN_MS || (a.period !== null && a.period === b.period && apart < WEEK_MS)
}

const released = (told: readonly ToldRelease[], seen: number): readonly KeptRelease[] =>
  told.flatMap(({ title, actual, forecast, unit, ...row }): readonly KeptRelease[] => {
    const measure: MeasureWord | null = measureOf(row.country, title)
    if (measure === null || actual === null || forecast === null || row.at > seen) return []
    const isKnownUnit =
      MEASURES[measure].unit === unit && isPossibleValue(measure, actual) && isPossibleValue(measure, forecast)
    return isKnownUnit ? [{ ...row, measure, actual, estimate: forecast, seen }] : []
  })

/** What was told first stays: a value that changes later is a revision, and an estimate that does was made afterwards. */
const entered = (
  week: number,
  told: readonly ToldRelease[],
  receivedAt: number,
  state: ReleasesState,
): ReleasesState => {
  const releases = released(told, receivedAt).reduce<readonly KeptRelease[]>(
    (known, row) => (known.some((each) => isSame(each, row)) ? known : [...known, row]),
    state.releases,
  )
  return {
    weeks: { ...state.weeks, [week]: { readAt: receivedAt, overdue: overdueOf(told, receivedAt) } },
    releases: releases.toSorted((a, b) => a.at - b.at),
  }
}

/** The question about one of these weeks; after its answer, the one about the week that follows those at once. */
const askedFrom = (due: readonly number[], place: number): Ask<ReleasesState> => {
  const week = due[place]!
  return {
    ...boardQuestion(releasesBetween(week, week + WEEK_MS - 1), (told, receivedAt, kept: ReleasesState) =>
      entered(week, told, receivedAt, kept),
    ),
    next: () => (place + WEEKS_AT_ONCE < due.length ? askedFrom(due, place + WEEKS_AT_ONCE) : null),
  }
}

/** Results and estimates of the last 120 days, week by week, the newest week first. */
export const RELEASES_BOARD: Board<ReleasesState> = {
  id: `releases/${tradingView.name}`,
  source: tradingView,
  everySeconds: TICK_SECONDS,
  rests: true,
  empty: { weeks: {}, releases: [] },
  asks: ({ now, state }) => {
    const due = keptWeeks(now).filter((week) => isDue(week, state.weeks[week]?.readAt, now))
    return due.slice(0, WEEKS_AT_ONCE).map((_, place) => askedFrom(due, place))
  },
  settle: ({ weeks, releases }, _previous, now) => {
    const kept = keptWeeks(now).map(String)
    return {
      weeks: Object.fromEntries(Object.entries(weeks).filter(([week]) => kept.includes(week))),
      releases: releases.filter(({ at }) => at >= oldestKept(now)),
    }
  },
}

/** What was last told of this week, or until that is read of the one before; `null` if neither was. */
export const lastTold = ({ weeks }: ReleasesState, now: number): ToldWeek | null =>
  weeks[weekOf(now)] ?? weeks[weekOf(now) - WEEK_MS] ?? null

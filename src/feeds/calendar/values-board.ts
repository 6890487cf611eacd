import { releasesBetween, type ToldRelease, tradingView } from '../../sources/calendars/tradingview.ts'
import type { DecimalText } from '../../sources/market.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../time-units.ts'
import { type Board, boardQuestion } from '../board.ts'
import { AHEAD_DAYS } from './reach.ts'
import { countedIn, rankOf } from './headlines.ts'
import { type Country, type Kind, KIND_NAMES } from './kinds.ts'
import { WEEK_MS, weekOf } from './release-weeks.ts'

/** The numbers of one release, as a vendor tells them now. */
export interface ToldValues {
  readonly country: Country
  readonly kind: Kind
  /** Unix milliseconds. */
  readonly at: number
  /** As the vendor calls the number. */
  readonly measure: string
  /** 0: the headline; a higher one stands in where that is not told. */
  readonly rank: number
  readonly period: string | null
  readonly forecast: DecimalText | null
  readonly prior: DecimalText | null
  readonly actual: DecimalText | null
  /** `percent`, `persons`, `points`, or a currency in full units. */
  readonly unit: string
}

interface ToldWeek {
  /** Unix milliseconds of the last good answer. */
  readonly readAt: number
  readonly rows: readonly ToldValues[]
}

/** What a vendor tells of the weeks of the calendar. */
export interface ValuesState {
  /** By the first moment of the week, Unix milliseconds. */
  readonly weeks: Readonly<Record<string, ToldWeek>>
}

/** A tick may be some minutes early. */
const USUAL_MS = HOUR_MS - 2 * MINUTE_MS
const TICK_SECONDS = 300

/** The weeks of yesterday up to the end of what calendars tell. */
const weeksOf = (now: number): readonly number[] => {
  const [first, last] = [weekOf(now - DAY_MS), weekOf(now + AHEAD_DAYS * DAY_MS)]
  return Array.from({ length: (last - first) / WEEK_MS + 1 }, (_, at) => first + at * WEEK_MS)
}

const told = (row: ToldRelease, receivedAt: number): readonly ToldValues[] =>
  KIND_NAMES.flatMap((kind) => {
    const { country, title, at, period } = row
    const rank = rankOf(country, kind, title)
    const counted = rank === null ? null : countedIn(country, kind, row)
    if (rank === null || counted === null) return []
    const possible = (value: DecimalText | null) => (value !== null && counted.isPossible(value) ? value : null)
    return [
      {
        country,
        kind,
        at,
        measure: title,
        rank,
        period,
        forecast: possible(row.forecast),
        prior: possible(row.prior),
        // A result before its hour is none.
        actual: at <= receivedAt ? possible(row.actual) : null,
        unit: counted.unit,
      },
    ]
  })

/** Estimates and results beside the events that authorities announce; asked with an agreement alone. */
export const VALUES_BOARD: Board<ValuesState> = {
  id: `calendar-values/${tradingView.name}`,
  source: tradingView,
  everySeconds: TICK_SECONDS,
  rests: true,
  empty: { weeks: {} },
  asks: ({ now, state }) =>
    weeksOf(now)
      .filter((week) => now - (state.weeks[week]?.readAt ?? Number.NEGATIVE_INFINITY) >= USUAL_MS)
      .map((week) =>
        boardQuestion(releasesBetween(week, week + WEEK_MS - 1), (rows, receivedAt, kept: ValuesState) => ({
          weeks: { ...kept.weeks, [week]: { readAt: receivedAt, rows: rows.flatMap((row) => told(row, receivedAt)) } },
        })),
      ),
  settle: ({ weeks }, _previous, now) => {
    const asked = weeksOf(now).map(String)
    return { weeks: Object.fromEntries(Object.entries(weeks).filter(([week]) => asked.includes(week))) }
  },
}

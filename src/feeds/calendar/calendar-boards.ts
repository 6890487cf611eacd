import type { CalendarEntry, CalendarSource } from '../../sources/calendars/announced.ts'
import { CALENDAR_SOURCES } from '../../sources/calendars/authorities.ts'
import { UnreadableReply } from '../../sources/query.ts'
import { addDays } from '../../sources/zoned.ts'
import { HOUR_SECONDS, utcDay } from '../../time-units.ts'
import { boardQuestion, type Board } from '../board.ts'
import type { Kind } from './kinds.ts'
import { kindOf } from './titles.ts'

/** An announced event whose kind is known. */
export interface KnownEvent extends CalendarEntry {
  readonly kind: Kind
}

/** What one list of an authority says, and when it said so. */
export interface ListState {
  /** Unix milliseconds. */
  readonly checkedAt: number
  /** From some days ago to a year ahead, in order. */
  readonly events: readonly KnownEvent[]
  /** The last day that the list has of each kind: about later days it says nothing. */
  readonly last: Readonly<Partial<Record<Kind, string>>>
  /** Titles ahead that our table does not know. */
  readonly unmatched: number
}

/** The lists of one authority, by name. */
export interface CalendarState {
  readonly lists: Readonly<Record<string, ListState>>
}

const KEPT_BACK_DAYS = 3
const KEPT_AHEAD_DAYS = 400

const order = (a: CalendarEntry, b: CalendarEntry): number => (a.date < b.date ? -1 : 1)

/** Events that are over. Some authorities list only what is to come, and answers of a day tell what has passed too. */
const passed = (before: ListState | undefined, from: string, now: number): readonly KnownEvent[] =>
  (before?.events ?? []).filter(({ date, at }) => date >= from && at !== null && at <= now)

/**
 * What is kept of a list. A list without anything ahead is that of a year that is over, and is refused.
 *
 * @param before what was kept of it so far
 */
export const listState = (
  source: string,
  announced: readonly CalendarEntry[],
  checkedAt: number,
  before?: ListState,
): ListState => {
  const kinds = announced.map((event) => ({ event, kind: kindOf(source, event) }))
  const known = kinds.flatMap(({ event, kind }) =>
    kind === null || kind === 'revision' ? [] : [{ ...event, kind } satisfies KnownEvent],
  )
  const today = utcDay(checkedAt)
  if (!known.some(({ date }) => date >= today)) throw new UnreadableReply('nothing ahead that the calendar knows')
  const [from, until] = [addDays(today, -KEPT_BACK_DAYS), addDays(today, KEPT_AHEAD_DAYS)]
  const told = known.filter(({ date }) => date >= from && date <= until)
  const gone = passed(before, from, checkedAt).filter(
    ({ kind, date }) => !told.some((event) => event.kind === kind && event.date === date),
  )
  return {
    checkedAt,
    events: [...gone, ...told].toSorted(order),
    // A day beyond all calendars would silence every other authority.
    last: Object.fromEntries(
      [...gone, ...known.filter(({ date }) => date <= until)].toSorted(order).map(({ kind, date }) => [kind, date]),
    ),
    unmatched: kinds.filter(({ event, kind }) => kind === null && event.date >= today).length,
  }
}

const calendarBoard = ({ source, lists }: CalendarSource): Board<CalendarState> => ({
  id: `calendar/${source.name}`,
  source,
  everySeconds: HOUR_SECONDS,
  empty: { lists: {} },
  asks: ({ now }) =>
    lists(now).map(({ name, query }) =>
      boardQuestion(query, (announced, receivedAt, state: CalendarState) => ({
        lists: { ...state.lists, [name]: listState(source.name, announced, receivedAt, state.lists[name]) },
      })),
    ),
  unknown: (state) => unmatchedOf(Object.values(state.lists)),
  // Lists of a year that is over are asked for no more.
  settle: (state, _previous, now) => {
    const asked = lists(now).map(({ name }) => name)
    return { lists: Object.fromEntries(Object.entries(state.lists).filter(([name]) => asked.includes(name))) }
  },
})

/** Titles ahead that our table does not know. */
export const unmatchedOf = (lists: readonly ListState[]): number =>
  lists.reduce((sum, { unmatched }) => sum + unmatched, 0)

/** An authority with its board. */
export interface Authority {
  readonly calendar: CalendarSource
  readonly board: Board<CalendarState>
}

/** Of two authorities that announce the same event the first is believed. */
export const AUTHORITIES: readonly Authority[] = CALENDAR_SOURCES.map((calendar) => ({
  calendar,
  board: calendarBoard(calendar),
}))

export const CALENDAR_BOARDS: readonly Board<CalendarState>[] = AUTHORITIES.map(({ board }) => board)

import { utcDay } from '../../time-units.ts'
import type { Country, Kind } from './kinds.ts'
import type { ToldValues } from './values-board.ts'

/** One event of the calendar, whoever announced it. */
export interface DatedEvent {
  readonly country: Country
  readonly kind: Kind
  /** The day of it where the authority is, `YYYY-MM-DD`. */
  readonly date: string
  /** Unix milliseconds; `null` where only the day is known. */
  readonly at: number | null
  readonly period: string | null
  /** By a rule and not announced. */
  readonly estimated: boolean
  /** Who announced it: the name of a source, or an authority of the file. */
  readonly source: string
  readonly sourceUrl: string
  /** What a vendor tells of it; `null` without one. */
  readonly told: ToldValues | null
}

/** The moment by which events are ordered: where only the day is known, its beginning in UTC. */
export const momentOf = ({ at, date }: Pick<DatedEvent, 'at' | 'date'>): number => at ?? Date.parse(`${date}T00:00:00Z`)

/** Whether an event is still to come. One without an hour is, as long as its day lasts. */
export const isAhead = (event: Pick<DatedEvent, 'at' | 'date'>, now: number): boolean =>
  event.at === null ? event.date >= utcDay(now) : event.at > now

import { utcDay } from '../../time-units.ts'
import { EXAMPLE_AT } from '../venue-parts.ts'
import type { CalendarAnswer, RatesAnswer } from './calendar-answer.ts'
import { calendarEvent } from './calendar-fields.ts'
import type { Scope } from './conclude-calendar.ts'
import { ownConfidence } from './coverage.ts'
import type { DatedEvent } from './dated-event.ts'
import { COUNTRIES, type Country, type Kind, KINDS, OF_COUNTRY } from './kinds.ts'

const HOUR = 3_600
const FETCHED_AT = EXAMPLE_AT + 2

/** Invented hours of usual events, from the time of all examples. */
const invented = (country: Country, kind: Kind, inHours: number, period: string | null): DatedEvent => {
  const at = (EXAMPLE_AT + inHours * HOUR) * 1_000
  const origin = { estimated: false, source: 'example', sourceUrl: 'https://example.org/calendar', told: null }
  return { country, kind, date: utcDay(at), at, period, ...origin }
}

/** One of each country, later on the day of the examples and after it. */
const EVENTS = [
  invented('US', 'ppi', 1, 'October 2026'),
  invented('GB', 'cpi', 2, 'October 2026'),
  invented('EU', 'cpi_flash', 180, 'November 2026'),
  invented('JP', 'cpi', 210, '2026-10'),
  invented('CN', 'cpi', 420, null),
  invented('US', 'rate_decision', 450, null),
  invented('EU', 'rate_decision', 640, null),
] as const

const UNTIL = '2026-12-31'
const COVERED = { covered: true, until: UNTIL, sources: ['example'] }

const ORIGIN = {
  values: 'not licensed',
  coverage: { US: COVERED, EU: COVERED, GB: COVERED, JP: COVERED, CN: COVERED },
  unmatched: 0,
  sources: ['example'],
  missing: [],
  confidence: 1,
  degraded: false,
  observed_at: EXAMPLE_AT,
  fetched_at: FETCHED_AT,
}

const isHigh = ({ kind }: DatedEvent): boolean => KINDS[kind].impact === 'high'
const isToday = ({ at }: DatedEvent): boolean => utcDay(at ?? 0) === utcDay(EXAMPLE_AT * 1_000)

/** An example answer about any scope. */
export const calendarExample = (scope: Scope): CalendarAnswer => {
  const own = (COUNTRIES as readonly string[]).includes(scope)
  const events = EVENTS.filter((event) => (scope === 'TODAY' ? isToday(event) : !own || event.country === scope))
  const shown = events.map(calendarEvent)
  return {
    scope,
    event_count: events.length,
    high_impact_count: events.filter(isHigh).length,
    today_count: (own ? events : EVENTS).filter(isToday).length,
    next_time: shown[0]?.time ?? null,
    events: shown,
    ...ORIGIN,
    ...(own && { confidence: ownConfidence(UNTIL, FETCHED_AT * 1_000) }),
  }
}

/** An example answer about the next decisions. */
export const ratesExample = (): RatesAnswer => {
  const meetings = EVENTS.filter(({ kind }) => kind === 'rate_decision').map((event) => ({
    bank: OF_COUNTRY[event.country].bank,
    ...calendarEvent(event),
  }))
  const [next] = meetings
  const count = meetings.length
  return {
    scope: 'RATES',
    event_count: count,
    high_impact_count: count,
    next_time: next!.time,
    next: next!,
    meetings,
    ...ORIGIN,
  }
}

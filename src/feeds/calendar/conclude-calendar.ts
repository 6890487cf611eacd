import { DAY_MS, inSeconds, utcDay, utcSecond } from '../../time-units.ts'
import type { Conclusion, Declined, TickContext } from '../feed.ts'
import type { CalendarAnswer, RatesAnswer } from './calendar-answer.ts'
import { calendarEvent } from './calendar-fields.ts'
import { countryCoverage, coveredCountries, isCovered, ownConfidence, sharedConfidence } from './coverage.ts'
import { type DatedEvent, isAhead, momentOf } from './dated-event.ts'
import { COUNTRIES, type Country, KINDS, OF_COUNTRY } from './kinds.ts'
import { type Merged, mergedCalendar } from './merge.ts'
import { AHEAD_DAYS } from './reach.ts'
import { VALUES_BOARD } from './values-board.ts'

/** Which events an answer is about. */
export type Scope = '30D' | 'TODAY' | Country

/** Decisions that are told of the Fed, and as many of the other banks together. */
export const MEETINGS = 8

/** A second later an event that is due now would be gone; all times of an answer are whole seconds. */
const wholeSecond = (now: number): number => inSeconds(now) * 1_000

const isOfDay = (event: DatedEvent, now: number): boolean => utcDay(momentOf(event)) === utcDay(now)

const isComing = (event: DatedEvent, now: number): boolean =>
  isAhead(event, now) && momentOf(event) <= now + AHEAD_DAYS * DAY_MS

const inScope = ({ events }: Merged, scope: Scope, now: number): readonly DatedEvent[] => {
  if (scope === 'TODAY') return events.filter((event) => isOfDay(event, now))
  const coming = events.filter((event) => isComing(event, now))
  return scope === '30D' ? coming : coming.filter(({ country }) => country === scope)
}

/** What an answer says of its forecasts and results. */
const VALUES: Readonly<Record<Merged['vendor'], string>> = {
  heard: VALUES_BOARD.source.name,
  refused: 'not licensed',
  silent: 'silent',
}

const originOf = (merged: Merged, checkedAt: number, now: number) => {
  const covered = coveredCountries(merged, now)
  const coverage = (country: Country) => countryCoverage(merged, country, now)
  return {
    values: VALUES[merged.vendor],
    coverage: { US: coverage('US'), EU: coverage('EU'), GB: coverage('GB'), JP: coverage('JP'), CN: coverage('CN') },
    unmatched: merged.unmatched,
    sources: [
      ...new Set([
        ...COUNTRIES.flatMap((country) => merged.heard[country]),
        ...(merged.vendor === 'heard' ? [VALUES_BOARD.source.name] : []),
      ]),
    ].toSorted(),
    missing: [...merged.silent].toSorted(),
    confidence: sharedConfidence(covered),
    degraded: covered.length < COUNTRIES.length || merged.silent.length > 0,
    observed_at: inSeconds(checkedAt),
    fetched_at: inSeconds(now),
  }
}

/** Events that have an hour and are still to come. */
const nextOf = (events: readonly DatedEvent[], now: number): string | null => {
  const next = events.find(({ at }) => at !== null && at > now)?.at
  return next == null ? null : utcSecond(next)
}

const counted = (events: readonly DatedEvent[]) => ({
  event_count: events.length,
  high_impact_count: events.filter(({ kind }) => KINDS[kind].impact === 'high').length,
})

type Known = Merged & { readonly checkedAt: number }

/** What is known now; declined without any list, and where the country in question is not known far enough. */
const known = (context: TickContext, country: Country): Known | Declined => {
  const { boards, now } = context
  const merged = mergedCalendar(boards, now)
  const { checkedAt } = merged
  const isKnown = country === 'US' ? isCovered(merged, 'US', now) : ownConfidence(merged.until[country], now) > 0
  if (checkedAt === null || !isKnown)
    return { kind: 'input_missing', input: `the calendar of ${country}, ${country === 'US' ? '30 days ' : ''}ahead` }
  return { ...merged, checkedAt }
}

const answerOf = (scope: Scope, country: Country | null, merged: Known, now: number): CalendarAnswer => {
  const events = inScope(merged, scope, now)
  const origin = originOf(merged, merged.checkedAt, now)
  const own = country && {
    confidence: ownConfidence(merged.until[country], now),
    degraded: !isCovered(merged, country, now) || merged.silent.length > 0,
  }
  return {
    scope,
    ...counted(events),
    today_count: merged.events.filter((event) => isOfDay(event, now) && (country === null || event.country === country))
      .length,
    next_time: nextOf(events, now),
    events: events.map(calendarEvent),
    ...origin,
    ...own,
  }
}

/** The events of today or of one country: the second needs this country, the first the United States. */
export const concludeCalendar = (
  scope: Exclude<Scope, '30D'>,
  context: TickContext,
): Conclusion<CalendarAnswer> | Declined => {
  const country = scope === 'TODAY' ? null : scope
  const merged = known(context, country ?? 'US')
  if ('kind' in merged) return merged
  return { kind: 'concluded', content: answerOf(scope, country, merged, wholeSecond(context.now)), carry: {} }
}

/** The events of thirty days, with what other feeds read of them. */
export const concludeAhead = (context: TickContext): Conclusion<CalendarAnswer> | Declined => {
  const merged = known(context, 'US')
  if ('kind' in merged) return merged
  const now = wholeSecond(context.now)
  return { kind: 'concluded', content: answerOf('30D', null, merged, now), carry: {} }
}

/** The next decisions on rates. */
export const concludeRates = (context: TickContext): Conclusion<RatesAnswer> | Declined => {
  const merged = known(context, 'US')
  if ('kind' in merged) return merged
  const now = wholeSecond(context.now)
  const decisions = merged.events.filter((event) => event.kind === 'rate_decision' && isAhead(event, now))
  const fed = decisions.filter(({ country }) => country === 'US').slice(0, MEETINGS)
  const others = decisions.filter(({ country }) => country !== 'US').slice(0, MEETINGS)
  const meetings = decisions.filter((event) => fed.includes(event) || others.includes(event))
  const meeting = (event: DatedEvent) => ({ bank: OF_COUNTRY[event.country].bank, ...calendarEvent(event) })
  const [next] = fed
  if (next === undefined) return { kind: 'input_missing', input: 'a decision of the Fed ahead' }
  const content: RatesAnswer = {
    scope: 'RATES',
    ...counted(meetings),
    next_time: nextOf(fed, now),
    next: meeting(next),
    meetings: meetings.map(meeting),
    ...originOf(merged, merged.checkedAt, now),
  }
  return { kind: 'concluded', content, carry: {} }
}

import { type Static, Type } from '@sinclair/typebox'
import { share, word } from '../answer-fields.ts'
import { type DatedEvent } from './dated-event.ts'
import { VALUE_UNITS } from './headlines.ts'
import { COUNTRIES, eventName, IMPACTS, KIND_NAMES, KINDS, OF_COUNTRY } from './kinds.ts'
import { utcSecond } from '../../time-units.ts'

const textOrNull = (description: string) => Type.Union([Type.String(), Type.Null()], { description })
const licensed = (what: string) =>
  textOrNull(`${what}; null where it is not told, and all of them where values names no source`)

/** One event in an answer. */
export const CalendarEvent = Type.Object({
  event: Type.String({ examples: ['US consumer prices'] }),
  kind: word(KIND_NAMES, 'What it is; see /methodology.json'),
  country: word(COUNTRIES, 'EU is the euro area'),
  currency: Type.String({ examples: ['USD'] }),
  date: Type.String({ description: 'The day where the authority is', examples: ['2026-12-10'] }),
  time: textOrNull('UTC; null where the authority names a day and no hour'),
  impact: word(IMPACTS, 'By our table, the same for every event of a kind'),
  period: textOrNull('What the numbers will be about, where the authority says so'),
  measure: licensed('Which number of the release the next three are, as their source calls it'),
  forecast: licensed('What is expected, decimal text in full units'),
  prior: licensed('The value before, as it is told now'),
  actual: licensed('The value; null before the release'),
  unit: licensed(`Of the three: ${VALUE_UNITS.join(', ')}, or a currency`),
  estimated: Type.Boolean({ description: 'By a rule and not announced' }),
  source: Type.String({ description: 'Who announced it' }),
  source_url: Type.String(),
})
export type CalendarEvent = Static<typeof CalendarEvent>

export const calendarEvent = ({ country, kind, at, date, period, estimated, source, sourceUrl, told }: DatedEvent) =>
  ({
    event: eventName(country, kind),
    kind,
    country,
    currency: OF_COUNTRY[country].currency,
    date,
    time: at === null ? null : utcSecond(at),
    impact: KINDS[kind].impact,
    period: period ?? told?.period ?? null,
    measure: told?.measure ?? null,
    forecast: told?.forecast ?? null,
    prior: told?.prior ?? null,
    actual: told?.actual ?? null,
    unit: told?.unit ?? null,
    estimated,
    source,
    source_url: sourceUrl,
  }) satisfies CalendarEvent

const Coverage = Type.Object({
  covered: Type.Boolean({ description: 'Everything that must be known is, thirty days ahead' }),
  until: textOrNull('The last day of which it is; null where something is not known at all'),
  sources: Type.Array(Type.String(), {
    description: 'Authorities that are heard, ASCII-sorted; official is the file of dates for people',
  }),
})

/** The fields about where a calendar comes from, the same in every answer. */
export const ORIGIN_FIELDS = {
  values: Type.String({
    description:
      'The source of forecasts, priors and actuals; "not licensed" where this oracle has no agreement with one, "silent" while it does not answer',
    examples: ['not licensed'],
  }),
  coverage: Type.Object({ US: Coverage, EU: Coverage, GB: Coverage, JP: Coverage, CN: Coverage }),
  unmatched: Type.Integer({ description: 'Euro indicators ahead whose titles our table does not know: left out' }),
  sources: Type.Array(Type.String(), { description: 'Authorities and others that are heard, ASCII-sorted' }),
  missing: Type.Array(Type.String(), { description: 'Sources that are silent' }),
  confidence: share('Covered countries by weight; of one country the known share of thirty days'),
  degraded: Type.Boolean({ description: 'A country is not covered, or a source is silent' }),
  observed_at: Type.Integer({ description: 'Unix seconds of the oldest list that entered' }),
  fetched_at: Type.Integer({ description: 'Unix seconds of the computation' }),
}

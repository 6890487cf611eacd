import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { Check } from '../../canonical/check.ts'
import type { Json } from '../../canonical/jcs.ts'
import { DAY_MS, utcDay } from '../../time-units.ts'
import { ownConfidence, sharedConfidence } from './coverage.ts'
import { isAhead, momentOf } from './dated-event.ts'
import { COUNTRIES, eventName, KINDS, OF_COUNTRY, type Country, type Kind } from './kinds.ts'
import { AHEAD_DAYS } from './reach.ts'

const Event = Type.Object({
  event: Type.String(),
  kind: Type.String(),
  country: Type.String(),
  currency: Type.String(),
  date: Type.String(),
  time: Type.Union([Type.String(), Type.Null()]),
  impact: Type.String(),
})

const Coverage = Type.Object({ covered: Type.Boolean(), until: Type.Union([Type.String(), Type.Null()]) })

const Inputs = Type.Object({
  scope: Type.String(),
  event_count: Type.Integer(),
  high_impact_count: Type.Integer(),
  next_time: Type.Union([Type.String(), Type.Null()]),
  events: Type.Optional(Type.Array(Event)),
  meetings: Type.Optional(Type.Array(Event)),
  coverage: Type.Record(Type.String(), Coverage),
  confidence: Type.Number(),
  fetched_at: Type.Integer(),
})
type Inputs = Static<typeof Inputs>

const at = ({ time, date }: Static<typeof Event>) => ({ at: time === null ? null : Date.parse(time), date })

/** Whether name, currency and impact are those of our tables. */
const isNamed = ({ event, kind, country, currency, impact }: Static<typeof Event>): boolean =>
  Object.hasOwn(KINDS, kind) &&
  Object.hasOwn(OF_COUNTRY, country) &&
  event === eventName(country as Country, kind as Kind) &&
  currency === OF_COUNTRY[country as Country].currency &&
  impact === KINDS[kind as Kind].impact

const isInScope = (scope: string, event: Static<typeof Event>, now: number): boolean => {
  if (scope === 'TODAY') return utcDay(momentOf(at(event))) === utcDay(now)
  if (!isAhead(at(event), now)) return false
  if (scope === 'RATES') return event.kind === 'rate_decision'
  return momentOf(at(event)) <= now + AHEAD_DAYS * DAY_MS && (scope === '30D' || event.country === scope)
}

const isInOrder = (events: readonly Static<typeof Event>[]): boolean =>
  events.every((event, place) => place === 0 || momentOf(at(events[place - 1]!)) <= momentOf(at(event)))

const nextOf = ({ scope, fetched_at }: Inputs, events: readonly Static<typeof Event>[]): string | null =>
  events.find(
    ({ time, country }) =>
      time !== null && Date.parse(time) > fetched_at * 1_000 && (scope !== 'RATES' || country === 'US'),
  )?.time ?? null

const WHAT = 'counts, order, names and impacts follow from the events'

/** Counts the events of a body again, and looks whether each of them belongs there. */
export const recountedCalendar = (_stated: object, body: Readonly<Record<string, Json>>): readonly Check[] => {
  const inputs: unknown = body
  if (!Value.Check(Inputs, inputs)) return [{ what: WHAT, ok: false }]
  const events = inputs.events ?? inputs.meetings ?? []
  const covered = COUNTRIES.filter((country) => inputs.coverage[country]?.covered)
  const own = (COUNTRIES as readonly string[]).includes(inputs.scope) ? inputs.coverage[inputs.scope] : undefined
  const confidence = own ? ownConfidence(own.until, inputs.fetched_at * 1_000) : sharedConfidence(covered)
  return [
    {
      what: WHAT,
      ok:
        inputs.event_count === events.length &&
        inputs.high_impact_count === events.filter(({ impact }) => impact === 'high').length &&
        events.every((event) => isNamed(event) && isInScope(inputs.scope, event, inputs.fetched_at * 1_000)) &&
        isInOrder(events) &&
        inputs.next_time === nextOf(inputs, events),
    },
    {
      what: 'confidence follows from the covered countries',
      ok: inputs.confidence === confidence,
    },
  ]
}

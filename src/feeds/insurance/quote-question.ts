import { Type } from '@sinclair/typebox'
import { DAY_SECONDS, utcDay } from '../../time-units.ts'
import { SEA_PORTS, seaPortNamed } from './sea-ports.ts'
import { VESSEL_CLASS_IDS, type VesselClassId } from './vessel-classes.ts'
import { DAY_PATTERN, isDay } from '../calendar-day.ts'

/** A question for a quote, in the one spelling of its meaning. */
export interface QuoteQuestion {
  /** UN/LOCODE. */
  readonly origin: string
  readonly destination: string
  /** `YYYY-MM-DD`, a UTC day. */
  readonly departure: string
  readonly vessel_class: VesselClassId
}

/** A rule that a question breaks, and where: the name of a member, or '' for the body itself. */
export interface BrokenMember {
  readonly member: string
  readonly rule:
    | 'wrong_type'
    | 'missing'
    | 'unknown_member'
    | 'unknown_value'
    | 'malformed_text'
    | 'same_port'
    | 'too_soon'
    | 'too_late'
  readonly message: string
}

const MOST_DAYS_AHEAD = 365

const CODES = SEA_PORTS.map(({ id }) => id)
const BY_CODE_OR_NAME = 'UN/LOCODE, or the name of exactly one port, in either case; see /insurance/ports'

export const QuoteBody = Type.Object(
  {
    origin: Type.String({ description: BY_CODE_OR_NAME, examples: ['NLRTM'] }),
    destination: Type.String({ description: `${BY_CODE_OR_NAME}. Another port than the origin`, examples: ['USNYC'] }),
    departure: Type.String({
      pattern: DAY_PATTERN,
      description: `UTC day, YYYY-MM-DD, from today to ${MOST_DAYS_AHEAD} days ahead`,
    }),
    vessel_class: Type.Union(
      VESSEL_CLASS_IDS.map((id) => Type.Literal(id)),
      { description: 'See /insurance/vessels' },
    ),
  },
  { additionalProperties: false },
)

const MEMBERS = Object.keys(QuoteBody.properties)
const MOST_NAMED = 20
const MOST_SHOWN = 60

type Fault = Omit<BrokenMember, 'member'>
type Read<T> = { readonly value: T } | Fault

const isFault = <T>(read: Read<T>): read is Fault => 'rule' in read
const fault = (rule: BrokenMember['rule'], message: string): Fault => ({ rule, message })

const textOf = (value: unknown): Read<string> => {
  if (value === undefined || value === null) return fault('missing', 'is required')
  return typeof value === 'string' ? { value } : fault('wrong_type', 'must be text')
}

const portOf = (value: unknown): Read<string> => {
  const text = textOf(value)
  if (isFault(text)) return text
  const port = seaPortNamed(text.value)
  return port ? { value: port.id } : fault('unknown_value', `must name one port: ${CODES.join(', ')}`)
}

const classOf = (value: unknown): Read<VesselClassId> => {
  const text = textOf(value)
  if (isFault(text)) return text
  const found = VESSEL_CLASS_IDS.find((id) => id === text.value)
  return found ? { value: found } : fault('unknown_value', `must be one of ${VESSEL_CLASS_IDS.join(', ')}`)
}

const dayAt = (ts: number): string => utcDay(ts * 1000)

const departureOf = (value: unknown, nowTs: number): Read<string> => {
  const text = textOf(value)
  if (isFault(text)) return text
  const day = text.value
  const [first, last] = [dayAt(nowTs), dayAt(nowTs + MOST_DAYS_AHEAD * DAY_SECONDS)]
  const range = `from ${first} to ${last}`
  if (!isDay(day)) return fault('malformed_text', `must be a day of the calendar, YYYY-MM-DD, ${range}`)
  // Days of this form have the order of their text.
  if (day < first) return fault('too_soon', `must lie ${range}`)
  return day > last ? fault('too_late', `must lie ${range}`) : { value: day }
}

const sameQuay = (one: Read<string>, other: Read<string>): readonly BrokenMember[] =>
  !isFault(one) && !isFault(other) && one.value === other.value
    ? [{ member: 'destination', rule: 'same_port', message: 'destination must be another port than the origin' }]
    : []

const strangers = (value: object): readonly BrokenMember[] =>
  Object.keys(value)
    .filter((name) => !MEMBERS.includes(name))
    .slice(0, MOST_NAMED)
    .map((name) => {
      const member = name.slice(0, MOST_SHOWN)
      return { member, rule: 'unknown_member', message: `${member} is not taken; there are ${MEMBERS.join(', ')}` }
    })

/** A question that breaks no rule, or every rule that it breaks. */
export type JudgedQuestion =
  | { readonly ok: true; readonly question: QuoteQuestion }
  | { readonly ok: false; readonly broken: readonly BrokenMember[] }

/** @param nowTs Unix seconds of the request */
export const readQuestion = (body: unknown, nowTs: number): JudgedQuestion => {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    return { ok: false, broken: [{ member: '', rule: 'wrong_type', message: 'body must be an object' }] }
  const given = body as Readonly<Record<string, unknown>>
  const origin = portOf(given['origin'])
  const destination = portOf(given['destination'])
  const departure = departureOf(given['departure'], nowTs)
  const vesselClass = classOf(given['vessel_class'])
  const reads = { origin, destination, departure, vessel_class: vesselClass }
  const broken = [
    ...Object.entries(reads).flatMap(([member, read]) =>
      isFault<string>(read) ? [{ member, rule: read.rule, message: `${member} ${read.message}` }] : [],
    ),
    ...sameQuay(origin, destination),
    ...strangers(given),
  ]
  if (isFault(origin) || isFault(destination) || isFault(departure) || isFault(vesselClass) || broken.length > 0)
    return { ok: false, broken }
  return {
    ok: true,
    question: {
      origin: origin.value,
      destination: destination.value,
      departure: departure.value,
      vessel_class: vesselClass.value,
    },
  }
}

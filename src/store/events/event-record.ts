import type { Json } from '../../canonical/jcs.ts'
import { announcement } from '../../dlc/wire/announcement.ts'
import type { HiddenTerms, ShownTerms } from '../../dlc/terms/event-terms.ts'
import type { EventKind, EventState, Reason } from '../../dlc/terms/lifecycle.ts'
import type { DlcPair } from '../../dlc/terms/pairs.ts'
import type { DecimalText } from '../../dlc/terms/scale.ts'
import type { Direction } from '../../dlc/terms/threshold.ts'
import type { EvidenceSeal } from '../../dlc/documents/shown-event.ts'
import { isStanding } from '../../dlc/terms/standing-terms.ts'
import { decode, Malformed } from '../../dlc/wire/tlv.ts'
import { DECISION_OF_EVENT, EVENT, FACTS_OF_EVENT, SEAL_OF_EVENT } from './event-schemas.ts'
import { names } from '../redis/names.ts'
import { readWholeNumber, UnreadableRecord } from '../redis/stored.ts'

/**
 * A DLC event as the store keeps it: one hash, written once, after which only its state and the fields of that state
 * change.
 */

/** The condition of a threshold contract. */
export interface Watch {
  readonly direction: Direction
  readonly strike: DecimalText
}

/** The fields that are fixed when an event is created. */
export interface EventRecord {
  readonly id: string
  readonly kind: EventKind
  /** Maturity or expiry, Unix seconds. */
  readonly maturityTs: number
  /** The pair whose price resolves it, also a filter of lists; `null` for sources outside this service. */
  readonly pair: DlcPair | null
  /** Thresholds only. */
  readonly watch: Watch | null
  /** 32 bytes, hex. Public. */
  readonly salt: string
  /** The TLV, hex. */
  readonly announcement: string
  /** The payment it belongs to, by its name in claims. */
  readonly payment: string
  readonly terms: ShownTerms
  readonly hidden: HiddenTerms
  /** Unix milliseconds. */
  readonly offeredAt: number
}

/** The fields of an offer; id, maturity and nonce points are read from the announcement itself. */
export type NewEvent = Omit<EventRecord, 'id' | 'maturityTs'>

/** The offer that an event was made from. */
export const offeredEvent = (event: EventRecord): NewEvent => {
  const { kind, pair, watch, salt, announcement: bytes, payment, terms, hidden, offeredAt } = event
  return { kind, pair, watch, salt, announcement: bytes, payment, terms, hidden, offeredAt }
}

/** The nonce points that an announcement uses up, hex. Throws `Malformed`. */
export const noncesOf = (bytes: string): readonly string[] =>
  decode(announcement, Uint8Array.fromHex(bytes)).event.nonces.map((point) => point.toHex())

/**
 * The record of an announced event and the nonce points it uses up, hex. Throws `Malformed` on bytes that are not an
 * announcement, and `RangeError` on a threshold without a strike or on another event with one.
 */
export const recordOf = (event: NewEvent): { readonly record: EventRecord; readonly nonces: readonly string[] } => {
  const { event: announced } = decode(announcement, Uint8Array.fromHex(event.announcement))
  const isWatched = event.watch !== null && event.pair !== null
  if (isWatched !== (event.kind === 'threshold'))
    throw new RangeError(`${announced.eventId}: a threshold, and nothing else, has a strike and a pair`)
  return {
    record: { ...event, id: announced.eventId, maturityTs: announced.maturity },
    nonces: announced.nonces.map((point) => point.toHex()),
  }
}

export interface Decision {
  readonly outcome: readonly string[]
  readonly reason: Reason
  readonly evidence: Json
  /** Unix milliseconds. */
  readonly decidedAt: number
  /** Missing until the signer has recorded the evidence of the decision. */
  readonly seal?: EvidenceSeal
}

/** The attestation in both dialects, hex. */
export interface AttestationBytes {
  readonly serialized: string
  readonly counted: string
}

export interface StoredEvent extends EventRecord {
  readonly state: EventState
  /** Number in the order of activations, from 1; 0 while it is offered. */
  readonly order: number
  /** Unix milliseconds; 0 while it is offered. */
  readonly activatedAt: number
  /** Ticks from this time on count, Unix milliseconds. */
  readonly watchedFrom: number
  readonly decision: Decision | null
  readonly attestation: (AttestationBytes & { readonly attestedAt: number }) | null
  /** Whether its activation is written in the journal file. Its offer is written there before money moves. */
  readonly journaled: boolean
  /** The payment that is cancelling it, or has cancelled it; `until` is 0 when the cancellation is over. */
  readonly cancelling: { readonly payment: string; readonly until: number } | null
}

/** Fields of a hash, in the form that ioredis takes. */
export const writeRecord = (record: EventRecord): readonly string[] => [
  'id',
  record.id,
  'kind',
  record.kind,
  'maturity',
  String(record.maturityTs),
  'pair',
  record.pair ?? '',
  'direction',
  record.watch?.direction ?? '',
  'strike',
  record.watch?.strike ?? '',
  'salt',
  record.salt,
  'announcement',
  record.announcement,
  'payment',
  record.payment,
  'terms',
  JSON.stringify(record.terms),
  'hidden',
  JSON.stringify(record.hidden),
  'offeredAt',
  String(record.offeredAt),
]

/** JSON in a field of an event. Throws `UnreadableRecord`. */
const json = (field: string, text: string | undefined): unknown => {
  try {
    return JSON.parse(text ?? '')
  } catch {
    throw new UnreadableRecord(EVENT.kind, `${field} is not JSON`)
  }
}

/** A number in a field of an event. Throws `UnreadableRecord`. */
const whole = (field: string, text: string | null | undefined): number => readWholeNumber(EVENT.kind, field, text)

/** Every reader of an event decodes its announcement, so one that was cut short is refused here. Throws `UnreadableRecord`. */
const checkAnnouncement = (bytes: string): void => {
  try {
    decode(announcement, Uint8Array.fromHex(bytes))
  } catch (problem) {
    if (!(problem instanceof Malformed)) throw problem
    throw new UnreadableRecord(EVENT.kind, 'announcement is not an announcement')
  }
}

/** The evidence seal of a decision in the fields of a hash; both fields exist or neither. Throws `UnreadableRecord`. */
export const readEvidenceSeal = (
  hash: string | undefined,
  conclusions: string | undefined,
): { readonly seal?: EvidenceSeal } =>
  hash && conclusions ? { seal: SEAL_OF_EVENT.check({ hash, conclusions: json('conclusions', conclusions) }) } : {}

export const writeEvidenceSeal = (seal: EvidenceSeal | undefined): readonly [string, string] =>
  seal ? [seal.hash, JSON.stringify(seal.conclusions)] : ['', '']

/**
 * The fields of a decision, in the order of `DECISION`. The last two are empty until its evidence is recorded. Throws
 * `UnreadableRecord`.
 */
export const readDecision = (fields: readonly (string | undefined)[]): Decision => {
  const [outcome, reason, evidence, decidedAt, hash, conclusions] = fields
  return DECISION_OF_EVENT.check({
    outcome: json('outcome', outcome),
    reason,
    evidence: json('evidence', evidence),
    decidedAt: whole('decidedAt', decidedAt),
    ...readEvidenceSeal(hash, conclusions),
  })
}

export const DECISION = ['outcome', 'reason', 'evidence', 'decidedAt', 'evidenceHash', 'conclusions'] as const

/** `null` for a missing hash, and for a withdrawn event, of which only the id is kept. Throws `UnreadableRecord`. */
export const readEvent = (hash: Readonly<Record<string, string>>): StoredEvent | null => {
  const { state, direction, outcome, serialized, cancelPayment } = hash
  if (Object.keys(hash).length === 0 || state === 'withdrawn') return null
  const event = EVENT.check({
    id: hash['id'],
    kind: hash['kind'],
    maturityTs: whole('maturity', hash['maturity']),
    pair: hash['pair'] || null,
    watch: direction ? { direction, strike: hash['strike'] } : null,
    salt: hash['salt'],
    announcement: hash['announcement'],
    payment: hash['payment'],
    terms: json('terms', hash['terms']),
    hidden: json('hidden', hash['hidden']),
    offeredAt: whole('offeredAt', hash['offeredAt']),
    state,
    order: whole('order', hash['order'] ?? '0'),
    activatedAt: whole('activatedAt', hash['activatedAt'] ?? '0'),
    watchedFrom: whole('watchedFrom', hash['watchedFrom'] ?? '0'),
    decision: outcome ? readDecision(DECISION.map((field) => hash[field])) : null,
    attestation: serialized
      ? { serialized, counted: hash['counted'], attestedAt: whole('attestedAt', hash['attestedAt']) }
      : null,
    journaled: hash['journaled'] === '1',
    cancelling: cancelPayment
      ? { payment: cancelPayment, until: whole('cancelUntil', hash['cancelUntil'] ?? '0') }
      : null,
  })
  checkAnnouncement(event.announcement)
  return event
}

/** The fields from which scripts name the keys of an event; they never change. */
export type EventFacts = Pick<EventRecord, 'id' | 'kind' | 'pair' | 'watch' | 'maturityTs' | 'payment'>

export const FACTS = ['kind', 'pair', 'direction', 'strike', 'maturity', 'payment'] as const

/** Throws `UnreadableRecord`. */
export const readFacts = (id: string, values: readonly (string | null)[]): EventFacts | null => {
  const [kind, pair, direction, strike, maturity, payment] = values
  if (!kind) return null
  return FACTS_OF_EVENT.check({
    id,
    kind,
    pair: pair || null,
    watch: direction ? { direction, strike } : null,
    // Only the kind is kept of a withdrawn event.
    maturityTs: whole('maturity', maturity ?? '0'),
    payment: payment ?? '',
  })
}

export type ListStatus = 'open' | 'done' | 'all'

/** There are lists for each kind, and for the events that nobody paid for. */
export type ListKind = EventKind | 'standing'

/** The lists that contain an event: of its kind, of its kind and pair, and of all. */
export const listsOf = (
  { kind, pair, payment }: Pick<EventRecord, 'kind' | 'pair' | 'payment'>,
  status: ListStatus,
): readonly string[] => [
  names.dlc.list('every', 'every', status),
  ...[kind, ...(isStanding(payment) ? (['standing'] as const) : [])].flatMap((each: ListKind) => [
    names.dlc.list(each, 'every', status),
    ...(pair ? [names.dlc.list(each, pair, status)] : []),
  ]),
]

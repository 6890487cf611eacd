import { Type } from '@sinclair/typebox'
import { XOnlyKey } from '../../dlc/documents/document-schemas.ts'
import { DLC_PAIR_NAMES } from '../../dlc/terms/pairs.ts'
import { LIMITS } from '../../dlc/terms/schema.ts'
import type { EventCounts } from '../../store/events/event-lists.ts'
import type { StoredEvent } from '../../store/events/event-record.ts'
import type { RelayState } from '../../store/events/posts.ts'
import type { SignerState } from '../../store/events/signer-state.ts'
import { VERSION } from '../../release.ts'
import { NAME } from '../discovery/instance.ts'
import { SIGNER_MS, Signing, signingOf, signsAll } from '../endpoints/signing-state.ts'

/** Whether all events are resolved in time, and what the others wait for. */

/** How many overdue events are named. */
export const OVERDUE_SHOWN = 20

const Counts = Type.Object({ open: Type.Integer(), done: Type.Integer() })

const OVERDUE = ['awaiting_signature', 'awaiting_price', 'awaiting_resolver', 'awaiting_administrator'] as const
type Waiting = (typeof OVERDUE)[number]

export const Status = Type.Object(
  {
    status: Type.Union([Type.Literal('ok'), Type.Literal('degraded')]),
    last_attestation: Type.Union([Type.String(), Type.Null()], { description: 'ISO 8601' }),
    events: Type.Object({ threshold: Counts, enum: Counts, numeric: Counts }),
    announcements: Type.Integer({ description: 'events of all kinds there ever were' }),
    attestations: Type.Integer({ description: 'of them attested' }),
    pending: Type.Integer({ description: 'of them not attested yet' }),
    overdue: Type.Integer({ description: 'mature and not attested' }),
    unsigned: Type.Integer({ description: 'decided and not attested' }),
    overdueEvents: Type.Array(
      Type.Object({
        eventid: Type.String(),
        type: Type.String(),
        maturityTs: Type.Integer(),
        reason: Type.Union(
          OVERDUE.map((each) => Type.Literal(each)),
          { description: 'what it waits for' },
        ),
      }),
      { description: `longest overdue first, at most ${OVERDUE_SHOWN}` },
    ),
    signer: Type.Object({
      alive: Type.Boolean(),
      last_seen: Type.Union([Type.String(), Type.Null()], { description: 'ISO 8601' }),
      ...Signing.properties,
    }),
    nostr: Type.Array(
      Type.Object({
        relay: Type.String(),
        outstanding: Type.Integer({ description: 'announcements and attestations that it has not taken yet' }),
        last_accepted: Type.Union([Type.String(), Type.Null()], { description: 'ISO 8601' }),
        failing: Type.Boolean({ description: 'whether the last attempt failed' }),
      }),
      { description: 'relays to which announcements and attestations are published' },
    ),
    oracle_pubkey: Type.Union([Type.String(), Type.Null()], { description: 'compressed, hex' }),
    pubkey: Type.Union([XOnlyKey, Type.Null()]),
    num_digits: Type.Integer({ description: 'digits of a numeric event that names no number' }),
    pairs: Type.Array(Type.String()),
    version: Type.String(),
    instance: Type.String(),
  },
  { title: 'OracleStatus' },
)

/** A decision that has waited longer than this for its signature is a fault. */
const UNSIGNED_MS = 60_000
/** An event first waits for a missing price, then uses recorded ones. If it is later than this, it is our fault. */
const PRICE_LATE_S = 900

const waitsFor = ({ state, pair, terms }: StoredEvent): Waiting => {
  if (state === 'decided') return 'awaiting_signature'
  if (pair) return 'awaiting_price'
  return 'resolverConfig' in terms && terms.resolverConfig ? 'awaiting_resolver' : 'awaiting_administrator'
}

export interface Findings {
  readonly now: number
  readonly counts: EventCounts
  readonly overdue: readonly StoredEvent[]
  /** The decision that has waited longest for its signature, Unix milliseconds. */
  readonly unsignedSince: number | null
  readonly lastAttestation: number | null
  readonly publicKey: string | null
  readonly signer: SignerState | null
  readonly relays: readonly RelayState[]
}

/** Resolvers of customers and administrators may be late. Only delays of the oracle itself make it degraded. */
const isDegraded = ({ now, overdue, unsignedSince, publicKey, signer }: Findings): boolean =>
  publicKey === null ||
  signer === null ||
  !signsAll(signingOf(signer, now)) ||
  (unsignedSince !== null && now - unsignedSince > UNSIGNED_MS) ||
  overdue.some((event) => waitsFor(event) === 'awaiting_price' && now / 1000 - event.maturityTs > PRICE_LATE_S)

const isoOrNull = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString())

const sum = ({ threshold, enum: enums, numeric }: EventCounts['open']): number => threshold + enums + numeric

export const statusDocument = (findings: Findings) => {
  const { now, counts, overdue, publicKey, signer, relays } = findings
  const { open, done } = counts
  const kind = (name: keyof EventCounts['open']) => ({ open: open[name], done: done[name] })
  return {
    status: isDegraded(findings) ? 'degraded' : 'ok',
    last_attestation: isoOrNull(findings.lastAttestation),
    events: { threshold: kind('threshold'), enum: kind('enum'), numeric: kind('numeric') },
    announcements: sum(open) + sum(done),
    attestations: sum(done),
    pending: sum(open),
    overdue: counts.overdue,
    unsigned: counts.unsigned,
    overdueEvents: overdue.map((event) => ({
      eventid: event.id,
      type: event.kind,
      maturityTs: event.maturityTs,
      reason: waitsFor(event),
    })),
    signer: {
      alive: signer !== null && now - signer.at <= SIGNER_MS,
      last_seen: isoOrNull(signer?.at ?? null),
      ...signingOf(signer, now),
    },
    nostr: relays.map(({ relay, outstanding, lastAcceptedAt, problem }) => ({
      relay,
      outstanding,
      last_accepted: isoOrNull(lastAcceptedAt),
      failing: problem !== null,
    })),
    oracle_pubkey: publicKey,
    pubkey: publicKey?.slice(2) ?? null,
    num_digits: LIMITS.nbDigits.default,
    pairs: DLC_PAIR_NAMES,
    version: VERSION,
    instance: NAME,
  } as const
}

export const STATUS_EXAMPLE = statusDocument({
  now: 1_796_000_010_000,
  counts: {
    open: { threshold: 12, enum: 3, numeric: 4 },
    done: { threshold: 41, enum: 9, numeric: 17 },
    overdue: 0,
    unsigned: 0,
  },
  overdue: [],
  unsignedSince: null,
  lastAttestation: 1_796_000_006_120,
  publicKey: '0368a156f1f84b6c9167ca76985cef360bc9060ca6118b4ef9a02ba3dcb212d5b0',
  signer: {
    key: '0368a156f1f84b6c9167ca76985cef360bc9060ca6118b4ef9a02ba3dcb212d5b0',
    at: 1_796_000_009_000,
    problem: null,
    waiting: { count: 0, some: [] },
    quarantined: { count: 0, some: [] },
  },
  relays: [{ relay: 'wss://relay.example', outstanding: 0, lastAcceptedAt: 1_796_000_007_300, problem: null }],
})

import { outcomeHash } from '../../dlc/wire/attestation.ts'
import type { EventState } from '../../dlc/terms/lifecycle.ts'
import type { StoredEvent } from '../../store/events/event-record.ts'
import type { GuardBook, NonceUse } from './guard.ts'
import type { JournalEntry } from './journal-lines.ts'
import { announcedOutcome } from './possible-outcome.ts'
import { fromJournal } from './recovery.ts'

/** Compares the records of one event in the journal, Redis and the guard. */

/** Findings that a restore repairs. */
export const MENDABLE = [
  /** The journal has the event, Redis does not. */
  'missing',
  /** Redis has less of it than the journal. */
  'behind',
  /** Redis has the event, the journal does not. */
  'unlisted',
  /** The journal has less of it than Redis. */
  'ahead',
  /** It is decided, and the guard has no entry for it. */
  'unguarded',
  /** The guard shows which outcome was signed, but neither the journal nor Redis has a decision. */
  'signed',
] as const

/** Findings that must not be repaired before the cause is known. */
export const CONFLICTS = [
  'other_announcement',
  'other_outcome',
  'other_attestation',
  /** The guard holds another message, or another event, under a nonce point of this one. */
  'other_message',
  /** The guard holds a message for it, there is no decision, and none of its outcomes gives that message. */
  'undecided',
  /** The creation or the decision has no line, and Redis does not have it either. */
  'incomplete',
] as const

export type FindingKind = (typeof MENDABLE)[number] | (typeof CONFLICTS)[number]

export interface Finding {
  readonly kind: FindingKind
  readonly id: string
  /** Details for people, without the kind; may be empty. */
  readonly detail: string
}

/** The nonce points and messages that this outcome would use. */
const pairsOf = (
  { nonces }: { readonly nonces: readonly Uint8Array[] },
  outcome: readonly string[],
): readonly NonceUse[] => nonces.map((point, i) => ({ point, message: outcomeHash(outcome[i]!) }))

const RANK: Readonly<Record<EventState, number>> = {
  offered: 0,
  withdrawn: 0,
  announced: 1,
  cancelling: 1,
  decided: 2,
  attested: 3,
}

type Kinds = readonly (readonly [FindingKind, string])[]

/** The differences between the two that cannot both be right. */
const contradictions = (a: StoredEvent, b: StoredEvent): Kinds => {
  if (a.announcement !== b.announcement || a.salt !== b.salt) return [['other_announcement', '']]
  const [left, right] = [a.decision?.outcome, b.decision?.outcome]
  if (left && right && JSON.stringify(left) !== JSON.stringify(right))
    return [['other_outcome', `journal ${left.join(',')}, Redis ${right.join(',')}`]]
  const isSame =
    !a.attestation ||
    !b.attestation ||
    (a.attestation.serialized === b.attestation.serialized && a.attestation.counted === b.attestation.counted)
  return isSame ? [] : [['other_attestation', '']]
}

const compareSides = (lines: readonly JournalEntry[], kept: StoredEvent | null, stored: StoredEvent | null): Kinds => {
  const isPublic = stored !== null && RANK[stored.state] > 0
  if (!kept) {
    // Notes of an administrator about an unknown id say nothing that Redis could have lost.
    if (lines.every(({ type }) => type === 'noted')) return isPublic ? [['unlisted', stored.state]] : []
    return isPublic ? [['ahead', `${stored.state}, without a creation`]] : [['incomplete', 'no line of its creation']]
  }
  const against = stored ? contradictions(kept, stored) : []
  if (against.length > 0) return against
  if (kept.attestation && !kept.decision)
    return stored?.decision ? [['ahead', 'no line of its decision']] : [['incomplete', 'no line of its decision']]
  // An offer may be missing: Redis may have withdrawn it and then deleted the record.
  if (!stored) return kept.state === 'offered' ? [] : [['missing', kept.state]]
  const lag = RANK[stored.state] - RANK[kept.state]
  if (lag === 0) return []
  return [[lag < 0 ? 'behind' : 'ahead', `journal ${kept.state}, Redis ${stored.state}`]]
}

const compareGuard = (event: StoredEvent, guard: GuardBook): Kinds => {
  const outcome = event.decision?.outcome ?? []
  const announced = announcedOutcome(event)
  if (!announced) return [['incomplete', 'its announcement cannot be read, or has no such outcome']]
  const pairs = pairsOf(announced, outcome)
  const found = pairs.map(({ point, message }) => {
    const entered = guard.find(point)
    if (!entered) return 'missing'
    return entered.event === event.id && entered.message.toHex() === message.toHex() ? 'same' : 'other'
  })
  if (found.includes('other')) return [['other_message', `decided ${outcome.join(',')}`]]
  return found.includes('missing') ? [['unguarded', event.state]] : []
}

/**
 * @param lines the journal's lines about the event, oldest first
 * @param stored the event in Redis
 * @param guard `null` if it cannot be read
 */
export const compareEvent = (
  id: string,
  lines: readonly JournalEntry[],
  stored: StoredEvent | null,
  guard: GuardBook | null,
): { readonly findings: readonly Finding[]; readonly isDecided: boolean } => {
  const kept = fromJournal(lines)
  const sides = compareSides(lines, kept, stored)
  // The journal counts first: its line was on the disk before anything was signed.
  const decided = kept?.decision ? kept : stored?.decision ? stored : null
  const guarded = decided && guard ? compareGuard(decided, guard) : []
  const findings = [...sides, ...guarded].map(([kind, detail]) => ({ kind, id, detail }))
  return { findings, isDecided: decided !== null }
}

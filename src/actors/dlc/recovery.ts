import { announcement } from '../../dlc/announcement.ts'
import { outcomeHash } from '../../dlc/attestation.ts'
import { decode } from '../../dlc/tlv.ts'
import type { StoredEvent } from '../../store/event-record.ts'
import type { Restored } from '../../store/event-restore.ts'
import type { EventStore } from '../../store/events.ts'
import type { Guard } from './guard.ts'
import type { Journal } from './journal.ts'
import type { JournalEntry } from './journal-lines.ts'

/** What the journal gives back: to a guard that was lost, and to a Redis that was rolled back. */

/** An event as the journal knows it, or `null` when it holds no creation of it. */
export const fromJournal = (lines: readonly JournalEntry[]): StoredEvent | null => {
  const of = <T extends JournalEntry['type']>(type: T) =>
    lines.find((line): line is Extract<JournalEntry, { type: T }> => line.type === type)
  const [created, decided, attested] = [of('created'), of('decided'), of('attested')]
  if (!created) return null
  return {
    ...created.event,
    state: attested ? 'attested' : decided ? 'decided' : 'announced',
    decision: decided
      ? { outcome: decided.outcome, reason: decided.reason, evidence: decided.evidence, decidedAt: decided.at }
      : null,
    attestation: attested
      ? { serialized: attested.serialized, counted: attested.counted, attestedAt: attested.at }
      : null,
    journaled: true,
    cancelling: null,
  }
}

/** The lines that belong into the journal for an event as it lies in Redis: those it has already cost nothing. */
export const toJournal = (event: StoredEvent): readonly JournalEntry[] => {
  const { state: _state, decision, attestation, cancelling: _cancelling, journaled: _journaled, ...created } = event
  const { id } = event
  if (created.activatedAt === 0) return []
  const lines: JournalEntry[] = [{ type: 'created', id, at: created.activatedAt, event: created }]
  if (decision) {
    const { decidedAt, ...rest } = decision
    lines.push({ type: 'decided', id, at: decidedAt, ...rest })
  }
  if (decision && attestation) {
    const { attestedAt, ...bytes } = attestation
    lines.push({ type: 'attested', id, at: attestedAt, outcome: decision.outcome, ...bytes })
  }
  return lines
}

/**
 * Enters every decided event into the guard, signed or not: an outcome in the journal may have been signed. Must be
 * finished before a signer with a new guard signs anything. Says how many events it entered.
 */
export const refillGuard = (guard: Guard, journal: Journal): number => {
  let entered = 0
  for (const id of journal.ids()) {
    const event = fromJournal(journal.find(id))
    if (!event?.decision) continue
    const { nonces } = decode(announcement, Uint8Array.fromHex(event.announcement)).event
    const { outcome } = event.decision
    guard.commit(
      id,
      nonces.map((point, i) => ({ point, message: outcomeHash(outcome[i] ?? '') })),
    )
    entered++
  }
  return entered
}

/** Events that are on their way to Redis together: they share its sync to the disk. */
const SLICE = 100

/** Puts back into Redis what it does not know any more, each event in one step. */
export async function* restoreEvents(
  events: EventStore,
  journal: Journal,
): AsyncGenerator<{ readonly id: string; readonly kind: Restored['kind'] }> {
  const ids = [...journal.ids()]
  for (let from = 0; from < ids.length; from += SLICE) {
    const slice = ids.slice(from, from + SLICE).flatMap((id) => fromJournal(journal.find(id)) ?? [])
    const done = await Promise.all(slice.map(async (event) => ({ id: event.id, ...(await events.restore(event)) })))
    yield* done
  }
}

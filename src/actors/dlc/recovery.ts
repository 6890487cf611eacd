import { outcomeHash } from '../../dlc/wire/attestation.ts'
import { OFFER_KEPT_MS } from '../../store/events/event-creation.ts'
import { type StoredEvent, offeredEvent } from '../../store/events/event-record.ts'
import type { Restored } from '../../store/events/event-restore.ts'
import type { EventStore } from '../../store/events/events.ts'
import type { Guard } from './guard.ts'
import type { Journal } from './journal.ts'
import { announcedOutcome } from './possible-outcome.ts'
import type { CreatedEvent, JournalEntry } from './journal-lines.ts'

/** Restores a lost guard and a rolled-back Redis from the journal. */

type Line<T extends JournalEntry['type']> = Extract<JournalEntry, { type: T }> | undefined

const createdOf = (
  created: Line<'created'>,
  offered: Line<'offered'>,
  activated: Line<'activated'>,
): CreatedEvent | null => {
  if (created) return created.event
  if (!offered) return null
  const { at: activatedAt, order, watchedFrom } = activated ?? { at: 0, order: 0, watchedFrom: 0 }
  return { ...offered.event, order, activatedAt, watchedFrom }
}

/** An event as its journal lines describe it; `null` if they are not complete. */
export const fromJournal = (lines: readonly JournalEntry[]): StoredEvent | null => {
  const of = <T extends JournalEntry['type']>(type: T) =>
    lines.find((line): line is Extract<JournalEntry, { type: T }> => line.type === type)
  const [decided, attested] = [of('decided'), of('attested')]
  const created = createdOf(of('created'), of('offered'), of('activated'))
  // Only a paid event can be decided.
  if (!created || (created.activatedAt === 0 && (decided || attested))) return null
  const begun = created.activatedAt === 0 ? 'offered' : 'announced'
  return {
    ...created,
    state: attested ? 'attested' : decided ? 'decided' : begun,
    decision: decided
      ? {
          outcome: decided.outcome,
          reason: decided.reason,
          evidence: decided.evidence,
          decidedAt: decided.at,
          ...(decided.seal && { seal: decided.seal }),
        }
      : null,
    attestation: attested
      ? { serialized: attested.serialized, counted: attested.counted, attestedAt: attested.at }
      : null,
    journaled: created.activatedAt !== 0,
    cancelling: null,
  }
}

/** The lines that the journal must have for an event in Redis. Those that it has already are skipped when written. */
export const toJournal = (event: StoredEvent): readonly JournalEntry[] => {
  const { state: _state, decision, attestation, cancelling: _cancelling, journaled: _journaled, ...created } = event
  const { order, activatedAt, watchedFrom, ...record } = created
  const { id } = event
  const lines: JournalEntry[] = [{ type: 'offered', id, at: event.offeredAt, event: record }]
  if (activatedAt === 0) return lines
  lines.push({ type: 'activated', id, at: activatedAt, order, watchedFrom })
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
 * Enters every decided event into the guard, signed or not, since an outcome in the journal may have been signed. A
 * decision that is no outcome of its event is left out. It must finish before anything is signed. Returns how many
 * events it entered.
 *
 * @param guarded events that the guard holds completely; they are skipped
 */
export const refillGuard = (guard: Guard, journal: Journal, guarded: ReadonlySet<string> = new Set()): number => {
  let entered = 0
  for (const id of journal.ids()) {
    if (guarded.has(id)) continue
    const event = fromJournal(journal.find(id))
    const announced = event && announcedOutcome(event)
    if (!announced) continue
    const words = event.decision?.outcome ?? []
    guard.commit(
      id,
      announced.nonces.map((point, i) => ({ point, message: outcomeHash(words[i]!) })),
    )
    entered++
  }
  return entered
}

/** Events that are sent to Redis together, so that they share its sync to the disk. */
const SLICE = 100

const isOffer = ({ state }: StoredEvent): boolean => state === 'offered'

/**
 * Restores events that Redis has lost, each in one step: first public ones, then offers whose payment may have arrived
 * without a line about it. Of several offers for one payment, only the newest was ever given to a buyer. Redis
 * remembers a withdrawn offer for longer than offers are restored here.
 *
 * @param now Unix milliseconds
 */
export async function* restoreEvents(
  events: EventStore,
  journal: Journal,
  now: number,
): AsyncGenerator<{ readonly id: string; readonly kind: Restored['kind'] }> {
  const ids = [...journal.ids()]
  const offers = new Map<string, StoredEvent>()
  for (let from = 0; from < ids.length; from += SLICE) {
    const slice = ids.slice(from, from + SLICE).flatMap((id) => fromJournal(journal.find(id)) ?? [])
    for (const event of slice)
      if (isOffer(event) && event.offeredAt + OFFER_KEPT_MS > now) offers.set(event.payment, event)
    const paid = slice.filter((event) => !isOffer(event))
    yield* await Promise.all(paid.map(async (event) => ({ id: event.id, ...(await events.restore(event)) })))
  }
  for (const event of offers.values()) yield { id: event.id, kind: await restoreOffer(events, event) }
}

/** A restored offer waits for its payment until it is a day old, since no unspent payment is valid for longer. */
const restoreOffer = async (events: EventStore, event: StoredEvent): Promise<Restored['kind']> => {
  const { kind } = await events.offer(offeredEvent(event), event.offeredAt + OFFER_KEPT_MS)
  if (kind === 'nonce_taken') return 'conflict'
  return kind === 'offered' ? 'restored' : 'kept'
}

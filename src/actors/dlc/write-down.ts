import type { StoredEvent } from '../../store/events/event-record.ts'
import type { JournalEntry } from './journal-lines.ts'
import { JournalContradiction } from './journal-memory.ts'
import type { Oracle } from './oracle.ts'
import { announcedOutcome } from './possible-outcome.ts'
import { toJournal } from './recovery.ts'

/** No decision or attestation of a waiting event is written: the operator must first confirm that it may be signed. */
const mayStand =
  ({ waiting }: Pick<Oracle['journal'], 'waiting'>) =>
  ({ id, type }: JournalEntry): boolean =>
    !waiting.has(id) || (type !== 'decided' && type !== 'attested')

/** Whether the event may be written into the journal. A decision in the journal can never be changed. */
const isFit = (quarantine: Oracle['quarantine'], event: StoredEvent): boolean => {
  if (quarantine.has(event.id)) return false
  if (event.decision === null || announcedOutcome(event) !== null) return true
  quarantine.put(
    event.id,
    new Error(`${event.id}: the outcome that Redis holds is not one of the outcomes of this event`),
  )
  return false
}

/**
 * Writes the state of events in Redis into the journal, with one sync. An event that contradicts the journal goes into
 * quarantine, and the others are written. Returns the events that are in the journal now.
 */
export const writeDown = (
  { journal, quarantine }: Pick<Oracle, 'journal' | 'quarantine'>,
  events: readonly StoredEvent[],
): readonly StoredEvent[] => {
  for (let left = events.filter((event) => isFit(quarantine, event)); ;)
    try {
      journal.append(...left.flatMap((event) => toJournal(event).filter(mayStand(journal))))
      return left
    } catch (problem) {
      if (!(problem instanceof JournalContradiction)) throw problem
      quarantine.put(problem.id, problem)
      left = left.filter(({ id }) => id !== problem.id)
    }
}

import type { StoredEvent } from '../../store/events/event-record.ts'
import type { JournalEntry } from './journal-lines.ts'
import { JournalContradiction } from './journal-memory.ts'
import type { Oracle } from './oracle.ts'
import { announcedOutcome } from './possible-outcome.ts'
import { toJournal } from './recovery.ts'

/** Whether the decision of one that waits is the one that was signed is what the operator is asked. */
const mayStand =
  ({ waiting }: Pick<Oracle['journal'], 'waiting'>) =>
  ({ id, type }: JournalEntry): boolean =>
    !waiting.has(id) || (type !== 'decided' && type !== 'attested')

/** Whether it can be written down: what the journal once says was decided it says for ever. */
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
 * Enters what Redis says of some events into the journal, with one sync. One that says something else than the journal
 * does is put into quarantine, and the others are entered. Returns those that are written down now.
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

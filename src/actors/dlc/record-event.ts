import type { Oracle } from './oracle.ts'
import { readWholeEvents } from './read-whole.ts'
import { writeDown } from './write-down.ts'

/**
 * Writes into the journal that an event became public, and gives it its schedule. No request waits for this: the line
 * of the offer, which holds everything that cannot be made again, was written before the payment. It may be repeated.
 * False if there is no such event, it is only offered, or it contradicts the journal.
 */
export const recordEvent = async (
  oracle: Pick<Oracle, 'events' | 'journal' | 'quarantine' | 'schedule'>,
  id: string,
): Promise<boolean> => {
  const { events, schedule } = oracle
  const event = await readWholeEvents(oracle, id)
  if (!event || event.activatedAt === 0) return false
  if (event.journaled) return true
  if (writeDown(oracle, [event]).length === 0) return false
  await schedule(id, event.maturityTs * 1000)
  await events.journaled(id)
  return true
}

import type { Oracle } from './oracle.ts'
import { toJournal } from './recovery.ts'

/**
 * Writes into the journal file that an event became public, and gives it its schedule. Nobody waits for it: the offer,
 * which holds all that cannot be made again, is there since before the payment. Repeating it is free. False when there is
 * no such event, or it is only offered.
 */
export const recordEvent = async (
  { events, journal, schedule }: Pick<Oracle, 'events' | 'journal' | 'schedule'>,
  id: string,
): Promise<boolean> => {
  const [event] = await events.sealed([id])
  if (!event || event.activatedAt === 0) return false
  if (event.journaled) return true
  journal.append(...toJournal(event))
  await schedule(id, event.maturityTs * 1000)
  await events.journaled(id)
  return true
}

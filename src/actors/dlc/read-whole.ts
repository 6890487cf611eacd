import type { StoredEvent } from '../../store/events/event-record.ts'
import { UnreadableRecord } from '../../store/redis/stored.ts'
import type { Oracle } from './oracle.ts'

/** Reads events from Redis. An event whose fields cannot be read goes into quarantine and is left out. */
export const readWholeEvents = async (
  { events, quarantine }: Pick<Oracle, 'events' | 'quarantine'>,
  id: string,
): Promise<StoredEvent | null> => {
  try {
    const [event] = await events.sealed([id])
    return event ?? null
  } catch (problem) {
    if (!(problem instanceof UnreadableRecord)) throw problem
    quarantine.put(id, problem)
    return null
  }
}

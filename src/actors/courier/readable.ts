import type { Log } from '../../ports.ts'
import type { StoredEvent } from '../../store/events/event-record.ts'
import type { EventStore } from '../../store/events/events.ts'
import { UnreadableRecord } from '../../store/redis/stored.ts'

/**
 * An event from Redis. One whose fields cannot be read is logged and left out, so that it does not block the others.
 */
export const readable = async (
  { events, log }: { readonly events: Pick<EventStore, 'read'>; readonly log: Log },
  id: string,
): Promise<StoredEvent | null> => {
  try {
    return await events.read(id)
  } catch (problem) {
    if (!(problem instanceof UnreadableRecord)) throw problem
    log.error('courier.unreadable', { eventid: id, message: String(problem) })
    return null
  }
}

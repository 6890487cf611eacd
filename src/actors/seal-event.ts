import { EVENT_CHANGE } from '../canonical/event-change.ts'
import type { Json } from '../canonical/jcs.ts'
import type { Rail } from '../canonical/snapshot.ts'
import { announcementDocument, attestationDocument } from '../dlc/documents.ts'
import type { EventStore } from '../store/events.ts'
import type { StoredEvent } from '../store/event-record.ts'
import { sealAnswer, type Sealer } from './seal-answer.ts'

/** The paid answer about a DLC event: what its payment made of it, signed with the key of the rail that paid. */

export interface SealAsk {
  readonly rail: Rail
  readonly change: 'CREATED' | 'CANCELLED'
  /** Of a creation: what its owner shows to cancel it; '' for who has not shown that it is his, and is told no secret. */
  readonly manageToken: string
  /** Of a creation with a webhook: what its receiver checks it with. */
  readonly webhookSecret?: string
}

/** The fields without their envelope; `null` while the event is not that far. */
const contentOf = (
  event: StoredEvent,
  { change, manageToken, webhookSecret }: SealAsk,
  webhookKey: string | null,
): Record<string, Json> | null => {
  if (change === 'CREATED' && manageToken === '') return announcementDocument(event) as Record<string, Json>
  if (change === 'CREATED')
    return {
      ...(announcementDocument(event) as Record<string, Json>),
      manageToken,
      ...(event.hidden.webhookUrl !== null && { webhookUrl: event.hidden.webhookUrl }),
      ...(webhookKey !== null && { webhookKey }),
      ...(webhookSecret !== undefined && { webhookSecret }),
    }
  const attestation = attestationDocument(event)
  return attestation && { status: 'attested', eventid: event.id, type: event.kind, attestation: attestation as Json }
}

/** Writes and signs the body; `null` while there is nothing to say. */
export const sealEvent = async (
  parts: Sealer & {
    readonly events: EventStore
    readonly webhookKey: () => Promise<string | null>
  },
  id: string,
  ask: SealAsk,
): Promise<string | null> => {
  const event = await parts.events.read(id)
  const found = event && contentOf(event, ask, await parts.webhookKey())
  if (!found) return null
  return sealAnswer(parts, ask.rail, found, (hash, envelope) =>
    EVENT_CHANGE.write({ eventid: id, change: ask.change, content: hash }, envelope),
  )
}

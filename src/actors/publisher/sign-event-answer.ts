import { EVENT_CHANGE } from '../../canonical/event-change.ts'
import type { Json } from '../../canonical/jcs.ts'
import type { Rail } from '../../canonical/snapshot.ts'
import { breachAdvice } from '../../dlc/terms/breach-advice.ts'
import { announcementDocument, attestationDocument } from '../../dlc/documents/documents.ts'
import { plainDecimal } from '../../dlc/terms/scale.ts'
import type { EventStore } from '../../store/events/events.ts'
import type { StoredEvent } from '../../store/events/event-record.ts'
import { signAnswer, type AnswerSigner } from './sign-answer.ts'

/** The paid answer about the creation or cancellation of a DLC event, signed with the key of the rail that paid. */

export interface EventAnswerRequest {
  readonly rail: Rail
  readonly change: 'CREATED' | 'CANCELLED'
  /** Of a creation: the token that cancels it; '' for a client that has not shown that it is the owner. */
  readonly manageToken: string
  /** Of a creation with a webhook: the secret with which its receiver verifies it. */
  readonly webhookSecret?: string
}

interface Parts extends AnswerSigner {
  readonly events: EventStore
  readonly webhookKey: () => Promise<string | null>
}

/** Warnings that are useful to the buyer now and not later. */
const warningsOf = async ({ events, clock }: Parts, { terms, decision }: StoredEvent): Promise<readonly string[]> => {
  if (terms.kind !== 'threshold' || decision !== null) return []
  const { pair, direction, strike } = terms
  const last = await events.ticks.lastBefore(pair, clock.now() + 1)
  return breachAdvice({ pair, direction, strikeText: plainDecimal(strike) }, last)
}

/** The fields without their envelope; `null` if the event has not reached that state. */
const contentOf = async (
  parts: Parts,
  event: StoredEvent,
  { change, manageToken, webhookSecret }: EventAnswerRequest,
): Promise<Record<string, Json> | null> => {
  if (change === 'CREATED') {
    const { advice, ...announced } = announcementDocument(event)
    const told = { ...announced, advice: [...advice, ...(await warningsOf(parts, event))] } as Record<string, Json>
    if (manageToken === '') return told
    const webhookKey = await parts.webhookKey()
    return {
      ...told,
      manageToken,
      ...(event.hidden.webhookUrl !== null && { webhookUrl: event.hidden.webhookUrl }),
      ...(webhookKey !== null && { webhookKey }),
      ...(webhookSecret !== undefined && { webhookSecret }),
    }
  }
  const attestation = attestationDocument(event)
  return attestation && { status: 'attested', eventid: event.id, type: event.kind, attestation: attestation as Json }
}

/** Writes and signs the body; `null` if the event has not reached that state. */
export const signEventAnswer = async (parts: Parts, id: string, ask: EventAnswerRequest): Promise<string | null> => {
  const event = await parts.events.read(id)
  const found = event && (await contentOf(parts, event, ask))
  if (!found) return null
  return signAnswer(parts, ask.rail, found, (hash, envelope) =>
    EVENT_CHANGE.write({ eventid: id, change: ask.change, content: hash }, envelope),
  )
}

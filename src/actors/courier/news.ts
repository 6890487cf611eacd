import { attestation, outcomeText } from '../../dlc/wire/attestation.ts'
import { decode } from '../../dlc/wire/tlv.ts'
import type { StoredEvent } from '../../store/events/event-record.ts'
import { webhookId } from '../../webhooks/standard-webhooks.ts'
import { readable } from './readable.ts'
import type { CourierDeps } from './deps.ts'

/**
 * Reads the outbox. It makes a delivery for every attested event whose creator named an address, and enters the posts
 * that are published for everybody.
 */

type Deps = Pick<CourierDeps, 'store' | 'clock' | 'log' | 'poster'>

/** Entries read at once. */
const PAGE = 100

/**
 * The body of a webhook: the attestation as our own paths return it, and its reason. Standard Webhooks requires `type`
 * and `timestamp` (ISO 8601, when it happened). Throws for an event that is not attested.
 */
const webhookBody = ({ id, decision, attestation: bytes }: StoredEvent): string => {
  if (!decision || !bytes) throw new Error(`${id} is not attested`)
  const { oracleKey, outcomes, signatures } = decode(attestation, Uint8Array.fromHex(bytes.serialized))
  const hex = signatures.map((signature) => signature.toHex())
  const attestedAt = new Date(bytes.attestedAt).toISOString()
  return JSON.stringify({
    type: 'dlc.attested',
    timestamp: attestedAt,
    eventid: id,
    outcome: outcomeText(outcomes),
    reason: decision.reason,
    signature: hex[0],
    signatures: hex,
    serialized: bytes.serialized,
    serializedCounted: bytes.counted,
    oraclePublicKey: oracleKey.toHex(),
    oraclePubkey: oracleKey.toHex(),
    attestedAt,
  })
}

/** `null` for an attestation that cannot be read, so that it does not block all later ones. */
const readableBody = (event: StoredEvent, log: CourierDeps['log']): string | null => {
  try {
    return webhookBody(event)
  } catch (problem) {
    log.error('webhook.no_body', { eventid: event.id, message: String(problem) })
    return null
  }
}

/** Handles the oldest unread entries; returns how many there were. */
const enterPage = async ({ store, clock, log, poster }: Deps): Promise<number> => {
  const { events, deliveries } = store
  const notices = await events.outbox.unread(PAGE)
  for (const { id, what } of notices) {
    if (what !== 'attested') continue
    const event = await readable({ events, log }, id)
    if (!event) continue
    await poster?.attest(event)
    const url = event.hidden.webhookUrl
    if (!url) continue
    const body = readableBody(event, log)
    if (body !== null) await deliveries.enter({ id: webhookId(id, 'attested'), eventId: id, url, body }, clock.now())
  }
  const last = notices.at(-1)
  if (last) {
    await events.outbox.mark(last.position)
    await events.outbox.trim()
  }
  return notices.length
}

/**
 * Handles new entries in the order of the outbox. The mark is moved after an entry is handled, and an entry that is
 * read again finds its delivery there. So any number of couriers may do this at once, and each may die in between.
 */
export const enterNews = async (deps: Deps): Promise<void> => {
  while ((await enterPage(deps)) === PAGE);
}

import { announcement } from '../../dlc/wire/announcement.ts'
import { eventDescriptor } from '../../dlc/wire/event.ts'
import { decode } from '../../dlc/wire/tlv.ts'
import type { Creator, HiddenTerms, Terms } from '../../dlc/terms/event-terms.ts'
import { hiddenTerms, pairOf, shownTerms } from '../../dlc/terms/event-terms.ts'
import { datedEventId, thresholdEventId } from '../../dlc/terms/event-id.ts'
import type { Oracle } from './oracle.ts'
import { toJournal } from './recovery.ts'

/** From terms that a payment stands for to an announced event that nobody knows of yet. */

export interface OfferAsk {
  /** As claims name it. */
  readonly payment: string
  readonly terms: Terms
  readonly creator: Creator
}

/** After this long somebody looks what became of the payment. */
const LOOK_AFTER_MS = 2_000
/** Equal contracts of one second: each takes the next second that is free. */
const TRIES = 1_000

/** Ids for an event, the first that is free counts. */
function* idsFor({ random, clock }: Oracle, terms: Terms): Generator<string> {
  for (let attempt = 0; attempt < TRIES; attempt++)
    yield terms.kind === 'threshold'
      ? thresholdEventId(terms.pair, terms.direction, terms.strikeText, Math.floor(clock.now() / 1000) + attempt)
      : datedEventId(terms.kind, terms.maturityTs, random.bytes(8))
}

const said = (...parts: readonly unknown[]): string => JSON.stringify(parts)

/** What a buyer asked for, without what our own secrets add: those may have changed since, and seals differ each time. */
const asked = ({ manageTokenHash: _ours, sealedWebhookSecret: _sealed, ...hidden }: HiddenTerms) => hidden

/**
 * The event that this payment was offered earlier. It stays under the payment while its withdrawal fails, and the payment
 * may have been shown with another body since: a buyer must never be handed what somebody else asked for.
 */
const offeredBefore = async ({ events }: Oracle, { payment, terms, creator }: OfferAsk): Promise<string | null> => {
  const id = await events.idOf(payment)
  const event = id === null ? null : await events.read(id)
  if (id === null || event === null) return null
  const { descriptor } = decode(announcement, Uint8Array.fromHex(event.announcement)).event
  const same =
    said(event.terms, asked(event.hidden), event.maturityTs) ===
      said(shownTerms(terms, creator), asked(hiddenTerms(terms, creator)), terms.maturityTs) &&
    eventDescriptor.write(descriptor).toHex() === eventDescriptor.write(terms.descriptor).toHex()
  if (!same) throw new Error(`${id} was made for the same payment with other terms`)
  return id
}

/** Its line is on the disk before anybody hears of the event: from here on money may move without a signer. */
const written = async ({ events, journal }: Oracle, id: string): Promise<string> => {
  const event = await events.read(id)
  if (!event) throw new Error(`${id} was withdrawn before its buyer got it`)
  journal.append(...toJournal(event))
  return id
}

/**
 * Announces, offers and writes it down; the same payment has the same event, however often it asks. Returns its id.
 *
 * @param ids what it may be called
 */
export const offerEvent = async (
  oracle: Oracle,
  { payment, terms, creator }: OfferAsk,
  ids: Iterable<string> = idsFor(oracle, terms),
): Promise<string> => {
  const { signer, events, journal, clock, random } = oracle
  const before = await offeredBefore(oracle, { payment, terms, creator })
  if (before !== null) return written(oracle, before)

  for (const eventId of ids) {
    // Of an offer that came to nothing Redis forgets the id, the journal does not.
    if (journal.knows(eventId)) continue
    const salt = random.bytes(32)
    const { maturityTs, descriptor } = terms
    const now = clock.now()
    const offered = await events.offer(
      {
        kind: terms.kind,
        pair: pairOf(terms),
        watch: terms.kind === 'threshold' ? { direction: terms.direction, strike: terms.strikeText } : null,
        salt: salt.toHex(),
        announcement: signer.announce({ eventId, maturityTs, descriptor }, salt).announcement,
        payment,
        terms: shownTerms(terms, creator),
        hidden: hiddenTerms(terms, creator),
        offeredAt: now,
      },
      now + LOOK_AFTER_MS,
    )
    if (offered.kind === 'offered') return written(oracle, eventId)
    if (offered.kind === 'known') return written(oracle, offered.id)
    // Salts are fresh: a point that is taken means that chance is broken, or that somebody has our secrets.
    if (offered.kind === 'nonce_taken') throw new Error(`${eventId}: a nonce point of a new event was used before`)
  }
  throw new Error('all ids that were tried for the new event are taken')
}

import { announcement } from '../../dlc/wire/announcement.ts'
import { eventDescriptor } from '../../dlc/wire/event.ts'
import { decode } from '../../dlc/wire/tlv.ts'
import type { Creator, HiddenTerms, Terms } from '../../dlc/terms/event-terms.ts'
import { hiddenTerms, pairOf, shownTerms } from '../../dlc/terms/event-terms.ts'
import { datedEventId, thresholdEventId } from '../../dlc/terms/event-id.ts'
import type { Oracle } from './oracle.ts'
import { toJournal } from './recovery.ts'

/** Makes an announced event, not public yet, from the terms of a payment. */

export interface OfferAsk {
  /** The id of the payment, in the form that claims use. */
  readonly payment: string
  readonly terms: Terms
  readonly creator: Creator
}

/** After this time a sweep checks what became of the payment. */
const LOOK_AFTER_MS = 2_000
/** Equal contracts of one second get different ids: each takes the next free second. */
const TRIES = 1_000

/** Candidate ids for an event. The first free one is used. */
function* idsFor({ random, clock }: Oracle, terms: Terms): Generator<string> {
  for (let attempt = 0; attempt < TRIES; attempt++)
    yield terms.kind === 'threshold'
      ? thresholdEventId(terms.pair, terms.direction, terms.strikeText, Math.floor(clock.now() / 1000) + attempt)
      : datedEventId(terms.kind, terms.maturityTs, random.bytes(8))
}

const said = (...parts: readonly unknown[]): string => JSON.stringify(parts)

/** The buyer's terms, without fields made from our secrets: these may have changed, and each encryption differs. */
const asked = ({ manageTokenHash: _ours, sealedWebhookSecret: _sealed, ...hidden }: HiddenTerms) => hidden

/**
 * The event that was offered for this payment before. An offer stays while its withdrawal fails, and the payment may
 * come with another body now. Then this throws: a buyer must never get an event with other terms.
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

/** Writes the line of the offer before the event is known outside. From here on money may move without a signer. */
const written = async ({ events, journal }: Oracle, id: string): Promise<string> => {
  const event = await events.read(id)
  if (!event) throw new Error(`${id} was withdrawn before its buyer got it`)
  journal.append(...toJournal(event))
  return id
}

/**
 * Announces and offers an event and writes it into the journal. The same payment always gets the same event. Returns
 * its id.
 *
 * @param ids candidate ids
 */
export const offerEvent = async (
  oracle: Oracle,
  { payment, terms, creator }: OfferAsk,
  ids: Iterable<string> = idsFor(oracle, terms),
): Promise<string> => {
  const { signer, events, journal, clock, random } = oracle
  const before = await offeredBefore(oracle, { payment, terms, creator })
  if (before !== null && (await events.askAgain(before))) return written(oracle, before)

  for (const eventId of ids) {
    // Redis deletes the id of an offer that was withdrawn; the journal keeps it.
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
    if (offered.kind === 'known' && (await events.askAgain(offered.id))) return written(oracle, offered.id)
    // Salts are random. A used point means that the random generator is broken, or that another program has our
    // secrets.
    if (offered.kind === 'nonce_taken') throw new Error(`${eventId}: a nonce point of a new event was used before`)
  }
  throw new Error('all ids that were tried for the new event are taken')
}

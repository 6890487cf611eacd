import type { Creator, Terms } from '../../dlc/event-terms.ts'
import { hiddenTerms, pairOf, shownTerms } from '../../dlc/event-terms.ts'
import { datedEventId, thresholdEventId } from '../../dlc/event-id.ts'
import type { Oracle } from './oracle.ts'

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

const idFor = ({ random, clock }: Oracle, terms: Terms, attempt: number): string =>
  terms.kind === 'threshold'
    ? thresholdEventId(terms.pair, terms.direction, terms.strikeText, Math.floor(clock.now() / 1000) + attempt)
    : datedEventId(terms.kind, terms.maturityTs, random.bytes(8))

/** Announces and offers; the same payment has the same event, however often it asks. Returns its id. */
export const offerEvent = async (oracle: Oracle, { payment, terms, creator }: OfferAsk): Promise<string> => {
  const { signer, events, clock, random } = oracle
  const before = await events.idOf(payment)
  if (before !== null) return before

  for (let attempt = 0; attempt < TRIES; attempt++) {
    const eventId = idFor(oracle, terms, attempt)
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
    if (offered.kind === 'offered') return eventId
    if (offered.kind === 'known') return offered.id
    // Salts are fresh: a point that is taken means that chance is broken, or that somebody has our secrets.
    if (offered.kind === 'nonce_taken') throw new Error(`${eventId}: a nonce point of a new event was used before`)
  }
  throw new Error(`no free id within ${TRIES} seconds`)
}

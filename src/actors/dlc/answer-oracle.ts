import type { Decision } from '../../store/event-record.ts'
import { type OfferAsk, offerEvent } from './offer-event.ts'
import type { Oracle } from './oracle.ts'
import { WitnessAway } from './witness.ts'

/** A question as it comes out of the queue. */
export interface OracleJob {
  /** The event; '' where there is none yet. */
  readonly actor: string
  readonly wish: Readonly<Record<string, string | number>>
  /** When it was asked, Unix ms. */
  readonly dueAt: number
}

/** Servers wait five seconds; as much again for clocks that differ. */
const ASKED_MS = 10_000

/**
 * Answers one question of a server or a courier. All of them may be asked again.
 *
 * - `offer`: announce an event for a payment that is held; answers its id.
 * - `attest`: the event was decided; answers how far it is.
 * - `note`: an administrator did something; writes it down.
 */
export const answerOracle = async (oracle: Oracle, { actor, wish, dueAt }: OracleJob): Promise<string | boolean> => {
  const { journal, clock } = oracle
  switch (wish['what']) {
    case 'offer':
      if (clock.now() > dueAt + ASKED_MS) throw new Error('nobody waits for this any more')
      if (oracle.witness?.isAway()) throw new WitnessAway(`${oracle.witness.name} does not answer: nothing is signed`)
      return offerEvent(oracle, JSON.parse(String(wish['ask'])) as OfferAsk)
    case 'attest':
      return oracle.attest(actor)
    case 'note':
      journal.append({
        type: 'noted',
        id: actor,
        at: clock.now(),
        note: JSON.parse(String(wish['note'])) as Decision['evidence'],
      })
      return true
    default:
      throw new Error(`no such ask of the oracle: ${String(wish['what'])}`)
  }
}

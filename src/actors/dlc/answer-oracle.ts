import type { AnswerOf, JobOf } from '../../queues/asks.ts'
import type { SignerLane } from '../../queues/lanes.ts'
import { offerEvent } from './offer-event.ts'
import type { Oracle } from './oracle.ts'
import { WitnessAway } from './witness.ts'

/** Servers wait five seconds; five more because clocks differ. */
const ASKED_MS = 10_000

/**
 * Answers one question of a server or a courier. Each may be asked again.
 *
 * - `offer`: announces an event for a payment that is held; returns its id.
 * - `attest`: the event was decided; attests it and returns its state.
 * - `note`: writes an administrator's action into the journal.
 */
export const answerOracle = async (
  oracle: Oracle,
  { actor, wish, dueAt }: JobOf<SignerLane> & { readonly dueAt: number },
): Promise<AnswerOf<SignerLane>> => {
  const { journal, clock } = oracle
  switch (wish.what) {
    case 'offer':
      if (clock.now() > dueAt + ASKED_MS) throw new Error('nobody waits for this any more')
      if (oracle.witness?.isAway()) throw new WitnessAway(`${oracle.witness.name} does not answer: nothing is signed`)
      return offerEvent(oracle, wish)
    case 'attest':
      return oracle.attest(actor)
    case 'note':
      journal.append({ type: 'noted', id: actor, at: clock.now(), note: wish.note })
      return true
  }
}

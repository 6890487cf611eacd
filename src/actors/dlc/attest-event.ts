import { announcement } from '../../dlc/announcement.ts'
import { decode } from '../../dlc/tlv.ts'
import type { Oracle } from './oracle.ts'
import { toJournal } from './recovery.ts'

/** Nothing went on as it should: the oracle must stop until somebody has found out why. */
export class OracleConflict extends Error {
  override readonly name = 'OracleConflict'
}

export type AttestedAs = 'attested' | 'before' | 'undecided' | 'missing'

/**
 * Signs what was decided: the decision is durable in Redis and on the journal's disk before the first signature, the
 * signature is verified before it is published. A crash between any two steps is repaired by doing it again.
 *
 * Throws `JournalContradiction`, `SecondMessage` and `OracleConflict`: after any of them nothing more may be signed.
 */
export const attestEvent = async (oracle: Oracle, id: string): Promise<AttestedAs> => {
  const { signer, events, journal, clock, unschedule } = oracle
  const [event] = await events.sealed([id])
  if (!event) return 'missing'
  const { decision } = event
  if (!decision) return 'undecided'
  journal.append(...toJournal(event))
  if (event.attestation) return 'before'

  const { descriptor } = decode(announcement, Uint8Array.fromHex(event.announcement)).event
  const { outcome, serialized, counted } = signer.attest(
    { id, salt: event.salt, descriptor, announcement: event.announcement },
    decision.outcome,
  )
  const at = clock.now()
  const published = await events.publish(id, decision.outcome, { serialized, counted }, at)
  if (published.kind === 'conflict')
    throw new OracleConflict(`${id}: Redis holds another outcome or attestation than was signed just now.`)
  if (published.kind === 'published') journal.append({ type: 'attested', id, at, outcome, serialized, counted })
  await unschedule(id)
  return published.kind === 'published' ? 'attested' : 'before'
}

import { confirmationOf } from '../../dlc/terms/breaching.ts'
import type { EventStore } from '../../store/events/events.ts'
import type { Clock } from '../../ports.ts'
import type { OracleAsks } from './oracle-asks.ts'

interface Parts {
  readonly events: Pick<EventStore, 'isPending' | 'takeQueued'>
  readonly oracle: Pick<OracleAsks, 'conclude'>
  readonly clock: Clock
}

/**
 * Whether a contract is breached at the moment of its cancellation, while it takes no other prices. An extra price is
 * concluded for it. When that one, or one before it, is at or past the strike, this waits for the price that would
 * confirm.
 *
 * @param turn of the hold of its cancellation
 * @returns `breached`: it was decided so. `no_price`: there is no price, so the contract must not be cancelled
 */
export const cancellationStanding = async (
  { events, oracle, clock }: Parts,
  id: string,
  payment: string,
  turn: number,
): Promise<'clear' | 'breached' | 'no_price'> => {
  const at = await oracle.conclude(id, null)
  if (at === null) return 'no_price'
  if (at !== 'carried' && (await events.isPending(id))) {
    const beat = confirmationOf(at)
    await clock.sleep(Math.max(0, beat - clock.now()))
    if ((await oracle.conclude(id, beat)) === null) return 'no_price'
  }
  const found = await events.takeQueued(id, payment, clock.now(), turn)
  if (found.kind === 'clear') return 'clear'
  return found.kind === 'decided' || found.kind === 'before' ? 'breached' : 'no_price'
}

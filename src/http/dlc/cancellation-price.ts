import { confirmationOf } from '../../dlc/breaching.ts'
import type { EventStore } from '../../store/events.ts'
import type { Clock } from '../../ports.ts'
import type { OracleAsks } from './oracle-asks.ts'

interface Parts {
  readonly events: Pick<EventStore, 'isPending' | 'takeQueued'>
  readonly oracle: Pick<OracleAsks, 'conclude'>
  readonly clock: Clock
}

/**
 * What a contract that stands still for its cancellation is worth at that moment. A price is concluded for it out of turn;
 * where that one, or one before it, lies at or past the strike, the beat that would confirm it is waited for.
 *
 * @returns `breached`: it is decided so. `no_price`: nobody can say, and it must not be cancelled
 */
export const standingOf = async (
  { events, oracle, clock }: Parts,
  id: string,
  payment: string,
): Promise<'clear' | 'breached' | 'no_price'> => {
  const at = await oracle.conclude(id, null)
  if (at === null) return 'no_price'
  if (at !== 'carried' && (await events.isPending(id))) {
    const beat = confirmationOf(at)
    await clock.sleep(Math.max(0, beat - clock.now()))
    if ((await oracle.conclude(id, beat)) === null) return 'no_price'
  }
  const found = await events.takeQueued(id, payment, clock.now())
  if (found.kind === 'clear') return 'clear'
  return found.kind === 'decided' || found.kind === 'before' ? 'breached' : 'no_price'
}

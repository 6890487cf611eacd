import type { ResolverConfig } from '../../dlc/terms/resolver-config.ts'
import type { StoredEvent } from '../../store/events/event-record.ts'
import { type Address, askResolver, RESOLVER_HOLD_MS, retryDelay } from './ask.ts'
import type { CourierDeps } from './deps.ts'
import { type ResolverFinding, outcomeOf } from './found.ts'
import type { OverdueAlarm } from './overdue.ts'
import { SOON_MS, waiting } from './resolution.ts'

/** From this number of failures on the operator is warned. */
const ALARM_FROM = 2

/**
 * Resolves an event by the answer of an address that its creator named. A failure decides nothing: the address is asked
 * again without end, with longer and longer pauses.
 */
export const byAddress = async (
  deps: Pick<CourierDeps, 'store' | 'visitor' | 'clock'>,
  alarm: OverdueAlarm,
  event: StoredEvent,
  resolver: ResolverConfig,
  address: Address,
): Promise<ResolverFinding> => {
  const { store, clock } = deps
  const { id, maturityTs } = event
  const begun = await store.attempts.begin(id, clock.now(), RESOLVER_HOLD_MS)
  if (begun.kind === 'not_yet') return waiting('asked', begun.nextAt)
  const { number: made } = begun
  const asked = await askResolver(deps, address)
  const outcome = asked.kind === 'answer' ? outcomeOf(event, resolver, asked.answer, asked.evidence) : asked
  if (outcome.kind === 'outcome') return outcome
  const problem = outcome.kind === 'failed' ? outcome.problem : outcome.kind
  const nextAt = clock.now() + retryDelay(made)
  // Another courier took this attempt for lost and began the next one. The result of that one counts.
  if (!(await store.attempts.fail(id, made, problem, nextAt))) return waiting('asked', clock.now() + SOON_MS)
  if (made >= ALARM_FROM) alarm({ eventid: id, maturityTs, problem, made })
  return waiting(problem, nextAt)
}

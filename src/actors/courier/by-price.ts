import type { DlcPair } from '../../dlc/terms/pairs.ts'
import type { ResolverConfig } from '../../dlc/terms/resolver-config.ts'
import type { StoredEvent } from '../../store/events/event-record.ts'
import type { CourierDeps } from './deps.ts'
import { type ResolverFinding, outcomeOf } from './found.ts'
import type { OverdueAlarm } from './overdue.ts'
import { settlingPrice } from './prices.ts'
import { GRACE_MS, LATER_MS, SOON_MS, waiting } from './resolution.ts'

/** Resolves an event by our own price, the one that was recorded for its maturity. */
export const byPrice = async (
  { store, clock }: Pick<CourierDeps, 'store' | 'clock'>,
  alarm: OverdueAlarm,
  event: StoredEvent,
  resolver: ResolverConfig,
  pair: DlcPair,
): Promise<ResolverFinding> => {
  const { id, maturityTs } = event
  const found = await settlingPrice(store.events.ticks, pair, maturityTs * 1000, clock.now())
  const outcome =
    found.kind === 'price'
      ? outcomeOf(event, resolver, { field: 'price', text: found.tick.price }, found.evidence)
      : found
  if (outcome.kind === 'outcome') return outcome
  const now = clock.now()
  if (now > maturityTs * 1000 + GRACE_MS) alarm({ eventid: id, maturityTs, problem: outcome.kind, made: 0 })
  return waiting(outcome.kind, now + (outcome.kind === 'no_tick' ? SOON_MS : LATER_MS))
}

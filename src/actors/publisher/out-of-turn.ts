import { actorOf, rests } from '../../dlc/terms/pairs.ts'
import { concludeItem } from './derived.ts'
import { watchStrikes } from './watch-strikes.ts'
import type { ActorContext } from './context.ts'

/**
 * An extra price for the one contract that is being cancelled, without waiting for the next price of its pair: a
 * cancellation must not be faster than a breach that everybody can see (decision 0027). The price is not sold, settles
 * nothing, and counts for no other contract.
 */

/**
 * When the wanted moment is further off than this, our clock differs from the caller's, and the caller has given up.
 */
const LONGEST_WAIT_MS = 2_500

type Concluding = Pick<ActorContext, 'registry' | 'store' | 'clock' | 'log' | 'quorum' | 'wake' | 'mayAsk'>

/**
 * @param beat Unix milliseconds: the moment whose price is wanted; `null` for now
 * @returns when it was concluded, Unix milliseconds; `carried` where the market is closed, and the carried value cannot
 *   breach; `null` where nothing could be concluded, or nobody is cancelling
 */
export const concludeOutOfTurn = async (
  context: Concluding,
  eventId: string,
  beat: number | null,
): Promise<number | 'carried' | null> => {
  const { registry, store, clock } = context
  const event = await store.events.read(eventId)
  if (event?.state !== 'cancelling' || !event.watch || !event.pair) return null
  const item = registry.item(actorOf(event.pair))
  if (!item) return null
  const early = (beat ?? 0) - clock.now()
  if (early > LONGEST_WAIT_MS) return null
  if (early > 0) await clock.sleep(early)
  const at = beat ?? clock.now()
  const concluded = await concludeItem(item, context, clock.now())
  if (concluded.kind !== 'concluded') return null
  if (concluded.content['marketStatus'] === 'closed' && rests(event.pair)) return 'carried'
  const kept = await watchStrikes(context, item, concluded, at, { id: eventId, ...event.watch })
  if (kept?.kind !== 'appended') return null
  // If the price was stored and not applied, the contract would look as if there had been no price.
  const { applied } = await store.events.ticks.progress(event.pair)
  return applied >= kept.sequence ? at : null
}

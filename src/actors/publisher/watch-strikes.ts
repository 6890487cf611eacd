import type { Json } from '../../canonical/jcs.ts'
import { isOnBeat, type OnlyFor } from '../../dlc/terms/breaching.ts'
import { actorOf, DLC_PAIR_NAMES, type DlcPair, rests } from '../../dlc/terms/pairs.ts'
import { TICK_SECONDS } from '../../dlc/terms/threshold.ts'
import type { Conclusion } from '../../feeds/feed.ts'
import type { Item } from '../../feeds/registry.ts'
import type { Appended } from '../../store/events/ticks.ts'
import type { ActorContext } from './context.ts'

/** Every price that may settle an event is stored in sequence and applied to the contracts that wait for it. */

const PAIR_OF: ReadonlyMap<string, DlcPair> = new Map(DLC_PAIR_NAMES.map((pair) => [actorOf(pair), pair]))

/** The part of an item that decides which events its prices settle. */
export type Watched = Pick<Item, 'actor'> & { readonly feed: Pick<Item['feed'], 'everySeconds'> }

/**
 * A price that is computed more often settles and breaches only at whole multiples of this; any other one each time.
 */
const isInTurn = ({ feed }: Watched, at: number): boolean => feed.everySeconds >= TICK_SECONDS || isOnBeat(at)

/**
 * Runs before the price is published, so a price that somebody can buy is stored for all contracts. A price that is
 * carried over a closed market is not a new one. If a later step fails, the next price completes it.
 *
 * @param only the contract that it is concluded for out of turn
 * @returns what became of it; `null` where nothing can be settled by it
 */
export const watchStrikes = async (
  { store, clock, log, wake }: Pick<ActorContext, 'store' | 'clock' | 'log' | 'wake'>,
  item: Watched,
  { content, observed }: Pick<Conclusion<Readonly<Record<string, Json>>>, 'content' | 'observed'>,
  at: number,
  only: OnlyFor | null = null,
): Promise<Appended | null> => {
  const pair = PAIR_OF.get(item.actor)
  const { price, sources, marketStatus } = content
  if (!pair || typeof price !== 'string' || (marketStatus === 'closed' && rests(pair))) return null
  if (only === null && !isInTurn(item, at)) return null
  const { ticks } = store.events
  const tick = { at, price, sources: sources ?? null, observed: observed ?? null, only }
  const appended = await ticks.append(pair, tick, { ...content, timestamp: Math.floor(at / 1000) })
  try {
    for await (const { breached } of ticks.applyAll(pair, clock.now)) breached.forEach(wake)
  } catch (problem) {
    log.error('strikes.failed', { pair, message: String(problem) })
  }
  return appended
}

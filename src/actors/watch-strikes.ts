import type { Json } from '../canonical/jcs.ts'
import { DLC_PAIR_NAMES, DLC_PAIRS, type DlcPair } from '../dlc/pairs.ts'
import type { Appended } from '../store/ticks.ts'
import type { World } from './world.ts'

/** Every computed price that may settle an event is kept in sequence, and shown to the contracts that wait for it. */

const PAIR_OF: ReadonlyMap<string, DlcPair> = new Map(
  DLC_PAIR_NAMES.map((pair) => [`${DLC_PAIRS[pair].feed}/${DLC_PAIRS[pair].subject}`, pair]),
)

/**
 * Before the price is published: a price that somebody could buy has been kept for all contracts. One carried over a
 * closed market is no new price. What fails after it was kept is made good with the next one.
 *
 * @returns what became of it; `null` where nothing can be settled by it
 */
export const watchStrikes = async (
  { store, clock, log, wake }: Pick<World, 'store' | 'clock' | 'log' | 'wake'>,
  actor: string,
  content: Readonly<Record<string, Json>>,
  at: number,
): Promise<Appended | null> => {
  const pair = PAIR_OF.get(actor)
  const { price, sources, marketStatus } = content
  if (!pair || typeof price !== 'string' || marketStatus === 'closed') return null
  const { ticks } = store.events
  const conclusion = { ...content, timestamp: Math.floor(at / 1000) }
  const appended = await ticks.append(pair, { at, price, sources: sources ?? null }, conclusion)
  try {
    for await (const { breached } of ticks.applyAll(pair, clock.now)) breached.forEach(wake)
  } catch (problem) {
    log.error('strikes.failed', { pair, message: String(problem) })
  }
  return appended
}

import { REPUTATION } from '../../feeds/math/reputation.ts'
import type { ActorContext } from './context.ts'

/** Excludes, for all publishers, the venues that a published price found lying. `at` is the time of that price. */
export const silenceVenues = async (
  { store, log }: Pick<ActorContext, 'store' | 'log'>,
  actor: string,
  venues: readonly string[],
  at: number,
): Promise<void> => {
  if (venues.length === 0) return
  const until = at + REPUTATION.silencedMs
  const newly = await store.reputation.silence(venues, until, at)
  if (newly.length > 0) log.warn('venues.silenced', { actor, venues: newly, until })
}

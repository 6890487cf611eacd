import { REPUTATION } from '../../feeds/math/reputation.ts'
import type { ActorContext } from './context.ts'

/** Takes the vote of venues that a published price says have lied, for all publishers. `at` is the time of that price. */
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

import { RAILS } from '../../canonical/snapshot.ts'
import type { Scheduler } from '../../queues/scheduler.ts'
import type { ActorContext } from './context.ts'
import type { KeyWatch } from './key-watch.ts'

/**
 * Runs every item at once whose version for sale bears a key that does not count at its time: it was revoked, and who
 * bought that version could not verify it. Items on demand are those that somebody has asked for.
 */
export const renewRevoked = async (
  scheduler: Pick<Scheduler, 'once'>,
  { registry, store }: Pick<ActorContext, 'registry' | 'store'>,
  counts: KeyWatch['counts'],
): Promise<readonly string[]> => {
  const onDemand = await Promise.all(registry.onDemand.map(({ id }) => store.population.members(id)))
  const found = await Promise.all(
    [...registry.items.map(({ actor }) => actor), ...onDemand.flat()].map(async (actor) => {
      const snapshot = await store.snapshots.latest(actor)
      const isWhole =
        !snapshot || RAILS.every((rail) => counts(rail, snapshot.seals[rail].publicKey, snapshot.timestamp))
      return isWhole ? [] : [actor]
    }),
  )
  const revoked = found.flat()
  await Promise.all(revoked.map((actor) => scheduler.once('ticks', actor, 0)))
  return revoked
}

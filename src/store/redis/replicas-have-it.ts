import type { Redis } from 'ioredis'
import { primariesWith, probeKeyOf } from './cluster-nodes.ts'
import type { RedisClient } from './client.ts'
import { NotLasting } from './lasting-line.ts'
import { names } from './names.ts'
import { refusalOf } from './refusal.ts'

/** Shorter than any command may take. */
const WAIT_MS = 1_000
const TRIES = 30
/** A key that says nothing and ends by itself. */
const PROBE_MS = 1_000

/** A key that this primary takes. */
const probeOf = (redis: RedisClient, { options }: Redis): string =>
  ('nodes' in redis ? probeKeyOf(redis, `${options.host}:${options.port}`) : null) ?? names.writeProbe()

/**
 * Until so many replicas of each primary have all that was written over this client so far: for a long work, whose parts
 * need not wait. Throws `NotLasting` after half a minute.
 */
export const untilReplicasHaveIt = async (redis: RedisClient, wanted: number): Promise<void> => {
  if (wanted === 0) return
  await Promise.all(
    primariesWith(redis).map(async (primary) => {
      // A connection that has written nothing is told at once that all have it.
      await primary.set(probeOf(redis, primary), '', 'PX', PROBE_MS).catch((problem: unknown) => {
        // A full one takes no more, and what it took before is waited for.
        if (refusalOf(problem) !== 'out_of_memory') throw problem
      })
      let have = 0
      for (let tries = 0; have < wanted && tries < TRIES; tries++) have = await primary.wait(wanted, WAIT_MS)
      if (have < wanted) throw new NotLasting(`NOREPLICAS ${have} of ${wanted} replicas have all of it.`)
    }),
  )
}

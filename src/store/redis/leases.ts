import type { RedisClient } from './client.ts'
import { names } from './names.ts'
import { script } from './script.ts'

/**
 * One holder at a time, across processes; a holder that dies loses the lease after its time. It must never be the only
 * protection of anything.
 */
export interface LeaseStore {
  /** Takes the lease, or renews it for the present holder. */
  hold(lease: string, holder: string, ms: number): Promise<boolean>
  release(lease: string, holder: string): Promise<void>
}

const HOLD = script(
  `local holder = redis.call('GET', KEYS[1])
   if holder and holder ~= ARGV[1] then return 0 end
   -- Out of memory, Redis lets a script write only when its first write frees memory. DEL comes first, so that the
   -- process that frees memory can still take its lease.
   redis.call('DEL', KEYS[1])
   redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
   return 1`,
  (raw) => raw === 1,
)

const RELEASE = script(
  `if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0`,
  Number,
)

export const leaseStore = (redis: RedisClient): LeaseStore => ({
  hold: (lease, holder, ms) => HOLD.run(redis, [names.lease(lease)], [holder, ms]),
  release: async (lease, holder) => {
    await RELEASE.run(redis, [names.lease(lease)], [holder])
  },
})

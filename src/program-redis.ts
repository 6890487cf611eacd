import type { Log } from './ports.ts'
import { checkRedis, forgettingProblem } from './store/redis/redis-check.ts'
import type { RedisAddress } from './store/redis/redis.ts'
import { leaveWith } from './system/process.ts'

/** A setting that stands in no file is gone when Redis is started again, while this process only sees a short silence. */
const LOOK_MS = 10_000

/**
 * Checks the Redis of a server or a worker, and ends the process in order when it has lost a setting that claims need.
 * Rejects as `checkRedis` does.
 *
 * @returns ends the watch
 */
export const keepRedisChecked = async (address: RedisAddress, confirmed: boolean, log: Log): Promise<() => void> => {
  for (const warning of await checkRedis(address, confirmed)) log.warn('redis.setting', { warning })
  let isLooking = false
  let isTold = false
  const look = async (): Promise<void> => {
    if (isLooking || isTold) return
    isLooking = true
    // One that does not answer is told of by the checks of those who use it.
    const problem = await forgettingProblem(address).catch(() => null)
    isLooking = false
    if (problem === null) return
    isTold = true
    log.error('store.forgets', { message: problem })
    leaveWith(1)
  }
  const looking = setInterval(() => void look(), LOOK_MS)
  return () => clearInterval(looking)
}

import type { Log } from '../ports.ts'
import { type EmbeddedRedis, type EmbeddedRedisOptions, startRedis } from '../store/redis/embedded-redis.ts'
import type { RedisAddress } from '../store/redis/redis.ts'
import { createPauses } from './pauses.ts'

/** An embedded Redis that is started again, with the same socket and files, if it ends before `stop`. */
export interface KeptRedis {
  readonly address: RedisAddress
  readonly how: EmbeddedRedis['how']
  stop(): Promise<void>
}

/** The caller must hold the folder's lock: a Redis that runs there was left by a launcher that died. */
export const keepRedis = async (options: EmbeddedRedisOptions, log: Log): Promise<KeptRedis> => {
  const first = await startRedis({ ...options, replace: true })
  const pauseAfter = createPauses()
  let stopping = false
  let starting: Promise<unknown> = Promise.resolve()

  const keep = async (redis: EmbeddedRedis): Promise<void> => {
    for (let running: EmbeddedRedis | null = redis; ;) {
      const since = Date.now()
      const status: unknown = running ? await running.exited : 'not started'
      if (stopping) return
      const pause = pauseAfter(Date.now() - since)
      log.warn('redis.died', { status, againInMs: pause })
      await Bun.sleep(pause)
      if (stopping) return
      const again: Promise<EmbeddedRedis | null> = startRedis(options).catch((problem: Error) => {
        log.error('redis.not_started', { message: problem.message })
        return null
      })
      starting = again
      running = await again
    }
  }
  void keep(first)

  return {
    address: first.address,
    how: first.how,
    stop: async () => {
      stopping = true
      await starting
      await first.stop()
    },
  }
}

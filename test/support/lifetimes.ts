import { beforeEach, expect } from 'bun:test'
import type { Redis } from 'ioredis'

/** How long keys live, by the clock of Redis itself: between a write and a look at it any time may pass. */

const now = async (redis: Redis): Promise<number> => {
  const [seconds, micros] = await redis.time()
  return Number(seconds) * 1000 + Math.floor(Number(micros) / 1000)
}

/**
 * For the tests of a file or a block: `expectLife` says that a key was given so many seconds at some moment of this test.
 *
 * @param redis the connection, once there is one
 */
export const lifetimes = (redis: () => Redis) => {
  let startedAt = 0
  beforeEach(async () => void (startedAt = await now(redis())))
  return {
    expectLife: async (key: string, seconds: number): Promise<void> => {
      const givenAt = (await redis().pexpiretime(key)) - seconds * 1000
      // The upper end of `toBeWithin` is not in it.
      expect(givenAt).toBeWithin(startedAt, (await now(redis())) + 1)
    },
  }
}

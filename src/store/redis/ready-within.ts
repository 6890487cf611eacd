import type { RedisClient } from './client.ts'

/** No connection within this time is an error that says what to do. */
const LONGEST_MS = 10_000

/**
 * Connects and waits until commands are accepted.
 *
 * @param late the error when that takes too long; the client is given up then
 */
export const readyWithin = async (redis: RedisClient, late: () => Error): Promise<void> => {
  // Not awaited: while no Sentinel answers, it does not end.
  void redis.connect().catch(() => {})
  if (redis.status === 'ready') return
  await new Promise<void>((ready, fail) => {
    const timer = setTimeout(() => fail(late()), LONGEST_MS)
    redis.once('ready', () => {
      clearTimeout(timer)
      ready()
    })
  }).catch((problem: unknown) => {
    redis.disconnect()
    throw problem
  })
}

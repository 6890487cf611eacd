import type { RedisOptions } from 'ioredis'

/**
 * Without Redis, a server must answer 503 at once; no client waits for a worker, so a worker waits for ever. A command of an
 * operator that reads and writes whole keys takes time, and stops where something is lost.
 */
export type Patience = 'fails_fast' | 'waits' | 'takes_time'

export const retryStrategy = (attempt: number): number => Math.min(attempt * 50, 1_000)

/**
 * A connection without a reply for this long is treated as lost, even when the network reports nothing, and a new one
 * is made. A server learns within a second from the write probe that the store hangs, and sells nothing more; what was
 * sent before that is given longer, because a claim that was lost from sight keeps its buyer waiting for half a minute.
 */
export const REDIS_LIMITS: Readonly<Record<Patience, Pick<RedisOptions, 'commandTimeout' | 'socketTimeout'>>> = {
  fails_fast: { commandTimeout: 4_000, socketTimeout: 6_000 },
  waits: { socketTimeout: 15_000 },
  takes_time: { commandTimeout: 120_000, socketTimeout: 130_000 },
}

const SENT_ONCE: RedisOptions = {
  enableOfflineQueue: false,
  maxRetriesPerRequest: 0,
  autoResendUnfulfilledCommands: false,
}

/**
 * Commands in progress on a lost connection may have been executed. A server gets an error and sends none of them again
 * by itself: otherwise its own change would look like that of another process. Commands of workers may be repeated
 * safely.
 */
export const OF_ONE_SERVER: Readonly<Record<Patience, RedisOptions>> = {
  fails_fast: { ...REDIS_LIMITS.fails_fast, ...SENT_ONCE, retryStrategy },
  // What was lost ends the command: what it had sent may be done late, and it must not go on beside that.
  takes_time: { ...REDIS_LIMITS.takes_time, ...SENT_ONCE, retryStrategy: () => null },
  waits: { ...REDIS_LIMITS.waits, maxRetriesPerRequest: null, retryStrategy },
}

/** What waits for replicas is never sent twice, nor its parts over two connections. */
export const FOR_LASTING: RedisOptions = { ...SENT_ONCE, enableAutoPipelining: false }

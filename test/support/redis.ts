import { afterAll, beforeEach } from 'bun:test'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Redis } from 'ioredis'
import { type EmbeddedRedis, startRedis } from '../../src/store/redis/embedded-redis.ts'
import { connectRedis } from '../../src/store/redis/redis.ts'
import { type Store, storeOn } from '../../src/store/store.ts'
import type { Clock } from '../../src/ports.ts'
import { systemClock } from '../../src/system/clock.ts'
import { findUser, NOBODY_USER } from '../../src/system/privileges.ts'
import { KEPT } from './store-clocks.ts'

/** A real Redis for one test file, on a socket in a folder of its own. */
export interface TestRedis {
  readonly url: string
  readonly server: EmbeddedRedis
  readonly redis: Redis
  /** Takes whatever time it is told: most tests have clocks of their own. */
  readonly store: Store
  /** Forgets everything: between tests. */
  flush(): Promise<void>
  stop(): Promise<void>
}

type Start = (folder: string) => Promise<EmbeddedRedis>
let startAnother: Start | null = null

/** While this runs, every Redis is started in this other way. */
export const startedBy = async <T>(start: Start, run: () => Promise<T>): Promise<T> => {
  startAnother = start
  try {
    return await run()
  } finally {
    startAnother = null
  }
}

export const startTestRedis = async (clock: Clock = systemClock): Promise<TestRedis> => {
  const folder = mkdtempSync(join(tmpdir(), 'claros-test-'))
  const isRoot = process.getuid?.() === 0
  // A server that is started as root becomes nobody, and must reach the socket.
  if (isRoot) chmodSync(folder, 0o711)
  const server = startAnother
    ? await startAnother(folder)
    : await startRedis({ folder, ...(isRoot && { socketGroup: findUser(NOBODY_USER).gid }) })
  const redis = await connectRedis(server.address, 'waits')
  return {
    url: `unix://${server.address.path}`,
    server,
    redis,
    store: storeOn(redis, clock, KEPT),
    flush: async () => {
      await redis.flushall()
    },
    stop: async () => {
      redis.disconnect()
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A Redis for a whole file of tests, which share what lies in it. */
export const fileRedis = async (): Promise<TestRedis> => {
  const redis = await startTestRedis()
  afterAll(() => redis.stop())
  return redis
}

/** The same, empty before each test. */
export const freshRedis = async (): Promise<TestRedis> => {
  const redis = await fileRedis()
  beforeEach(() => redis.flush())
  return redis
}

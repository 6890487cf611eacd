import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Redis } from 'ioredis'
import { until } from './until.ts'

/** What makes a real Redis answer PING and take no writes, and what heals it. The connection given must be able to talk to it. */
export interface Ailment {
  readonly name: 'out_of_memory' | 'read_only' | 'disk' | 'too_few_replicas'
  begin(redis: Redis, folder: string): Promise<unknown>
  end(redis: Redis, folder: string): Promise<unknown>
}

/** Saving ends by giving the file its name, which fails where a folder has that name. */
const saved = async (redis: Redis, status: 'ok' | 'err'): Promise<void> => {
  await redis.bgsave().catch(() => {})
  await until(`a save that ends ${status}`, async () =>
    (await redis.info('persistence')).includes(`rdb_last_bgsave_status:${status}`),
  )
}

export const AILMENTS: readonly Ailment[] = [
  {
    name: 'out_of_memory',
    begin: (redis) => redis.config('SET', 'maxmemory', '1'),
    end: (redis) => redis.config('SET', 'maxmemory', '0'),
  },
  {
    name: 'read_only',
    // Of a primary that nobody finds: it serves what it has.
    begin: (redis) => redis.replicaof('127.0.0.1', 1),
    end: (redis) => redis.replicaof('NO', 'ONE'),
  },
  {
    name: 'disk',
    begin: async (redis, folder) => {
      rmSync(join(folder, 'dump.rdb'), { recursive: true, force: true })
      mkdirSync(join(folder, 'dump.rdb'))
      await redis.config('SET', 'save', '3600 1000000')
      await saved(redis, 'err')
    },
    end: async (redis, folder) => {
      rmSync(join(folder, 'dump.rdb'), { recursive: true })
      await saved(redis, 'ok')
      await redis.config('SET', 'save', '')
    },
  },
  {
    name: 'too_few_replicas',
    begin: (redis) => redis.config('SET', 'min-replicas-to-write', '1'),
    end: (redis) => redis.config('SET', 'min-replicas-to-write', '0'),
  },
]

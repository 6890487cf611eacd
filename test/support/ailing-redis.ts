import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Redis } from 'ioredis'
import { until } from './until.ts'

/** Ways to make a real Redis answer PING but refuse writes, and to end that. The given connection must reach it. */
export interface Ailment {
  readonly name: 'out_of_memory' | 'read_only' | 'disk' | 'too_few_replicas' | 'forgetful'
  begin(redis: Redis, folder: string): Promise<unknown>
  end(redis: Redis, folder: string): Promise<unknown>
}

/** A save ends by renaming the file, which fails if a folder has that name. */
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
    // A replica of a primary that does not exist: it serves its old data.
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

/** It takes every write, and would forget them when it is started again. */
export const FORGETFUL: Ailment = {
  name: 'forgetful',
  begin: (redis) => redis.config('SET', 'appendonly', 'no'),
  end: (redis) => redis.config('SET', 'appendonly', 'yes'),
}

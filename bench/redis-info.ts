import type { Redis } from 'ioredis'

/** A number that `INFO` says in one of its sections. */
export const redisField = async (redis: Redis, section: string, name: string): Promise<number> =>
  Number(new RegExp(`^${name}:(\\S+)`, 'm').exec(await redis.info(section))?.[1])

/** CPU time that a Redis has used so far, all threads, milliseconds. */
export const redisCpuMs = async (redis: Redis): Promise<number> =>
  ((await redisField(redis, 'cpu', 'used_cpu_user')) + (await redisField(redis, 'cpu', 'used_cpu_sys'))) * 1000

export const redisBytes = (redis: Redis): Promise<number> => redisField(redis, 'memory', 'used_memory')

/** Changes of its data so far, as Redis counts them: commands that write. It keeps no snapshots here, which would reset it. */
export const redisChanges = (redis: Redis): Promise<number> =>
  redisField(redis, 'persistence', 'rdb_changes_since_last_save')

/** Length of its append-only file, bytes. */
export const redisAppended = (redis: Redis): Promise<number> => redisField(redis, 'persistence', 'aof_current_size')

import type { Family } from '../../metrics/text.ts'
import type { ServerInfo } from '../../store/redis/server-info.ts'

/** The state of Redis itself. What it does not say is not shown. */
export const redisFamilies = (info: ServerInfo): readonly Family[] => {
  const family = (type: 'counter' | 'gauge', name: string, help: string, value: number | undefined): Family => ({
    name,
    help,
    type,
    samples: value === undefined ? [] : [{ labels: {}, value }],
  })
  const { isDiskOk } = info
  return [
    family('gauge', 'claros_redis_memory_bytes', 'Memory that Redis uses', info.memoryBytes),
    family('gauge', 'claros_redis_memory_limit_bytes', 'Its maxmemory; 0: none', info.memoryLimitBytes),
    family(
      'gauge',
      'claros_redis_disk_bytes',
      'Size of its append-only file, in a cluster of the largest one',
      info.appendedBytes,
    ),
    family(
      'gauge',
      'claros_redis_disk_ok',
      'Whether its last writes of the append-only file and of the snapshot went well',
      isDiskOk === undefined ? undefined : Number(isDiskOk),
    ),
    family(
      'counter',
      'claros_redis_delayed_fsyncs_total',
      'Writes that had to wait for the disk, since Redis started',
      info.delayedFsyncs,
    ),
    family(
      'counter',
      'claros_redis_evicted_keys_total',
      'Keys that it threw away because its memory was full, since it started',
      info.evictedKeys,
    ),
    family('gauge', 'claros_redis_clients', 'Connections to Redis', info.clients),
  ]
}

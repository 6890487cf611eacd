import type { Section } from './dashboard.ts'

/** What everything is written to: Redis, and the disks of those who keep files. */
export const REDIS_SECTION: Section = {
  title: 'Redis and disks',
  panels: [
    {
      title: 'Memory of Redis',
      kind: 'lines',
      unit: 'bytes',
      queries: [
        { expression: 'claros_redis_memory_bytes', legend: 'used' },
        { expression: 'claros_redis_memory_limit_bytes > 0', legend: 'limit' },
      ],
    },
    {
      title: 'Size of the AOF',
      kind: 'lines',
      unit: 'bytes',
      queries: [{ expression: 'claros_redis_disk_bytes', legend: 'AOF' }],
    },
    {
      title: 'Redis writes its disk',
      kind: 'states',
      unit: 'bool_on_off',
      queries: [{ expression: 'claros_redis_disk_ok', legend: 'writes' }],
    },
    {
      title: 'Fsyncs that made writers wait',
      kind: 'lines',
      unit: 'ops',
      queries: [{ expression: 'rate(claros_redis_delayed_fsyncs_total[$__rate_interval])', legend: 'delayed' }],
    },
    {
      title: 'Keys that Redis dropped',
      kind: 'lines',
      unit: 'ops',
      queries: [{ expression: 'rate(claros_redis_evicted_keys_total[$__rate_interval])', legend: 'dropped' }],
      help: 'Anything above nothing loses payments and promises.',
    },
    {
      title: 'Connections to Redis',
      kind: 'lines',
      unit: 'short',
      queries: [{ expression: 'claros_redis_clients', legend: 'connections' }],
    },
    {
      title: 'Free room on disks',
      kind: 'lines',
      unit: 'bytes',
      bad: { below: 5e9 },
      queries: [{ expression: 'min by (process, folder) (claros_disk_free_bytes)', legend: '{{folder}} {{process}}' }],
    },
  ],
}

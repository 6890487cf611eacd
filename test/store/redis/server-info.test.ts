import { expect, test } from 'bun:test'
import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { joinServerInfo, parseServerInfo, readServerInfo } from '../../../src/store/redis/server-info.ts'
import { connectRedis } from '../../../src/store/redis/redis.ts'
import { startTestRedis } from '../../support/redis.ts'
import { until } from '../../support/until.ts'

test('what a real Redis says of its memory, its disk and its connections', async () => {
  const { redis, server, stop } = await startTestRedis()
  const first = await readServerInfo(redis)
  expect(first).toMatchObject({ memoryLimitBytes: 0, isDiskOk: true, evictedKeys: 0, delayedFsyncs: 0, clients: 1 })
  expect(first.memoryBytes).toBeGreaterThan(500_000)

  await Promise.all(Array.from({ length: 300 }, (_, i) => redis.set(`long:${i}`, 'x'.repeat(10_000))))
  const second = await connectRedis(server.address, 'waits')
  const later = await readServerInfo(redis)
  expect(later.memoryBytes! - first.memoryBytes!).toBeGreaterThan(3_000_000)
  expect(later.appendedBytes! - first.appendedBytes!).toBeGreaterThan(3_000_000)
  expect(later.clients).toBe(2)
  second.disconnect()

  // Room for half of the keys: what else Redis needs stays far below, so no write is refused for want of memory.
  const limit = first.memoryBytes! + 1_500_000
  await redis.config('SET', 'maxmemory-policy', 'allkeys-random')
  await redis.config('SET', 'maxmemory', String(limit))
  await redis.set('short', 'x')
  const full = await readServerInfo(redis)
  expect(full.memoryLimitBytes).toBe(limit)
  expect(full.evictedKeys).toBeGreaterThan(0)
  await stop()
})

test('a snapshot that could not be written is a disk that is not in order', async () => {
  const { redis, server, stop } = await startTestRedis()
  expect((await readServerInfo(redis)).isDiskOk).toBe(true)
  rmSync(dirname(server.address.path!), { recursive: true })
  await redis.bgsave()
  await until('the failure', async () => (await readServerInfo(redis)).isDiskOk === false)
  await stop()
})

test('a field that is missing, or has a form that we do not know, is left out', () => {
  expect(parseServerInfo('')).toEqual({})
  expect(parseServerInfo('# Memory\r\nused_memory:many\r\nmaxmemory:-1\r\nconnected_clients:1.5\r\n')).toEqual({})
  expect(parseServerInfo('evicted_keys:\r\naof_current_size:0x10\r\naof_delayed_fsync:99999999999999999\r\n')).toEqual(
    {},
  )
  expect(parseServerInfo('used_memory:12\r\nused_memory_human:13\r\nmaxmemory: 5\r\n')).toEqual({ memoryBytes: 12 })
})

test.each(['aof_last_write_status', 'aof_last_bgrewrite_status', 'rdb_last_bgsave_status'])(
  'a failed write is told by %s, beside others that went well',
  (failed) => {
    const say = (result: string) =>
      ['aof_last_write_status:ok', 'aof_last_bgrewrite_status:ok', 'rdb_last_bgsave_status:ok']
        .map((line) => (line.startsWith(failed) ? `${failed}:${result}` : line))
        .join('\r\n')
    expect(parseServerInfo(say('ok'))).toEqual({ isDiskOk: true })
    expect(parseServerInfo(say('err'))).toEqual({ isDiskOk: false })
    expect(parseServerInfo(say('in progress'))).toEqual({ isDiskOk: true })
  },
)

test('of several servers the fullest counts, a bad disk of one, and the sum of the rest', () => {
  const calm = { memoryBytes: 900, memoryLimitBytes: 10_000, appendedBytes: 5, isDiskOk: true, clients: 3 }
  const full = { memoryBytes: 800, memoryLimitBytes: 1_000, appendedBytes: 7, isDiskOk: true, clients: 4 }
  expect(joinServerInfo([calm, full])).toEqual({ ...full, appendedBytes: 7, clients: 7 })
  expect(joinServerInfo([{ ...calm, isDiskOk: false }, full]).isDiskOk).toBe(false)
  // Without limits the larger one.
  expect(joinServerInfo([{ memoryBytes: 1 }, { memoryBytes: 2 }])).toEqual({ memoryBytes: 2 })
  // What one does not say is not known of all.
  expect(joinServerInfo([calm, { memoryBytes: 1, memoryLimitBytes: 2 }])).toEqual({
    memoryBytes: 1,
    memoryLimitBytes: 2,
  })
  expect(joinServerInfo([])).toEqual({})
})

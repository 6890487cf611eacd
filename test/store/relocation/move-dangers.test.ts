import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import type { Cluster } from 'ioredis'
import { WRITTEN_BY } from '../../../src/release.ts'
import { enterAtWork } from '../../../src/store/format/format-scripts.ts'
import { names } from '../../../src/store/redis/names.ts'
import { connectCluster } from '../../../src/store/redis/connect-cluster.ts'
import type { RedisClient } from '../../../src/store/redis/client.ts'
import { connectRedis, redisAddress } from '../../../src/store/redis/redis.ts'
import { moveStore, type StoreMoveParts } from '../../../src/store/relocation/move-store.ts'
import { connectionNameOf } from '../../../src/store/relocation/other-runs.ts'
import { systemClock } from '../../../src/system/clock.ts'
import { systemRandom } from '../../../src/system/random.ts'
import { systemSteady } from '../../../src/system/steady.ts'
import { atDisk } from '../../support/at-disk.ts'
import { freshRedis, startTestRedis, type TestRedis } from '../../support/redis.ts'
import { type RedisCluster, startRedisCluster } from '../../support/redis-cluster.ts'
import { markStore } from '../../support/store/own-mark.ts'
import { until } from '../../support/until.ts'

/** What goes on beside a move and would spoil it: slots on their way, another run, a process at work, clocks. */

const MARK = `2 ${WRITTEN_BY}`
const source = await freshRedis()
let other: TestRedis

beforeAll(async () => {
  other = await startTestRedis()
})
afterAll(() => other.stop())
beforeEach(async () => {
  await other.flush()
  await markStore(source.redis)
  await source.redis.mset(Object.fromEntries(Array.from({ length: 3_000 }, (_, n) => [`claros:n:${n}`, String(n)])))
})

let nth = 0
const clock = { ...systemClock, sleep: async () => {} }
const partsTo = (to: RedisClient, more: Partial<StoreMoveParts> = {}): StoreMoveParts => ({
  from: source.redis,
  own: source.redis,
  to,
  clock,
  steady: systemSteady,
  process: `store/test/${nth++}/1`,
  random: systemRandom,
  replicas: { from: 0, to: 0 },
  by: WRITTEN_BY,
  isNeverUsed: false,
  onProgress: () => {},
  ...more,
})
const markOf = (redis: RedisClient) => redis.get(names.format.mark())

describe('a slot that is on its way', () => {
  let servers: RedisCluster
  let cluster: Cluster
  const SLOT = 93

  beforeAll(async () => {
    servers = await startRedisCluster({ primaries: 3, replicas: 0, fsync: 'everysec' })
    const { replicas: _, ...address } = redisAddress(servers.url)
    cluster = await connectCluster(address, 'fails_fast')
  }, 60_000)
  afterAll(async () => {
    cluster.disconnect()
    await servers.stop()
  }, 60_000)

  const idOf = async (at: number): Promise<string> => String(await servers.nodes[at]!.hand.cluster('MYID'))
  /** From the server that has it to another one. */
  const begin = async (): Promise<() => Promise<void>> => {
    const owner = servers.nodes.findIndex(({ port }) => cluster.slots[SLOT]![0]!.endsWith(`:${port}`))
    const next = (owner + 1) % servers.nodes.length
    const [from, to] = [servers.nodes[owner]!.hand, servers.nodes[next]!.hand]
    await to.cluster('SETSLOT', SLOT, 'IMPORTING', await idOf(owner))
    await from.cluster('SETSLOT', SLOT, 'MIGRATING', await idOf(next))
    return async () => {
      for (const hand of [from, to]) await hand.cluster('SETSLOT', SLOT, 'STABLE')
    }
  }

  test('at either end: nothing begins, and what began does not end', async () => {
    let end = await begin()
    await expect(moveStore(partsTo(cluster))).rejects.toThrow('A slot of the cluster is on its way')
    await cluster.set(names.format.mark(), MARK)
    await expect(moveStore(partsTo(other.redis, { from: cluster, own: cluster }))).rejects.toThrow('on its way')
    await end()
    expect([await markOf(source.redis), await markOf(cluster)]).toEqual([MARK, MARK])
    await Promise.all(cluster.nodes('master').map((each) => each.flushall()))
    const opened: Promise<void>[] = []
    const onProgress = (): void => {
      if (opened.length === 0) opened.push(begin().then((ends) => void (end = ends)))
    }
    const sleep = async (): Promise<void> => void (await Promise.all(opened))
    await expect(moveStore(partsTo(cluster, { onProgress, clock: atDisk(sleep) }))).rejects.toThrow(
      'A slot of the cluster is on its way',
    )
    expect(await markOf(source.redis)).toStartWith('copied ')
    await end()
    await moveStore(partsTo(cluster))
    expect(await markOf(cluster)).toBe(MARK)
  }, 30_000)
})

test('what another run has sent and stands in a buffer is never done: its connection is ended, and it makes no other', async () => {
  const address = { ...other.server.address, connectionName: connectionNameOf('store/of/another/run') }
  const late = [await connectRedis(address, 'takes_time')]
  // Before anything is copied, before the copy counts as whole, and before it is opened.
  const sleep = async (): Promise<void> => {
    await until('the one of before has ended', () => late.every(({ status }) => status === 'end'))
    late.push(await connectRedis(address, 'takes_time'))
  }
  const elsewhere = await connectRedis({ ...address, db: 1 }, 'takes_time')
  await moveStore(partsTo(other.redis, { clock: atDisk(sleep) }))
  await until('the last one has ended', () => late.every(({ status }) => status === 'end'))
  expect(late).toHaveLength(3)
  // That of a move into another database is none of its.
  expect(await elsewhere.ping()).toBe('PONG')
  elsewhere.disconnect()
})

test('a run that only looks ends nobody: another one that has the right goes on', async () => {
  const own = 'store/of/this/run'
  const to = await connectRedis({ ...other.server.address, connectionName: connectionNameOf(own) }, 'takes_time')
  const seconds: Promise<unknown>[] = []
  const onProgress = (): void => {
    if (seconds.length === 0) seconds.push(moveStore(partsTo(other.redis)).catch((problem: unknown) => problem))
  }
  const sleep = async (): Promise<void> => void (await Promise.all(seconds))
  await moveStore(partsTo(to, { process: own, onProgress, clock: atDisk(sleep) }))
  expect(String(await seconds[0])).toContain('Another process moves this store')
  expect(await markOf(other.redis)).toBe(MARK)
  to.disconnect()
})

test('a run whose connection to the new end was lost for a moment writes nothing more', async () => {
  const to = await connectRedis({ ...other.server.address }, 'fails_fast')
  const id = await to.client('ID')
  const onProgress = (): void => void other.redis.client('KILL', 'ID', Number(id))
  const sleep = (): Promise<void> => until('it is connected again', () => to.status === 'ready').then(() => {})
  await expect(moveStore(partsTo(to, { onProgress, clock: atDisk(sleep) }))).rejects.toThrow(
    /was held up or cut off|It stopped/,
  )
  expect(await markOf(source.redis)).toMatch(/^(?:leaving|copied) /)
  to.disconnect()
})

test.each([
  ['named', '-client|setname', 'may not give its connections a name'],
  ['ended', '-client|kill', 'client|kill'],
])('a user whose connections cannot be %s moves nothing', async (_, right, words) => {
  await other.redis.call('ACL', 'SETUSER', 'mute', 'on', '>mute', '~*', '+@all', right)
  const login = { username: 'mute', password: 'mute', connectionName: connectionNameOf('store/mute/1') }
  const mute = await connectRedis({ ...other.server.address, ...login }, 'takes_time')
  await expect(moveStore(partsTo(mute))).rejects.toThrow(words)
  expect([await markOf(source.redis), await markOf(other.redis)]).toEqual([MARK, null])
  mute.disconnect()
  await other.redis.call('ACL', 'DELUSER', 'mute')
})

test('a server that failed over and back while it was filled: the copy is not opened', async () => {
  const replids: string[] = []
  const replid = async (): Promise<string> => /master_replid:(\w+)/.exec(await other.redis.info('replication'))![1]!
  const sleep = async (): Promise<void> => {
    replids.push(await replid())
    // A replica of nobody for a moment, and a primary again: the same start, and another history.
    await other.redis.replicaof('127.0.0.1', 1)
    await other.redis.replicaof('NO', 'ONE')
    replids.push(await replid())
  }
  await expect(moveStore(partsTo(other.redis, { clock: atDisk(sleep) }))).rejects.toThrow(
    'was started again or replaced meanwhile',
  )
  expect(replids[0]).not.toBe(replids[1]!)
  expect([await markOf(source.redis), await markOf(other.redis)]).toEqual([
    expect.stringMatching(/^copied /),
    expect.stringMatching(/^filling /),
  ])
})

test('the end that is left failed over and back while it was read: the copy is not whole', async () => {
  const sleep = async (): Promise<void> => {
    await source.redis.replicaof('127.0.0.1', 1)
    await source.redis.replicaof('NO', 'ONE')
  }
  await expect(moveStore(partsTo(other.redis, { clock: atDisk(sleep) }))).rejects.toThrow(
    'was started again or replaced meanwhile',
  )
  expect(await markOf(source.redis)).toStartWith('copied ')
})

test('a run that was held up when the other end had changed says nothing of the copy: another run may have it', async () => {
  let late = 0
  let sleeps = 0
  const sleep = async (): Promise<void> => {
    if (++sleeps < 2) return
    late = 25_000
    await other.redis.replicaof('127.0.0.1', 1)
    await other.redis.replicaof('NO', 'ONE')
  }
  const held = { ...atDisk(sleep), now: () => systemClock.now() + late }
  await expect(moveStore(partsTo(other.redis, { clock: held }))).rejects.toThrow('was held up')
  expect(await markOf(source.redis)).toStartWith('left ')
  expect(await other.redis.get(names.format.cameBy())).not.toBeNull()
})

test('a process that says meanwhile that it is at work is so, whatever the clock of the Redis says', async () => {
  // By the clock of this Redis both were last seen long ago.
  await source.redis.hset(names.format.atWork(), { 'server/host/7/1': '2 1000', 'server/host/8/1': '2 1000' })
  const sleep = async (): Promise<void> =>
    void (await source.redis.hset(names.format.atWork(), 'server/host/7/1', '2 6000'))
  await expect(moveStore(partsTo(other.redis, { clock: { ...systemClock, sleep } }))).rejects.toThrow(
    'A process of the service is at work (server/host/7/1)',
  )
  expect(await markOf(source.redis)).toBe(MARK)
  await source.redis.del(names.format.atWork())
})

test('a process that could not say before that it is at work, as its store took no writes, is waited for', async () => {
  const sleep = async (): Promise<void> => void (await enterAtWork(source.redis, 'server/host/7/1', 2))
  await expect(moveStore(partsTo(other.redis, { clock: { ...systemClock, sleep } }))).rejects.toThrow(
    'A process of the service is at work (server/host/7/1)',
  )
  expect(await markOf(source.redis)).toBe(MARK)
  await source.redis.del(names.format.atWork())
})

test('a process that was killed while the clock of the Redis was ahead does not count for as long as that', async () => {
  const ahead = `2 ${Date.now() + 600_000}`
  await source.redis.hset(names.format.atWork(), 'server/host/7/1', ahead)
  // One that was killed just now does, since it may stand still.
  await enterAtWork(source.redis, 'server/host/8/1', 2)
  await expect(moveStore(partsTo(other.redis))).rejects.toThrow('A process of the service is at work (server/host/8/1)')
  await source.redis.del(names.format.atWork())
  await source.redis.hset(names.format.atWork(), 'server/host/7/1', ahead)
  await moveStore(partsTo(other.redis))
  expect(await markOf(other.redis)).toBe(MARK)
})

test.each([
  ['clock', (late: () => number) => ({ clock: { ...clock, now: () => systemClock.now() + late() } })],
  ['clock that cannot be set', (late: () => number) => ({ steady: { ms: () => systemSteady.ms() + late() } })],
])('a run that was held up by the %s writes nothing more', async (_, clocks) => {
  let late = 0
  const onProgress = (): void => void (late = 25_000)
  await expect(moveStore(partsTo(other.redis, { onProgress, ...clocks(() => late) }))).rejects.toThrow('was held up')
  expect(await markOf(source.redis)).toStartWith('leaving ')
})

test('a database that is not there is not taken for the first one', async () => {
  const { path } = other.server.address
  await expect(connectRedis({ path: path!, db: 99 }, 'takes_time')).rejects.toThrow('There is no database 99')
  const third = await connectRedis({ path: path!, db: 3 }, 'takes_time')
  expect(await third.get('claros:n:1')).toBeNull()
  third.disconnect()
})

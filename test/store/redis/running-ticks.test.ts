import { beforeEach, expect, test } from 'bun:test'
import { names } from '../../../src/store/redis/names.ts'
import { readStoreTime } from '../../../src/store/redis/store-clock.ts'
import { freshRedis } from '../../support/redis.ts'
import { until } from '../../support/until.ts'

/** Leases of ticks that run, in one key of their group. */

const redis = await freshRedis()
const { running } = redis.store
const LONG_MS = 600_000
beforeEach(() => redis.flush())

const taken = async (...args: Parameters<typeof running.take>) => [...(await running.take(...args))].toSorted()

test('each tick is taken by one run, whoever comes second; what is left or has ended is free again', async () => {
  expect(await taken('g', 'one', ['a', 'b', 'c'], LONG_MS)).toEqual(['a', 'b', 'c'])
  expect(await taken('g', 'two', ['a', 'b', 'c', 'd'], LONG_MS)).toEqual(['d'])
  // The same run does not take twice either: a job that is run a second time.
  expect(await taken('g', 'one', ['a'], LONG_MS)).toEqual([])
  await running.leave('g', 'one', ['a', 'd'])
  expect(await taken('g', 'three', ['a', 'b', 'd'], LONG_MS)).toEqual(['a'])
  expect(await taken('other', 'two', ['b'], LONG_MS)).toEqual(['b'])
})

test('two runs at the same moment share them out', async () => {
  const actors = Array.from({ length: 40 }, (_, at) => `a${at}`)
  const both = await Promise.all(['one', 'two', 'three'].map((run) => taken('g', run, actors, LONG_MS)))
  expect(both.flat().toSorted()).toEqual(actors.toSorted())
})

test('a lease that nobody keeps ends, and is the lease of the next: the first can neither keep nor leave it any more', async () => {
  expect(await taken('g', 'dead', ['a'], 60)).toEqual(['a'])
  expect(await taken('g', 'kept', ['b'], 60)).toEqual(['b'])
  await running.keep('g', 'kept', ['b'], LONG_MS)
  await until('the end of the lease', async () => (await taken('g', 'next', ['a', 'b'], LONG_MS)).length > 0)
  await running.keep('g', 'dead', ['a'], LONG_MS)
  await running.leave('g', 'dead', ['a', 'b'])
  expect(await taken('g', 'last', ['a', 'b'], LONG_MS)).toEqual([])
})

test('a lease from before the clock of the store was set back keeps nobody out; one of just now does', async () => {
  const now = await readStoreTime(redis.redis)
  const [behindMs, ms] = [86_400_000, LONG_MS]
  const leases = { set: now + behindMs + ms, now: now + ms, ended: now - 1 }
  for (const [actor, ends] of Object.entries(leases))
    await redis.redis.hset(names.runningTicks('g'), actor, `${ends} before`)
  expect(await taken('g', 'next', ['set', 'now', 'ended'], ms)).toEqual(['ended', 'set'])
  // It ends as the others do.
  const [value] = await redis.redis.hmget(names.runningTicks('g'), 'set')
  expect(Number(value!.split(' ')[0])).toBeLessThan(now + behindMs)
  await running.leave('g', 'before', ['set', 'now'])
  expect(await taken('g', 'last', ['set', 'now', 'ended'], ms)).toEqual(['now'])
})

test('nothing stays: the key goes with the last lease, or by itself', async () => {
  await running.take('g', 'one', ['a', 'b'], LONG_MS)
  expect(await redis.redis.pttl(names.runningTicks('g'))).toBeGreaterThan(0)
  await running.leave('g', 'one', ['a', 'b'])
  expect(await redis.redis.exists(names.runningTicks('g'))).toBe(0)
  await running.take('g', 'one', ['a'], 50)
  await running.keep('g', 'one', ['a'], 50)
  await until('its end', async () => (await redis.redis.exists(names.runningTicks('g'))) === 0)
  await running.keep('g', 'one', [], 50)
  await running.leave('g', 'one', [])
  expect(await taken('g', 'one', [], 50)).toEqual([])
})

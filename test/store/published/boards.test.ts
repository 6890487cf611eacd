import { describe, expect, test } from 'bun:test'
import type { Redis } from 'ioredis'
import { boardStore } from '../../../src/store/published/boards.ts'
import { names } from '../../../src/store/redis/names.ts'
import { freshRedis } from '../../support/redis.ts'
import { ANY_TIME } from '../../support/store-clocks.ts'

const redis = await freshRedis()

describe('boards', () => {
  test('what was written is read, in the order asked for; what was not is null', async () => {
    const { boards } = redis.store
    expect(await boards.write('ticker/kraken', 1_000, { 'BTC/USD': { bid: '1', ask: '2' } })).toBe(true)
    expect(await boards.write('ticker/okx', 1_001, [])).toBe(true)
    expect(await boards.read(['ticker/okx', 'ticker/none', 'ticker/kraken'])).toEqual([
      { at: 1_001, state: [] },
      null,
      { at: 1_000, state: { 'BTC/USD': { bid: '1', ask: '2' } } },
    ])
    expect(await boards.read([])).toEqual([])
  })

  test('the later poll stays: the same time or an earlier one is not written', async () => {
    const { boards } = redis.store
    await boards.write('b', 2_000, 'second')
    expect(await boards.write('b', 2_000, 'same time')).toBe(false)
    expect(await boards.write('b', 1_999, 'late comer')).toBe(false)
    // By number, not by text.
    expect(await boards.write('b', 10_000, 'third')).toBe(true)
    expect(await boards.read(['b'])).toEqual([{ at: 10_000, state: 'third' }])
  })

  test('of many at once the latest wins, whatever the order of arrival', async () => {
    const { boards } = redis.store
    const times = Array.from({ length: 100 }, (_, at) => 1_000 + ((at * 37) % 100))
    await Promise.all(times.map((at) => boards.write('b', at, at)))
    expect(await boards.read(['b'])).toEqual([{ at: 1_099, state: 1_099 }])
  })

  test('a board that has not changed is not parsed again, one that has is, whoever wrote it', async () => {
    const reader = boardStore(redis.redis, ANY_TIME)
    await redis.store.boards.write('b', 1, { n: 1 })
    const [first] = await reader.read(['b'])
    expect((await reader.read(['b']))[0]).toBe(first!)
    await boardStore(redis.redis, ANY_TIME).write('b', 2, { n: 2 })
    expect(await reader.read(['b'])).toEqual([{ at: 2, state: { n: 2 } }])
    await redis.flush()
    expect(await reader.read(['b'])).toEqual([null])
  })

  test('a board that is half there is no board', async () => {
    await redis.redis.hset(names.board('b'), 'at', '5')
    expect(await redis.store.boards.read(['b'])).toEqual([null])
  })

  test('a thousand reads leave in few round trips', async () => {
    const ids = Array.from({ length: 1_000 }, (_, at) => `ticker/${at}`)
    await Promise.all(ids.map((id, at) => redis.store.boards.write(id, at + 1, at)))
    let trips = 0
    let leaving: Promise<unknown> | null = null
    // Commands that are given before any reply can have come leave together.
    const together = async () => {
      leaving ??= Bun.sleep(0).then(() => (trips++, (leaving = null)))
      await leaving
    }
    const counted = {
      hget: async (key: string, field: string) => (await together(), redis.redis.hget(key, field)),
      hmget: async (key: string, ...fields: string[]) => (await together(), redis.redis.hmget(key, ...fields)),
    }
    const read = await boardStore(counted as Redis, ANY_TIME).read(ids)
    expect(read.every((each, at) => each?.state === at)).toBe(true)
    expect(trips).toBe(2)
  })
})

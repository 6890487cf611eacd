import { describe, expect, test } from 'bun:test'
import { boardStore } from '../../../src/store/published/boards.ts'
import { candleStore } from '../../../src/store/published/candles.ts'
import { names } from '../../../src/store/redis/names.ts'
import { snapshotStore } from '../../../src/store/published/snapshots.ts'
import { freshRedis } from '../../support/redis.ts'
import { clockAt } from '../../support/store-clocks.ts'
import type { Snapshot } from '../../../src/canonical/snapshot.ts'
import { partOf } from '../../support/part-of.ts'

/** Stamps that lie ahead of the store's clock: they are not taken, and where they lie they keep nothing out. */

const NOW_TS = 1_800_000_000
const NOW = NOW_TS * 1000
const DAY = 86_400

const stack = await freshRedis()

const CLOCK = clockAt(NOW)

const snapshot = (timestamp: number) => ({
  snapshot: partOf<Snapshot>({ actor: 'a', timestamp }),
  editions: { l402: [], x402: [] },
  nonces: [timestamp],
  preview: { body: {}, staleSeconds: 1 },
  point: null,
  keepSeconds: 10,
  forgetSeconds: null,
})

/** Each is offered a stamp in Unix seconds, says whether it was taken, and may have a text put there by hand. */
const ROOMS = {
  boards: {
    offer: (at: number) => boardStore(stack.redis, CLOCK).write('b', at * 1000, {}),
    leave: (text: string) => stack.redis.hset(names.board('b'), 'at', text),
  },
  snapshots: {
    offer: (at: number) => snapshotStore(stack.redis, CLOCK).publish(snapshot(at)),
    leave: (text: string) => stack.redis.set(names.version('a'), text),
  },
  candles: {
    offer: async (at: number) => {
      const before = await stack.redis.get(names.candleMark('c'))
      await candleStore(stack.redis, CLOCK).record('c', at * 1000, '1', DAY)
      return (await stack.redis.get(names.candleMark('c'))) !== before
    },
    leave: (text: string) => stack.redis.set(names.candleMark('c'), text),
  },
} as const

describe.each(Object.keys(ROOMS) as (keyof typeof ROOMS)[])('the fence of %s', (room) => {
  const { offer, leave } = ROOMS[room]
  const plant = (at: number) => leave(String(room === 'boards' ? at * 1000 : at))

  test.each([3, 119, 121, DAY])('takes nothing that is %p s ahead', async (ahead) => {
    expect(await offer(NOW_TS + ahead)).toBe(false)
    expect(await offer(NOW_TS)).toBe(true)
  })

  test('takes nothing twice', async () => {
    expect(await offer(NOW_TS)).toBe(true)
    expect(await offer(NOW_TS)).toBe(false)
    expect(await offer(NOW_TS + 1)).toBe(true)
  })

  test.each(['soon', '', 'nan', 'inf', '0x'])('is not kept by %p, which is no time', async (word) => {
    await leave(word)
    expect(await offer(NOW_TS)).toBe(true)
    expect(await offer(NOW_TS - 1)).toBe(false)
  })

  test.each([3, 119, 121, DAY])('is not kept by what lies there %p s ahead', async (ahead) => {
    await plant(NOW_TS + ahead)
    expect(await offer(NOW_TS)).toBe(true)
    expect(await offer(NOW_TS - 1)).toBe(false)
  })

  test.each([0, 1, 2])(
    'keeps out what is older than one that is %p s ahead, which a right clock may be',
    async (ahead) => {
      expect(await offer(NOW_TS + ahead)).toBe(true)
      expect(await offer(NOW_TS - 1)).toBe(false)
      // A tick that was held up for long is as old as it is.
      expect(await offer(NOW_TS - 100)).toBe(false)
    },
  )
})

import { describe, expect, test } from 'bun:test'
import type { ChangedParts } from '../../../src/store/published/board-parts.ts'
import { boardStore } from '../../../src/store/published/boards.ts'
import { boardLease, names } from '../../../src/store/redis/names.ts'
import { freshRedis } from '../../support/redis.ts'

/** Boards of which only the parts that changed are written, over a real Redis. */

const redis = await freshRedis()
const HOLDER = 'one'

const part = (key: string, n: number) => [key, { n }] as const
const changes = (written: ChangedParts['written'], more: Partial<ChangedParts> = {}): ChangedParts => ({
  isFresh: false,
  written,
  dropped: [],
  ...more,
})

const held = async () => {
  const { boards, leases } = redis.store
  await leases.hold(boardLease('b'), HOLDER, 60_000)
  const write = (at: number, parts: ChangedParts, holder = HOLDER) =>
    boards.writeHeld('b', at, { heardAt: at }, holder, parts)
  const read = async () => (await boards.read(['b']))[0]
  return { boards, write, read }
}

describe('a board in parts', () => {
  test('is read whole, and of the next write only what changed', async () => {
    const { write, read } = await held()
    await write(1_000, changes([part('1', 1), part('2', 2)], { isFresh: true }))
    const first = await read()
    expect(first).toEqual({ at: 1_000, state: { heardAt: 1_000 }, parts: new Map([part('1', 1), part('2', 2)]) })
    await write(2_000, changes([part('2', 22), part('3', 3)]))
    const second = await read()
    expect(second?.parts).toEqual(new Map([part('1', 1), part('2', 22), part('3', 3)]))
    expect(second!.parts!.get('1')).toBe(first!.parts!.get('1')!)
    expect(await redis.redis.hgetall(names.boardStamps('b'))).toEqual({ '1': '1000', '2': '2000', '3': '2000' })
    // Nothing but the head.
    await write(3_000, changes([]))
    expect(await read()).toEqual({ ...second!, at: 3_000, state: { heardAt: 3_000 } })
  })

  test('loses what is dropped, and all that a writer does not know of', async () => {
    const { write, read } = await held()
    await write(1_000, changes([part('1', 1), part('2', 2)], { isFresh: true }))
    await write(2_000, changes([], { dropped: ['1', 'never there'] }))
    expect((await read())?.parts).toEqual(new Map([part('2', 2)]))
    expect(await redis.redis.hkeys(names.boardParts('b'))).toEqual(['2'])
    await write(3_000, changes([part('9', 9)], { isFresh: true }))
    expect((await read())?.parts).toEqual(new Map([part('9', 9)]))
    expect(await redis.redis.hkeys(names.boardParts('b'))).toEqual(['9'])
  })

  test('is not touched by who has no lease', async () => {
    const { write, read } = await held()
    await write(1_000, changes([part('1', 1)], { isFresh: true }))
    expect(await write(2_000, changes([part('1', 2)], { isFresh: true, dropped: ['1'] }), 'two')).toBe(false)
    expect(await read()).toMatchObject({ at: 1_000, parts: new Map([part('1', 1)]) })
  })

  test('is written again after a clock that was ahead, with times that differ', async () => {
    const { write, read } = await held()
    await write(9_000, changes([part('1', 1)], { isFresh: true }))
    await read()
    await write(1_000, changes([part('1', 2)]))
    expect(await read()).toMatchObject({ at: 9_001, parts: new Map([part('1', 2)]) })
  })

  test('shows its head alone to who asks for that, and nothing of it to a release that knows no parts', async () => {
    const { boards, write, read } = await held()
    await write(1_000, changes([part('1', 1)], { isFresh: true }))
    expect(await boards.readHeads(['b'])).toEqual([{ at: 1_000, state: { heardAt: 1_000 } }])
    // A head that was read does not stand for the board.
    expect((await read())?.parts?.size).toBe(1)
    expect(JSON.parse((await redis.redis.hget(names.board('b'), 'state'))!)).toEqual({ $v: 2, heardAt: 1_000 })
  })

  test.each(['{', '{"$v":2,"n":1}', '7'])('of which one part is %p is as if it were not there', async (text) => {
    const { write } = await held()
    await write(1_000, changes([part('1', 1), part('2', 2)], { isFresh: true }))
    await redis.redis.hset(names.boardParts('b'), '2', text)
    const told: string[] = []
    const boards = boardStore(redis.redis, undefined, ({ kind }) => void told.push(kind))
    expect([await boards.read(['b']), told]).toEqual([[null], ['part of a board']])
  })

  test('that becomes whole again is read whole', async () => {
    const { boards, write, read } = await held()
    await write(1_000, changes([part('1', 1)], { isFresh: true }))
    await boards.writeHeld('b', 2_000, { heardAt: 2_000, all: [1] }, HOLDER)
    expect(await read()).toEqual({ at: 2_000, state: { heardAt: 2_000, all: [1] } })
  })
})

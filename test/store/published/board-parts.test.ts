import { describe, expect, test } from 'bun:test'
import type { ChangedParts } from '../../../src/store/published/board-parts.ts'
import { boardStore } from '../../../src/store/published/boards.ts'
import { boardLease, names } from '../../../src/store/redis/names.ts'
import { insteadOf } from '../../support/instead-of.ts'
import { freshRedis } from '../../support/redis.ts'

/** Boards of which only the parts that changed are written, over a real Redis. */

const redis = await freshRedis()
const HOLDER = 'one'

const part = (key: string, n: number) => [key, { n }] as const
const all = (...written: ChangedParts['written']): ChangedParts => ({ from: null, written, dropped: [] })
const since = (from: number, written: ChangedParts['written'], dropped: readonly string[] = []): ChangedParts => ({
  from,
  written,
  dropped,
})

const held = async () => {
  // One that has read nothing before.
  const boards = boardStore(redis.redis)
  await redis.store.leases.hold(boardLease('b'), HOLDER, 60_000)
  const write = (at: number, changes: ChangedParts, holder = HOLDER) =>
    boards.writeParts('b', at, { heardAt: at }, holder, changes)
  const read = async () => (await boards.read(['b']))[0]
  return { boards, write, read }
}

describe('a board in parts', () => {
  test('is read whole, and of the next write only what changed', async () => {
    const { write, read } = await held()
    expect(await write(1_000, all(part('a', 1), part('b', 2)))).toEqual({ kind: 'written', at: 1_000 })
    const first = await read()
    expect(first).toEqual({ at: 1_000, state: { heardAt: 1_000 }, parts: new Map([part('a', 1), part('b', 2)]) })
    await write(2_000, since(1_000, [part('b', 22), part('c', 3)]))
    const second = await read()
    expect(second?.parts).toEqual(new Map([part('a', 1), part('b', 22), part('c', 3)]))
    expect(second!.parts!.get('a')).toBe(first!.parts!.get('a')!)
    expect(await redis.redis.hgetall(names.boardStamps('b'))).toEqual({ a: '1000', b: '2000', c: '2000' })
    // Nothing but the head.
    await write(3_000, since(2_000, []))
    expect(await read()).toEqual({ ...second!, at: 3_000, state: { heardAt: 3_000 } })
  })

  test('loses what is dropped, and what a write of all of it does not have', async () => {
    const { write, read } = await held()
    await write(1_000, all(part('a', 1), part('b', 2)))
    await write(2_000, since(1_000, [], ['a', 'never there']))
    expect((await read())?.parts).toEqual(new Map([part('b', 2)]))
    expect(await redis.redis.hkeys(names.boardParts('b'))).toEqual(['b'])
    await write(3_000, all(part('z', 9)))
    expect((await read())?.parts).toEqual(new Map([part('z', 9)]))
    expect(await redis.redis.hkeys(names.boardParts('b'))).toEqual(['z'])
  })

  test('is not touched by who has no lease', async () => {
    const { write, read } = await held()
    await write(1_000, all(part('a', 1)))
    expect(await write(2_000, all(part('a', 2)), 'two')).toEqual({ kind: 'not_held' })
    expect(await write(2_000, since(1_000, [], ['a']), 'two')).toEqual({ kind: 'not_held' })
    expect(await read()).toMatchObject({ at: 1_000, parts: new Map([part('a', 1)]) })
  })

  test('is not touched by changes of a state that is not the stored one, as after a write that Redis lost', async () => {
    const { write, read } = await held()
    await write(1_000, all(part('a', 1)))
    expect(await write(3_000, since(2_000, [part('b', 2)], ['a']))).toEqual({ kind: 'other_state' })
    expect(await read()).toMatchObject({ at: 1_000, parts: new Map([part('a', 1)]) })
    await redis.redis.del(names.board('b'))
    expect(await write(3_000, since(1_000, []))).toEqual({ kind: 'other_state' })
  })

  test.each([
    ['a part', () => redis.redis.hdel(names.boardParts('b'), 'b')],
    ['the time of a part', () => redis.redis.hdel(names.boardStamps('b'), 'b')],
    ['all of them', () => redis.redis.del(names.boardParts('b'), names.boardStamps('b'))],
    ['their number', () => redis.redis.hdel(names.board('b'), 'parts')],
  ])('is not touched by changes without %s: its number must not make good what is missing', async (_what, spoil) => {
    const { write } = await held()
    await write(1_000, all(part('a', 1), part('b', 2)))
    await spoil()
    expect(await write(2_000, since(1_000, [part('a', 11)]))).toEqual({ kind: 'other_state' })
    expect(await boardStore(redis.redis).read(['b'])).toEqual([null])
  })

  test('is written again after a clock that was ahead, with times that differ', async () => {
    const { write, read } = await held()
    await write(9_000, all(part('a', 1)))
    await read()
    expect(await write(1_000, since(9_000, [part('a', 2)]))).toEqual({ kind: 'written', at: 9_001 })
    expect(await read()).toMatchObject({ at: 9_001, parts: new Map([part('a', 2)]) })
  })

  test('shows its head to who needs no parts, and nothing of it to a release that knows none', async () => {
    const { boards, write, read } = await held()
    await write(1_000, all(part('a', 1)))
    expect(await boards.readHeads(['b'])).toEqual([{ at: 1_000, state: { heardAt: 1_000 } }])
    // A head that was read does not stand for the board.
    expect((await read())?.parts?.size).toBe(1)
    expect(JSON.parse((await redis.redis.hget(names.board('b'), 'state'))!)).toEqual({ $v: 2, heardAt: 1_000 })
  })

  test('that becomes whole again is read whole', async () => {
    const { boards, write, read } = await held()
    await write(1_000, all(part('a', 1)))
    await boards.writeHeld('b', 2_000, { heardAt: 2_000, all: [1] }, HOLDER)
    expect(await read()).toEqual({ at: 2_000, state: { heardAt: 2_000, all: [1] } })
  })
})

describe('a board of which something is not there or not readable is as if it were not there', () => {
  const told: string[] = []
  const reading = () => boardStore(redis.redis, undefined, ({ kind, why }) => void told.push(`${kind}: ${why}`))
  const spoilt = async (spoil: () => Promise<unknown>) => {
    const { write } = await held()
    await write(1_000, all(part('a', 1), part('b', 2)))
    await spoil()
    told.length = 0
    return reading()
  }

  test.each(['{', '{"$v":2,"n":1}', '7'])('a part that is %p', async (text) => {
    const boards = await spoilt(() => redis.redis.hset(names.boardParts('b'), 'b', text))
    expect([await boards.read(['b']), told.length]).toEqual([[null], 1])
  })

  test.each([
    ['a part', () => redis.redis.hdel(names.boardParts('b'), 'b')],
    ['the time of a part', () => redis.redis.hdel(names.boardStamps('b'), 'b')],
    ['all parts', () => redis.redis.del(names.boardParts('b'))],
    ['all times', () => redis.redis.del(names.boardStamps('b'))],
    [
      'a part with its time',
      () => redis.redis.multi().hdel(names.boardParts('b'), 'b').hdel(names.boardStamps('b'), 'b').exec(),
    ],
  ])('without %s, and it is not remembered so', async (_what, spoil) => {
    const boards = await spoilt(spoil)
    expect([await boards.read(['b']), told]).toEqual([[null], ['board: parts of it are missing']])
    // Whoever writes it finds the time that it wrote, and repairs it when all is written again.
    await redis.redis.hset(names.boardParts('b'), { a: '{"n":1}', b: '{"n":2}' })
    await redis.redis.hset(names.boardStamps('b'), { a: '1000', b: '1000' })
    expect((await boards.read(['b']))[0]?.parts?.size).toBe(2)
  })
})

test('what was read before does not stand for a part that is missing', async () => {
  const { write, read } = await held()
  await write(1_000, all(part('a', 1), part('b', 2)))
  expect((await read())?.parts?.size).toBe(2)
  await write(2_000, since(1_000, [part('b', 22)]))
  await redis.redis.hdel(names.boardParts('b'), 'b')
  expect(await read()).toBeNull()
})

describe('a board that is read again', () => {
  /** What each reading by a script replied: the keys that it fetched. */
  const watched = () => {
    const fetched: (readonly string[])[] = []
    const client = insteadOf(redis.redis, 'evalsha', (go) => async (...of) => {
      const reply = await go(...of)
      if (Array.isArray(reply)) fetched.push((reply[4] as string[]).toSorted())
      return reply
    })
    return { fetched, boards: boardStore(client) }
  }

  test('has a head and parts of one write, though it was written after somebody looked for it', async () => {
    const { write } = await held()
    await write(1_000, all(part('a', 1), part('b', 2)))
    const beside = insteadOf(redis.redis, 'hmget', (go) => async (key, ...fields) => {
      const found = await go(key, ...fields)
      await write(2_000, since(1_000, [part('c', 3)], ['a']))
      return found
    })
    expect(await boardStore(beside).read(['b'])).toEqual([
      { at: 2_000, state: { heardAt: 2_000 }, parts: new Map([part('b', 2), part('c', 3)]) },
    ])
  })

  test('is fetched in what was written since', async () => {
    const { write } = await held()
    const { fetched, boards } = watched()
    await write(1_000, all(part('a', 1), part('b', 2)))
    await boards.read(['b'])
    await boards.read(['b'])
    await write(2_000, since(1_000, [part('b', 22), part('c', 3)]))
    const [found] = await boards.read(['b'])
    expect(found?.parts).toEqual(new Map([part('a', 1), part('b', 22), part('c', 3)]))
    await write(3_000, since(2_000, [], ['a']))
    expect((await boards.read(['b']))[0]?.parts).toEqual(new Map([part('b', 22), part('c', 3)]))
    expect(fetched).toEqual([['a', 'b'], ['b', 'c'], []])
  })

  test('is fetched whole where its times are older than those that are known: what was stored was lost', async () => {
    const { write } = await held()
    const { fetched, boards } = watched()
    await write(9_000, all(part('a', 1), part('b', 2)))
    await boards.read(['b'])
    await redis.redis.del(names.board('b'))
    await write(2_000, all(part('a', 11), part('b', 22)))
    expect((await boards.read(['b']))[0]).toEqual({
      at: 2_000,
      state: { heardAt: 2_000 },
      parts: new Map([part('a', 11), part('b', 22)]),
    })
    expect(fetched).toEqual([['a', 'b'], [], ['a', 'b']])
  })

  test('may have more parts than a command takes', async () => {
    const { write, read } = await held()
    const many = Array.from({ length: 2_500 }, (_, n) => part(`k${n}`, n))
    await write(1_000, all(...many))
    expect((await read())?.parts).toEqual(new Map(many))
  })
})

test.each([
  ['parts', names.boardParts('b')],
  ['times', names.boardStamps('b')],
  ['head', names.board('b')],
])('%s under a key of another type are written over: the stream must not stop at them', async (_what, key) => {
  const { boards, write, read } = await held()
  await write(1_000, all(part('a', 1)))
  await redis.redis.set(key, 'x')
  expect(await write(2_000, since(1_000, [part('b', 2)]))).toEqual({ kind: 'other_state' })
  expect(await write(2_000, all(part('a', 1), part('b', 2)))).toEqual({ kind: 'written', at: 2_000 })
  expect((await read())?.parts?.size).toBe(2)
  await redis.redis.set(names.board('b'), 'x')
  expect(await boards.writeHeld('b', 3_000, { all: 1 }, HOLDER)).toBe(true)
  expect(await read()).toEqual({ at: 3_000, state: { all: 1 } })
})

import { beforeEach, describe, expect, test } from 'bun:test'
import { streamedIn, streamWriter } from '../../../src/actors/publisher/stream-parts.ts'
import {
  type AnyStream,
  asAnyStream,
  type InParts,
  type Stream,
  type Streamed,
  unheard,
} from '../../../src/feeds/stream.ts'
import { socketSource } from '../../../src/sources/liquidations/liquidation.ts'
import { boardStore, type HeldBoardStore } from '../../../src/store/published/boards.ts'
import { boardLease, names } from '../../../src/store/redis/names.ts'
import { HOUR_MS } from '../../../src/time-units.ts'
import { freshRedis } from '../../support/redis.ts'

/** A stream that is stored in parts, over a real Redis: what each of its holders writes, and what is read of it. */

interface Letter {
  readonly letter: string
  readonly words: readonly string[]
}
type Letters = readonly Letter[]

const LETTERS: InParts<Letters, Letter> = {
  partsOf: (letters) => letters,
  keyOf: ({ letter }) => letter,
  restOf: () => ({}),
  isPart: (stored): stored is Letter =>
    typeof stored === 'object' && stored !== null && 'letter' in stored && 'words' in stored,
  join: (rest, letters) =>
    typeof rest === 'object' ? letters.toSorted((a, b) => (a.letter < b.letter ? -1 : 1)) : null,
  fromWhole: (stored) => (Array.isArray(stored) ? (stored as Letters) : null),
}

const definition: Stream<Letters, string> = {
  id: 'words/test',
  source: socketSource({ name: 'test', origin: 'wss://words.example', terms: '' }),
  path: '/',
  subscribe: [],
  linkMs: 60_000,
  speechMs: 60_000,
  keepMs: HOUR_MS,
  empty: unheard<Letters>([]),
  reader: () => () => ({ kind: 'other' }),
  enter: (_words, before) => before,
  inParts: LETTERS,
}
const STREAM: AnyStream = asAnyStream(definition)
const ID = definition.id

const redis = await freshRedis()
let boards: HeldBoardStore
const START = 1_795_000_000_000
/** After this long all is written again. */
const AGAIN_MS = 300_000

const letter = (...words: string[]): Letter => ({ letter: words[0]!.slice(0, 1), words })
const record = (...letters: Letter[]): Streamed<unknown> => ({ ...unheard<Letters>(letters), since: START })
const stored = async () => (await boards.read([ID]))[0] ?? null
const gathered = async () => streamedIn(STREAM, await stored())?.gathered
const writtenAt = () => redis.redis.hgetall(names.boardStamps(ID))

const [apple, bear, bee] = [letter('apple'), letter('bear'), letter('bear', 'bee')]

/** A holder that has just read what is stored. */
const holder = async (name: string) => {
  await redis.redis.del(names.lease(boardLease(ID)))
  await redis.store.leases.hold(boardLease(ID), name, 600_000)
  return streamWriter(STREAM, boards, name, (await stored())?.at ?? 0)
}

beforeEach(() => {
  // One that has read nothing before.
  boards = boardStore(redis.redis)
})

describe('a stream in parts', () => {
  test('is written in those that changed, and whoever goes on has all of them', async () => {
    const first = await holder('one')
    expect(await first(record(apple, bear), START)).toBe(true)
    expect(await first(record(apple, bee), START + 1_000)).toBe(true)
    expect(await gathered()).toEqual([apple, bee])
    expect(await writtenAt()).toEqual({ a: `${START}`, b: `${START + 1_000}` })

    const second = await holder('two')
    const [a, b] = (await gathered()) as Letters
    expect(await second(record(a!, b!, letter('cat')), START + 2_000)).toBe(true)
    // What it read may hold a part that only this process still has.
    expect(await writtenAt()).toEqual({ a: `${START + 2_000}`, b: `${START + 2_000}`, c: `${START + 2_000}` })
    await second(record(a!), START + 3_000)
    expect(Object.keys(await writtenAt())).toEqual(['a'])
    expect(await first(record(apple, letter('dog')), START + 4_000)).toBe(false)
    expect(await gathered()).toEqual([apple])
  })

  test('is written anew where Redis lost a write that it had confirmed', async () => {
    const write = await holder('one')
    await write(record(apple), START)
    const before = await Promise.all(
      [names.board(ID), names.boardParts(ID), names.boardStamps(ID)].map((key) => redis.redis.dumpBuffer(key)),
    )
    await write(record(apple, bear), START + 1_000)
    // A replica that had not got the last write takes over.
    for (const [at, key] of [names.board(ID), names.boardParts(ID), names.boardStamps(ID)].entries())
      await redis.redis.restore(key, 0, before[at]!, 'REPLACE')
    expect(await gathered()).toEqual([apple])
    expect(await write(record(apple, bear, letter('cat')), START + 2_000)).toBe(true)
    expect(await gathered()).toEqual([apple, bear, letter('cat')])
  })

  test('never has the time of a write that was lost: readers may have kept what it wrote', async () => {
    const write = await holder('one')
    await write(record(apple), START)
    const before = await Promise.all(
      [names.board(ID), names.boardParts(ID), names.boardStamps(ID)].map((key) => redis.redis.dumpBuffer(key)),
    )
    // Its clock was set back.
    await write(record(apple, bear), START - 60_000)
    expect(await gathered()).toEqual([apple, bear])
    for (const [at, key] of [names.board(ID), names.boardParts(ID), names.boardStamps(ID)].entries())
      await redis.redis.restore(key, 0, before[at]!, 'REPLACE')
    expect(await write(record(apple, bee), START - 59_000)).toBe(true)
    expect(await gathered()).toEqual([apple, bee])
    expect((await stored())?.at).toBe(START + 2)
  })

  test('is whole again with the next write where parts were taken away', async () => {
    const write = await holder('one')
    for (const [at, taken] of [[names.boardParts(ID), names.boardStamps(ID)], [names.boardParts(ID)]].entries()) {
      await write(record(apple, bear), START + at * 10_000)
      for (const key of taken) await redis.redis.hdel(key, 'a')
      expect(await write(record(apple, bear), START + at * 10_000 + 1_000)).toBe(true)
      expect(await gathered()).toEqual([apple, bear])
    }
    await redis.redis.del(names.boardParts(ID), names.boardStamps(ID))
    await redis.redis.hdel(names.board(ID), 'parts')
    expect(await boardStore(redis.redis).read([ID])).toEqual([null])
    await write(record(apple, bee), START + 30_000)
    expect(await gathered()).toEqual([apple, bee])
  })

  test.each(['x', '1e20', ''])('is written over a stored time that is %p', async (spoilt) => {
    const write = await holder('one')
    await write(record(apple), START)
    await redis.redis.hset(names.board(ID), 'at', spoilt)
    expect(await write(record(apple, bear), START + 1_000)).toBe(true)
    expect([await gathered(), (await stored())?.at]).toEqual([[apple, bear], START + 1_000])
  })

  test('takes no part from before over what another release wrote whole', async () => {
    await (
      await holder('one')
    )(record(apple), START)
    await holder('old')
    await boards.writeHeld(ID, START + 1_000, record(), 'old')
    const write = await holder('two')
    expect(await gathered()).toEqual([])
    await write(record(bear), START + 2_000)
    expect(await gathered()).toEqual([bear])
    expect(Object.keys(await writtenAt())).toEqual(['b'])
  })

  test('is written whole every five minutes, so that what was spoilt in Redis is there for so long at most', async () => {
    const write = await holder('one')
    await write(record(apple, bear), START)
    await redis.redis.hset(names.boardParts(ID), 'a', '{')
    await write(record(apple, bear), START + AGAIN_MS - 1)
    expect(await gathered()).toBeUndefined()
    await write(record(apple, bear), START + AGAIN_MS)
    expect(await gathered()).toEqual([apple, bear])
    await write(record(apple, bear), START + AGAIN_MS + 1_000)
    expect(Object.values(await writtenAt())).toEqual([`${START + AGAIN_MS}`, `${START + AGAIN_MS}`])
    await write.all(record(apple, bear), START + AGAIN_MS + 2_000)
    expect(Object.values(await writtenAt())).toEqual([`${START + AGAIN_MS + 2_000}`, `${START + AGAIN_MS + 2_000}`])
  })
})

describe('a stream is not read', () => {
  test.each([
    ['with a part of another form', 'a', '{"letter":"a"}'],
    ['with a part under the key of another', 'b', JSON.stringify(apple)],
  ])('%s', async (_what, key, text) => {
    await (
      await holder('one')
    )(record(apple, bear), START)
    await redis.redis.hset(names.boardParts(ID), key, text)
    expect(streamedIn(STREAM, (await boardStore(redis.redis).read([ID]))[0])).toBeNull()
  })

  test('where neither form fits', async () => {
    await holder('one')
    await boards.writeHeld(ID, START, { ...record(), gathered: 'nothing' }, 'one')
    expect(streamedIn(STREAM, await stored())).toBeNull()
  })
})

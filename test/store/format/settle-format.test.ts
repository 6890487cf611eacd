import { describe, expect, test } from 'bun:test'
import { ForeignFormat, StoreNotReady } from '../../../src/store/format/format-faults.ts'
import { AT_WORK_MS, writeMarkAs } from '../../../src/store/format/format-scripts.ts'
import type { Migration } from '../../../src/store/format/migration.ts'
import { barName, renameKeys } from '../../../src/store/format/rename-keys.ts'
import { settleFormat } from '../../../src/store/format/settle-format.ts'
import { names } from '../../../src/store/redis/names.ts'
import type { Clock } from '../../../src/ports.ts'
import { systemClock } from '../../../src/system/clock.ts'
import { freshRedis } from '../../support/redis.ts'
import { keptLog, stillClock } from '../../support/still.ts'

/** What a process does at its start with a store of any age, on steps that are made up. */

const stack = await freshRedis()
const { redis } = stack

const MARK = names.format.mark()
const BY = 'claros/9.0.0'

/** `claros:old:*` becomes `claros:mid:*` and then `claros:new:*`; what a step did is counted. */
const madeUp = () => {
  const runs: string[] = []
  const rename =
    (from: string, to: string): Migration['run'] =>
    async (on, move) => {
      runs.push(to)
      await renameKeys(on, move, (key) =>
        key.startsWith(`claros:${from}:`) ? key.replace(`claros:${from}:`, `claros:${to}:`) : null,
      )
    }
  const steps: readonly Migration[] = [
    { from: 1, to: 2, why: 'old is called mid', run: rename('old', 'mid') },
    { from: 2, to: 3, why: 'mid is called new', run: rename('mid', 'new') },
  ]
  return { steps, runs }
}

const settle = (
  migrations: readonly Migration[],
  process = 'worker/a/1/1',
  {
    clock = systemClock,
    log = keptLog(),
    by = BY,
  }: { clock?: Clock; log?: ReturnType<typeof keptLog>; by?: string } = {},
) => settleFormat({ redis, clock, log, migrations, process, by })

const keys = async () => (await redis.keys('*')).filter((key) => !key.startsWith(MARK)).toSorted()
const mark = () => redis.get(MARK)

const fill = async (count = 2_500): Promise<readonly string[]> => {
  const pipeline = redis.pipeline()
  for (let n = 0; n < count; n++) pipeline.set(`claros:old:${n}`, String(n))
  await pipeline.exec()
  return Array.from({ length: count }, (_, n) => `claros:new:${n}`).toSorted()
}

/** The message of the refusal, which must be of this class. */
const refused = async (promise: Promise<unknown>, kind: typeof ForeignFormat | typeof StoreNotReady) => {
  const problem: unknown = await promise.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  expect(problem).toBeInstanceOf(kind)
  return (problem as Error).message
}

describe('a store', () => {
  test('in which nothing of ours lies gets the format of this release, and no step runs', async () => {
    const { steps, runs } = madeUp()
    await redis.set('another:claros', 'of somebody else')
    await settle(steps)
    expect([await mark(), runs, await keys()]).toEqual([`3 ${BY}`, [], ['another:claros']])
  })

  test('with data and without a mark has the first format, and goes through every step in order', async () => {
    const { steps, runs } = madeUp()
    const wanted = await fill()
    await redis.pexpire('claros:old:7', 3_600_000)
    await redis.set('another:claros:old:1', 'of somebody else')
    const log = keptLog()
    await settle(steps, 'worker/a/1/1', { log })
    expect([await mark(), runs]).toEqual([`3 ${BY}`, ['mid', 'new']])
    expect(await keys()).toEqual(['another:claros:old:1', ...wanted])
    expect(await redis.get('claros:new:2499')).toBe('2499')
    expect(await redis.pttl('claros:new:7')).toBeGreaterThan(3_000_000)
    expect(log.lines.filter(({ event }) => event === 'store.moved').map(({ fields }) => fields)).toEqual([
      { from: 1, to: 2 },
      { from: 2, to: 3 },
    ])
    expect(await redis.get(names.format.mover())).toBeNull()
    await settle(steps, 'worker/a/2/2')
    expect(runs).toEqual(['mid', 'new'])
  })

  test('with no steps at all is marked and left as it is', async () => {
    await redis.set('claros:old:1', '1')
    await settle([])
    expect([await mark(), await keys()]).toEqual([`1 ${BY}`, ['claros:old:1']])
  })

  test.each([
    [
      '4 claros/9.9.9',
      /has format 4, written by claros\/9\.9\.9, .* knows format 3\. Start claros\/9\.9\.9 or a later/,
    ],
    ['3>4 claros/9.9.9', /is being moved from format 3 to 4 by claros\/9\.9\.9.*Start claros\/9\.9\.9 again/],
    ['2>4 claros/9.9.9 and more that only it knows', /is being moved from format 2 to 4/],
  ])('of a newer release is refused for good: %s', async (text, words) => {
    const { steps, runs } = madeUp()
    await redis.set(MARK, text)
    expect(await refused(settle(steps), ForeignFormat)).toMatch(words)
    expect([await mark(), runs]).toEqual([text, []])
    // Who was refused is not at work.
    expect(await redis.hlen(names.format.atWork())).toBe(0)
  })

  test.each([
    '',
    'hello',
    '03 claros/1',
    '3',
    '3 ',
    '-1 claros/1',
    '3.5 claros/1',
    '3>2 claros/1',
    '3>3 claros/1',
    ' 3 x',
  ])('whose mark has a text that no release writes is refused: %p', async (text) => {
    await redis.set(MARK, text)
    expect(await refused(settle(madeUp().steps), ForeignFormat)).toContain('a text that no release')
    expect(await mark()).toBe(text)
  })
})

describe('a step that is ended', () => {
  test('anywhere in the middle goes on at the next start, and nothing is lost', async () => {
    for (const dies of [1, 3, 4]) {
      await stack.flush()
      const { steps } = madeUp()
      const wanted = await fill()
      let kept = 0
      const failing = steps.map((step): Migration => ({
        ...step,
        run: (on, move) =>
          step.run(on, {
            keep: async (done) => {
              if (++kept > dies) throw new Error('killed')
              await move.keep(done)
            },
          }),
      }))
      await expect(settle(failing)).rejects.toThrow('killed')
      expect(await mark()).toMatch(/^1>2 /)
      expect((await keys()).length).toBe(2_500)
      // The release before does not go on with what is half done.
      expect(await refused(settle([], 'worker/old/1/1', { by: 'claros/8' }), ForeignFormat)).toContain(
        'from format 1 to 2',
      )
      await settle(steps, 'worker/a/3/3')
      expect([await mark(), await keys()]).toEqual([`3 ${BY}`, [...wanted]])
    }
  })

  test('between two steps goes on with the second alone', async () => {
    const { steps, runs } = madeUp()
    await redis.set('claros:mid:1', '1')
    await redis.set(MARK, '2 claros/8')
    await settle(steps)
    expect([await mark(), runs, await keys()]).toEqual([`3 ${BY}`, ['new'], ['claros:new:1']])
  })

  test('by a kill keeps others out for as long as it may still be at it', async () => {
    const { steps } = madeUp()
    await redis.set('claros:old:1', '1')
    await redis.set(MARK, '1>2 claros/9.0.0')
    await redis.set(names.format.mover(), 'worker/dead/1/1', 'PX', 700)
    const log = keptLog()
    await settle(steps, 'worker/a/1/1', { log })
    expect(await keys()).toEqual(['claros:new:1'])
    expect(log.lines.find(({ event }) => event === 'store.waits')?.fields).toEqual({
      message: 'The store is to be moved from format 1 to 3, and worker/dead/1/1 moves it.',
    })
  })

  test('by being held up for too long does not go on beside the one that took over', async () => {
    const { steps } = madeUp()
    const wanted = await fill()
    const [first] = steps
    const holdUp: Migration = {
      ...first!,
      run: async (on, move) => {
        await redis.del(names.format.mover())
        await settle(steps, 'worker/second/1/1')
        await first!.run(on, move)
      },
    }
    expect(await refused(settle([holdUp, steps[1]!]), StoreNotReady)).toContain('went on in another process')
    expect([await mark(), await keys()]).toEqual([`3 ${BY}`, [...wanted]])
  })
})

test('who has lost the right to move the store writes no mark', async () => {
  await redis.mset(MARK, '3 claros/9.0.0', names.format.mover(), 'worker/second/1/1')
  expect(await writeMarkAs(redis, 'worker/first/1/1', '2 claros/9.0.0')).toBe(false)
  expect(await mark()).toBe('3 claros/9.0.0')
  expect(await writeMarkAs(redis, 'worker/second/1/1', '4 claros/9.0.0')).toBe(true)
})

test('of many processes that start at once one moves the store, and all wait for it', async () => {
  const { steps, runs } = madeUp()
  const wanted = await fill()
  await Promise.all(Array.from({ length: 8 }, (_, n) => settle(steps, `worker/a/${n}/1`)))
  expect([await mark(), runs]).toEqual([`3 ${BY}`, ['mid', 'new']])
  expect(await keys()).toEqual([...wanted])
})

describe('while a process of an older format is at work', () => {
  test('nothing is moved, and who wants to gives up after a minute', async () => {
    const { steps, runs } = madeUp()
    await redis.set('claros:old:1', '1')
    await settle([], 'server/old/1/1', { by: 'claros/8' })
    const clock = stillClock(1_000_000)
    const message = await refused(settle(steps, 'worker/a/1/1', { clock }), StoreNotReady)
    expect(message).toContain('1 processes of an older release are at work (server/old/1/1). Stop them')
    expect([await mark(), runs, await keys()]).toEqual(['1 claros/8', [], ['claros:old:1']])
    expect(clock.now() - 1_000_000).toBeGreaterThan(60_000)
  })

  test('it is moved as soon as that one has left', async () => {
    const { steps } = madeUp()
    await redis.set('claros:old:1', '1')
    await settle([], 'server/old/1/1', { by: 'claros/8' })
    const left: Clock = {
      now: () => systemClock.now(),
      sleep: async () => void (await redis.hdel(names.format.atWork(), 'server/old/1/1')),
    }
    await settle(steps, 'worker/a/1/1', { clock: left })
    expect(await keys()).toEqual(['claros:new:1'])
  })

  test('one that has said nothing for long is gone', async () => {
    const { steps } = madeUp()
    await redis.set('claros:old:1', '1')
    await redis.hset(names.format.atWork(), 'server/old/1/1', `1 ${systemClock.now() - AT_WORK_MS - 1_000}`)
    await settle(steps)
    expect([await keys(), await redis.hkeys(names.format.atWork())]).toEqual([['claros:new:1'], ['worker/a/1/1']])
  })

  test('of the release that knew no format its reports tell', async () => {
    const { steps, runs } = madeUp()
    const report = (ago: number) => `7 ${systemClock.now() - ago} []`
    await redis.hset(names.format.earlierReports(), 'server/old/1/1', report(1_000), 'server/old/2/1', report(60_000))
    const clock = stillClock(1_000_000)
    const message = await refused(settle(steps, 'worker/a/1/1', { clock }), StoreNotReady)
    expect([message.includes('(server/old/1/1)'), runs]).toEqual([true, []])
    await redis.hset(names.format.earlierReports(), 'server/old/1/1', report(60_000))
    await settle(steps)
    expect(runs).toEqual(['mid', 'new'])
  })
})

test('a key under both names stops the move, and both stay', async () => {
  const { steps } = madeUp()
  await redis.mset('claros:old:1', 'before', 'claros:mid:1', 'after')
  expect(await refused(settle(steps), StoreNotReady)).toContain(
    '1 keys of the store are there under their name of before',
  )
  expect(await redis.mget('claros:old:1', 'claros:mid:1')).toEqual(['before', 'after'])
  expect(await mark()).toBe(`1>2 ${BY}`)
})

test('a name that is barred stops an older process, and no later move', async () => {
  const { steps } = madeUp()
  const [first, second] = steps
  const barring: Migration = {
    ...first!,
    run: async (on, move) => {
      await first!.run(on, move)
      await barName(on, 'claros:old:keys')
      await move.keep(0)
    },
  }
  await redis.hset('claros:old:keys', 'l402', 'its key')
  const dying: Migration = {
    ...barring,
    run: async (on, move) => barring.run(on, move).then(() => Promise.reject(new Error('killed'))),
  }
  await expect(settle([dying, second!])).rejects.toThrow('killed')
  await settle([barring, second!])
  expect(await mark()).toBe(`3 ${BY}`)
  await expect(redis.hget('claros:old:keys', 'l402')).rejects.toThrow('WRONGTYPE')
  expect(await redis.hget('claros:new:keys', 'l402')).toBe('its key')
})

test('names that would be renamed again are a mistake of the step, found before anything is moved', async () => {
  await redis.set('claros:a', '1')
  const turning: Migration = {
    from: 1,
    to: 2,
    why: 'to and fro',
    run: async (on, move) => void (await renameKeys(on, move, (key) => (key === 'claros:a' ? 'claros:b' : 'claros:a'))),
  }
  await expect(settle([turning])).rejects.toThrow('would be renamed again')
  expect(await keys()).toEqual(['claros:a'])
})

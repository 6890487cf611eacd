import { beforeEach, describe, expect, test } from 'bun:test'
import {
  createGroupRunner,
  type DueTick,
  type GroupPace,
  type GroupParts,
  type RunOutcome,
} from '../../../src/actors/publisher/run-group.ts'
import type { Clock } from '../../../src/ports.ts'
import type { TickOutcome } from '../../../src/actors/publisher/polled.ts'
import { SOONEST_AGAIN_MS } from '../../../src/queues/crash.ts'
import { names } from '../../../src/store/redis/names.ts'
import { systemClock } from '../../../src/system/clock.ts'
import { freshRedis } from '../../support/redis.ts'
import { keptLog } from '../../support/still.ts'
import { until } from '../../support/until.ts'

/** A run of a group: each item's tick is its own, whatever the others do. */

const redis = await freshRedis()
/** A run keeps its place until it has ended, or the next is due. */
const PACE: GroupPace = { atOnce: 3, placeMs: 20, stuckMs: 600_000, keptMs: (everyMs) => everyMs }
const HOUR_MS = 3_600_000
/** Leases of another run, no longer than those of the run that meets them: longer ones count for nothing. */
const OTHER_MS = 2_000
const ITEMS = Array.from({ length: 12 }, (_, at) => `item/${at}`)
const PUBLISHED: TickOutcome = { kind: 'published' }
const DECLINED: TickOutcome = { kind: 'declined', cause: 'quorum_missed', reason: 'quorum missed' }

/** A worker, what its items do, and what came of it. */
const workerOf = (
  tick: (due: DueTick) => Promise<TickOutcome>,
  more: Partial<GroupParts> = {},
  pace: Pick<GroupParts, 'pace'> = { pace: PACE },
) => {
  const log = keptLog()
  const leftOut: DueTick[] = []
  const ticked: DueTick[] = []
  const counted: (readonly [number, RunOutcome])[] = []
  const runner = createGroupRunner({
    running: redis.store.running,
    clock: systemClock,
    log,
    holder: 'one',
    tick: (due) => {
      ticked.push(due)
      return tick(due)
    },
    leaveOut: async (due) => {
      leftOut.push(due)
      return DECLINED
    },
    count: (...run) => void counted.push(run),
    ...pace,
    ...more,
  })
  const run = (dueAt: number, everyMs = HOUR_MS, actors = ITEMS, first?: { readonly first: true }) =>
    runner.run({ actor: 'group/1/b', wish: { everyMs, actors, ...first }, dueAt })
  return { run, settled: runner.settled, log, ticked, leftOut, counted, actors: () => ticked.map(({ actor }) => actor) }
}

beforeEach(() => redis.flush())

const never = Promise.withResolvers<TickOutcome>().promise

describe('a run', () => {
  test('ticks each item once, each with the due time of the run, and leaves nothing behind', async () => {
    const worker = workerOf(async () => PUBLISHED)
    const dueAt = systemClock.now() - 5
    await worker.run(dueAt)
    expect(worker.ticked).toEqual(ITEMS.map((actor) => ({ actor, dueAt })))
    expect([worker.leftOut, worker.log.lines]).toEqual([[], []])
    expect(await redis.redis.keys('claros:running:*')).toEqual([])
  })

  test('has so many ticks at once and no more, as long as none is slow', async () => {
    let [now, most] = [0, 0]
    const waiting: (() => void)[] = []
    const worker = workerOf(
      async () => {
        most = Math.max(most, ++now)
        await new Promise<void>((go) => waiting.push(go))
        now--
        return PUBLISHED
      },
      { pace: { ...PACE, placeMs: HOUR_MS } },
    )
    const run = worker.run(systemClock.now())
    for (let ended = 0; ended < ITEMS.length; ended++) {
      await until('a tick that runs', () => waiting.length > 0)
      waiting.shift()!()
    }
    await run
    expect(most).toBe(PACE.atOnce)
  })

  test('one that throws and one that declines fail alone', async () => {
    const worker = workerOf(async ({ actor }) => {
      if (actor === ITEMS[0]) throw new Error('a bug')
      return actor === ITEMS[1] ? DECLINED : PUBLISHED
    })
    await worker.run(systemClock.now())
    expect(worker.actors()).toEqual(ITEMS)
    // Both are free again at once.
    expect((await redis.store.running.take('group/1/b', 'x', ITEMS, 1_000)).size).toBe(ITEMS.length)
  })

  test('of which none works has failed, and says so', async () => {
    const worker = workerOf(async ({ actor }) => {
      if (actor === ITEMS[0]) throw new Error('a bug')
      return DECLINED
    })
    await expect(worker.run(systemClock.now())).rejects.toThrow('none of 12 items worked: 0 still run')
  })
})

describe('what is told of a run', () => {
  const NO_CLOCK: TickOutcome = { kind: 'declined', cause: 'clock_wrong', reason: 'a day ahead' }
  const countOf = async (tick: (due: DueTick) => Promise<TickOutcome>) => {
    const worker = workerOf(tick)
    await worker.run(systemClock.now()).catch(() => {})
    return worker.counted
  }

  test('is whether an item worked, with its period', async () => {
    const one = async ({ actor }: DueTick) => (actor === ITEMS[7] ? PUBLISHED : DECLINED)
    expect(await countOf(one)).toEqual([[HOUR_MS, 'done']])
    expect(await countOf(async () => DECLINED)).toEqual([[HOUR_MS, 'failed']])
  })

  test('is nothing of items that had no right clock: its own alarm tells of that', async () => {
    const worker = workerOf(async () => NO_CLOCK)
    await worker.run(systemClock.now())
    expect(worker.counted).toEqual([])
    expect(await countOf(async ({ actor }) => (actor === ITEMS[0] ? DECLINED : NO_CLOCK))).toEqual([
      [HOUR_MS, 'failed'],
    ])
  })

  test('is nothing when none was free, as in a job that is run again', async () => {
    await redis.store.running.take('group/1/b', 'other', ITEMS, OTHER_MS)
    const worker = workerOf(async () => PUBLISHED)
    await worker.run(systemClock.now())
    expect([worker.counted, worker.ticked, worker.leftOut.length]).toEqual([[], [], ITEMS.length])
  })

  test('is nothing of a first one, out of turn, that fails', async () => {
    const worker = workerOf(async () => DECLINED)
    await worker.run(systemClock.now(), HOUR_MS, ITEMS, { first: true })
    expect([worker.counted, worker.actors()]).toEqual([[], ITEMS])
  })

  test('is not that it failed when only what was left out could not be noted', async () => {
    await redis.store.running.take('group/1/b', 'other', ITEMS.slice(0, 2), OTHER_MS)
    const leaveOut = async () => {
      throw new Error('the store is away')
    }
    const worker = workerOf(async () => PUBLISHED, { leaveOut })
    await worker.run(systemClock.now())
    expect(worker.counted).toEqual([[HOUR_MS, 'done']])
    expect(worker.log.lines.map(({ event }) => event)).toEqual(['group.not_told', 'group.not_told'])
  })
})

describe('the place of a run in its lane', () => {
  /** The next run is due in an hour: only a place that is given back ends one sooner. */
  const GIVES_BACK: GroupPace = { ...PACE, keptMs: () => 50 }

  test('is given back while slow ones are left: they go on, keep their leases, and end as ever', async () => {
    const end = Promise.withResolvers<TickOutcome>()
    const worker = workerOf(async ({ actor }) => (actor === ITEMS[0] ? end.promise : PUBLISHED), { pace: GIVES_BACK })
    const dueAt = systemClock.now()
    await worker.run(dueAt)
    const next = workerOf(async () => PUBLISHED, { holder: 'next' })
    await next.run(dueAt + 1)
    expect(next.leftOut.map(({ actor }) => actor)).toEqual([ITEMS[0]!])
    end.resolve(PUBLISHED)
    await worker.settled()
    expect(await redis.redis.exists(names.runningTicks('group/1/b'))).toBe(0)
  })

  test('and nothing is said of it before it is known whether one works', async () => {
    const end = Promise.withResolvers<TickOutcome>()
    const worker = workerOf(() => end.promise, { pace: GIVES_BACK })
    await worker.run(systemClock.now())
    expect(worker.counted).toEqual([])
    end.resolve(PUBLISHED)
    await until('it is told', () => worker.counted.length > 0)
    expect(worker.counted).toEqual([[HOUR_MS, 'done']])
  })

  /** It stands, and tells which pauses were asked for. */
  const pausesOf = async (lateMs: number, everyMs: number) => {
    const slept: number[] = []
    const now = systemClock.now()
    const clock: Clock = {
      now: () => now,
      sleep: (ms, signal) => {
        slept.push(ms)
        return systemClock.sleep(Math.min(ms, 10), signal)
      },
    }
    const worker = workerOf(async () => never, { clock }, {})
    await worker.run(now - lateMs, everyMs).catch(() => {})
    return slept
  }

  test('is held for a second, between a twentieth and a fifth of the period; what is known when the next run is due is told then', async () => {
    expect(await pausesOf(0, 2_000)).toEqual(expect.arrayContaining([2_000, 400]))
    expect(await pausesOf(900, 5_000)).toEqual(expect.arrayContaining([4_100, 1_000]))
    expect(await pausesOf(12_100, 5_000)).toContain(2_900)
    expect(await pausesOf(0, HOUR_MS)).toEqual(expect.arrayContaining([HOUR_MS, HOUR_MS / 20]))
  })
})

describe('ticks that hang', () => {
  /** More of them than run at once: those that wait behind them must not starve. */
  const HUNG = ITEMS.slice(0, 5)
  const hanging = async ({ actor }: DueTick) => (HUNG.includes(actor) ? never : PUBLISHED)

  test('keep no other from starting, and the run ends when the next is due', async () => {
    const worker = workerOf(hanging)
    const dueAt = systemClock.now()
    const run = worker.run(dueAt, 1_000)
    await until('each has started', () => worker.ticked.length === ITEMS.length)
    await run.catch(() => {})
    expect(systemClock.now() - dueAt).toBeGreaterThanOrEqual(990)
    expect(worker.actors()).toEqual(ITEMS)
  })

  test('are not doubled by the next run, in the same worker or in another; all others tick', async () => {
    const [one, two] = [workerOf(hanging), workerOf(async () => PUBLISHED, { holder: 'two' })]
    const dueAt = systemClock.now()
    void one.run(dueAt)
    const held = () => redis.redis.hlen(names.runningTicks('group/1/b'))
    await until('all others have ended', async () => one.ticked.length === 12 && (await held()) === HUNG.length)
    for (const next of [two, one, two]) {
      const [before, left] = [next.ticked.length, next.leftOut.length]
      await next.run(dueAt + 400)
      expect(next.actors().slice(before).toSorted()).toEqual(ITEMS.filter((each) => !HUNG.includes(each)).toSorted())
      expect(next.leftOut.slice(left)).toEqual(HUNG.map((actor) => ({ actor, dueAt: dueAt + 400 })))
    }
  })

  test('count as failed when no other of the run works', async () => {
    const worker = workerOf(async () => never)
    await expect(worker.run(systemClock.now(), 300)).rejects.toThrow('none of 12 items worked: 12 still run')
  })

  test('for ever are told of once, and the item ticks again', async () => {
    const worker = workerOf(hanging, { pace: { ...PACE, stuckMs: 200 } })
    await worker.run(systemClock.now(), HOUR_MS, HUNG.slice(0, 1)).catch(() => {})
    expect(worker.log.lines).toMatchObject([{ level: 'error', event: 'tick.stuck', fields: { actor: HUNG[0] } }])
    expect(await redis.redis.keys('claros:running:*')).toEqual([])
  })

  test('and end after all are free for the run that follows', async () => {
    const end = Promise.withResolvers<TickOutcome>()
    const worker = workerOf(async ({ actor }) => (actor === ITEMS[0] ? end.promise : PUBLISHED))
    await worker.run(systemClock.now(), 300).catch(() => {})
    end.resolve(PUBLISHED)
    await worker.settled()
    const before = worker.ticked.length
    await worker.run(systemClock.now())
    expect(worker.actors().slice(before)).toEqual(ITEMS)
  })
})

test('a tick is stuck after a minute, if nothing else is said', async () => {
  let now = systemClock.now()
  const clock: Clock = {
    now: () => now,
    // Only the pauses between two looks pass.
    sleep: async (ms, signal) => {
      if (ms > 1_000) return void (await new Promise((done) => signal?.addEventListener('abort', done)))
      now += ms
    },
  }
  const worker = workerOf(async () => never, { clock }, {})
  await worker.run(now, HOUR_MS, ITEMS.slice(0, 1)).catch(() => {})
  expect(worker.log.lines).toMatchObject([{ event: 'tick.stuck', fields: { seconds: 60 } }])
})

test('two runs of one worker are two holders: what one gives up is still held by the other', async () => {
  const ends = [1, 2].map(() => Promise.withResolvers<TickOutcome>())
  const worker = workerOf(async () => ends[worker.ticked.length - 1]!.promise, {
    running: { ...redis.store.running, keep: async () => {} },
  })
  const dueAt = systemClock.now()
  const runs = [worker.run(dueAt, HOUR_MS, ['a'])]
  await until('the first ticks', () => worker.ticked.length === 1)
  // Its lease has ended while the store was away.
  await redis.redis.del(names.runningTicks('group/1/b'))
  runs.push(worker.run(dueAt + 1, HOUR_MS, ['a']))
  await until('the second ticks', () => worker.ticked.length === 2)
  ends[0]!.resolve(PUBLISHED)
  await runs[0]
  expect((await redis.store.running.take('group/1/b', 'third', ['a'], SOONEST_AGAIN_MS)).size).toBe(0)
  ends[1]!.resolve(PUBLISHED)
  await runs[1]
})

describe('a worker that dies', () => {
  test('holds its items for less than their period: another one ticks all of them in the next run', async () => {
    const { running } = redis.store
    // It takes and keeps nothing more, as after a power cut.
    const dead = workerOf(async () => never, {
      holder: 'dead',
      running: { ...running, keep: async () => {}, leave: async () => {} },
    })
    const everyMs = 1_000
    const dueAt = systemClock.now()
    void dead.run(dueAt, everyMs).catch(() => {})
    const leftMs = () => redis.redis.pttl(names.runningTicks('group/1/b'))
    await until('it holds them', async () => (await leftMs()) > 0)
    expect(await leftMs()).toBeLessThanOrEqual(everyMs * 0.8)
    await until('it holds them no more', async () => (await leftMs()) < 0)
    const next = workerOf(async () => PUBLISHED, { holder: 'next' })
    await next.run(dueAt + everyMs, everyMs)
    expect(next.actors()).toEqual(ITEMS)
    expect(next.leftOut).toEqual([])
  })

  test('holds them for less than it takes until its job is run again, which would leave them out, however long the period', async () => {
    const end = Promise.withResolvers<TickOutcome>()
    const worker = workerOf(async () => end.promise)
    const run = worker.run(systemClock.now(), 24 * HOUR_MS)
    const leftMs = () => redis.redis.pttl(names.runningTicks('group/1/b'))
    await until('it holds them', async () => (await leftMs()) > 0)
    expect(await leftMs()).toBeLessThan(SOONEST_AGAIN_MS)
    await redis.redis.pexpire(names.runningTicks('group/1/b'), 60_000)
    await until('it has renewed them', async () => (await leftMs()) < 30_000)
    expect(await leftMs()).toBeLessThan(SOONEST_AGAIN_MS)
    end.resolve(PUBLISHED)
    await run
  })
})

test('leases that cannot be kept are told of, and end no run', async () => {
  const { running } = redis.store
  const away = async () => {
    throw new Error('the store is away')
  }
  const slow = Promise.withResolvers<TickOutcome>()
  const worker = workerOf(async ({ actor }) => (actor === ITEMS[0] ? slow.promise : PUBLISHED), {
    running: { ...running, keep: away, leave: away },
  })
  const run = worker.run(systemClock.now())
  await until('it is told', () => worker.log.lines.length > 1)
  slow.resolve(PUBLISHED)
  await run
  expect(new Set(worker.log.lines.map(({ event }) => event))).toEqual(new Set(['group.not_told']))
})

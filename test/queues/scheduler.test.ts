import { afterEach, beforeEach, describe, expect, setSystemTime, test } from 'bun:test'
import { Queue } from 'bullmq'
import { type Consumer, consume } from '../../src/queues/consume.ts'
import { openScheduler, type Scheduler } from '../../src/queues/scheduler.ts'
import { redisAddress } from '../../src/store/redis/redis.ts'
import { systemClock } from '../../src/system/clock.ts'
import { freshRedis } from '../support/redis.ts'
import { until } from '../support/until.ts'
import { lanePrefix } from '../../src/queues/connection.ts'

/** Schedules that begin at a moment and end by themselves: one per event of the DLC oracle. */

const LANE = 'maturities'
const ignore = () => {}

const redis = await freshRedis()
let scheduler: Scheduler
let worker: Consumer
let queue: Queue
/** Moments at which each actor ran. */
let runs: Map<string, number[]>
/** What an actor does in its own job. */
let act: (actor: string) => Promise<void>

const address = () => ({ connection: redisAddress(redis.url), prefix: 'schedules' })
const work = () =>
  consume(
    address(),
    LANE,
    async ({ actor }) => {
      runs.set(actor, [...(runs.get(actor) ?? []), systemClock.now()])
      await act(actor)
    },
    ignore,
  )
beforeEach(() => {
  runs = new Map()
  act = async () => {}
  scheduler = openScheduler(address(), ignore)
  queue = new Queue(LANE, { ...address(), prefix: lanePrefix(address().prefix, LANE) })
  worker = work()
})
afterEach(async () => {
  await worker.close(2_000)
  await Promise.all([scheduler.close(), queue.close()])
})

const runsOf = (actor: string): readonly number[] => runs.get(actor) ?? []
describe('a schedule with a beginning', () => {
  test('runs at its beginning, not before, and then again and again', async () => {
    const startAt = systemClock.now() + 1_500
    await scheduler.from(LANE, 'E-1', 300, startAt)
    await until('runs of E-1', () => runsOf('E-1').length >= 3)
    expect(runsOf('E-1')[0]).toBeGreaterThanOrEqual(startAt)
    // In the phase of the beginning, whatever the clock's round numbers are.
    const [scheduled] = await queue.getJobSchedulers()
    expect(((scheduled?.next ?? 0) - startAt) % 300).toBe(0)
  })

  test('runs at once when its beginning has passed', async () => {
    const at = systemClock.now()
    await scheduler.from(LANE, 'E-1', 3_600_000, at - 86_400_000)
    await until('the run of E-1', () => runsOf('E-1').length === 1)
  })

  test('is not run early by anybody who asks for it again, and is there once', async () => {
    const startAt = systemClock.now() + 3_000
    for (let again = 0; again < 5; again++) await scheduler.from(LANE, 'E-1', 3_600_000, startAt)
    expect(await queue.getJobSchedulersCount()).toBe(1)
    expect(await queue.getDelayedCount()).toBe(1)
    expect(runsOf('E-1')).toEqual([])
    await until('the run of E-1', () => runsOf('E-1').length === 1)
    expect(runsOf('E-1')[0]).toBeGreaterThanOrEqual(startAt)
    // Between two runs as well: the next one stays where it was.
    const before = (await queue.getJobSchedulers())[0]?.next
    await scheduler.from(LANE, 'E-1', 3_600_000, startAt)
    expect((await queue.getJobSchedulers())[0]?.next).toBe(before!)
    expect(runsOf('E-1')).toHaveLength(1)
  })

  test('a year ahead stands exactly there', async () => {
    const startAt = systemClock.now() + 365 * 86_400_000
    await scheduler.from(LANE, 'E-1', 5_000, startAt)
    expect((await queue.getJobSchedulers())[0]?.next).toBe(startAt)
    const [job] = await queue.getDelayed()
    expect((job?.timestamp ?? 0) + (job?.delay ?? 0)).toBe(startAt)
  })

  test('survives the worker: another one takes it up', async () => {
    await scheduler.from(LANE, 'E-1', 300, systemClock.now() + 300)
    await until('runs of E-1', () => runsOf('E-1').length >= 1)
    await worker.close(2_000)
    const before = runsOf('E-1').length
    worker = work()
    await until('runs of E-1', () => runsOf('E-1').length > before)
  })

  test('goes on after a run that failed', async () => {
    act = async () => {
      throw new Error('not today')
    }
    await scheduler.from(LANE, 'E-1', 200, systemClock.now())
    await until('runs of E-1', () => runsOf('E-1').length >= 3)
  })
})

describe('a schedule that is dropped', () => {
  test('runs no more, and leaves the others alone', async () => {
    const now = systemClock.now()
    await scheduler.from(LANE, 'E-1', 200, now)
    await scheduler.from(LANE, 'E-2', 200, now)
    await until('runs of E-1', () => runsOf('E-1').length >= 2)
    expect(await scheduler.drop(LANE, 'E-1')).toBe(true)
    // What waited for a worker at that moment may still come.
    await until('runs of E-2', () => runsOf('E-2').length >= 4)
    const after = runsOf('E-1').length
    await until('runs of E-2', () => runsOf('E-2').length >= 12)
    expect(runsOf('E-1')).toHaveLength(after)
    expect((await queue.getJobSchedulers()).map(({ key }) => key)).toEqual(['E-2'])
    expect(await scheduler.drop(LANE, 'E-1')).toBe(false)
  })

  test('ends from within its own job: that run was the last', async () => {
    act = async (actor) => {
      if (actor === 'E-1' && runsOf(actor).length === 2) await scheduler.drop(LANE, actor)
    }
    const now = systemClock.now()
    await scheduler.from(LANE, 'E-1', 200, now)
    await scheduler.from(LANE, 'E-2', 200, now)
    await until('runs of E-2', () => runsOf('E-2').length >= 12)
    expect(runsOf('E-1')).toHaveLength(2)
    expect((await queue.getJobSchedulers()).map(({ key }) => key)).toEqual(['E-2'])
    expect(await queue.getFailedCount()).toBe(0)
  })

  test('may begin again', async () => {
    await scheduler.from(LANE, 'E-1', 3_600_000, systemClock.now())
    await until('the run of E-1', () => runsOf('E-1').length === 1)
    await scheduler.drop(LANE, 'E-1')
    await scheduler.from(LANE, 'E-1', 3_600_000, systemClock.now())
    await until('runs of E-1', () => runsOf('E-1').length === 2)
  })

  test('before its beginning never runs', async () => {
    const startAt = systemClock.now() + 2_000
    await scheduler.from(LANE, 'E-1', 200, startAt)
    await scheduler.drop(LANE, 'E-1')
    await scheduler.from(LANE, 'E-2', 200, startAt)
    await until('runs of E-2', () => runsOf('E-2').length >= 3)
    expect(runsOf('E-1')).toEqual([])
    expect(await queue.getJobCounts('delayed')).toEqual({ delayed: 1 })
  })
})

test('what a worker a day ahead has put off by a day runs again as soon as another reconciles', async () => {
  const [x, y] = ['x', 'y'].map((actor) => ({ actor, lane: LANE, everyMs: 1_000 }) as const)
  await scheduler.reconcile([LANE], [x!, y!], Date.now())
  await until('runs of x', () => runsOf('x').length > 0)
  act = async (actor) => {
    if (actor === 'x') worker.pause()
  }
  setSystemTime(new Date(Date.now() + 86_400_000))
  const nextOf = async () =>
    new Map((await queue.getJobSchedulers()).map(({ key, next }) => [key, (next ?? 0) - performance.now()]))
  const before = (await nextOf()).get('x')!
  while ((await nextOf()).get('x')! < before + 80_000_000) await Bun.sleep(20)
  setSystemTime()
  await scheduler.reconcile([LANE], [x!, y!], Date.now())
  const ran = runsOf('x').length
  act = async () => {}
  worker.resume()
  await until('runs of x', () => runsOf('x').length > ran + 1)
}, 120_000)

import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { Queue } from 'bullmq'
import { readJob } from '../../src/queues/asks.ts'
import { BadMessage } from '../../src/queues/asks/shape.ts'
import { type FinishedJob, lanePrefix } from '../../src/queues/connection.ts'
import { type Consumer, consume } from '../../src/queues/consume.ts'
import { openLaneViews } from '../../src/queues/lane-views.ts'
import { openScheduler, type Reconciled, type Scheduler } from '../../src/queues/scheduler.ts'
import { isOfGroup, type Schedule } from '../../src/queues/schedules.ts'
import { redisAddress } from '../../src/store/redis/redis.ts'
import { systemClock } from '../../src/system/clock.ts'
import { freshRedis } from '../support/redis.ts'
import { until } from '../support/until.ts'

/** Actors that move between schedules of their own and those of groups, while workers run. */

const EVERY_MS = 300
const LANES = ['ticks', 'groups'] as const
const ACTORS = ['a', 'b', 'c', 'd']

const ignore = () => {}
const redis = await freshRedis()
const address = () => ({
  connection: redisAddress(redis.url),
  prefix: 'moves',
  onJob: ({ waitedMs }: FinishedJob) => void waits.push(waitedMs),
})

const ALONE: readonly Schedule[] = ACTORS.map((actor) => ({ actor, lane: 'ticks', everyMs: EVERY_MS }))
const groupOf = (actor: string, members: readonly string[]): Schedule => ({
  actor,
  lane: 'groups',
  everyMs: EVERY_MS,
  members,
})
const WHOLE = [groupOf('g', ACTORS)]
const HALVES = [groupOf('g0', ['a', 'b']), groupOf('g1', ['c', 'd'])]

const queueOf = (lane: (typeof LANES)[number]) =>
  new Queue(lane, { ...address(), prefix: lanePrefix(address().prefix, lane) })

let scheduler: Scheduler
let workers: Consumer[]
let queues: Record<(typeof LANES)[number], Queue>
/** What a job does. */
let act: (actor: string) => Promise<void>
/** How late each job began that has ended, in milliseconds. */
let waits: number[]
/** Every job that ran, by its lane. */
let ran: { readonly lane: string; readonly actor: string; readonly wish: unknown; readonly dueAt: number }[]

const work = (...lanes: readonly (typeof LANES)[number][]) =>
  workers.push(
    ...lanes.map((lane) =>
      consume(
        address(),
        lane,
        async (job) => {
          ran.push({ lane, ...job })
          await act(job.actor)
        },
        ignore,
      ),
    ),
  )
const reconcile = (wanted: readonly Schedule[]) => scheduler.reconcile(LANES, wanted, systemClock.now())
const reconciledTo = (wanted: readonly Schedule[]): Promise<Reconciled> =>
  until('nothing is kept', async () => {
    const found = await reconcile(wanted)
    return found.kept.length === 0 && found
  })
const present = async () =>
  (await Promise.all(LANES.map((lane) => queues[lane].getJobSchedulers())))
    .flat()
    .map(({ key }) => key)
    .toSorted()
const ids = (schedules: readonly Schedule[]) => schedules.map(({ actor }) => actor).toSorted()

beforeEach(() => {
  ran = []
  waits = []
  act = async () => {}
  workers = []
  scheduler = openScheduler(address(), ignore)
  queues = { ticks: queueOf('ticks'), groups: queueOf('groups') }
})
afterEach(async () => {
  await Promise.all(workers.map((each) => each.close(2_000)))
  await Promise.all([scheduler.close(), ...Object.values(queues).map((each) => each.close())])
})

test('a run of a group names its members, its period and when it was due', async () => {
  work(...LANES)
  await reconcile(WHOLE)
  const [first, second] = await until('two runs', () => (ran.length >= 2 ? ran : null))
  expect(first).toMatchObject({ lane: 'groups', actor: 'g', wish: { everyMs: EVERY_MS, actors: ACTORS } })
  expect((second!.dueAt - first!.dueAt) % EVERY_MS).toBe(0)
})

test('members that are started once, out of turn, run in one job of their group, and say that it is their first', async () => {
  const first = groupOf('g', ['a', 'b'])
  if (!isOfGroup(first)) throw new Error('no group')
  for (let again = 0; again < 2; again++) await scheduler.onceTogether(first, 50)
  expect(await queues.groups.getDelayedCount()).toBe(1)
  work(...LANES)
  await until('a run', () => ran.length > 0)
  expect(ran[0]).toMatchObject({
    lane: 'groups',
    actor: 'g',
    wish: { everyMs: EVERY_MS, actors: ['a', 'b'], first: true },
  })
})

test('members that change are ticked from the next run on', async () => {
  work(...LANES)
  await reconcile([groupOf('g', ['a'])])
  await until('a run', () => ran.length > 0)
  await reconcile([groupOf('g', ['a', 'b'])])
  await until('a run of both', () => Bun.deepEquals(ran.at(-1)?.wish, { everyMs: EVERY_MS, actors: ['a', 'b'] }))
})

test('a run that fails is not tried again: the next one is its retry', async () => {
  act = async () => {
    throw new Error('none worked')
  }
  work('groups')
  await reconcile(WHOLE)
  await until('runs', () => ran.length >= 4)
  const due = ran.map(({ dueAt }) => dueAt)
  expect(new Set(due).size).toBe(due.length)
})

test('a run that lasts keeps no other group from running in the same worker', async () => {
  const end = Promise.withResolvers<void>()
  act = async (actor) => (actor === 'g0' ? end.promise : undefined)
  work('groups')
  await reconcile(HALVES.slice(0, 1))
  await until('g0 runs', () => ran.length > 0)
  await reconcile(HALVES)
  await until('g1 runs beside it', () => ran.some(({ actor }) => actor === 'g1'))
  end.resolve()
})

test('a group and an actor that a worker with a wrong clock put off by a day are due within their period again', async () => {
  const wanted = [groupOf('g', ACTORS), ...ALONE.slice(0, 1)]
  const far = systemClock.now() + 86_400_000
  for (const { lane, actor } of wanted) await scheduler.from(lane, actor, EVERY_MS, far)
  await reconcile(wanted)
  const all = (await Promise.all(LANES.map((lane) => queues[lane].getJobSchedulers()))).flat()
  expect(all.length).toBe(wanted.length)
  for (const { next } of all) expect(next).toBeLessThanOrEqual(systemClock.now() + EVERY_MS)
})

test('a run that waits for a worker is as late as it is, although its schedule is written anew meanwhile', async () => {
  await reconcile(WHOLE)
  const [schedule] = await queues.groups.getJobSchedulers()
  const dueAt = schedule!.next!
  await until('it is late', () => systemClock.now() > dueAt + 500)
  for (let again = 0; again < 2; again++) await reconcile(WHOLE)
  const views = openLaneViews(address(), ignore, '/queues')
  const lane = (await views.look(dueAt + 9_000)).find((each) => each.lane === 'groups')
  expect([lane!.jobs.waiting, lane!.oldestMs]).toEqual([1, 9_000])
  await views.close()
  const lateMs = systemClock.now() - dueAt
  work('groups')
  expect((await until('it runs', () => ran[0]))!.dueAt).toBe(dueAt)
  await until('it is told', () => waits.length > 0)
  expect(waits[0]).toBeGreaterThanOrEqual(lateMs)
})

describe('no actor is without a schedule that runs, and none keeps two', () => {
  const MOVES: Readonly<Record<string, readonly [readonly Schedule[], readonly Schedule[]]>> = {
    'alone to groups': [ALONE, WHOLE],
    'groups to alone': [WHOLE, ALONE],
    'a group that splits': [WHOLE, HALVES],
    'groups that become one': [HALVES, WHOLE],
  }
  for (const [move, [from, to]] of Object.entries(MOVES))
    test(`${move}: the old ones go when the new ones have run`, async () => {
      await reconcile(from)
      for (let again = 0; again < 3; again++) {
        const found = await reconcile(to)
        expect([found.removed, found.kept.toSorted()]).toEqual([[], ids(from)])
        expect(await present()).toEqual([...ids(from), ...ids(to)].toSorted())
      }
      work(...LANES)
      expect((await reconciledTo(to)).removed.length).toBeLessThanOrEqual(from.length)
      for (const { actor } of to) expect(ran.some((job) => job.actor === actor)).toBe(true)
      expect(await present()).toEqual(ids(to))
      expect(await reconcile(to)).toEqual({ wanted: to.length, removed: [], kept: [] })
    })

  test('a group that no worker takes, since all are of a release without groups, takes nobody out of the old form', async () => {
    work('ticks')
    await reconcile(ALONE)
    await until('all run', () => new Set(ran.map(({ actor }) => actor)).size === ACTORS.length)
    await reconcile(WHOLE)
    const before = ran.length
    await until('they go on', () => ran.length >= before + 3 * ACTORS.length)
    expect((await reconcile(WHOLE)).kept.toSorted()).toEqual(ACTORS)
    // Such a worker takes every job of its lane, and has met none of a group.
    expect(new Set(ran.map(({ actor }) => actor))).toEqual(new Set(ACTORS))
  })

  test('what a worker of a release without groups adds again is gone with the next look', async () => {
    work(...LANES)
    await reconcile(WHOLE)
    await until('the group has run', () => ran.length > 1)
    await scheduler.reconcile(['ticks'], ALONE, systemClock.now())
    expect((await present()).length).toBe(ACTORS.length + 1)
    expect((await reconcile(WHOLE)).removed.toSorted()).toEqual(ACTORS)
    expect(await present()).toEqual(['g'])
  })

  test('who is wanted no more goes at once, with those that others go on for', async () => {
    await reconcile(ALONE)
    const found = await reconcile([groupOf('g', ['a'])])
    expect([found.removed.toSorted(), found.kept]).toEqual([['b', 'c', 'd'], ['a']])
  })
})

test('a job that is none of a group is refused', () => {
  const wish = { everyMs: 1_000, actors: ['a'] }
  expect(readJob('groups', { actor: 'g', wish })).toEqual({ actor: 'g', wish })
  for (const wrong of [
    {},
    { ...wish, actors: [] },
    { ...wish, everyMs: 0 },
    { ...wish, actors: [1] },
    { ...wish, b: 1 },
  ])
    expect(() => readJob('groups', { actor: 'g', wish: wrong })).toThrow(BadMessage)
  expect(() => readJob('ticks', { actor: 'g', wish })).toThrow(BadMessage)
})

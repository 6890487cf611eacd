import { beforeEach, describe, expect, test } from 'bun:test'
import type { ActorContext } from '../../../src/actors/publisher/context.ts'
import { runTick } from '../../../src/actors/publisher/dispatch.ts'
import type { ReadingThread } from '../../../src/actors/publisher/reading-thread.ts'
import { firstTicks, firstTicksAgain } from '../../../src/actors/publisher/first-ticks.ts'
import type { ClosedFeeds } from '../../../src/feeds/closed-feeds.ts'
import type { GroupSchedule } from '../../../src/queues/schedules.ts'
import { groupsOf } from '../../../src/actors/publisher/grouping.ts'
import { registry } from '../../../src/feeds/registry.ts'
import { permission } from '../../../src/sources/permission.ts'
import type { Store } from '../../../src/store/store.ts'
import { partOf } from '../../support/part-of.ts'
import { freshRedis } from '../../support/redis.ts'
import { keptLog, stillClock } from '../../support/still.ts'

/** What a new install asks at once, and that nothing asks a source without its key or against its terms. */

const redis = await freshRedis()
const clock = stillClock(1_795_000_000_000)
let asked: string[]
beforeEach(() => (asked = []))

const mayAsk =
  (...allowed: Parameters<typeof permission>): ActorContext['mayAsk'] =>
  ({ source }) =>
    permission(...allowed)(source) === null

const contextWith = (may: ActorContext['mayAsk']) =>
  partOf<ActorContext>({
    registry,
    clock,
    log: keptLog(),
    thread: partOf<ReadingThread>({}),
    store: redis.store,
    mayAsk: may,
    net: {
      ask: async ({ provider }) => {
        asked.push(provider.name)
        return { ok: false, failure: { kind: 'status', status: 401 } }
      },
    },
  })

/** Nobody is in a group. */
const unasked = async () => {
  throw new Error('there are no groups')
}

describe('the first ticks', () => {
  const startedWith = async (may: ActorContext['mayAsk'], closed: ClosedFeeds = new Map()) => {
    const started = new Map<string, number>()
    const once = async (_lane: string, actor: string, afterMs: number) => void started.set(actor, afterMs)
    await firstTicks({ once, onceTogether: unasked }, contextWith(may), closed, [])
    return started
  }

  test('are those of all items, sold or not, after those of the boards that may be asked', async () => {
    const may = mayAsk('permitted', [], ['eia'])
    const started = await startedWith(may)
    const boards = registry.boards.filter(may).map(({ id }) => id)
    expect(boards.length).toBeLessThan(registry.boards.length)
    expect(boards.filter((id) => started.get(id) !== 0)).toEqual([])
    const items = [...registry.items, ...registry.internal].map(({ actor }) => actor)
    expect(items.filter((actor) => !(started.get(actor)! > 0))).toEqual([])
    expect(started.size).toBe(boards.length + items.length)
  })

  test('are none of what is closed', async () => {
    const closed = new Map([
      ['price/spot/BTC-USD', []],
      ['native/POL-USD', []],
    ])
    const started = await startedWith(() => true, closed)
    expect([...closed.keys(), 'price/spot/ETH-USD'].map((actor) => started.has(actor))).toEqual([false, false, true])
  })

  test('are none where something lies already', async () => {
    await redis.store.boards.write('ticker/kraken', clock.now(), {})
    const started = await startedWith(() => true)
    expect([started.has('ticker/kraken'), started.has('ticker/coinbase')]).toEqual([false, true])
  })
})

describe('what has never succeeded', () => {
  const MINUTE = 60_000
  const [ITEM, FAST] = ['econ/us/CPI', 'price/spot/BTC-USD']
  const every = registry.item(ITEM)!.feed.everySeconds * 1000
  const { everySeconds, id: BOARD } = registry.boards.find(({ id }) => id === 'stats/bls')!

  const againWith = async (closed: ClosedFeeds = new Map(), may: ActorContext['mayAsk'] = () => true) => {
    const started: string[] = []
    const once = async (_lane: string, actor: string) => void started.push(actor)
    await firstTicksAgain({ once, onceTogether: unasked }, contextWith(may), closed, [])
    return started.toSorted()
  }
  beforeEach(() => redis.flush())

  test('is tried again after a part of its period, if that is long', async () => {
    const { health } = redis.store
    expect(await againWith()).toEqual([])
    for (const actor of [ITEM, FAST]) await health.failed(actor, clock.now() - every / 24, 'why')
    await health.failed(BOARD, clock.now() - MINUTE, 'why')
    expect(everySeconds * 1000).toBeGreaterThan(24 * MINUTE)
    expect(await againWith()).toEqual([ITEM])
    await health.failed(ITEM, clock.now() - every / 24 + 1, 'why')
    expect(await againWith()).toEqual([])
    await health.failed(BOARD, clock.now() - (everySeconds * 1000) / 24, 'why')
    expect(await againWith()).toEqual([BOARD])
    expect(await againWith(new Map(), () => false)).toEqual([])
  })

  test('is asked no more often than each minute, whatever its period', async () => {
    const quick = registry.boards.find((board) => board.everySeconds > 60 && board.everySeconds <= 600)!
    for (const waited of [MINUTE - 1, MINUTE]) {
      await redis.flush()
      await redis.store.health.failed(quick.id, clock.now() - waited, 'why')
      expect(await againWith()).toEqual(waited < MINUTE ? [] : [quick.id])
    }
  })

  test('is tried again each five seconds where no provider is asked, unless it comes that soon by itself', async () => {
    const { health } = redis.store
    const slow = registry.items.find(({ feed }) => feed.everySeconds > 10 && feed.everySeconds <= 120)!
    const soon = registry.items.find(({ feed }) => feed.everySeconds <= 10)!
    for (const waited of [4_999, 5_000]) {
      await redis.flush()
      for (const { actor } of [slow, soon]) await health.failed(actor, clock.now() - waited, 'why')
      expect(await againWith()).toEqual(waited < 5_000 ? [] : [slow.actor])
    }
  })

  test('is left to its schedule once it has succeeded, and while it is closed', async () => {
    const { health } = redis.store
    await health.failed(ITEM, clock.now() - every, 'why')
    expect(await againWith(new Map([[ITEM, []]]))).toEqual([])
    await health.succeeded(ITEM, clock.now() - 2 * every)
    expect(await againWith()).toEqual([])
  })
})

describe('items of groups', () => {
  const MINUTE = 60_000
  const HOUR = 60 * MINUTE
  const MANY = Array.from({ length: 10_000 }, (_, at) => `many/${at}`)
  const groupsIn = (everyMs: number, actors: readonly string[]): readonly GroupSchedule[] =>
    [...groupsOf(actors)].map(([bits, members]) => ({
      actor: `group/${everyMs}/b${bits}`,
      lane: 'groups',
      everyMs,
      members,
    }))

  /** What was started together, and alone. */
  const starting = () => {
    const together: { readonly group: GroupSchedule; readonly afterMs: number }[] = []
    const alone: string[] = []
    const scheduler = {
      once: async (_lane: string, actor: string) => void alone.push(actor),
      onceTogether: async (group: GroupSchedule, afterMs: number) => void together.push({ group, afterMs }),
    }
    return { scheduler, together, alone, members: () => together.flatMap(({ group }) => group.members) }
  }
  /** One look at items of this period that have all failed for so long, of which none has ever worked. */
  const lookAt = async (everyMs: number, waitedMs: number, now = clock.now(), actors = MANY) => {
    const health: Awaited<ReturnType<Store['health']['all']>> = Object.fromEntries(
      actors.map((actor) => [actor, { succeededAt: 0, failedAt: now - waitedMs, reason: 'why' }]),
    )
    const started = starting()
    const store = partOf<Store>({ health: partOf<Store['health']>({ all: async () => health }) })
    const context = partOf<ActorContext>({ ...contextWith(() => true), store, clock: stillClock(now) })
    await firstTicksAgain(started.scheduler, context, new Map(), groupsIn(everyMs, actors))
    expect(started.alone).toEqual([])
    return started
  }
  beforeEach(() => redis.flush())

  test('have their first ticks together, in jobs of their groups, after those of the boards; others by themselves', async () => {
    const [grouped, others] = [registry.items.slice(0, 100), [...registry.items.slice(100), ...registry.internal]]
    const started = starting()
    const groups = groupsIn(
      MINUTE,
      grouped.map(({ actor }) => actor),
    )
    await firstTicks(
      started.scheduler,
      contextWith(() => true),
      new Map(),
      groups,
    )
    expect(started.together.map(({ group }) => group)).toEqual([...groups])
    expect(started.together.every(({ afterMs }) => afterMs > 0)).toBe(true)
    expect(started.alone.toSorted()).toEqual(
      [...registry.boards.map(({ id }) => id), ...others.map(({ actor }) => actor)].toSorted(),
    )
  })

  test('that come within a minute by themselves are not tried again, however many have never worked', async () => {
    expect((await lookAt(MINUTE, HOUR)).together).toEqual([])
    expect((await lookAt(MINUTE + 1_000, HOUR)).together).not.toEqual([])
    // Alone they would be.
    const slow = registry.items.filter(({ feed }) => feed.everySeconds > 60).map(({ actor }) => actor)
    expect(slow.length).toBeGreaterThan(0)
    expect((await lookAt(MINUTE, HOUR, clock.now(), slow)).together).toEqual([])
  })

  test('that are slow are tried again after a part of their period, no sooner than after a minute', async () => {
    const few = MANY.slice(0, 100)
    expect((await lookAt(10 * MINUTE, MINUTE - 1, clock.now(), few)).together).toEqual([])
    expect((await lookAt(10 * MINUTE, MINUTE, clock.now(), few)).members().toSorted()).toEqual(few.toSorted())
    expect((await lookAt(HOUR, HOUR / 24 - 1, clock.now(), few)).together).toEqual([])
    expect((await lookAt(HOUR, HOUR / 24, clock.now(), few)).together.map(({ afterMs }) => afterMs)).toContain(0)
  })

  test('are a few hundred in one look, and each has its turn', async () => {
    const seen = new Set<string>()
    for (let look = 0; look < 20; look++) {
      const { together, members } = await lookAt(HOUR, HOUR, clock.now() + look * 5_000)
      expect(members().length).toBe(500)
      // A job costs the queue what one actor costs.
      expect(together.length).toBeLessThan(40)
      for (const actor of members()) seen.add(actor)
    }
    expect(seen.size).toBe(MANY.length)
  })
})

test('a job that has outlived a key or a licence asks nobody, and says why', async () => {
  const tick = (board: string, may: ActorContext['mayAsk']) => runTick(board, contextWith(may))
  const [without, withKey] = [mayAsk('all', [], []), mayAsk('all', [], ['eia'])]
  for (const [board, may] of [
    ['stats/eia', without],
    ['ticker/kraken', mayAsk('open')],
  ] as const) {
    const reason = 'the settings do not allow this source'
    const declined = { kind: 'declined', cause: 'not_allowed', reason } as const
    expect<unknown>(await tick(board, may)).toEqual(declined)
  }
  expect(asked).toEqual([])
  expect(await tick('stats/eia', withKey)).toMatchObject({ kind: 'declined', cause: 'status' })
  expect(new Set(asked)).toEqual(new Set(['eia']))
})

import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import type { ActorContext } from '../../../src/actors/publisher/context.ts'
import { tickOnDemand, wakeItem } from '../../../src/actors/publisher/on-demand.ts'
import type { AnyFeed } from '../../../src/feeds/feed.ts'
import { type Item, itemOf } from '../../../src/feeds/registry.ts'
import { createWarmer, OPENINGS } from '../../../src/http/paywall/warm.ts'
import { createAddressLimit } from '../../../src/http/rails/lightning/address-limit.ts'
import type { Reply } from '../../../src/ports.ts'
import { type Asker, askOver, type SendJob } from '../../../src/queues/ask.ts'
import { WIDE } from '../../support/feeds/wide-place.ts'
import { FEED, type Places, startPlaces } from '../../support/places.ts'
import { until } from '../../support/until.ts'

/** Subjects of many boards: few questions, and what the rate of a provider leaves no room for is asked later. */

let places: Places
let world: ActorContext
/** How many questions the provider still takes. */
let room = 0
let body = '21.5,22.5'
const asked: string[] = []
const sleepers: { readonly until: number; readonly wake: () => void }[] = []

beforeAll(async () => {
  places = await startPlaces([WIDE])
  const { clock } = places.shop
  world = {
    ...places.world,
    clock: {
      now: () => clock.now(),
      sleep: (ms) => new Promise((wake) => sleepers.push({ until: clock.now() + ms, wake })),
    },
    net: {
      ask: async ({ path }): Promise<Reply> => {
        if (room === 0) return { ok: false, failure: { kind: 'rate_limited', untilMs: clock.now() + 2_000 } }
        room--
        asked.push(path)
        const told = path.startsWith('/one/') ? '21.5' : body
        return { ok: true, body: told, receivedAt: clock.now(), tookMs: 1 }
      },
    },
  }
})
afterAll(() => places.stop())
beforeEach(() => {
  asked.length = 0
  body = '21.5,22.5'
})

/** Lets time pass, and wakes who has slept long enough. */
const pass = (ms: number): void => {
  places.shop.clock.move(ms)
  const now = places.shop.clock.now()
  for (const { until: at, wake } of sleepers) if (at <= now) wake()
}
/** Somebody waits for room. Time that passes while all are at work would only use up a buyer's patience. */
const waitsForRoom = (): boolean => sleepers.some(({ until: at }) => at - places.shop.clock.now() === 2_000)
const placeAt = (x: string): Item => {
  const subject = WIDE.onDemand!.subjectOf(x)!
  return itemOf(WIDE, subject)
}

test('are asked about in as few questions as the provider allows', async () => {
  room = 3
  expect(await wakeItem(placeAt('2'), world)).toEqual({ kind: 'awake' })
  expect(asked).toEqual(['/both/heats/2/0+heats/2/1', '/both/heats/2/2+heats/2/3', '/both/heats/2/4+heats/2/5'])
  // What is fresh is not asked for again; a board that is due alone is polled by itself.
  expect((await tickOnDemand(placeAt('2'), world)).kind).toBe('superseded')
  await places.shop.store.boards.write('heats/4/0', places.shop.clock.now(), { heat: '1' }, 600)
  for (const at of [1, 2, 3, 4])
    await places.shop.store.boards.write(`heats/4/${at}`, places.shop.clock.now(), { heat: '1' }, 600)
  room = 1
  expect(await wakeItem(placeAt('4'), world)).toEqual({ kind: 'awake' })
  expect(asked.slice(3)).toEqual(['/one/heats/4/5'])
})

test('that need longer than a buyer waits say how long, and go on', async () => {
  room = 1
  const first = wakeItem(placeAt('6'), world)
  await until('it waits for room', async () => asked.length === 1 && waitsForRoom())
  // The seconds of a start are over: two of three questions are missing, at thirty a minute.
  pass(8_000)
  expect(await first).toEqual({ kind: 'warming', seconds: 4 })
  room = 2
  const again = wakeItem(placeAt('6'), world)
  await until('the rest is asked', async () => {
    if (waitsForRoom()) pass(2_000)
    return asked.length === 3
  })
  expect(await again).toEqual({ kind: 'awake' })
  expect(new Set(asked).size).toBe(3)
  expect(places.schedules.has('test/wide/6')).toBeTrue()
})

test('are not made of a reply about other places', async () => {
  room = 3
  body = '21.5'
  expect(await wakeItem(placeAt('8'), world)).toMatchObject({ kind: 'unavailable' })
  const ids = WIDE.boards(placeAt('8').subject).map(({ id }) => id)
  expect(await places.shop.store.boards.read(ids)).toEqual(ids.map(() => null))
  expect(await places.shop.store.population.members('test/wide')).not.toContain('test/wide/8')
  // Nobody holds them: the next asks again at once.
  room = 3
  body = '21.5,22.5'
  expect(await wakeItem(placeAt('8'), world)).toEqual({ kind: 'awake' })
})

test('that find no room in a tick are left for the next one', async () => {
  room = 1
  expect((await tickOnDemand(placeAt('10'), world)).kind).toBe('declined')
  expect(asked.length).toBe(1)
})

test('whose boards only an answer tells say how long what is known by then still takes', async () => {
  const feed: AnyFeed = {
    ...WIDE,
    id: 'test/late',
    boards: () => [],
    onDemand: { ...WIDE.onDemand!, further: WIDE.boards, furtherQuestions: () => 3 },
  }
  room = 1
  const first = wakeItem(itemOf(feed, WIDE.onDemand!.subjectOf('14')!), world)
  await until('one was asked', async () => asked.length === 1)
  pass(8_000)
  expect(await first).toEqual({ kind: 'warming', seconds: 4 })
  room = 2
  await until('the rest is asked', async () => {
    pass(2_000)
    return asked.length === 3
  })
})

test('count for an address as many times as the provider is asked, at most all that it may', async () => {
  const counted: (readonly string[])[] = []
  const { clock } = places.shop
  const { paywall } = places.shop
  const carry: SendJob = async () => ({ kind: 'done', result: { kind: 'warming', seconds: 12 } })
  const asker: Asker = { ...askOver('asks', carry), close: async () => {} }
  const warmer = createWarmer({
    paywall: { ...paywall, clock, asker },
    population: {
      touch: async () => {},
      mayOpen: async (_who, boards) => {
        counted.push(boards)
        return true
      },
    },
    limit: createAddressLimit({ clock, burst: 40, perSecond: 1, maxAddresses: 9 }),
  })
  const problem = await warmer.warm(placeAt('12'), '192.0.2.1')
  expect(problem).toMatchObject({ code: 'data_unavailable', retryAfter: 12 })
  expect(counted).toEqual([['heats/12/0', 'heats/12/2', 'heats/12/4']])
  const boards: typeof WIDE.boards = ({ key }) =>
    Array.from({ length: 12 }, (_, at) => {
      const { joint: _joint, ...board } = WIDE.boards({ ...placeAt('14').subject, key: `${key}-${at}` })[0]!
      return board
    })
  await warmer.warm({ ...placeAt('14'), feed: { ...WIDE, boards } }, '192.0.2.1')
  expect(counted[1]).toEqual(Array.from({ length: OPENINGS.most }, (_, at) => `heats/14-${at}/0`))
})

test('of an address without a token left are not counted in the store', async () => {
  const { paywall } = places.shop
  const mayOpen = () => Promise.reject(new Error('the store was asked'))
  const limit = { take: () => false, giveBack: () => {}, waitSeconds: () => 9 }
  const warmer = createWarmer({ paywall, population: { touch: async () => {}, mayOpen }, limit })
  expect(await warmer.warm(placeAt('16'), '192.0.2.1')).toMatchObject({ code: 'too_many_requests' })
})

test('are led by their answers no more than four times', async () => {
  for (const [from, to] of [60, 62, 64, 66].map((at) => [at, at + 2] as const))
    await places.shop.store.boards.write(`heat/${from}`, places.shop.clock.now(), { heat: `>${to}` }, 600)
  room = 9
  body = '>70'
  expect((await tickOnDemand(itemOf(FEED, FEED.onDemand!.subjectOf('60')!), world)).kind).toBe('declined')
  // One round more than the last would ask.
  expect(asked).toEqual([])
})

test('that were told by a source which may not be asked any more lead nowhere', async () => {
  const item = itemOf(FEED, FEED.onDemand!.subjectOf('20')!)
  const led = async (mayAsk: ActorContext['mayAsk']) => {
    room = 4
    asked.length = 0
    await places.shop.store.boards.write('heat/20', places.shop.clock.now(), { heat: '>40' }, 600)
    const outcome = await tickOnDemand(item, { ...world, mayAsk })
    pass(60_000)
    return [outcome.kind, ...asked]
  }
  body = '21.5'
  const others: ActorContext['mayAsk'] = (board) => !('id' in board && board.id === 'heat/20')
  expect(await led(others)).toEqual(['declined'])
  expect(await led(() => true)).toEqual(['published', '/at/40'])
})

test('of one request keep their ask no longer than a buyer waits, however long a provider has no room', async () => {
  const { clock } = places.shop
  /** Milliseconds until the start is over. The provider has room for one question after this time, and for no other. */
  const startOf = async (key: string, roomAfterMs: number) => {
    const begun = clock.now()
    room = 0
    let isRoomGiven = false
    const ended: string[] = []
    const waking = wakeItem(itemOf(FEED, FEED.onDemand!.subjectOf(key)!), world).then(({ kind }) => ended.push(kind))
    await until('its ask is over', async () => {
      if (sleepers.some(({ until: at }) => at > clock.now())) pass(500)
      if (!isRoomGiven && clock.now() - begun >= roomAfterMs) [room, isRoomGiven] = [1, true]
      return ended.length > 0
    })
    await waking
    expect(ended).toEqual(['unavailable'])
    return clock.now() - begun
  }
  body = '>52'
  expect(await startOf('30', Infinity)).toBeWithin(8_000, 10_000)
  // What its first answer leads to has what is left of the time.
  expect(await startOf('50', 6_000)).toBeWithin(8_000, 10_000)
  expect(asked).toEqual(['/at/50'])
})

test('that have nothing to sell displace nobody, and those that have displace who was asked for longest ago', async () => {
  const { population } = places.shop.store
  const now = places.shop.clock.now()
  const { most } = WIDE.onDemand!
  const others = Array.from({ length: most }, (_, at) => `test/wide/${500 + 2 * at}`)
  await population.retire('test/wide', now + 1)
  for (const [at, actor] of others.entries()) await population.want('test/wide', actor, now - 1_000 + at, most)
  room = 6
  body = '21.5'
  expect(await wakeItem(placeAt('80'), world)).toMatchObject({ kind: 'unavailable' })
  expect(new Set(await population.members('test/wide'))).toEqual(new Set(others))
  body = '21.5,22.5'
  const ask: ActorContext['net']['ask'] = (question) => (places.shop.clock.move(700), world.net.ask(question))
  expect(await wakeItem(placeAt('80'), { ...world, net: { ask } })).toEqual({ kind: 'awake' })
  expect(new Set(await population.members('test/wide'))).toEqual(new Set([...others.slice(1), 'test/wide/80']))
  // It was wanted when its start began: what it was given by it is not asked for again.
  expect(await population.wantedAt('test/wide', 'test/wide/80')).toBe(now)
})

import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { enterNews } from '../../../src/actors/courier/news.ts'
import { announceNews, createPoster } from '../../../src/actors/courier/poster.ts'
import { postRetryDelay } from '../../../src/actors/courier/post-schedule.ts'
import { VISIT_MS, visitRelay } from '../../../src/actors/courier/relay.ts'
import { POST_HOLD_MS, type PosterDeps, servePosts } from '../../../src/actors/courier/serve-posts.ts'
import { checkAnnouncement } from '../../../src/dlc/wire/announcement.ts'
import { createTally } from '../../../src/metrics/meter.ts'
import { nostrKey } from '../../../src/nostr/event.ts'
import type { Clock } from '../../../src/ports.ts'
import type { StoredEvent } from '../../../src/store/events/event-record.ts'
import type { SignedPost } from '../../../src/store/events/posts.ts'
import { names } from '../../../src/store/redis/names.ts'
import { systemClock } from '../../../src/system/clock.ts'
import { createSockets } from '../../../src/system/sockets.ts'
import { type EventMaker, openEventMaker, type Stage } from '../../support/dlc-world.ts'
import { askRelay, startNostrRelay, type TestRelay } from '../../support/nostr-relay.ts'
import { freshRedis } from '../../support/redis.ts'
import { keptLog } from '../../support/still.ts'
import { until } from '../../support/until.ts'
import { deafRole } from '../../support/heard-beats.ts'

/** From an event to every relay: over real sockets and a real Redis, with relays of every manner. */

const NOW = 1_800_000_000_000
const KEY = nostrKey(new Uint8Array(32).fill(9))
const KINDS = { announcement: 88, attestation: 89 }

const stack = await freshRedis()
let maker: EventMaker
let relays: TestRelay[]
let ends: (() => Promise<void>)[]

beforeEach(() => {
  maker = openEventMaker(stack.store.events, NOW)
  relays = [startNostrRelay(), startNostrRelay()]
  ends = []
})
afterEach(async () => {
  await Promise.all(ends.map((end) => end()))
  await Promise.all(relays.map((relay) => relay.stop()))
  maker.close()
})

const make = async (id: string, stage: Stage = 'announced', kind: 'enum' | 'numeric' = 'enum'): Promise<StoredEvent> =>
  (await maker.make({ kind, id, stage, maturityTs: NOW / 1000 - 60 }))!

/** Time limits ten times as short: a relay that says nothing costs two seconds. */
const hasty: Clock = { now: systemClock.now, sleep: (ms, signal) => systemClock.sleep(ms / 10, signal) }

const deskFor = (
  urls: readonly string[],
  now: () => number = () => NOW,
): PosterDeps & { readonly lines: unknown[] } => {
  const { store } = stack
  const clock: Clock = { now, sleep: hasty.sleep }
  const log = keptLog()
  return {
    events: store.events,
    posts: store.posts,
    poster: createPoster({ posts: store.posts, key: KEY, kinds: KINDS, relays: urls, clock, log }),
    relays: urls,
    sockets: createSockets({}),
    clock,
    log,
    meter: createTally(),
    beats: deafRole,
    lines: log.lines,
  }
}

const serve = (deps: PosterDeps): void => {
  const serving = servePosts(deps)
  ends.push(() => serving.close())
}

const outstanding = async () =>
  Object.fromEntries((await stack.store.posts.relays()).map(({ relay, outstanding: left }) => [relay, left]))

const attested = async (deps: PosterDeps): Promise<void> =>
  enterNews({ store: stack.store, clock: deps.clock, log: keptLog(), poster: deps.poster })

describe('publishing', () => {
  test('announcement and attestation reach every relay once, under one id each, and a wallet finds them', async () => {
    const urls = relays.map(({ url }) => url)
    const deps = deskFor(urls)
    serve(deps)
    await until('the beginning', async () => (await stack.store.events.news.marked()) !== null)
    const event = await make('E-1', 'attested', 'numeric')
    await attested(deps)
    await until('both at both', () => relays.every(({ kept }) => kept.size === 2))
    for (const relay of relays) {
      const [announced] = await askRelay(relay.url, { kinds: [88], authors: [KEY.publicKey] })
      expect(checkAnnouncement(Uint8Array.fromBase64(announced!.content)).ok).toBe(true)
      expect(announced!.tags[0]).toEqual(['relays', ...urls])
      expect(announced!.created_at).toBe(event.offeredAt / 1000)
      const [signed] = await askRelay(relay.url, { kinds: [89], '#e': [announced!.id] })
      expect(Uint8Array.fromBase64(signed!.content).toHex()).toBe(event.attestation!.serialized)
      expect(relay.sent.length).toBe(2)
    }
    await until('nothing left', async () => Object.values(await outstanding()).every((left) => left === 0))
  })

  test('what was open before is published, what was offered or is over is not', async () => {
    await make('OPEN-1')
    await make('OFFERED-1', 'offered')
    await make('OVER-1', 'attested')
    serve(deskFor([relays[0]!.url]))
    await until('the open one', () => relays[0]!.kept.size === 1)
    await Bun.sleep(300)
    const titles = [...relays[0]!.kept.values()].map(({ tags }) => tags.find(([name]) => name === 'description')?.[1])
    expect(titles).toEqual(['DLC oracle event OPEN-1'])
  })

  test.each([
    ['terms', '{'],
    ['announcement', 'zz'],
  ])('an event whose %s cannot be read keeps none behind it from being published', async (field, text) => {
    const [relay] = relays as [TestRelay]
    const deps = deskFor([relay.url])
    await stack.store.events.news.mark('0-0')
    for (const id of ['E-1', 'E-2']) await make(id, 'attested')
    await stack.redis.hset(names.dlc.event('E-1'), field, text)
    await enterNews({ store: stack.store, clock: deps.clock, log: deps.log, poster: deps.poster })
    await announceNews(deps)
    const { posts } = stack.store
    for (const what of ['announcement', 'attestation'] as const) {
      expect(await posts.read({ what, eventId: 'E-1' })).toBeNull()
      expect(await posts.read({ what, eventId: 'E-2' })).not.toBeNull()
    }
  })

  test('of two that sign one event the first is kept, and what each relay gets is that', async () => {
    const { posts } = stack.store
    const post = { what: 'announcement', eventId: 'E-1' } as const
    const [first, second] = ['a', 'b'].map((id) => ({ id, text: `{"id":"${id}"}` })) as [SignedPost, SignedPost]
    expect(await posts.enter(post, first, ['wss://one'], NOW)).toEqual(first)
    expect(await posts.enter(post, second, ['wss://two'], NOW)).toEqual(first)
    for (const relay of ['wss://one', 'wss://two'])
      expect(await posts.claim(relay, NOW, 1_000, 9)).toMatchObject([{ ...first, made: 0 }])
  })

  test('the same event has the same id with other settings, in another process, and after its post was lost', async () => {
    const event = await make('E-1', 'attested')
    const deps = deskFor([relays[0]!.url])
    await deps.poster.attest(event)
    const wanted = ['announcement', 'attestation'] as const
    const ids = async () =>
      Promise.all(wanted.map(async (what) => (await stack.store.posts.read({ what, eventId: 'E-1' }))?.id))
    const first = await ids()
    const other = createPoster({
      posts: stack.store.posts,
      key: KEY,
      kinds: { announcement: 1_088, attestation: 1_089 },
      relays: relays.map(({ url }) => url),
      clock: deps.clock,
      log: deps.log,
    })
    await other.attest(event)
    expect(await ids()).toEqual(first)
    // Another relay gets what the first was sent.
    expect(await outstanding()).toEqual({})
    await stack.store.posts.setRelays(relays.map(({ url }) => url))
    expect(Object.values(await outstanding())).toEqual([2, 2])
    for (const what of wanted) await stack.redis.del(names.dlc.post(`${what}/E-1`))
    const later = deskFor([relays[0]!.url], () => NOW + 86_400_000)
    await later.poster.attest(event)
    expect(await ids()).toEqual(first)
  })
})

/** What the operator is told of each manner. */
const SAYS = {
  refuses: /^refused: blocked: not today$/,
  silent: /^unreached: no verdict within 20 s$/,
  hangs_up: /^unreached: (closed|connection)/,
  floods: /^unreached: 1000 frames and no end$/,
} as const

describe('relays that do not do as they should', () => {
  test.each(['refuses', 'silent', 'hangs_up', 'floods'] as const)(
    'one that %s keeps nothing from the other, is told of, and gets the same event later',
    async (manner) => {
      const [bad, good] = relays as [TestRelay, TestRelay]
      bad.behave(manner)
      let now = NOW
      const deps = deskFor([bad.url, good.url], () => now)
      await make('E-1')
      serve(deps)
      await until('the good one', () => good.kept.size === 1)
      const problem = async () => (await stack.store.posts.relays()).find(({ relay }) => relay === bad.url)?.problem
      await until('the complaint', async () => typeof (await problem()) === 'string')
      expect(await problem()).toMatch(SAYS[manner])
      await until('the record of the good one', async () => (await outstanding())[good.url] === 0)
      expect(await outstanding()).toEqual({ [bad.url]: 1, [good.url]: 0 })
      expect(deps.lines).toContainEqual(expect.objectContaining({ level: 'warn', event: 'nostr.relay_fails' }))
      const seen = bad.taken()
      await Bun.sleep(300)
      expect(bad.taken()).toBe(seen)
      bad.behave('keeps')
      now += postRetryDelay(1)!
      await until('the second attempt', () => bad.kept.size === 1)
      await until('the end of the complaint', async () => (await problem()) === null)
      expect([...bad.kept.keys()]).toEqual([...good.kept.keys()])
      expect(new Set(bad.sent.map(({ id }) => id)).size).toBe(1)
      expect(await outstanding()).toEqual({ [bad.url]: 0, [good.url]: 0 })
      const taken = [...(deps.meter as ReturnType<typeof createTally>).take()].filter(([cell]) =>
        cell.includes(bad.url),
      )
      expect(taken.map(([cell]) => JSON.parse(cell).at(-1)).toSorted()).toEqual(
        ['accepted', manner === 'refuses' ? 'refused' : 'unreached'].toSorted(),
      )
    },
  )

  test('one that is not there is visited again, and one that chatters is understood', async () => {
    const [gone, talker] = relays as [TestRelay, TestRelay]
    await gone.stop()
    talker.behave('chatters')
    await make('E-1')
    const deps = deskFor([gone.url, talker.url])
    serve(deps)
    await until('the talker', () => talker.kept.size === 1)
    await until('the verdict', async () => (await outstanding())[talker.url] === 0)
    await until('the complaint', async () => Boolean((await stack.store.posts.relays())[0]?.problem))
    expect((await stack.store.posts.relays()).find(({ relay }) => relay === gone.url)).toMatchObject({
      outstanding: 1,
      problem: expect.stringContaining('unreached'),
      lastAcceptedAt: null,
    })
  })

  test('a week of failures ends it: told, counted, and not sent again', async () => {
    const [bad] = relays as [TestRelay]
    bad.behave('refuses')
    await make('E-1')
    let made = 0
    while (postRetryDelay(made + 1) !== null) made++
    const week = Array.from({ length: made }, (_, n) => postRetryDelay(n + 1)!).reduce((sum, each) => sum + each, 0)
    expect(week / 86_400_000).toBeWithin(6.9, 7.5)
    let now = NOW
    const deps = deskFor([bad.url], () => now)
    await stack.store.posts.setRelays([bad.url])
    await deps.poster.announce((await stack.store.events.read('E-1'))!)
    await stack.redis.hset(names.dlc.post('announcement/E-1'), `made ${bad.url}`, made)
    serve(deps)
    await until('the end', async () => (await outstanding())[bad.url] === 0)
    expect(deps.lines).toContainEqual(expect.objectContaining({ level: 'error', event: 'nostr.given_up' }))
    bad.behave('keeps')
    now += 30 * 86_400_000
    await Bun.sleep(400)
    expect(bad.kept.size).toBe(0)
  })

  test('a courier that died with posts in hand is followed by another, and two at once send nothing twice', async () => {
    const [relay] = relays as [TestRelay]
    await make('E-1')
    const deps = deskFor([relay.url])
    await stack.store.posts.setRelays([relay.url])
    await deps.poster.announce((await stack.store.events.read('E-1'))!)
    const [held] = await stack.store.posts.claim(relay.url, NOW, POST_HOLD_MS, 10)
    let now = NOW
    serve(deskFor([relay.url], () => now))
    serve(deskFor([relay.url], () => now))
    await Bun.sleep(400)
    expect(relay.sent).toEqual([])
    now += POST_HOLD_MS
    await until('the other courier', () => relay.kept.size === 1)
    await until('its record', async () => (await outstanding())[relay.url] === 0)
    expect(relay.sent.length).toBe(1)
    expect(await stack.store.posts.record(relay.url, held!, { kind: 'retry', at: NOW })).toBe(false)
  })

  test('a visit ends in time, with a word on every post', async () => {
    const [silent] = relays as [TestRelay]
    silent.behave('silent')
    const slept: number[] = []
    const clock: Clock = { ...systemClock, sleep: async (ms) => void slept.push(ms) }
    const parts = { sockets: createSockets({}), clock }
    const outcomes = await visitRelay(parts, silent.url, [
      { id: 'a', text: JSON.stringify(KEY.sign({ kind: 88, createdAt: 1, tags: [], content: '' })) },
    ])
    expect(outcomes.get('a')).toEqual({ kind: 'unreached', reason: `no verdict within ${VISIT_MS / 1000} s` })
    expect(slept).toEqual([VISIT_MS])
  })

  test('a visit ends when the courier does, and leaves nothing at its signal', async () => {
    const [silent] = relays as [TestRelay]
    silent.behave('silent')
    const ending = new AbortController()
    const [added, removed]: [unknown[], unknown[]] = [[], []]
    const { signal } = ending
    const [add, remove] = [signal.addEventListener.bind(signal), signal.removeEventListener.bind(signal)]
    signal.addEventListener = (...given: Parameters<typeof add>) => (added.push(given[1]), add(...given))
    signal.removeEventListener = (...given: Parameters<typeof remove>) => (removed.push(given[1]), remove(...given))
    // An end that never comes by time.
    const clock: Clock = { ...systemClock, sleep: (_ms, until) => systemClock.sleep(600_000, until) }
    const post = { id: 'a', text: JSON.stringify(KEY.sign({ kind: 88, createdAt: 1, tags: [], content: '' })) }
    const visit = visitRelay({ sockets: createSockets({}), clock }, silent.url, [post], signal)
    await until('it was sent', () => silent.sent.length > 0)
    ending.abort()
    expect((await visit).get('a')).toMatchObject({ kind: 'unreached' })
    expect(added.length).toBeGreaterThan(0)
    expect(removed).toEqual(added)
  })
})

test('an event that cannot be read is not published, and keeps nothing from those behind it', async () => {
  const [one] = relays as [TestRelay]
  for (const id of ['BAD-1', 'E-1']) await make(id, 'attested')
  await stack.redis.hset(names.dlc.event('BAD-1'), 'announcement', 'fdd824')
  const deps = deskFor([one.url])
  await attested(deps)
  expect(await stack.store.posts.read({ what: 'attestation', eventId: 'BAD-1' })).toBeNull()
  expect(await stack.store.posts.read({ what: 'attestation', eventId: 'E-1' })).not.toBeNull()
})

test('a relay that is taken out is forgotten, and back it has what it had not taken', async () => {
  const [one] = relays as [TestRelay]
  const event = await make('E-1')
  const deps = deskFor([one.url])
  await stack.store.posts.setRelays([one.url])
  await deps.poster.announce(event)
  expect(await outstanding()).toEqual({ [one.url]: 1 })
  await stack.store.posts.setRelays([])
  expect(await outstanding()).toEqual({})
  await stack.store.posts.setRelays([one.url])
  expect(await outstanding()).toEqual({ [one.url]: 0 })
  await deps.poster.announce(event)
  expect(await outstanding()).toEqual({ [one.url]: 1 })
})

import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { type Collecting, type Collector, type Pace, startCollector } from '../../../src/actors/publisher/collector.ts'
import { asAnyStream, type InParts, type Stream, type Streamed, unheard } from '../../../src/feeds/stream.ts'
import { UnreadableReply } from '../../../src/sources/query.ts'
import { socketSource } from '../../../src/sources/liquidations/liquidation.ts'
import { systemClock } from '../../../src/system/clock.ts'
import { systemRandom } from '../../../src/system/random.ts'
import { createSockets } from '../../../src/system/sockets.ts'
import { freshRedis } from '../../support/redis.ts'
import { keptLog } from '../../support/still.ts'
import { until } from '../../support/until.ts'
import { startDeadSocket, startVenueSocket, type VenueSocket } from '../../support/venue-socket.ts'
import { boardLease, names } from '../../../src/store/redis/names.ts'

/** Collectors over real sockets and a real store; only their clocks are fast. */

const PACE: Pace = { leaseMs: 600, beatMs: 5, flushMs: 10, unheardMs: 60_000, backoff: { firstMs: 5, longestMs: 40 } }

type Words = readonly string[]
type WordStream = Stream<Words, string>

const streamAt = (origin: string, more: Partial<WordStream> & { readonly timeoutMs?: number } = {}): WordStream => ({
  id: 'words/test',
  source: { ...socketSource({ name: 'test', origin, terms: '' }), timeoutMs: more.timeoutMs ?? 5_000 },
  path: '/words',
  subscribe: ['subscribe a', 'subscribe b'],
  heartbeat: 'ping',
  linkMs: 60_000,
  speechMs: 60_000,
  keepMs: 3_600_000,
  empty: unheard<Words>([]),
  reader: () => (frame) => {
    if (frame === 'pong') return { kind: 'other' }
    if (frame === 'still') return { kind: 'unchanged', events: [frame] }
    if (frame === 'lost') return { kind: 'broken', words: 'a hole' }
    if (frame === 'no') return { kind: 'refused', words: frame }
    if (!frame.startsWith('word ')) throw new UnreadableReply(`no word: ${frame.slice(0, 20)}`)
    return { kind: 'events', events: [frame.slice(5)] }
  },
  enter: (words, before) => [...before, ...words],
  ...more,
})

interface Word {
  readonly word: string
}
const words = new Map<string, Word>()
const WORDS_IN_PARTS: InParts<Words, Word> = {
  partsOf: (all) => all.map((word) => words.get(word) ?? words.set(word, { word }).get(word)!),
  keyOf: ({ word }) => word,
  restOf: () => ({}),
  isPart: (stored): stored is Word => typeof stored === 'object' && stored !== null && 'word' in stored,
  join: (_rest, all) => all.map(({ word }) => word),
  fromWhole: () => null,
}

const redis = await freshRedis()
let venue: VenueSocket
let collectors: Collector[] = []

beforeEach(() => {
  venue = startVenueSocket()
})
afterEach(async () => {
  await Promise.all(collectors.map((each) => each.close()))
  collectors = []
  await venue.stop()
})

const start = (stream: WordStream, more: Partial<Collecting> = {}) => {
  const log = keptLog()
  const collector = startCollector(asAnyStream(stream), {
    store: redis.store,
    sockets: createSockets({}),
    clock: systemClock,
    random: systemRandom,
    log,
    holder: 'one',
    clockFault: () => null,
    pace: PACE,
    ...more,
  })
  collectors.push(collector)
  return { collector, log }
}

const stored = async (): Promise<Streamed<Words> | null> => {
  const [found] = await redis.store.boards.read(['words/test'])
  return (found?.state as Streamed<Words> | undefined) ?? null
}

const gathered = (...words: Words) =>
  until(`gathered ${words.join()}`, async () => {
    const state = await stored()
    return state && words.every((word) => state.gathered.includes(word)) ? state : null
  })

const reasons = (log: ReturnType<typeof keptLog>): readonly string[] =>
  log.lines.filter(({ event }) => event === 'stream.dropped').map(({ fields }) => (fields as { reason: string }).reason)

describe('a collector', () => {
  test('goes on when its clock is set back: it keeps its lease and what it hears', async () => {
    let back = 0
    const clock = { now: () => Date.now() - back, sleep: (ms: number) => systemClock.sleep(Math.min(ms, 20)) }
    start(streamAt(venue.origin), { clock })
    await until('subscribed', () => venue.received.length === 2)
    venue.say('word before')
    await gathered('before')
    back = 30_000
    venue.say('word after')
    await gathered('before', 'after')
    await Bun.sleep(2 * PACE.leaseMs)
    expect(await redis.store.leases.hold(boardLease('words/test'), 'another', 1_000)).toBe(false)
  })

  test('lets go while its clock is wrong: another goes on, and it comes back when it is right', async () => {
    let fault: string | null = 'a day ahead'
    const clockFault = () => fault
    const { collector } = start(streamAt(venue.origin), { clockFault })
    await Bun.sleep(2 * PACE.leaseMs)
    expect(venue.received).toEqual([])
    fault = null
    await until('subscribed', () => venue.received.length === 2)
    venue.say('word before')
    await gathered('before')
    fault = 'a day ahead'
    start(streamAt(venue.origin), { holder: 'two' })
    await until('subscribed again', () => venue.received.length === 4)
    venue.say('word after')
    await gathered('before', 'after')
    await collector.close()
  })

  test('subscribes, and writes what it hears', async () => {
    start(streamAt(venue.origin))
    await until('subscribed', () => venue.received.length === 2)
    expect(venue.received).toEqual(['subscribe a', 'subscribe b'])
    venue.say('word one', 'word two')
    const state = await gathered('one', 'two')
    expect(state).toMatchObject({ gathered: ['one', 'two'], gaps: [] })
    expect(state.spokeAt).toBeGreaterThanOrEqual(state.since!)
    await until('healthy', async () => (await redis.store.health.all())['words/test']?.succeededAt)
  })

  test('comes back after it was hung up on, with the time between marked as a gap', async () => {
    const { log } = start(streamAt(venue.origin))
    await until('subscribed', () => venue.received.length === 2)
    venue.say('word one')
    const before = await gathered('one')
    venue.drop()
    await until('a second connection', () => venue.received.length === 4)
    venue.say('word two')
    const { gaps, gathered: words } = await gathered('one', 'two')
    expect(words).toEqual(['one', 'two'])
    expect(gaps.length).toBe(1)
    expect(gaps[0]!.from).toBeGreaterThanOrEqual(before.heardAt)
    expect(gaps[0]!.until).toBeGreaterThan(gaps[0]!.from)
    expect(reasons(log)).toEqual(['closed with 1006'])
  })

  test('begins anew where a venue is not understood from there on, with a reader that knows nothing of before', async () => {
    let readers = 0
    const { reader, ...rest } = streamAt(venue.origin)
    const counting = () => {
      readers++
      return reader()
    }
    const { log } = start({ ...rest, reader: counting })
    await until('subscribed', () => venue.received.length === 2)
    venue.say('word one', 'lost')
    await until('a second connection', () => venue.received.length === 4)
    expect([reasons(log), readers]).toEqual([['a hole'], 2])
  })

  test('enters that nothing has changed, and drops a socket that says nothing else', async () => {
    const { log } = start(streamAt(venue.origin, { speechMs: 300 }))
    await until('subscribed', () => venue.received.length === 2)
    const talking = setInterval(() => venue.say('still'), 20)
    try {
      await gathered('still')
      await until('another try', () => venue.taken() > 1)
      expect(reasons(log)[0]).toBe('no event for 300 ms')
    } finally {
      clearInterval(talking)
    }
  })

  test('drops a socket that froze without closing', async () => {
    const { log } = start(streamAt(venue.origin, { linkMs: 150 }))
    await until('heard', stored)
    venue.freeze()
    await until('another try', () => venue.taken() > 1)
    expect(reasons(log)[0]).toBe('no sign of life for 150 ms')
    venue.thaw()
    const state = await until('a gap', async () => {
      const found = await stored()
      return found?.gaps.length ? found : null
    })
    expect(state.gaps).toHaveLength(1)
    expect(state.gaps[0]!.until - state.gaps[0]!.from).toBeGreaterThanOrEqual(150)
    expect((await redis.store.health.all())['words/test']?.reason).toContain('no sign of life')
  })

  test('is not kept by its own pings: a peer that never answers them is dropped', async () => {
    const dead = await startDeadSocket(true)
    const { heartbeat: _text, ...silent } = streamAt(dead.origin, { linkMs: 100 })
    const { log } = start(silent)
    await until('another try', () => dead.taken() > 1)
    expect(reasons(log)[0]).toBe('no sign of life for 100 ms')
    expect(await stored()).toBeNull()
    dead.stop()
  })

  test('lives on answered pings of the protocol where the venue has no word for it', async () => {
    const { heartbeat: _text, ...quiet } = streamAt(venue.origin, { linkMs: 1_500 })
    // On a busy machine a loop may sleep for longer than the lease of the other tests.
    const { log } = start(quiet, { pace: { ...PACE, leaseMs: 60_000 } })
    const first = await until('heard', stored)
    await until('heard for longer', async () => ((await stored())?.heardAt ?? 0) - first.heardAt > 1_600)
    expect([venue.taken(), reasons(log)]).toEqual([1, []])
  })

  test('does not wait for a handshake that never comes', async () => {
    const dead = await startDeadSocket(false)
    const { log } = start(streamAt(dead.origin, { timeoutMs: 80 }))
    await until('another try', () => dead.taken() > 1)
    expect(reasons(log)[0]).toBe('not open after 80 ms')
    dead.stop()
  })

  test('opens a living socket anew that has told of nothing for too long', async () => {
    const { log } = start(streamAt(venue.origin, { speechMs: 150 }))
    await until('another connection', () => venue.taken() > 1)
    expect(reasons(log)[0]).toBe('no event for 150 ms')
  })

  test('marks as a gap what it could not read, and goes on', async () => {
    const { log } = start(streamAt(venue.origin))
    await until('subscribed', () => venue.received.length === 2)
    venue.say('word one')
    await gathered('one')
    venue.say('<html>', 'word two')
    const { gaps } = await gathered('one', 'two')
    expect(gaps).toHaveLength(1)
    expect(venue.taken()).toBe(1)
    expect(log.lines).toContainEqual(expect.objectContaining({ event: 'stream.unreadable' }))
  })

  test('marks as a gap what it could not read in the very millisecond of the frame before', async () => {
    const still = Date.now()
    const clock = { now: () => still, sleep: (ms: number) => systemClock.sleep(Math.min(ms, 5)) }
    const { log } = start(streamAt(venue.origin), { clock, pace: { ...PACE, flushMs: 0 } })
    await until('subscribed', () => venue.received.length === 2)
    venue.say('word one', '<html>', 'word two')
    const { gaps } = await gathered('one', 'two')
    expect(gaps).toEqual([{ from: still, until: still + 1 }])
    expect(log.lines).toContainEqual(expect.objectContaining({ event: 'stream.unreadable' }))
  })

  test('keeps a socket on which some can be read, however much cannot', async () => {
    start(streamAt(venue.origin))
    await until('subscribed', () => venue.received.length === 2)
    const noise = Array.from({ length: 40 }, () => '<html>')
    venue.say(...noise, 'word one', ...noise, 'word two')
    await gathered('one', 'two')
    expect(venue.taken()).toBe(1)
  })

  test('leaves a socket on which nothing can be read', async () => {
    venue.greet(...Array.from({ length: 60 }, () => '\u0000'))
    const { log } = start(streamAt(venue.origin))
    await until('another connection', () => venue.taken() > 1)
    expect(reasons(log)[0]).toBe('50 unreadable frames without an event between')
    // One line for a row, not one for each.
    expect(log.lines.filter(({ event }) => event === 'stream.unreadable').length).toBeLessThan(50)
  })

  test('loses nothing of a flood, and writes it in few pieces', async () => {
    let writes = 0
    const boards = {
      ...redis.store.boards,
      writeHeld: (...all: Parameters<typeof redis.store.boards.writeHeld>) => {
        writes++
        return redis.store.boards.writeHeld(...all)
      },
    }
    start(streamAt(venue.origin), {
      store: { ...redis.store, boards },
      pace: { ...PACE, flushMs: 100, leaseMs: 60_000 },
    })
    await until('subscribed', () => venue.received.length === 2)
    venue.say(...Array.from({ length: 20_000 }, (_, at) => `word ${at}`))
    const state = await until('all', async () => {
      const found = await stored()
      return found?.gathered.length === 20_000 ? found : null
    })
    expect(new Set(state.gathered).size).toBe(20_000)
    expect(writes).toBeLessThan(1_000)
  })

  test('comes to a venue that greets and hangs up more and more seldom', async () => {
    const pauses: number[] = []
    const random = { ...systemRandom, integer: (_min: number, max: number) => (pauses.push(max), 1) }
    const pace = { ...PACE, backoff: { firstMs: 500, longestMs: 30_000 } }
    const { log } = start(streamAt(venue.origin), { random, pace })
    for (let n = 1; n <= 8; n++) {
      await until('greeted', () => venue.received.length === 2 * n)
      venue.drop()
      await until('noticed', () => reasons(log).length === n)
    }
    expect(pauses).toEqual([500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000])
  })

  test('says that a subscription was refused, and keeps the socket', async () => {
    venue.greet('no')
    const { log } = start(streamAt(venue.origin))
    await until('refused', () => log.lines.some(({ event }) => event === 'stream.refused'))
    venue.say('word one')
    await gathered('one')
    expect(venue.taken()).toBe(1)
  })

  test('drops whoever sends a frame beyond the limit', async () => {
    const stream = streamAt(venue.origin)
    const { log } = start({ ...stream, source: { ...stream.source, maxBytes: 100 } })
    await until('subscribed', () => venue.received.length === 2)
    venue.say(`word ${'x'.repeat(100)}`)
    await until('another connection', () => venue.taken() > 1)
    expect(reasons(log)).toEqual(['frame above 100 bytes'])
  })
})

/** A store that answers late when somebody asks for a lease. */
const lateLeases = () => {
  let answered: Promise<void> = Promise.resolve()
  let asked = 0
  const hold: typeof redis.store.leases.hold = async (...of) => {
    asked++
    await answered
    return redis.store.leases.hold(...of)
  }
  /** From now on, until what it returns is called. Resolves when somebody waits. */
  const holdBack = async (): Promise<() => void> => {
    const { promise, resolve } = Promise.withResolvers<void>()
    answered = promise
    const known = asked
    await until('somebody asks for a lease', () => asked > known)
    return resolve
  }
  return { store: { ...redis.store, leases: { ...redis.store.leases, hold } }, holdBack }
}

describe('a collector and its store', () => {
  test('calls a venue more and more seldom while nothing that it hears can be written', async () => {
    const pauses: number[] = []
    const random = { ...systemRandom, integer: (_min: number, max: number) => (pauses.push(max), 1) }
    const pace = { ...PACE, leaseMs: 60, backoff: { firstMs: 500, longestMs: 30_000 } }
    const boards = { ...redis.store.boards, writeHeld: () => Promise.reject(new Error('OOM command not allowed')) }
    const { log } = start(streamAt(venue.origin), { random, pace, store: { ...redis.store, boards } })
    await until('four calls', () => pauses.length === 4)
    expect(pauses).toEqual([500, 1_000, 2_000, 4_000])
    expect(log.lines.filter(({ event }) => event === 'stream.interrupted').length).toBeGreaterThanOrEqual(3)
  })

  test('does not write by a clock that is wrong when it is stopped: it would age all that it has', async () => {
    let fault: string | null = null
    const pace = { ...PACE, leaseMs: 60_000, flushMs: 600_000 }
    const { collector } = start(streamAt(venue.origin), { pace, clockFault: () => fault })
    await until('subscribed', () => venue.received.length === 2)
    await until('written for the first time', stored)
    venue.say('word late')
    await Bun.sleep(200)
    fault = 'a day ahead'
    await collector.close()
    expect((await stored())?.gathered).toEqual([])
  })

  test('does not write when it is stopped after its lease has ended: another may have collected', async () => {
    const { store, holdBack } = lateLeases()
    const { collector } = start(streamAt(venue.origin), { store })
    await until('subscribed', () => venue.received.length === 2)
    venue.say('word before')
    const before = await gathered('before')
    const answer = await holdBack()
    await until('its lease has ended', async () => redis.store.leases.hold(boardLease('words/test'), 'two', 60_000))
    const others = { ...before, gathered: ['before', 'of another'] }
    await redis.store.boards.writeHeld('words/test', Date.now(), others, 'two')
    await redis.store.leases.release(boardLease('words/test'), 'two')
    const closed = collector.close()
    answer()
    await closed
    expect((await stored())?.gathered).toEqual(['before', 'of another'])
  })

  test('leaves what it heard while the store did not answer for longer than its lease: that time is a gap', async () => {
    const { store, holdBack } = lateLeases()
    const { log } = start(streamAt(venue.origin), { store })
    await until('subscribed', () => venue.received.length === 2)
    venue.say('word before')
    const before = await gathered('before')
    const answer = await holdBack()
    venue.say('word meanwhile')
    await Bun.sleep(2 * PACE.leaseMs)
    answer()
    await until('connected again', () => venue.received.length === 4)
    venue.say('word after')
    const state = await gathered('before', 'after')
    expect(state.gathered).not.toContain('meanwhile')
    expect(state.gaps).toEqual([{ from: before.heardAt, until: expect.any(Number) }])
    expect(log.lines.filter(({ event }) => event === 'stream.left')).toHaveLength(1)
  })

  test('writes all of its parts when it leaves: whoever follows begins anew if one is spoilt', async () => {
    const { collector } = start(streamAt(venue.origin, { inParts: WORDS_IN_PARTS }))
    await until('subscribed', () => venue.received.length === 2)
    venue.say('word one', 'word two')
    const parts = names.boardParts('words/test')
    await until('written', async () => (await redis.redis.hlen(parts)) === 2)
    await redis.redis.hset(parts, 'one', '{')
    await collector.close()
    const [left] = await redis.store.boards.read(['words/test'])
    expect([...left!.parts!.keys()].toSorted()).toEqual(['one', 'two'])
  })

  test('says so when it begins anew, whatever is wrong with what is stored', async () => {
    await redis.store.leases.hold(boardLease('words/test'), 'one', PACE.leaseMs)
    await redis.store.boards.writeParts('words/test', 1, {}, 'one', { from: null, written: [['a', {}]], dropped: [] })
    await redis.redis.del(names.boardParts('words/test'))
    const { log } = start(streamAt(venue.origin))
    venue.say('word one')
    await until('taken', () => log.lines.some(({ event }) => event === 'stream.taken'))
    expect(log.lines.filter(({ event }) => event === 'stream.forgotten')).toHaveLength(1)
  })
})

describe('two collectors of one stream', () => {
  test('one that cannot hear the venue leaves the stream to the other', async () => {
    const dead = await startDeadSocket(false)
    const deaf = { ...PACE, leaseMs: 20_000, unheardMs: 200 }
    const { log } = start(streamAt(dead.origin, { timeoutMs: 50 }), { holder: 'one', pace: deaf })
    await until('it has the stream', () => dead.taken() > 0)
    start(streamAt(venue.origin), { holder: 'two' })
    // Before its lease would have ended.
    await until('the other is connected', () => venue.received.length === 2, 15_000)
    venue.say('word one')
    await gathered('one')
    // By itself, and not because its lease ended: it was released.
    expect(log.lines.some(({ event }) => event === 'stream.left')).toBe(true)
    dead.stop()
  })

  test('hold one socket between them, and hand it over when one leaves', async () => {
    const { collector } = start(streamAt(venue.origin), { holder: 'one' })
    await until('subscribed', () => venue.received.length === 2)
    start(streamAt(venue.origin), { holder: 'two' })
    venue.say('word one')
    const before = await gathered('one')
    expect([venue.taken(), venue.connected()]).toEqual([1, 1])
    await collector.close()
    await until('the other is connected', () => venue.received.length === 4)
    venue.say('word two')
    const { gaps, gathered: words, since } = await gathered('one', 'two')
    expect([words, since]).toEqual([['one', 'two'], before.since])
    expect(gaps).toHaveLength(1)
    expect(venue.connected()).toBe(1)
  })

  test('one whose connections are greeted and of no use leaves the stream too', async () => {
    venue.greet('lost')
    const { log } = start(streamAt(venue.origin), { pace: { ...PACE, leaseMs: 20_000, unheardMs: 200 } })
    await until('it leaves', () => log.lines.some(({ event }) => event === 'stream.left'))
    await until('it is free', () => redis.store.leases.hold(boardLease('words/test'), 'two', 60_000))
    await redis.store.leases.release(boardLease('words/test'), 'two')
  })

  test('one that is cut off from the store is followed within its lease, and what it heard in the dark is a gap', async () => {
    const cut = { is: false }
    const guarded =
      <A extends readonly unknown[], R>(call: (...all: A) => Promise<R>) =>
      (...all: A): Promise<R> =>
        cut.is ? Promise.reject(new Error('unreachable')) : call(...all)
    const { boards, leases } = redis.store
    const cuttable: Collecting['store'] = {
      ...redis.store,
      boards: { ...boards, writeHeld: guarded(boards.writeHeld), read: guarded(boards.read) },
      leases: { hold: guarded(leases.hold), release: guarded(leases.release) },
    }
    const { log } = start(streamAt(venue.origin), { holder: 'one', store: cuttable })
    await until('subscribed', () => venue.received.length === 2)
    start(streamAt(venue.origin), { holder: 'two' })
    venue.say('word one')
    await gathered('one')
    cut.is = true
    const last = await until('the last state', stored)
    venue.say('word lost')
    await until('the other is connected', () => venue.received.length === 4)
    venue.say('word two')
    const { gaps, gathered: words } = await gathered('one', 'two')
    expect(words).toEqual(['one', 'two'])
    expect(gaps).toHaveLength(1)
    expect(gaps[0]!.from).toBe(last.heardAt)
    expect(log.lines).toContainEqual(expect.objectContaining({ event: 'stream.interrupted' }))
    cut.is = false
  })

  test('one that slept through its lease starts from what lies in the store', async () => {
    let asleep = 0
    const clock = { ...systemClock, now: () => systemClock.now() + asleep }
    start(streamAt(venue.origin), { holder: 'one', clock })
    await until('subscribed', () => venue.received.length === 2)
    venue.say('word one')
    const { since } = await gathered('one')
    // Another took the lease and left, while this one's clock stood still.
    asleep = 10 * PACE.leaseMs
    await redis.store.leases.hold(boardLease('words/test'), 'one', PACE.leaseMs)
    await redis.store.boards.writeHeld(
      'words/test',
      systemClock.now() + asleep,
      { ...(await stored()), gathered: ['one', 'of another'] },
      'one',
    )
    await until('connected again', () => venue.received.length === 4)
    venue.say('word two')
    const state = await gathered('one', 'of another', 'two')
    expect(state.since).toBe(since)
  })
})

import { deriveInternal, deriveItem } from '../../src/actors/publisher/derived.ts'
import { earlierForBoard } from '../../src/actors/publisher/earlier.ts'
import { pollBoard } from '../../src/actors/publisher/polled.ts'
import { fixedKeys } from '../../src/actors/publisher/keyring.ts'
import { createPublisher } from '../../src/actors/publisher/publisher.ts'
import type { AnyBoard } from '../../src/feeds/board.ts'
import { itemOf, registry } from '../../src/feeds/registry.ts'
import type { Net, Question } from '../../src/ports.ts'
import { createWorld } from '../../src/sandbox/world/world.ts'
import { connectRedis, type RedisAddress } from '../../src/store/redis/redis.ts'
import { storeOn } from '../../src/store/store.ts'
import { systemRandom } from '../../src/system/random.ts'
import { DAY_SECONDS } from '../../src/time-units.ts'
import { ANY_TIME } from '../../test/support/store-clocks.ts'
import { cpuMs } from '../cpu.ts'
import { benchKeys } from '../sign-editions.ts'
import { silent } from '../silent.ts'
import { median } from '../table.ts'
import { settingsOf } from './process.ts'

/** Every board polled and every item concluded several times, one after the other, over the simulated world. */
export interface ProvidersSettings {
  readonly redis: RedisAddress
  readonly rounds: number
}

/** What one provider is asked in a day, and what it allows. */
export interface AskedProvider {
  readonly name: string
  readonly requests: number
  /** And by boards whose socket says nothing; while it speaks they ask nothing. */
  readonly silent: number
  readonly allowed: number
  readonly boards: number
}

/** The CPU of one tick of one item of a feed: the median over its items and rounds, and the longest. */
export interface TickedFeed {
  readonly feed: string
  readonly medianMs: number
  readonly longestMs: number
  readonly items: number
}

export interface ProvidersResult {
  readonly providers: readonly AskedProvider[]
  readonly feeds: readonly TickedFeed[]
  /** The same of polls, by the kind of board; the provider's own work in the simulation is in it. */
  readonly boards: readonly TickedFeed[]
}

const settings = settingsOf<ProvidersSettings>()
let now = Date.now()
const clock = { now: () => now, sleep: async () => {} }
const store = storeOn(await connectRedis(settings.redis, 'waits'), clock, ANY_TIME)
const simulated = createWorld({ clock, seed: 1, now })

/** Requests of the present poll, as the provider counts them. */
let asked = 0
const net: Net = {
  ask: async ({ provider, path, method = 'GET', body, weight = 1 }: Question) => {
    asked += weight
    const url = `http://sandbox/${new URL(provider.origin).host}${path}`
    const headers = provider.headers ?? {}
    const answer = await simulated.handle(new Request(url, { method, headers, ...(body !== undefined && { body }) }))
    if (answer?.status !== 200) return { ok: false, failure: { kind: 'status', status: answer?.status ?? 404 } }
    return { ok: true, body: await answer.text(), receivedAt: now, tookMs: 1 }
  },
}

const context = {
  registry,
  store,
  publisher: createPublisher(store.snapshots, fixedKeys(benchKeys('native')), systemRandom),
  clock,
  log: silent,
  quorum: null,
  wake: () => {},
  mayAsk: () => true,
}

/** Lists of instruments first: other boards ask only for listed instruments. */
const listings = new Set(registry.boards.map((board) => board.listing?.id))
const boards = registry.boards.toSorted((a, b) => Number(listings.has(b.id)) - Number(listings.has(a.id)))
/** Of feeds whose subjects start on demand, their examples. */
const places = registry.onDemand.flatMap((feed) => feed.subjects.map((subject) => itemOf(feed, subject)))
const items = [...registry.internal, ...registry.items, ...places]
const boardsOfPlaces = [...new Set(places.flatMap(({ feed, subject }) => feed.boards(subject)))]

const poll = async (board: AnyBoard): Promise<number> => {
  asked = 0
  await pollBoard(board, net, store.boards, now, await earlierForBoard(board, context))
  return asked
}

const spent = new Map<string, number[]>()
const polled = new Map<string, number[]>()
const note = (into: Map<string, number[]>, what: string, ms: number): void =>
  void into.set(what, [...(into.get(what) ?? []), ms])
for (let round = 0; round <= settings.rounds; round++) {
  now += 60_000
  for (const board of [...boards, ...boardsOfPlaces]) {
    const before = cpuMs()
    // A board that rests costs nothing, and says nothing about what a poll costs.
    if ((await poll(board)) > 0 && round > 0) note(polled, board.id.split('/')[0]!, cpuMs() - before)
  }
  for (const item of items) {
    const before = cpuMs()
    if (item.feed.sale === null) await deriveInternal({ ...item, feed: item.feed }, context, now)
    else await deriveItem(registry.item(item.actor)!, context, now)
    if (round > 0) note(spent, item.feed.id, cpuMs() - before)
  }
}

/**
 * So many polls of a board are looked at: a minute of them, or one. A board that chooses its own times is followed for a
 * day, or for as long as it takes to see its pauses.
 */
const pollsOf = ({ everySeconds, rests }: AnyBoard): number =>
  Math.ceil((rests ? Math.min(DAY_SECONDS, 100 * everySeconds) : 60) / everySeconds)

// What is asked once, at the first poll of all, is left out: a list or a past that is known stays known.
const perDay = new Map<string, { name: string; requests: number; silent: number; allowed: number; boards: number }>()
for (const board of boards.toSorted((a, b) => a.everySeconds - b.everySeconds)) {
  const polls = pollsOf(board)
  let requests = 0
  for (let at = 0; at < polls; at++) {
    now += board.everySeconds * 1000
    requests += await poll(board)
  }
  const { name, countedAs = name, rate } = board.source
  const allowed = (rate.requests * DAY_SECONDS) / rate.perSeconds
  const row = perDay.get(countedAs) ?? { name: countedAs, requests: 0, silent: 0, allowed, boards: 0 }
  row[board.pushed ? 'silent' : 'requests'] += (requests * DAY_SECONDS) / (polls * board.everySeconds)
  row.boards++
  perDay.set(countedAs, row)
}

const costOf = (all: ReadonlyMap<string, readonly number[]>): readonly TickedFeed[] =>
  [...all].map(([feed, each]) => ({
    feed,
    medianMs: median([...each]),
    longestMs: Math.max(...each),
    items: each.length / settings.rounds,
  }))

const result: ProvidersResult = {
  providers: [...perDay.values()],
  feeds: costOf(spent),
  boards: costOf(polled),
}
process.stdout.write(`${JSON.stringify(result)}\n`)
process.exit(0)

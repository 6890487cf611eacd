import { deriveItem } from '../../src/actors/publisher/derived.ts'
import { pollBoard, type TickOutcome } from '../../src/actors/publisher/polled.ts'
import { fixedKeys } from '../../src/actors/publisher/keyring.ts'
import { createPublisher } from '../../src/actors/publisher/publisher.ts'
import type { Item } from '../../src/feeds/registry.ts'
import { registry } from '../../src/feeds/registry.ts'
import { boardStore } from '../../src/store/published/boards.ts'
import { connectRedis, type RedisAddress } from '../../src/store/redis/redis.ts'
import { storeOn } from '../../src/store/store.ts'
import { systemClock } from '../../src/system/clock.ts'
import { createNet } from '../../src/system/net.ts'
import { systemRandom } from '../../src/system/random.ts'
import { benchKeys } from '../sign-editions.ts'
import { median } from '../table.ts'
import { silent } from '../silent.ts'
import { settingsOf } from './process.ts'
import { cpuMicros } from '../cpu.ts'

/** Ticks of some items, one after the other, while a worker keeps filling their boards and streams. */
export interface IndicesSettings {
  readonly redis: RedisAddress
  readonly sandboxUrl: string
  readonly actors: readonly string[]
  /** Boards that are polled once with every tick. */
  readonly boards: readonly string[]
  readonly ticks: number
}

/** CPU time of one tick. */
export interface Spent {
  readonly p50Micros: number
  readonly meanMicros: number
}

export interface IndexTicked {
  readonly actor: string
  /** The conclusion alone, from boards that are read and parsed already. */
  readonly conclude: Spent
  /** The whole tick: read and parse the boards, conclude, sign, read back and publish. */
  readonly whole: Spent
  readonly published: number
  readonly declined: number
  /** The reason of the last tick that published nothing. */
  readonly reason: string | null
}

export interface BoardPolled {
  readonly board: string
  /** One poll: ask, parse the replies, reduce them, write the board. */
  readonly poll: Spent
}

export interface IndicesResult {
  readonly ticked: readonly IndexTicked[]
  readonly polled: readonly BoardPolled[]
}

const settings = settingsOf<IndicesSettings>()
const { actors, ticks } = settings
const redis = await connectRedis(settings.redis, 'waits')
const store = storeOn(redis, systemClock)
const net = createNet({ clock: systemClock, upstreamOrigin: settings.sandboxUrl })
const publisher = createPublisher(store.snapshots, fixedKeys(benchKeys('native')), systemRandom)
/** The first ticks are not counted, since the code is being compiled. */
const WARM = 10
/** After so many ticks an item is measured even if it has published nothing. */
const MOST_WARM = 40
/** Two snapshots never share a second. */
const SECOND_MS = 1_000

const itemOf = (actor: string): Item => {
  const item = registry.item(actor)
  if (!item) throw new Error(`nothing is called ${actor}`)
  return item
}

interface Tick {
  readonly concludeMicros: number
  readonly wholeMicros: number
  readonly outcome: TickOutcome
}

const tick = async (item: Item, now: number): Promise<Tick> => {
  let concludeMicros = 0
  const { conclude } = item.feed
  const watched: Item = {
    ...item,
    feed: {
      ...item.feed,
      conclude: (subject, context) => {
        const before = cpuMicros()
        try {
          return conclude(subject, context)
        } finally {
          concludeMicros = cpuMicros() - before
        }
      },
    },
  }
  const context = {
    // A store without cached boards: in a worker an index is mostly the first to read them after each poll.
    store: { ...store, boards: boardStore(redis) },
    publisher,
    clock: systemClock,
    log: silent,
    quorum: null,
    wake: () => {},
    mayAsk: () => true,
  }
  const before = cpuMicros()
  const outcome = await deriveItem(watched, context, now)
  return { concludeMicros, wholeMicros: cpuMicros() - before, outcome }
}

const spent = (micros: readonly number[]): Spent => ({
  p50Micros: median(micros),
  meanMicros: micros.reduce((sum, each) => sum + each, 0) / micros.length,
})

const boards = settings.boards.flatMap((id) => registry.board(id) ?? [])
const items = actors.map(itemOf)
interface Turn {
  readonly ticked: readonly Tick[]
  /** Of each board; `null` where its provider was not asked. */
  readonly pollMicros: readonly (number | null)[]
}

const turn = async (): Promise<Turn> => {
  const now = systemClock.now()
  const ticked: Tick[] = []
  for (const item of items) ticked.push(await tick(item, now))
  const pollMicros: (number | null)[] = []
  for (const board of boards) {
    const before = cpuMicros()
    const outcome = await pollBoard(board, net, store.boards, systemClock.now())
    const micros = cpuMicros() - before
    // A tick a second is more than some providers allow: these polls are not counted.
    const isHeld = outcome.kind === 'declined' && outcome.cause === 'rate_limited'
    if (outcome.kind === 'declined' && !isHeld) throw new Error(`${board.id} was not read: ${outcome.reason}`)
    pollMicros.push(isHeld ? null : micros)
  }
  await Bun.sleep(now + SECOND_MS - systemClock.now())
  return { ticked, pollMicros }
}

let missing = items.length
for (let warm = 0; warm < WARM || (missing > 0 && warm < MOST_WARM); warm++)
  missing = (await turn()).ticked.filter(({ outcome }) => outcome.kind !== 'published').length
const turns: Turn[] = []
while (turns.length < ticks) turns.push(await turn())

const tickedOf = (actor: string, at: number): IndexTicked => {
  const ticked = turns.flatMap((each) => each.ticked[at] ?? [])
  const declines = ticked.flatMap(({ outcome }) => (outcome.kind === 'declined' ? [outcome.reason] : []))
  return {
    actor,
    conclude: spent(ticked.map(({ concludeMicros }) => concludeMicros)),
    whole: spent(ticked.map(({ wholeMicros }) => wholeMicros)),
    published: ticked.filter(({ outcome }) => outcome.kind === 'published').length,
    declined: declines.length,
    reason: declines.at(-1) ?? null,
  }
}
const result: IndicesResult = {
  ticked: actors.map(tickedOf),
  polled: boards.map(({ id }, at) => ({ board: id, poll: spent(turns.flatMap((each) => each.pollMicros[at] ?? [])) })),
}
process.stdout.write(`${JSON.stringify(result)}\n`)
process.exit(0)

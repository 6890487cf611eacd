import { contentHash } from '../../../src/canonical/content.ts'
import type { AnyBoard } from '../../../src/feeds/board.ts'
import { actorId, type AnyFeed, type Earlier } from '../../../src/feeds/feed.ts'
import { providerNamed } from '../../../src/sandbox/world/providers.ts'
import { type Stage, stage } from '../sandbox/world/still-world.ts'
import { type PolledBoards, polledBoards } from '../polled-world.ts'
import { itemsReadBy, type KnownItem } from './items-read.ts'
import { lookAt } from './market.ts'
import { createStory } from './told-before.ts'

/** One item of a feed and everything that it reads, fed by the simulated world through the real readers. */
export interface Fed {
  readonly on: Stage
  /** Lets a minute pass and asks everybody again. */
  minute(): Promise<void>
  /** What it and those that it reads last concluded, by actor. */
  readonly answers: Readonly<Record<string, Earlier>>
  conclude(): ReturnType<AnyFeed['conclude']>
}

const boardsOf = (known: KnownItem) =>
  [...itemsReadBy(known), known].flatMap(({ feed, subject }) => feed.boards(subject))

/** The providers that an item hangs on, as the world calls them. */
export const providersOf = (known: KnownItem): readonly string[] => [
  ...new Set(
    boardsOf(known)
      .flatMap(({ source, besides = [] }) => [source, ...besides])
      .map(({ name }) => {
        const provider = providerNamed(name)
        if (provider === null) throw new Error(`the world has no ${name}`)
        return provider
      }),
  ),
]

/** What the answers of some boards lead to is asked so often, as by the real actor. */
const MOST_ROUNDS = 3

/** States of boards as text, by board and by what its provider was told. */
const polledBefore = new Map<string, string>()

export const fed = async (known: KnownItem): Promise<Fed> => {
  const told = createStory()
  const stood = stage()
  const on: Stage = {
    ...stood,
    post: (body) => {
      told.tell(stood.clock.now(), body)
      return stood.post(body)
    },
  }
  const world: PolledBoards = polledBoards(on)
  const boards = new Set(boardsOf(known).flatMap((board) => (board.listing ? [board.listing, board] : [board])))
  await on.post({ volatility: 0 })
  const pollOne = async (board: AnyBoard): Promise<void> => {
    const asked = [board.source, ...(board.besides ?? [])]
    const key = `${board.id} ${asked.map(({ name }) => told.of(providerNamed(name)!)).join(' ')}`
    const before = polledBefore.get(key)
    if (before !== undefined) return void world.states.set(board.id, JSON.parse(before))
    await world.poll(board)
    if (world.states.has(board.id)) polledBefore.set(key, JSON.stringify(world.states.get(board.id)))
  }
  const poll = async (): Promise<void> => {
    told.ask(on.clock.now())
    for (const board of boards) await pollOne(board)
    const { onDemand } = known.feed as Partial<AnyFeed>
    for (let round = 0; onDemand?.further && round < MOST_ROUNDS; round++) {
      const look = lookAt(world.states, on.clock.now())
      const further = onDemand.further(known.subject, look).filter(({ id }) => round === 0 || !world.states.has(id))
      for (const board of further) await pollOne(board)
    }
  }
  await poll()
  const earlier: Record<string, Earlier> = {}
  const concludeOne = ({ feed, subject }: KnownItem) => {
    const actor = actorId(feed, subject)
    const now = on.clock.now()
    const found = feed.conclude(subject, lookAt(world.states, now, { earlier, previous: earlier[actor] ?? null }))
    if (found.kind === 'concluded')
      earlier[actor] = {
        timestamp: Math.floor(now / 1_000),
        content: found.content as Earlier['content'],
        carry: found.carry,
        ...('sale' in feed && feed.sale && { contentHash: contentHash(found.content as Earlier['content']) }),
      }
    return found
  }
  return {
    on,
    answers: earlier,
    minute: async () => {
      on.clock.move(60_000)
      await poll()
    },
    conclude: () => {
      for (const each of itemsReadBy(known)) concludeOne(each)
      return concludeOne(known)
    },
  }
}

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
  /** Lets a minute pass and asks everybody again who does not rest. */
  minute(): Promise<void>
  /** What it and those that it reads last concluded, by actor. */
  readonly answers: Readonly<Record<string, Earlier>>
  /** Lets a minute pass, and then hour by hour as many as it takes until every board has asked again. */
  untilAsked(): Promise<void>
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

/** A board that rests for longer than a day would never be seen to ask. */
const MOST_HOURS = 26
const HOUR_MS = 3_600_000

/** States of boards as text and whether they asked anything, by board and by what its provider was told. */
const polledBefore = new Map<string, { readonly state: string; readonly asked: boolean }>()

/** @param first what the world is told before anybody is asked */
export const fed = async (known: KnownItem, first: object = {}): Promise<Fed> => {
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
  const boards = new Set<AnyBoard>(
    boardsOf(known).flatMap((board) => (board.listing ? [board.listing, board] : [board])),
  )
  await on.post({ volatility: 0 })
  if (Object.keys(first).length > 0 && (await on.post(first)).status !== 200) throw new Error('the world refuses this')
  /** Boards that have not asked since they were last marked. */
  const resting = new Set<string>()
  const pollOne = async (board: AnyBoard): Promise<void> => {
    const sources = [board.source, ...(board.besides ?? [])]
    const key = `${board.id} ${sources.map(({ name }) => told.of(providerNamed(name)!)).join(' ')}`
    const before = polledBefore.get(key)
    if (before !== undefined) {
      if (before.asked) resting.delete(board.id)
      return void world.states.set(board.id, JSON.parse(before.state))
    }
    const questions = world.asked.length
    await world.poll(board)
    const asked = world.asked.length > questions
    if (asked) resting.delete(board.id)
    if (world.states.has(board.id)) polledBefore.set(key, { state: JSON.stringify(world.states.get(board.id)), asked })
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
  const after = async (ms: number): Promise<void> => {
    on.clock.move(ms)
    await poll()
  }
  return {
    on,
    answers: earlier,
    minute: () => after(60_000),
    untilAsked: async () => {
      for (const { id } of boards) resting.add(id)
      await after(60_000)
      for (let hour = 0; resting.size > 0; hour++) {
        if (hour === MOST_HOURS) throw new Error(`${[...resting].join(', ')} asked nothing in ${MOST_HOURS} hours`)
        await after(HOUR_MS)
      }
    },
    conclude: () => {
      for (const each of itemsReadBy(known)) concludeOne(each)
      return concludeOne(known)
    },
  }
}

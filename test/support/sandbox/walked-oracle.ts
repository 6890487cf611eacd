import { deriveInternal, deriveItem } from '../../../src/actors/publisher/derived.ts'
import type { RailKeys } from '../../../src/actors/publisher/keys.ts'
import { fixedKeys } from '../../../src/actors/publisher/keyring.ts'
import { createPublisher } from '../../../src/actors/publisher/publisher.ts'
import { periodOf } from '../../../src/actors/publisher/schedule.ts'
import type { Json } from '../../../src/canonical/jcs.ts'
import { ecdsaSigner, ed25519Signer } from '../../../src/canonical/signature.ts'
import type { AnyBoard } from '../../../src/feeds/board.ts'
import { actorId } from '../../../src/feeds/feed.ts'
import { type InternalItem, type Item, registry } from '../../../src/feeds/registry.ts'
import { SCHEME_OF } from '../../../src/canonical/snapshot.ts'
import { startRedis } from '../../../src/store/redis/embedded-redis.ts'
import { connectRedis } from '../../../src/store/redis/redis.ts'
import { storeOn } from '../../../src/store/store.ts'
import { EACH_MINUTE } from '../../../src/launch/each-minute.ts'
import { SECOND_MS } from '../../../src/time-units.ts'
import { itemsReadBy } from '../feeds/items-read.ts'
import { polledBoards } from '../polled-world.ts'
import { keptLog, seededRandom } from '../still.ts'
import { ANY_TIME } from '../store-clocks.ts'
import type { Stage } from './world/still-world.ts'

/**
 * Some items and everything that they read, told by a simulated world minute by minute, as workers do it: boards polled
 * into a real store, answers concluded, signed and published. What is missing is the queue.
 */

/** One life of a worker, with a Redis of its own on the same files. */
export interface WorkerLife {
  /** Asks everybody and concludes everything once, at the clock of the world. */
  tick(): Promise<void>
  /** An answer as it is sold, signed; `null` if there is none. */
  sold(actor: string): Promise<Readonly<Record<string, Json>> | null>
  end(): Promise<void>
}

const KEYS: RailKeys = {
  l402: ecdsaSigner(new Uint8Array(32).fill(11)),
  x402: ed25519Signer(new Uint8Array(32).fill(12)),
}

/** As in the demonstration, so that what stands below does not wait for what it reads. */
const CADENCES = Object.fromEntries(EACH_MINUTE.map((actor) => [actor, 60]))

const itemsOf = (actors: readonly string[]): readonly (Item | InternalItem)[] => {
  const wanted = actors.map((actor) => registry.item(actor)!)
  const all = new Map(
    wanted.flatMap((item) => [...itemsReadBy(item), item]).map((each) => [actorId(each.feed, each.subject), each]),
  )
  return [...all.keys()].map((actor) => (registry.item(actor) ?? registry.internalItem(actor))!)
}

const boardsOf = (items: readonly (Item | InternalItem)[]): ReadonlySet<AnyBoard> =>
  new Set(
    items
      .flatMap(({ feed, subject }) => feed.boards(subject))
      .flatMap((board) => (board.listing ? [board.listing, board] : [board])),
  )

const isInternal = (item: Item | InternalItem): item is InternalItem => item.feed.sale === null

/** @param folder of the store: the next life goes on from what lies there */
export const workerLife = async (on: Stage, folder: string, actors: readonly string[]): Promise<WorkerLife> => {
  const server = await startRedis({ folder })
  const redis = await connectRedis(server.address, 'waits')
  const store = storeOn(redis, on.clock, ANY_TIME)
  const world = {
    store,
    publisher: createPublisher(store.snapshots, fixedKeys(KEYS), seededRandom(on.clock.now())),
    clock: on.clock,
    log: keptLog(),
    quorum: null,
    wake: () => {},
    mayAsk: () => true,
  }
  const items = itemsOf(actors)
  const boards = boardsOf(items)
  const polled = polledBoards(on, store.boards)
  const lastTicks = new Map<string, number>()
  /** Whether it is this actor's turn, at the cadences of the demonstration. */
  const isDue = (actor: string, everySeconds: number): boolean => {
    const now = on.clock.now()
    const last = lastTicks.get(actor)
    if (last !== undefined && now - last < SECOND_MS * periodOf(actor, everySeconds, CADENCES)) return false
    lastTicks.set(actor, now)
    return true
  }
  return {
    tick: async () => {
      const now = on.clock.now()
      for (const board of boards) if (isDue(board.id, board.everySeconds)) await polled.poll(board)
      for (const item of items) {
        if (!isDue(actorId(item.feed, item.subject), item.feed.everySeconds)) continue
        await (isInternal(item) ? deriveInternal(item, world, now) : deriveItem(item, world, now))
      }
    },
    sold: async (actor) => {
      const snapshot = await store.snapshots.latest(actor)
      if (!snapshot) return null
      const [edition] = await store.snapshots.editions(actor, snapshot.timestamp, 'x402', 0, 1)
      const { content, contentHash, seals } = snapshot
      const { publicKey: pubkey, contentSignature } = seals.x402
      const envelope = { contentHash, contentSignature, signingScheme: SCHEME_OF.x402, pubkey }
      return edition ? { ...content, ...envelope, ...edition } : null
    },
    end: async () => {
      redis.disconnect()
      await server.stop()
    },
  }
}

import { type Edition, isSoldOnce, type Rail } from '../../canonical/snapshot.ts'
import type { Clock } from '../../ports.ts'
import { type EditionRef, editionBody } from '../../store/claims/deliverable.ts'
import type { SnapshotStore } from '../../store/published/snapshots.ts'
import type { CachedEditions } from './edition-cache.ts'
import type { Soon } from '../wire/soon.ts'

/**
 * Editions are taken from the store in blocks: one step for many sales. From then on an edition belongs to this
 * process. It is sold once, given back when it was certainly not sold, and otherwise never used again. Of a snapshot with
 * one edition a block holds copies of it, so that all of them are counted.
 */
export interface Blocks {
  /**
   * The next edition of this snapshot that is ours to sell; `null` when all that were signed are taken.
   *
   * @param secondsLeft until the next snapshot is due: what is not sold by then stays unsold
   */
  next(cached: CachedEditions, rail: Rail, secondsLeft: number): Soon<EditionInHand | null>
  /** It was certainly not sold: the next buyer gets it. */
  giveBack(edition: EditionInHand): void
  /** How many editions of this snapshot were signed, as far as this process knows. */
  signed(cached: CachedEditions, rail: Rail): number
  /** How many requests of this process found the list used up when it was last read. More must be signed for them all. */
  unserved(cached: CachedEditions, rail: Rail): number
}

/** An edition that this process may sell. */
export interface EditionInHand {
  readonly edition: EditionRef
  readonly signed: Edition
  readonly body: string
  readonly cached: CachedEditions
}

/** A block has as many editions as this process sold of the item in the last quarter of a second. */
const AHEAD_SECONDS = 0.25
const MOST = 64
/** Time constant of the fading demand: a second. */
const MEMORY_MS = 1_000
/**
 * Versions of one item that are sold at a time: a request that began before a new snapshot takes from the one before, and
 * must not cost those who buy the new one their block.
 */
const VERSIONS = 2
/** Items remembered per rail. More than there are feeds, since subjects that start on demand come and go. */
const MOST_REMEMBERED = 2_000

/** What one process has of one item on one rail. */
interface Block {
  version: number
  signed: number
  readonly left: EditionInHand[]
  /** Sales of the last second or so, fading. */
  demand: number
  demandAt: number
  waiting: number
  unserved: number
  /** Brings how many came. */
  taking: Promise<number> | null
}

export const createBlocks = (snapshots: Pick<SnapshotStore, 'take' | 'editions'>, clock: Clock): Blocks => {
  /** Blocks of each item, the newest version first. */
  const all: Readonly<Record<Rail, Map<string, readonly Block[]>>> = { l402: new Map(), x402: new Map() }

  const blockOf = (cached: CachedEditions, rail: Rail): Block => {
    const { actor, timestamp } = cached.snapshot
    const blocks = all[rail]
    const known = blocks.get(actor) ?? []
    const found = known.find(({ version }) => version === timestamp)
    if (found) return found
    const fresh = { version: timestamp, signed: 0, left: [], waiting: 0, unserved: 0, taking: null }
    const [newest] = known
    const block: Block = { ...fresh, demand: newest?.demand ?? 0, demandAt: newest?.demandAt ?? clock.now() }
    const kept = [block, ...known].toSorted((a, b) => b.version - a.version).slice(0, VERSIONS)
    blocks.delete(actor)
    blocks.set(actor, kept)
    if (blocks.size > MOST_REMEMBERED) blocks.delete(blocks.keys().next().value!)
    return block
  }
  const wanted = (block: Block): void => {
    const now = clock.now()
    block.demand = block.demand * Math.exp(-Math.max(0, now - block.demandAt) / MEMORY_MS) + 1
    block.demandAt = now
  }
  const sizeOf = ({ demand, waiting }: Block, secondsLeft: number): number =>
    Math.max(1, Math.min(MOST, Math.max(waiting, Math.floor(demand * Math.min(AHEAD_SECONDS, secondsLeft)))))

  const take = async (block: Block, cached: CachedEditions, rail: Rail, secondsLeft: number): Promise<number> => {
    const { actor, timestamp: version } = cached.snapshot
    const wish = sizeOf(block, Math.max(0, secondsLeft))
    const prefix = cached.bodyPrefix(rail)
    if (!isSoldOnce(cached.snapshot)) {
      // Nobody uses it up, so nothing is counted.
      const [only] = await snapshots.editions(actor, version, rail, 0, 1)
      block.signed = only ? 1 : 0
      if (!only) return 0
      const copy = {
        edition: { actor, version, rail, index: 0 },
        signed: only,
        body: editionBody(prefix, only),
        cached,
      }
      block.left.push(...Array.from({ length: wish }, () => copy))
      return wish
    }
    const taken = await snapshots.take(actor, version, rail, wish)
    block.signed = taken.printed
    for (const [at, each] of taken.editions.entries())
      block.left.push({
        edition: { actor, version, rail, index: taken.first + at },
        signed: each,
        body: editionBody(prefix, each),
        cached,
      })
    return taken.editions.length
  }

  const takeAndCount = (block: Block, cached: CachedEditions, rail: Rail, secondsLeft: number): Promise<number> =>
    take(block, cached, rail, secondsLeft)
      .then((came) => {
        block.unserved = came === 0 ? block.waiting : 0
        return came
      })
      .finally(() => (block.taking = null))

  const wait = async (
    block: Block,
    cached: CachedEditions,
    rail: Rail,
    secondsLeft: number,
  ): Promise<EditionInHand | null> => {
    block.waiting++
    try {
      // If other requests emptied the block meanwhile, this one takes the next block.
      for (;;) {
        const isMine = block.taking === null
        block.taking ??= takeAndCount(block, cached, rail, secondsLeft)
        const came = await block.taking
        const found = block.left.shift()
        // Where nothing came, nothing is there for the others either, who would ask one after the other.
        if (found || isMine || came === 0) return found ?? null
      }
    } finally {
      block.waiting--
    }
  }

  return {
    next: (cached, rail, secondsLeft) => {
      const block = blockOf(cached, rail)
      wanted(block)
      return block.left.shift() ?? wait(block, cached, rail, secondsLeft)
    },
    giveBack: (inHand) => {
      const { actor, version, rail } = inHand.edition
      // Editions of a snapshot from long ago are not sold any more.
      all[rail]
        .get(actor)
        ?.find((block) => block.version === version)
        ?.left.unshift(inHand)
    },
    signed: (cached, rail) => blockOf(cached, rail).signed,
    unserved: (cached, rail) => blockOf(cached, rail).unserved,
  }
}

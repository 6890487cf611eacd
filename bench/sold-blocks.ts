import type { Snapshot } from '../src/canonical/snapshot.ts'
import { type Blocks, createBlocks } from '../src/http/paywall/blocks.ts'
import type { EditionRef } from '../src/store/claims/deliverable.ts'
import { writeEdition } from '../src/store/published/edition-line.ts'
import type { RedisClient } from '../src/store/redis/client.ts'
import { names } from '../src/store/redis/names.ts'
import type { Store } from '../src/store/store.ts'
import { systemClock } from '../src/system/clock.ts'

/** Editions as servers take them: in blocks, from versions that have some hundred each, as those of a busy item have. */

/** Of one version. */
export const PRINTED = 512
const SECONDS_LEFT = 5

const SIGNED = { canonical: `v1|BTC-USD|${'1'.repeat(60)}`, signature: 'A'.repeat(88) }
const SEAL = { publicKey: 'A'.repeat(44), contentSignature: SIGNED.signature }

const snapshotOf = (actor: string, timestamp: number): Snapshot => ({
  actor,
  timestamp,
  content: {},
  carry: {},
  contentHash: '0'.repeat(64),
  seals: { l402: SEAL, x402: SEAL },
  stem: 'v1|BTC-USD|',
  archive: SIGNED,
})

const edition = async (blocks: Blocks, snapshot: Snapshot): Promise<EditionRef | null> => {
  const cached = { snapshot, bodyPrefix: () => '{', longPrefix: () => null }
  return (await blocks.next(cached, 'l402', SECONDS_LEFT))?.edition ?? null
}

/** @returns the key of the list */
export const printVersion = async (redis: RedisClient, actor: string, version: number): Promise<string> => {
  const key = names.editions(actor, version, 'l402')
  await redis.rpush(key, ...Array.from({ length: PRINTED }, () => writeEdition(SIGNED)))
  return key
}

/** Prints editions for `most` sales, which is not part of selling, and returns how the next one is had. */
export const printedEditions = async (
  { redis, store }: { readonly redis: RedisClient; readonly store: Pick<Store, 'snapshots'> },
  actor: string,
  most: number,
): Promise<() => Promise<EditionRef>> => {
  const newest = Math.floor(Date.now() / 1000)
  const versions = Math.ceil(most / PRINTED) + 1
  for (let version = newest - versions; version <= newest; version++) await printVersion(redis, actor, version)
  const blocks = createBlocks(store.snapshots, systemClock)
  let snapshot = snapshotOf(actor, newest - versions)
  return async () => {
    for (;;) {
      const from = snapshot
      const found = await edition(blocks, from)
      if (found) return found
      if (from.timestamp > newest) throw new Error(`more than ${most} editions were wanted`)
      // Whoever came first to the end of a version goes on to the next; the others find it.
      if (snapshot === from) snapshot = snapshotOf(actor, from.timestamp + 1)
    }
  }
}

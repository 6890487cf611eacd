import { contentHash } from '../../canonical/content.ts'
import type { Json } from '../../canonical/jcs.ts'
import {
  type Edition,
  isSoldOnce,
  type KeptSnapshot,
  RAILS,
  type Rail,
  type Snapshot,
} from '../../canonical/snapshot.ts'
import { isCharted, keptPoints, SERIES_STEP_SECONDS } from '../../feeds/day-series.ts'
import type { AnyFeed, Carry } from '../../feeds/feed.ts'
import { mainTextOf } from '../../feeds/main-value.ts'
import type { InternalItem, Item } from '../../feeds/registry.ts'
import type { Random } from '../../ports.ts'
import { isLater } from '../../store/redis/fence.ts'
import type { EditionsByRail, SnapshotStore } from '../../store/published/snapshots.ts'
import type { NewPoint } from '../../store/published/series.ts'
import { type Keyring, NoKey } from './keyring.ts'
import type { RailKeys } from './keys.ts'
import { assertSigned, drawNonces, signEditions, runLength, signContent, signOnly } from './sign-editions.ts'

/** Editions stay fetchable this long beyond the age at which their snapshot may be sold: the redelivery window. */
const AFTERLIFE_SECONDS = 240

/** A version that is not sold is read as the newest one only. */
const KEPT_SECONDS = 60

export interface Publisher {
  /**
   * Signs the editions of one conclusion, verifies one and publishes them. `null` if the store has a snapshot that is
   * as new: two ticks overlapped, and the work of this one is dropped.
   *
   * @param at Unix milliseconds of the tick; its whole second is the canonical timestamp and the fence
   */
  publish(item: Item, content: Readonly<Record<string, Json>>, carry: Carry, at: number): Promise<Snapshot | null>
  /** Keeps the conclusion of an item that is not sold, unsigned. False if the store has one that is as new. */
  keep(item: InternalItem, content: Readonly<Record<string, Json>>, carry: Carry, at: number): Promise<boolean>
  /**
   * Signs more editions of the stored version, with the key that began it. Returns how many were added; 0 if that version
   * is not stored. Throws `NoKey` if this worker does not have that key, or it was not valid then.
   */
  reprint(item: Item, version: number, rail: Rail, copies: number): Promise<number>
}

const layOut = (item: Item, content: Readonly<Record<string, Json>>, timestamp: number, hash: string): string => {
  const { canonical, tokens } = item.feed.sale
  return canonical.writeCanonicalPrefix(tokens(content, hash), timestamp)
}

/** What the chart of its past keeps of a free copy. */
const pointOf = (feed: AnyFeed, copy: Readonly<Record<string, Json>>): NewPoint | null => {
  const { preview } = feed.sale
  const value = preview?.main && isCharted(feed) ? mainTextOf(preview.main, copy) : null
  return value === null ? null : { value, stepSeconds: SERIES_STEP_SECONDS, most: keptPoints(feed) }
}

/** Everything that is signed of one conclusion. */
interface Signed {
  readonly editions: EditionsByRail
  readonly nonces: readonly number[]
  readonly archive: Edition
}

const signBatch = (keys: RailKeys, prefix: string, runs: Readonly<Record<Rail, number>>, random: Random): Signed => {
  // The last nonce is the archive copy's: an edition that is never sold and keeps its signature for history.
  const nonces = drawNonces(random, runs.l402 + runs.x402 + 1)
  const editions = {
    l402: signEditions(keys.l402, prefix, nonces.slice(0, runs.l402)),
    x402: signEditions(keys.x402, prefix, nonces.slice(runs.l402, -1)),
  }
  const [archive] = signEditions(keys.x402, prefix, nonces.slice(-1))
  return { editions, nonces, archive: archive! }
}

const signSingle = (keys: RailKeys, canonical: string): Signed => {
  const archive = signOnly(keys.x402, canonical)
  return { editions: { l402: [signOnly(keys.l402, canonical)], x402: [archive] }, nonces: [], archive }
}

export const createPublisher = (snapshots: SnapshotStore, keyring: Keyring, random: Random): Publisher => {
  const runsOf = async ({ actor, feed }: Item, before: number | null): Promise<Readonly<Record<Rail, number>>> => {
    const sold = before !== null ? await snapshots.sold(actor, before) : { l402: 0, x402: 0 }
    return { l402: runLength(sold.l402, feed.everySeconds), x402: runLength(sold.x402, feed.everySeconds) }
  }
  return {
    publish: async (item, concluded, carry, at) => {
      const { actor, feed, subject } = item
      const timestamp = Math.floor(at / 1000)
      // Its time alone: a snapshot that this release cannot read must not keep the next one out.
      const before = await snapshots.version(actor)
      if (before !== null && isLater(before, timestamp)) return null

      const keys = keyring.at(timestamp)
      const content = { ...concluded, timestamp }
      const hash = contentHash(content)
      const prefix = layOut(item, content, timestamp, hash)
      const { editions, nonces, archive } = feed.sale.canonical.hasNonce
        ? signBatch(keys, prefix, await runsOf(item, before), random)
        : signSingle(keys, prefix)
      for (const rail of RAILS) assertSigned(keys[rail], editions[rail][0]!)

      const snapshot: Snapshot = {
        actor,
        timestamp,
        content,
        contentHash: hash,
        seals: { l402: signContent(keys.l402, hash), x402: signContent(keys.x402, hash) },
        stem: prefix,
        archive: { canonical: archive.canonical, signature: archive.signature },
        carry,
      }
      const { preview, sellableSeconds } = feed.sale
      const copy = preview && { ...preview.fields(content, subject), timestamp: String(timestamp) }
      const isNew = await snapshots.publish({
        snapshot,
        editions,
        nonces,
        preview: preview && copy && { body: copy, staleSeconds: preview.staleMinutes * 60 },
        point: copy && pointOf(feed, copy),
        keepSeconds: sellableSeconds + AFTERLIFE_SECONDS,
        // Unpaid requests create subjects on demand, in any number. Their data expires when nobody asks.
        forgetSeconds: feed.onDemand ? feed.onDemand.idleSeconds + sellableSeconds + AFTERLIFE_SECONDS : null,
      })
      return isNew ? snapshot : null
    },

    keep: async ({ actor }, content, carry, at) => {
      const timestamp = Math.floor(at / 1000)
      const snapshot: KeptSnapshot = { actor, timestamp, content: { ...content, timestamp }, carry }
      const publication = { snapshot, editions: { l402: [], x402: [] }, nonces: [], preview: null, point: null }
      return snapshots.publish({ ...publication, keepSeconds: KEPT_SECONDS, forgetSeconds: null })
    },

    reprint: async ({ actor }, version, rail, copies) => {
      const snapshot = await snapshots.latest(actor)
      if (!snapshot || snapshot.timestamp !== version || !isSoldOnce(snapshot)) return 0
      const find = () => keyring.find(rail, snapshot.seals[rail].publicKey, version)
      if (!find()) await keyring.refresh()
      const signer = find()
      if (!signer) throw new NoKey(`this worker cannot go on with version ${version} of ${actor}: it has not that key`)
      const editions = signEditions(signer, snapshot.stem, drawNonces(random, copies))
      assertSigned(signer, editions[0]!)
      return snapshots.reprint(actor, version, rail, editions)
    },
  }
}

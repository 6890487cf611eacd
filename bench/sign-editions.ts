import type { EcdsaSign } from '../src/canonical/signature.ts'
import { ecdsaSigner, ed25519Signer, nobleEcdsa } from '../src/canonical/signature.ts'
import type { Json } from '../src/canonical/jcs.ts'
import type { Rail } from '../src/canonical/snapshot.ts'
import { fixedKeys } from '../src/actors/publisher/keyring.ts'
import { createPublisher, type Publisher } from '../src/actors/publisher/publisher.ts'
import type { RailKeys } from '../src/actors/publisher/keys.ts'
import { exampleOf } from '../src/feeds/feed.ts'
import type { Item } from '../src/feeds/registry.ts'
import { pickEcdsa } from '../src/native/ecdsa.ts'
import type { SnapshotStore } from '../src/store/published/snapshots.ts'
import { systemRandom } from '../src/system/random.ts'
import { silent } from './silent.ts'

/** Signs the editions that are sold, with the real publisher and new keys. */

export type Library = 'noble' | 'native'

export const ecdsaOf = (library: Library): EcdsaSign => (library === 'noble' ? nobleEcdsa : pickEcdsa(silent))

/** Whether this machine has libsecp256k1. Without it, `native` is noble. */
export const hasNative = (): boolean => ecdsaOf('native') !== nobleEcdsa

export const benchKeys = (library: Library): RailKeys => ({
  l402: ecdsaSigner(new Uint8Array(32).fill(3), ecdsaOf(library)),
  x402: ed25519Signer(new Uint8Array(32).fill(5)),
})

/** A store that writes to several stores: editions are signed once and written into each. */
const onAll = (stores: readonly SnapshotStore[]): SnapshotStore => ({
  ...stores[0]!,
  publish: async (publication) => (await Promise.all(stores.map((each) => each.publish(publication)))).every(Boolean),
  reprint: async (...order) => Math.min(...(await Promise.all(stores.map((each) => each.reprint(...order))))),
})

const BATCH = 4_000

/** The body that is published of an item. */
type ContentOf = (item: Item) => Readonly<Record<string, Json>>
const example: ContentOf = ({ feed, subject }) => exampleOf(feed, subject)

/** Publishes a body as if it had just been concluded: the example of the item's feed, or another one. */
export const publishExample = async (publisher: Publisher, item: Item, contentOf = example): Promise<boolean> =>
  (await publisher.publish(item, contentOf(item), {}, Date.now())) !== null

/** Signs at least this many more editions of the published snapshot. */
export const signMore = async (
  publisher: Publisher,
  snapshots: SnapshotStore,
  item: Item,
  rail: Rail,
  copies: number,
): Promise<void> => {
  const version = await snapshots.version(item.actor)
  if (version === null) throw new Error(`there is no snapshot of ${item.actor} to sign more editions of`)
  for (let printed = 0; printed < copies;) {
    const added = await publisher.reprint(item, version, rail, Math.min(BATCH, copies - printed + 8))
    if (added === 0) throw new Error(`the snapshot of ${item.actor} was replaced while more editions were signed`)
    printed += added
  }
}

/** Publishes a new snapshot of every item, with at least this many editions on one rail. */
export const signBatch = async (
  stores: readonly SnapshotStore[],
  items: readonly Item[],
  rail: Rail,
  copies: number,
  contentOf = example,
): Promise<void> => {
  const publisher = createPublisher(onAll(stores), fixedKeys(benchKeys('native')), systemRandom)
  for (const item of items) {
    while (!(await publishExample(publisher, item, contentOf))) await Bun.sleep(100)
    await signMore(publisher, stores[0]!, item, rail, copies)
  }
}

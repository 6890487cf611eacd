import type { EcdsaSign } from '../src/canonical/signature.ts'
import { ecdsaSigner, ed25519Signer, nobleEcdsa } from '../src/canonical/signature.ts'
import type { Rail } from '../src/canonical/snapshot.ts'
import { createPublisher, type Publisher } from '../src/actors/publisher/publisher.ts'
import type { RailKeys } from '../src/actors/publisher/keys.ts'
import { exampleOf } from '../src/feeds/feed.ts'
import type { Item } from '../src/feeds/registry.ts'
import { pickEcdsa } from '../src/native/ecdsa.ts'
import type { SnapshotStore } from '../src/store/published/snapshots.ts'
import { systemRandom } from '../src/system/random.ts'
import { silent } from './silent.ts'

/** Prints what is sold, with the real publisher and keys made up for the occasion. */

export type Library = 'noble' | 'native'

export const ecdsaOf = (library: Library): EcdsaSign => (library === 'noble' ? nobleEcdsa : pickEcdsa(silent))

/** Whether this machine has libsecp256k1: without it, `native` is noble. */
export const hasNative = (): boolean => ecdsaOf('native') !== nobleEcdsa

export const benchKeys = (library: Library): RailKeys => ({
  l402: ecdsaSigner(new Uint8Array(32).fill(3), ecdsaOf(library)),
  x402: ed25519Signer(new Uint8Array(32).fill(5)),
})

/** The same goods on several shelves: what is signed once is put into every store. */
const onAll = (stores: readonly SnapshotStore[]): SnapshotStore => ({
  ...stores[0]!,
  publish: async (publication) => (await Promise.all(stores.map((each) => each.publish(publication)))).every(Boolean),
  reprint: async (...order) => Math.min(...(await Promise.all(stores.map((each) => each.reprint(...order))))),
})

const BATCH = 4_000

/** Publishes the example of an item's feed as if it had been concluded now. */
export const publishExample = async (publisher: Publisher, item: Item): Promise<boolean> =>
  (await publisher.publish(item, exampleOf(item.feed, item.subject), {}, Date.now())) !== null

/** At least so many more editions of what lies there. */
export const printMore = async (
  publisher: Publisher,
  snapshots: SnapshotStore,
  item: Item,
  rail: Rail,
  copies: number,
): Promise<void> => {
  const version = await snapshots.version(item.actor)
  if (version === null) throw new Error(`there is nothing of ${item.actor} to print more of`)
  for (let printed = 0; printed < copies;) {
    const added = await publisher.reprint(item, version, rail, Math.min(BATCH, copies - printed + 8))
    if (added === 0) throw new Error(`${item.actor} went while more of it was printed`)
    printed += added
  }
}

/** A fresh snapshot of every item, with at least so many editions on one rail. */
export const printRun = async (
  stores: readonly SnapshotStore[],
  items: readonly Item[],
  rail: Rail,
  copies: number,
): Promise<void> => {
  const publisher = createPublisher(onAll(stores), benchKeys('native'), systemRandom)
  for (const item of items) {
    while (!(await publishExample(publisher, item))) await Bun.sleep(100)
    await printMore(publisher, stores[0]!, item, rail, copies)
  }
}

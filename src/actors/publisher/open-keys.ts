import type { EcdsaSign } from '../../canonical/signature.ts'
import { type Rail, RAILS } from '../../canonical/snapshot.ts'
import type { KeyStore } from '../../store/published/public-keys.ts'
import { answersKey, documentKey, type KeyDocumenting } from '../key-document.ts'
import { keptChain } from '../kept-chain.ts'
import { type KeyWatch, type KeyWatchParts, startKeyWatch } from './key-watch.ts'
import { assertRecorded, loadKeys, type RailKeys } from './keys.ts'

/** The keys of a worker that signs answers, as it starts. */

type KeyParts = Omit<KeyWatchParts, 'keyDocuments'> & {
  readonly ecdsa: EcdsaSign | undefined
  readonly store: KeyDocumenting & Pick<KeyWatchParts, 'keyDocuments'> & { readonly keys: KeyStore }
}

/** A key of which nothing was ever documented, here or in the store, is documented now. */
const documentFirst = async ({ folder, store }: KeyParts, keys: RailKeys): Promise<void> => {
  const recorded = await store.keys.record({ l402: keys.l402.publicKey, x402: keys.x402.publicKey })
  for (const rail of RAILS) {
    const key = answersKey(keys[rail])
    const stored = await store.keyDocuments.chain(key.purpose)
    const chain = stored.length > 0 ? stored : keptChain(folder, key.purpose)
    assertRecorded(
      { [rail]: keys[rail] } as RailKeys,
      recorded,
      chain.map(({ publicKey }) => publicKey),
    )
    if (chain.length === 0) await documentKey(store, key)
  }
}

/** Throws `BadKeys` if the keys do not belong to this store. */
export const openKeys = async (
  parts: KeyParts,
): Promise<{ readonly publicKeys: Readonly<Record<Rail, string>>; readonly watch: KeyWatch }> => {
  const keys = loadKeys(parts.folder, parts.ecdsa)
  await documentFirst(parts, keys)
  const watch = await startKeyWatch({ ...parts, keyDocuments: parts.store.keyDocuments })
  return { publicKeys: { l402: keys.l402.publicKey, x402: keys.x402.publicKey }, watch }
}

import type { KeyPurpose } from '../canonical/key-document.ts'
import type { KeyDocumentStore } from '../store/published/key-documents.ts'
import { faultIn, type KeyHistory } from './key-succession.ts'
import { BadKeys } from './secret-file.ts'

/** The chain of a purpose, from the store and from what is known of it elsewhere. */

const isBeginning = (short: KeyHistory, long: KeyHistory): boolean =>
  short.every(({ canonical }, at) => canonical === long[at]!.canonical)

/**
 * The chain of the store, with what it has lost: a store that was put back from a backup does not know the newest
 * documents, and gets them again from who has kept them. Throws `BadKeys` where the two tell different stories, or one
 * does not hold.
 *
 * @param known documents from this machine; empty if it has none
 * @param onRestored told how many documents the store got back
 */
export const joinedChain = async (
  keyDocuments: Pick<KeyDocumentStore, 'chain' | 'append'>,
  purpose: KeyPurpose,
  known: KeyHistory,
  onRestored: (count: number) => void,
): Promise<KeyHistory> => {
  const stored = await keyDocuments.chain(purpose)
  const longer = stored.length >= known.length ? stored : known
  const fault = longer.length === 0 ? null : faultIn(longer)
  if (fault !== null)
    throw new BadKeys(`the documents of the ${purpose} key do not hold: ${fault}. Restore Redis from your backup.`)
  if (!isBeginning(longer === stored ? known : stored, longer))
    throw new BadKeys(
      `the documents of the ${purpose} key in this Redis are others than those that were kept beside the key. ` +
        'Point REDIS_URL at the Redis that belongs to these keys, or restore it from your backup.',
    )
  const [first, ...rest] = known.slice(stored.length)
  if (!first) return stored
  // Another worker may do the same; what lies there afterwards is compared again by whoever reads it.
  if (await keyDocuments.append([first, ...rest])) onRestored(rest.length + 1)
  return known
}

import type { KeyPurpose } from '../canonical/key-document.ts'
import { keyPeriods } from '../canonical/key-periods.ts'
import type { KeyDocumentStore } from '../store/published/key-documents.ts'
import { faultIn, isBeginning, type KeyHistory } from './key-succession.ts'
import { BadKeys } from './secret-file.ts'

/** The chain of a purpose, from the store and from what is known of it elsewhere. */

/** What is known of a chain before the store is asked. */
export interface KnownChain {
  /** Documents from this machine; empty if it has none. */
  readonly known: KeyHistory
  /** Documents that were found to hold before: the same need no second look. */
  readonly verified?: KeyHistory | undefined
}

const isSame = (one: KeyHistory, other: KeyHistory): boolean =>
  one.length === other.length &&
  one.every(
    ({ canonical, signatures }, at) =>
      canonical === other[at]!.canonical && JSON.stringify(signatures) === JSON.stringify(other[at]!.signatures),
  )

/**
 * The chain of the store, with what it has lost: a store that was put back from a backup does not know the newest
 * documents, and gets them again from who has kept them. Throws `BadKeys` where the two tell different stories, or one
 * does not hold.
 *
 * @param onRestored told how many documents the store got back
 */
export const joinedChain = async (
  keyDocuments: Pick<KeyDocumentStore, 'chain' | 'append'>,
  purpose: KeyPurpose,
  { known, verified = [] }: KnownChain,
  onRestored: (count: number) => void,
): Promise<KeyHistory> => {
  const stored = await keyDocuments.chain(purpose)
  if (isSame(stored, verified) && isBeginning(known, verified)) return verified
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

/**
 * A chain without what follows the last document in which its newest key goes on. Keys are handed over in one step, so
 * no command leaves the newest one with an end. Who has stolen it can state one, and would stop every worker.
 */
export const withoutEnd = (chain: KeyHistory): KeyHistory => {
  const goesOn = (length: number): boolean => keyPeriods(chain.slice(0, length)).at(-1)?.until === Infinity
  let length = chain.length
  while (length > 0 && !goesOn(length)) length--
  return chain.slice(0, length)
}

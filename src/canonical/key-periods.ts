import { groupBy } from '../group-by.ts'
import type { KeyFields } from './key-document.ts'

/** From when to when each key of a chain signs. */
export interface KeyPeriod {
  readonly publicKey: string
  /** Unix seconds. */
  readonly from: number
  /** The last second, Unix; infinite while there is no end. Before `from` for a key that was revoked as a whole. */
  readonly until: number
}

/**
 * One period for each key, in the order in which the keys came. What was said last of a key's end counts. A key of whose
 * end nothing was said ends as the next begins.
 */
export const keyPeriods = (documents: readonly KeyFields[]): readonly KeyPeriod[] => {
  const byKey = [...groupBy(documents, ({ publicKey }) => publicKey).values()]
  return byKey.map((about, nth) => ({
    publicKey: about[0]!.publicKey,
    from: about[0]!.validFrom,
    until: about.at(-1)!.validUntil ?? byKey[nth + 1]?.[0]!.validFrom ?? Infinity,
  }))
}

/** The key that came last: it alone signs what is added to the chain. */
export const currentKey = (documents: readonly KeyFields[]): string | undefined =>
  keyPeriods(documents).at(-1)?.publicKey

import type { KeyPlace } from './key-documents.ts'
import type { Body, PinnedKeys } from './verify.ts'

/**
 * Keys that were known before. Where documents are read is loaded when an answer has another key.
 *
 * @param known documents that the buyer kept from before
 */
export const pinnedKeys = (keys: readonly string[], place: KeyPlace, known: Body | null = null): PinnedKeys => {
  let reader: Promise<PinnedKeys['documents']> | null = null
  return {
    keys,
    documents: async (answer) => {
      reader ??= import('./key-documents.ts').then(({ keyDocuments }) => keyDocuments(place, known))
      return (await reader)(answer)
    },
  }
}

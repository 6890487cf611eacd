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
    known,
    documents: async (answer) => {
      try {
        reader ??= import('./key-documents.ts').then(({ keyDocuments }) => keyDocuments(place, known))
        return await (
          await reader
        )(answer)
      } catch {
        // A part of this package that could not be loaded is looked for again.
        reader = null
        return 'unread'
      }
    },
  }
}

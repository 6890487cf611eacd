import { type DocumentedKey, documentKey } from '../../src/actors/key-document.ts'
import { handingOver, promising } from '../../src/actors/key-succession.ts'
import type { KeyDocumentStore } from '../../src/store/published/key-documents.ts'

/**
 * Documents a key that another one has followed, within two minutes.
 *
 * @param since Unix seconds: when the old one began
 */
export const documentReplaced = async (
  keyDocuments: KeyDocumentStore,
  { old, fresh }: { readonly old: DocumentedKey; readonly fresh: DocumentedKey },
  since: number,
): Promise<void> => {
  const first = await documentKey({ keyDocuments, time: async () => since * 1000 }, old)
  const promise = promising([first], old, fresh.publicKey)
  const handover = handingOver([first, ...promise], { old, fresh, from: since + 60, until: since + 120 })
  if (!(await keyDocuments.append([...promise, ...handover]))) throw new Error('the chain has other documents already')
}

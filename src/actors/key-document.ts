import { digest } from '../canonical/digest.ts'
import {
  ANSWERS_PURPOSE,
  type KeyDocument,
  KEY_SCHEME,
  type KeyPurpose,
  writeKeyString,
} from '../canonical/key-document.ts'
import { verifyKeySignature } from '../canonical/key-signature.ts'
import type { Signer } from '../canonical/signature.ts'
import type { KeyDocumentStore } from '../store/published/key-documents.ts'
import { BadKeys } from './secret-file.ts'

/** A key that can sign its own document. */
export interface DocumentedKey {
  readonly purpose: KeyPurpose
  readonly publicKey: string
  /** Base64, over SHA-256 of the string. */
  sign(canonical: string): string
}

export interface KeyDocumenting {
  readonly keyDocuments: Pick<KeyDocumentStore, 'of' | 'keep'>
  /** Unix milliseconds by the store's own clock, which all workers share. */
  time(): Promise<number>
}

/** A key that signs answers. */
export const answersKey = (signer: Signer): DocumentedKey => ({
  purpose: ANSWERS_PURPOSE[signer.scheme],
  publicKey: signer.publicKey,
  sign: (canonical) => signer.sign(digest(canonical)),
})

const isSignedBy = (document: KeyDocument, { purpose, publicKey }: DocumentedKey): boolean =>
  document.signatures.some(
    (each) =>
      each.publicKey === publicKey && verifyKeySignature(purpose, document.canonical, each.signature, publicKey),
  )

/** The first document of a key. It stays for ever, so one that does not hold must not be kept: this throws instead. */
const signed = (key: DocumentedKey, validFrom: number): KeyDocument => {
  const { purpose, publicKey } = key
  const scheme = KEY_SCHEME[purpose]
  const fields = { sequence: 1, purpose, scheme, publicKey, validFrom, previous: null, next: null }
  const canonical = writeKeyString(fields)
  const document = { ...fields, canonical, signatures: [{ publicKey, signature: key.sign(canonical) }] }
  if (!isSignedBy(document, key)) throw new Error(`a ${scheme} signature made here does not verify: ${canonical}`)
  return document
}

/**
 * Signs the document of a key when it is first recorded. Later starts, and other workers, find that one. Throws
 * `BadKeys` if it is the document of another key or is not signed by this one: buyers may rely on it.
 */
export const documentKey = async ({ keyDocuments, time }: KeyDocumenting, key: DocumentedKey): Promise<KeyDocument> => {
  const { purpose, publicKey } = key
  const document =
    (await keyDocuments.of(purpose)) ?? (await keyDocuments.keep(signed(key, Math.floor((await time()) / 1000))))
  if (document.publicKey !== publicKey)
    throw new BadKeys(
      `the ${purpose} key does not match the document of the key that this Redis has been signing with. ` +
        'Point KEYS_DIR at the original keys, or REDIS_URL at the Redis that belongs to these.',
    )
  if (!isSignedBy(document, key))
    throw new BadKeys(`the document of the ${purpose} key is not signed by it. Restore Redis from your backup.`)
  return document
}

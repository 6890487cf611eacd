import { answersKey, documentKey, type DocumentedKey, type KeyDocumenting } from '../../src/actors/key-document.ts'
import { signKeyDocument } from '../../src/actors/dlc/sign-key-document.ts'
import { ecdsaSigner, ed25519Signer } from '../../src/canonical/signature.ts'
import { xOnly } from '../../src/dlc/wire/schnorr.ts'
import { webhookKey } from '../../src/webhooks/standard-webhooks.ts'

/** A key of each purpose, as workers have them. */

const seed = (byte: number): Uint8Array => new Uint8Array(32).fill(byte)

const webhook = (byte: number): DocumentedKey => {
  const { publicKey, signDocument } = webhookKey(seed(byte))
  return { purpose: 'webhook', publicKey, sign: signDocument }
}

/** @param byte of which the secrets are made: another one gives other keys */
export const fourKeys = (byte: number): readonly DocumentedKey[] => [
  answersKey(ed25519Signer(seed(byte))),
  answersKey(ecdsaSigner(seed(byte + 1))),
  webhook(byte + 2),
  { purpose: 'dlc', publicKey: xOnly(seed(byte + 3)).toHex(), sign: signKeyDocument(seed(byte + 3)) },
]

/** Documents them at a time, Unix seconds. */
export const documentAt = async (
  keyDocuments: KeyDocumenting['keyDocuments'],
  keys: readonly DocumentedKey[],
  seconds: number,
) => {
  const documents = []
  for (const key of keys) documents.push(await documentKey({ keyDocuments, time: async () => seconds * 1000 }, key))
  return documents
}

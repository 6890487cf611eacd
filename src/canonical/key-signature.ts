import { schnorr } from '@noble/curves/secp256k1.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { digest } from './digest.ts'
import { type KeyPurpose, KEY_SCHEME } from './key-document.ts'
import { fromBase64, verifySignature } from './verify-signature.ts'

/** Standard Webhooks writes a public key as this and base64. */
const WEBHOOK_PREFIX = 'whpk_'

/** The same key in hex; an empty text for what is none. */
const fromWebhookKey = (publicKey: string): string => {
  const bytes = publicKey.startsWith(WEBHOOK_PREFIX) ? fromBase64(publicKey.slice(WEBHOOK_PREFIX.length)) : null
  return bytes ? bytesToHex(bytes) : ''
}

const verifySchnorr = (hash: Uint8Array, signature: string, publicKey: string): boolean => {
  const bytes = fromBase64(signature)
  try {
    return bytes !== null && schnorr.verify(bytes, hash, hexToBytes(publicKey))
  } catch {
    return false
  }
}

/** Whether a key of this purpose has signed the string. False, never an exception, for malformed input. */
export const verifyKeySignature = (
  purpose: KeyPurpose,
  canonical: string,
  signature: string,
  publicKey: string,
): boolean => {
  const scheme = KEY_SCHEME[purpose]
  return scheme === 'bip340'
    ? verifySchnorr(digest(canonical), signature, publicKey)
    : verifySignature(
        scheme,
        digest(canonical),
        signature,
        purpose === 'webhook' ? fromWebhookKey(publicKey) : publicKey,
      )
}

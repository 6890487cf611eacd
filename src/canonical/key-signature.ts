import { schnorr } from '@noble/curves/secp256k1.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { digest } from './digest.ts'
import { ANSWER_VERIFIERS, readChains, type ReadChains, type VerifyKey } from './key-chain.ts'
import type { KeyPurpose } from './key-document.ts'
import type { Json } from './jcs.ts'
import { fromBase64, verifySignature } from './verify-signature.ts'

/** Standard Webhooks writes a public key as this and base64. */
const WEBHOOK_PREFIX = 'whpk_'

/** The same key in hex; an empty text for what is none. */
const fromWebhookKey = (publicKey: string): string => {
  const bytes = publicKey.startsWith(WEBHOOK_PREFIX) ? fromBase64(publicKey.slice(WEBHOOK_PREFIX.length)) : null
  return bytes ? bytesToHex(bytes) : ''
}

const verifySchnorr: VerifyKey = (canonical, signature, publicKey) => {
  const bytes = fromBase64(signature)
  try {
    return bytes !== null && schnorr.verify(bytes, digest(canonical), hexToBytes(publicKey))
  } catch {
    return false
  }
}

const EVERY_VERIFIER: Readonly<Record<KeyPurpose, VerifyKey>> = {
  ...ANSWER_VERIFIERS,
  webhook: (canonical, signature, publicKey) =>
    verifySignature('ed25519', digest(canonical), signature, fromWebhookKey(publicKey)),
  dlc: verifySchnorr,
}

/** Whether a key of this purpose has signed the string. False, never an exception, for malformed input. */
export const verifyKeySignature = (purpose: KeyPurpose, ...signed: Parameters<VerifyKey>): boolean =>
  EVERY_VERIFIER[purpose](...signed)

/** `readChains`, of every purpose. */
export const readKeyChains = (body: Readonly<Record<string, Json>>): ReadChains => readChains(body, EVERY_VERIFIER)

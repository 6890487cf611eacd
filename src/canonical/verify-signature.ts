import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { hexToBytes } from '@noble/hashes/utils.js'

/** Checks signatures in any runtime: nothing of Node is used here. */

/** How an answer is signed, by the name of the scheme in its body. */
export type SigningScheme = 'ed25519' | 'secp256k1_ecdsa'

/**
 * The bytes of base64 text, or `null`. Accepts only the canonical form that encoders write: unused bits in the last
 * digit are zero.
 */
export const fromBase64 = (text: string): Uint8Array | null => {
  try {
    const binary = atob(text)
    // `atob` also reads text with blanks, without padding, or with unused bits that are set.
    return btoa(binary) === text ? Uint8Array.from(binary, (letter) => letter.charCodeAt(0)) : null
  } catch {
    return null
  }
}

/** Checks one signature with the reference code. For malformed input it returns `false` and does not throw. */
export const verifySignature = (
  scheme: SigningScheme,
  digest: Uint8Array,
  signature: string,
  publicKey: string,
): boolean => {
  const bytes = fromBase64(signature)
  if (!bytes || !/^[0-9a-f]+$/.test(publicKey)) return false
  try {
    return scheme === 'ed25519'
      ? ed25519.verify(bytes, digest, hexToBytes(publicKey))
      : secp256k1.verify(bytes, digest, hexToBytes(publicKey), { prehash: false, format: 'der', lowS: true })
  } catch {
    return false
  }
}

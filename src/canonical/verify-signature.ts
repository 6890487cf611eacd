import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { bytesToNumberLE } from '@noble/curves/utils.js'
import { sha512 } from '@noble/hashes/sha2.js'
import { concatBytes, hexToBytes } from '@noble/hashes/utils.js'

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

/** A public key in its one spelling: hex in small letters, a point compressed. The curves judge its length. */
const KEY = /^(?:0[23])?[0-9a-f]{64}$/

/**
 * RFC 8032, section 5.1.7, by the equation without the cofactor, which OpenSSL and Go use. The reference code multiplies by
 * it: a signer could make signatures that it takes and those refuse, and sell what only some buyers can verify.
 */
const isEd25519 = (signature: Uint8Array, digest: Uint8Array, key: Uint8Array): boolean => {
  const { Point } = ed25519
  const [r, a] = [signature.slice(0, 32), Point.fromBytes(key)]
  // Throws beyond the order, and for another length.
  const s = Point.Fn.fromBytes(signature.slice(32))
  const k = Point.Fn.create(bytesToNumberLE(sha512(concatBytes(r, key, digest))))
  const found = Point.BASE.multiplyUnsafe(s).subtract(a.multiplyUnsafe(k))
  return !a.isSmallOrder() && found.toBytes().join() === r.join()
}

/** Checks one signature with the reference code. For malformed input it returns `false` and does not throw. */
export const verifySignature = (
  scheme: SigningScheme,
  digest: Uint8Array,
  signature: string,
  publicKey: string,
): boolean => {
  const bytes = fromBase64(signature)
  if (!bytes || !KEY.test(publicKey)) return false
  try {
    return scheme === 'ed25519'
      ? isEd25519(bytes, digest, hexToBytes(publicKey))
      : secp256k1.verify(bytes, digest, hexToBytes(publicKey), { prehash: false, format: 'der', lowS: true })
  } catch {
    return false
  }
}

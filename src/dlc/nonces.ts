import { secp256k1 } from '@noble/curves/secp256k1.js'
import { hmac } from '@noble/hashes/hmac.js'
import { sha512 } from '@noble/hashes/sha2.js'
import { text } from './record.ts'
import { xOnly } from './schnorr.ts'
import { concat, u32 } from './tlv.ts'

/**
 * Where nonces come from: a root secret and what the public announcement shows. Nothing is stored, so nothing can be
 * lost, and a restored backup cannot hand out an old nonce again, because a new event has a new salt.
 */

export interface Nonce {
  /** 32 bytes, secret: whoever learns it after the attestation has the oracle's key. */
  readonly secret: Uint8Array
  /** 32 bytes, public: the x coordinate that the announcement commits to. */
  readonly point: Uint8Array
}

const TAG = new TextEncoder().encode('oracle/dlc/nonce/v1')
const N = secp256k1.Point.Fn.ORDER

const only32 = (name: string, bytes: Uint8Array): Uint8Array => {
  if (bytes.length !== 32) throw new RangeError(`${name} of ${bytes.length} bytes, 32 belong`)
  return bytes
}

/**
 * k = int(HMAC-SHA512(root, tag || BigSize(length of id) || id || salt || u32(index))) mod (n - 1) + 1.
 * 512 bits, because reducing 256 of them would leave a bias; plus one, because zero is no nonce.
 */
const derive = (root: Uint8Array, eventId: string, salt: Uint8Array, index: number): Nonce => {
  const mac = hmac(sha512, root, concat([TAG, text.write(eventId), salt, u32.write(index)]))
  const scalar = (BigInt(`0x${mac.toHex()}`) % (N - 1n)) + 1n
  const secret = secp256k1.Point.Fn.toBytes(scalar)
  return { secret, point: xOnly(secret) }
}

const byPoint = (a: Nonce, b: Nonce): number => (a.point.toHex() < b.point.toHex() ? -1 : 1)

/**
 * The `count` nonces of one event, in the order in which they are announced and used: ascending by point, since old
 * bitcoin-s sorts nonces and signatures, and sorted ones mean the same to it and to everybody else.
 *
 * @param root 32 secret bytes, independent of the signing key.
 * @param salt 32 random bytes, fresh for each event; public, published with the announcement.
 */
export const deriveNonces = (root: Uint8Array, eventId: string, salt: Uint8Array, count: number): readonly Nonce[] => {
  only32('root', root)
  only32('salt', salt)
  return Array.from({ length: count }, (_, index) => derive(root, eventId, salt, index)).sort(byPoint)
}

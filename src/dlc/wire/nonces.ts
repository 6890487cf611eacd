import { secp256k1 } from '@noble/curves/secp256k1.js'
import { text } from './record.ts'
import { type KeyPair, nobleSchnorr, type Schnorr } from './schnorr.ts'
import { concat, u32 } from './tlv.ts'

/**
 * Nonces are derived from a root secret and from what the public announcement shows. Nothing is stored, so nothing can
 * be lost. A restored backup cannot use an old nonce again, because each new event has a new salt.
 */

const TAG = new TextEncoder().encode('oracle/dlc/nonce/v1')
const N = secp256k1.Point.Fn.ORDER

const only32 = (name: string, bytes: Uint8Array): Uint8Array => {
  if (bytes.length !== 32) throw new RangeError(`${name} of ${bytes.length} bytes, 32 belong`)
  return bytes
}

/**
 * k = int(HMAC-SHA512(root, tag || BigSize(length of id) || id || salt || u32(index))) mod (n - 1) + 1. 512 bits,
 * because reducing 256 of them would leave a bias; plus one, because zero is no nonce. Which of k and n - k is signed
 * with follows from its point, as BIP-340 has it.
 */
const derive = (root: Uint8Array, eventId: string, salt: Uint8Array, index: number): Uint8Array => {
  const mac = new Uint8Array(64)
  new Bun.CryptoHasher('sha512', root).update(concat([TAG, text.write(eventId), salt, u32.write(index)])).digest(mac)
  const scalar = (BigInt(`0x${mac.toHex()}`) % (N - 1n)) + 1n
  mac.fill(0)
  return secp256k1.Point.Fn.toBytes(scalar)
}

const byPoint = (a: KeyPair, b: KeyPair): number => Buffer.compare(a.point, b.point)

/**
 * The `count` nonces of one event, in the order in which they are announced and used: ascending by point, since old
 * bitcoin-s sorts nonces and signatures, and sorted ones mean the same to all programs. With the secret of one
 * nonce and its attestation anybody can compute the oracle's key, so wipe them after use.
 *
 * @param root 32 secret bytes, independent of the signing key.
 * @param salt 32 random bytes, fresh for each event; public, published with the announcement.
 */
export const deriveNonces = (
  root: Uint8Array,
  eventId: string,
  salt: Uint8Array,
  count: number,
  schnorr: Pick<Schnorr, 'pair'> = nobleSchnorr,
): readonly KeyPair[] => {
  only32('root', root)
  only32('salt', salt)
  const made = Array.from({ length: count }, (_, index) => {
    const secret = derive(root, eventId, salt, index)
    try {
      return schnorr.pair(secret)
    } finally {
      secret.fill(0)
    }
  })
  return made.sort(byPoint)
}

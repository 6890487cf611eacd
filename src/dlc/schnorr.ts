import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'

/**
 * BIP-340 signatures over secp256k1, and the one thing a DLC oracle needs beside them: signing with a nonce that was
 * announced long before. noble's arithmetic is not constant time: keep signing off the request path.
 */

const { Fn, BASE } = secp256k1.Point

/** BIP-340 "Tagged Hashes": SHA-256(SHA-256(tag) || SHA-256(tag) || data). */
export const taggedHash = (tag: string, ...data: readonly Uint8Array[]): Uint8Array =>
  schnorr.utils.taggedHash(tag, ...data)

/** The x-only public key of a secret, or the x-only point of a nonce: 32 bytes from 32. Throws outside 1 to n - 1. */
export const xOnly = (secret: Uint8Array): Uint8Array => schnorr.getPublicKey(secret)

/** The 33-byte SEC 1 form, for readers that want a parity. */
export const compressed = (secret: Uint8Array): Uint8Array => secp256k1.getPublicKey(secret, true)

/** Whether 32 bytes are the x coordinate of a point: BIP-340 `lift_x` succeeds. About half of all strings are. */
export const isPoint = (x: Uint8Array): boolean => {
  try {
    return x.length === 32 && secp256k1.Point.fromBytes(Uint8Array.of(2, ...x)) !== undefined
  } catch {
    return false
  }
}

const message32 = (message: Uint8Array): Uint8Array => {
  if (message.length !== 32) throw new RangeError(`message of ${message.length} bytes, 32 belong`)
  return message
}

/** BIP-340 "Default Signing". `aux` is the 32 bytes of auxiliary randomness; 32 zero bytes are permitted. */
export const sign = (message: Uint8Array, secret: Uint8Array, aux: Uint8Array): Uint8Array =>
  schnorr.sign(message32(message), secret, aux)

/** BIP-340 "Verification". False, never an exception, for anything that is not a signature of `key` on `message`. */
export const verify = (signature: Uint8Array, message: Uint8Array, key: Uint8Array): boolean =>
  signature.length === 64 && message.length === 32 && key.length === 32 && schnorr.verify(signature, message, key)

/** BIP-340 signing, "Let d = d' if has_even_y(P), otherwise let d = n - d'"; the same is done to the nonce. */
const withEvenY = (secret: Uint8Array): { readonly scalar: bigint; readonly x: Uint8Array } => {
  const scalar = Fn.fromBytes(secret)
  const point = BASE.multiply(scalar).toBytes(true)
  return { scalar: point[0] === 2 ? scalar : Fn.neg(scalar), x: point.slice(1) }
}

/**
 * Signs 32 bytes with a nonce of which `announced` is the public x coordinate (dlcspecs `Oracle.md`, "Signing
 * Algorithm"): BIP-340 "Default Signing" with k' given instead of derived.
 *
 * TWO MESSAGES SIGNED WITH ONE NONCE ARE THE PRIVATE KEY: d = (s1 - s2) / (e1 - e2). Nothing in here can know what was
 * signed before; only call this for an outcome that was decided once and for all.
 *
 * Throws when the nonce is not the announced one, and when the signature it made does not verify.
 */
export const signWithNonce = (
  message: Uint8Array,
  secret: Uint8Array,
  nonce: Uint8Array,
  announced: Uint8Array,
): Uint8Array => {
  const { scalar: d, x: key } = withEvenY(secret)
  const { scalar: k, x: point } = withEvenY(nonce)
  if (announced.length !== 32 || !point.every((byte, i) => byte === announced[i])) {
    throw new Error('this nonce is not the announced one')
  }
  const e = Fn.create(BigInt(`0x${taggedHash('BIP0340/challenge', point, key, message32(message)).toHex()}`))
  const signature = Uint8Array.of(...point, ...Fn.toBytes(Fn.add(k, Fn.mul(e, d))))
  if (!verify(signature, message, key)) throw new Error('the signature just made does not verify')
  return signature
}

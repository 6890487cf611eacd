import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from './sha256.ts'

/**
 * BIP-340 signatures over secp256k1, and the one thing a DLC oracle needs beside them: signing with a nonce that was
 * announced long before. noble's arithmetic is not constant time: keep signing off the request path.
 */

const { Fn, BASE } = secp256k1.Point

/** BIP-340 "Tagged Hashes": SHA-256(SHA-256(tag) || SHA-256(tag) || data). */
export const taggedHash = (tag: string): ((...data: readonly Uint8Array[]) => Uint8Array) => {
  const half = sha256(new TextEncoder().encode(tag))
  return (...data) => sha256(half, half, ...data)
}

const challengeHash = taggedHash('BIP0340/challenge')
const auxHash = taggedHash('BIP0340/aux')
const nonceHash = taggedHash('BIP0340/nonce')

/** The x-only public key of a secret: 32 bytes from 32. Throws outside 1 to n - 1. */
export const xOnly = (secret: Uint8Array): Uint8Array => schnorr.getPublicKey(secret)

/** The 33-byte SEC 1 form, for readers that want a parity. */
export const compressed = (secret: Uint8Array): Uint8Array => secp256k1.getPublicKey(secret, true)

/**
 * A key or a nonce as BIP-340 signs with it. Parity is handled when a pair is made, and never needed again: "Let
 * d = d' if has_even_y(P), otherwise let d = n - d'".
 */
export interface KeyPair {
  /** 32 bytes, big endian, 1 to n - 1: the one of d' and n - d' whose point has the even y. */
  readonly secret: Uint8Array
  /** 32 bytes: the x coordinate of its point. */
  readonly point: Uint8Array
}

/** The arithmetic of BIP-340. A native library may replace it; the bytes are the same. */
export interface Schnorr {
  /** The pair of 32 secret bytes, of which it keeps none: the caller wipes them. Throws outside 1 to n - 1. */
  pair(secret: Uint8Array): KeyPair
  /** Whether 32 bytes are the x coordinate of a point: BIP-340 `lift_x` succeeds. About half of all strings are. */
  isPoint(x: Uint8Array): boolean
  /**
   * R.x || k + e·d, 64 bytes for 32: BIP-340 "Default Signing" with the nonce given instead of derived (dlcspecs
   * `Oracle.md`, "Signing Algorithm"). It must pass `verify` before it leaves.
   *
   * TWO MESSAGES SIGNED WITH ONE NONCE REVEAL THE PRIVATE KEY: d = (s1 - s2) / (e1 - e2). This code cannot know what
   * was signed before. Only call it for an outcome that was decided finally.
   *
   * Throws on a message of another length.
   */
  signUnverified(message: Uint8Array, key: KeyPair, nonce: KeyPair): Uint8Array
  /** BIP-340 "Verification". False, never an exception, for anything that is not a signature of `key` on `message`. */
  verify(signature: Uint8Array, message: Uint8Array, key: Uint8Array): boolean
}

/** BIP-340: hash_challenge(bytes(R) || bytes(P) || m), 32 bytes, not yet reduced modulo n. Throws on other lengths. */
export const bip340Challenge = (nonce: Uint8Array, key: Uint8Array, message: Uint8Array): Uint8Array => {
  if (message.length !== 32) throw new RangeError(`a message must have 32 bytes and has ${message.length}`)
  return challengeHash(nonce, key, message)
}

/** The reference implementation. */
export const nobleSchnorr: Schnorr = {
  pair: (secret) => {
    const scalar = Fn.fromBytes(secret)
    const point = BASE.multiply(scalar).toBytes(true)
    return { secret: Fn.toBytes(point[0] === 2 ? scalar : Fn.neg(scalar)), point: point.slice(1) }
  },
  isPoint: (x) => {
    try {
      return x.length === 32 && secp256k1.Point.fromBytes(Uint8Array.of(2, ...x)) !== undefined
    } catch {
      return false
    }
  },
  signUnverified: (message, key, nonce) => {
    const e = Fn.create(BigInt(`0x${bip340Challenge(nonce.point, key.point, message).toHex()}`))
    const s = Fn.add(Fn.fromBytes(nonce.secret), Fn.mul(e, Fn.fromBytes(key.secret)))
    return Uint8Array.of(...nonce.point, ...Fn.toBytes(s))
  },
  verify: (signature, message, key) =>
    signature.length === 64 && message.length === 32 && key.length === 32 && schnorr.verify(signature, message, key),
}

/**
 * The nonce of BIP-340 "Default Signing", for signatures that were not announced. A hash outside of 1 to n - 1, of
 * which there is one in 2^128, throws instead of being reduced.
 *
 * @param aux 32 bytes of auxiliary randomness; zeros are permitted.
 */
export const defaultNonce = (
  message: Uint8Array,
  key: KeyPair,
  aux: Uint8Array,
  curve: Pick<Schnorr, 'pair'> = nobleSchnorr,
): KeyPair => {
  const masked = auxHash(aux)
  key.secret.forEach((byte, i) => (masked[i]! ^= byte))
  const secret = nonceHash(masked, key.point, message)
  try {
    return curve.pair(secret)
  } finally {
    masked.fill(0)
    secret.fill(0)
  }
}

/**
 * BIP-340 "Default Signing": for what was not announced.
 *
 * @param aux 32 bytes of auxiliary randomness; the same always give the same signature.
 */
export const signDefault = (hash: Uint8Array, key: KeyPair, aux: Uint8Array, schnorr: Schnorr): Uint8Array => {
  const nonce = defaultNonce(hash, key, aux, schnorr)
  try {
    return schnorr.signUnverified(hash, key, nonce)
  } finally {
    nonce.secret.fill(0)
  }
}

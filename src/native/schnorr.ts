import { bip340Challenge, nobleSchnorr, type Schnorr } from '../dlc/wire/schnorr.ts'
import type { Log } from '../ports.ts'
import { loadSecp256k1, type NativeCurve } from './secp256k1.ts'

const lift = (x: Uint8Array): Uint8Array => {
  const point = new Uint8Array(33)
  point[0] = 2
  point.set(x, 1)
  return point
}

const same = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0

/** BIP-340 from the group operations alone: the add-on is older than the Schnorr signatures of libsecp256k1. */
const nativeSchnorr = (curve: NativeCurve): Schnorr => ({
  pair: (secret) => {
    const point = curve.publicKeyCreate(secret, true)
    // This makes a copy. `slice` would not: of a Buffer it is a view.
    const even = new Uint8Array(secret)
    if (point[0] !== 2) curve.privateKeyNegate(even)
    return { secret: even, point: point.slice(1) }
  },
  isPoint: (x) => x.length === 32 && curve.publicKeyVerify(lift(x)),
  signUnverified: (message, key, nonce) => {
    // The add-on accepts no e of n and above: one hash in 2^128 is refused here instead of being reduced.
    const e = bip340Challenge(nonce.point, key.point, message)
    // One buffer holds d, then e·d, then s, so that no other copy of the key remains in memory.
    const s = new Uint8Array(key.secret)
    try {
      curve.privateKeyTweakMul(s, e)
      curve.privateKeyTweakAdd(s, nonce.secret)
      const signature = new Uint8Array(64)
      signature.set(nonce.point)
      signature.set(s, 32)
      return signature
    } finally {
      s.fill(0)
    }
  },
  verify: (signature, message, key) => {
    if (signature.length !== 64 || message.length !== 32 || key.length !== 32) return false
    const [x, s] = [signature.subarray(0, 32), signature.subarray(32)]
    try {
      const minusE = curve.privateKeyNegate(bip340Challenge(x, key, message))
      // s·G and (n - e)·P; their sum is R.
      const terms = [curve.publicKeyCreate(s, false), curve.publicKeyTweakMul(lift(key), minusE, false)]
      // The encoded bytes must match: an even y, and an x below p. The point at infinity has no such bytes.
      return same(curve.publicKeyCombine(terms, true), lift(x))
    } catch {
      // s or e of zero, s of n and above, a key that is no point, or R at infinity
      return false
    }
  },
})

/** BIP-340 test vectors 1, 6, 9 and 13: one key, one message, and one valid and three invalid signatures. */
const KEY = Uint8Array.fromHex('dff1d77f2a671c5f36183726db2341be58feae1da2deced843240f7b502ba659')
const MESSAGE = Uint8Array.fromHex('243f6a8885a308d313198a2e03707344a4093822299f31d0082efa98ec4e6c89')
const GOOD =
  '6896bd60eeae296db48a229ff71dfe071bde413e6d43f917dc8dcf8c78de33418906d11ac976abccb20b091292bff4ea897efcb639ea871cfa95f6de339e4b0a'
const ODD_Y =
  'fff97bd5755eeea420453a14355235d382f6472f8568a18b2f057a14602975563cc27944640ac607cd107ae10923d9ef7a73c643e166be5ebeafa34b1ac553e2'
const INFINITE =
  '0000000000000000000000000000000000000000000000000000000000000000123dda8328af9c23a94c1feecfd123ba4fb73476f0d594dcb65c6425bd186051'
const S_IS_ORDER =
  '6cff5c3ba86c69ea4b7376f31a9bcb4f74c1976089b2d9963da2e5543e177769fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141'

/** How many of noble's signatures are made and verified; they cover both parities of key and of nonce. */
const TRIALS = 8

const isRight = (given: Schnorr): boolean => {
  const accepts = (signature: string) => given.verify(Uint8Array.fromHex(signature), MESSAGE, KEY)
  if (!accepts(GOOD) || [ODD_Y, INFINITE, S_IS_ORDER].some(accepts)) return false
  return Array.from({ length: TRIALS }, (_, trial) => trial + 1).every((trial) => {
    const [secret, nonceSecret, message] = [trial, 100 + trial, 255 - trial].map((byte) =>
      new Uint8Array(32).fill(byte),
    )
    const [key, nonce] = [nobleSchnorr.pair(secret!), nobleSchnorr.pair(nonceSecret!)]
    const [ownKey, ownNonce] = [given.pair(secret!), given.pair(nonceSecret!)]
    const signature = nobleSchnorr.signUnverified(message!, key, nonce)
    const at = trial * 8 - 1
    const spoiled = signature.with(at, signature[at]! ^ 1)
    return (
      same(ownKey.secret, key.secret) &&
      same(ownKey.point, key.point) &&
      same(given.signUnverified(message!, ownKey, ownNonce), signature) &&
      given.isPoint(key.point) &&
      given.verify(signature, message!, key.point) &&
      !given.verify(spoiled, message!, key.point)
    )
  })
}

const isTrusted = (given: Schnorr): boolean => {
  try {
    return isRight(given)
  } catch {
    return false
  }
}

/**
 * Uses libsecp256k1 when it is installed, tells published valid signatures from invalid ones, and makes the same bytes
 * as noble; otherwise noble. A signature never shows which one was used.
 */
export const pickSchnorr = (log: Log, curve: NativeCurve | null = loadSecp256k1()?.curve ?? null): Schnorr => {
  if (!curve) return nobleSchnorr
  const schnorr = nativeSchnorr(curve)
  if (!isTrusted(schnorr)) {
    log.warn('native.distrusted', { library: 'secp256k1 add-on' })
    return nobleSchnorr
  }
  log.info('native.used', { library: 'secp256k1 add-on' })
  return schnorr
}

import { secp256k1 } from '@noble/curves/secp256k1.js'
import { type EcdsaSign, nobleEcdsa } from '../canonical/signature.ts'
import type { Log } from '../ports.ts'
import { loadSecp256k1 } from './secp256k1.ts'

/** How many known results a native library must reproduce before it is used. */
const TRIALS = 16

/**
 * Uses libsecp256k1 when it is installed and makes the same bytes as noble for several digests, otherwise noble. Both
 * make the same deterministic signature (RFC 6979, low s), so an answer never shows which one was used.
 */
export const pickEcdsa = (log: Log): EcdsaSign => {
  const native = loadSecp256k1()
  if (!native) return nobleEcdsa
  const make: EcdsaSign = (digest, secret) =>
    secp256k1.Signature.fromBytes(native.signCompact(digest, secret), 'compact').toBytes('der')
  for (let trial = 1; trial <= TRIALS; trial++) {
    const secret = new Uint8Array(32).fill(trial)
    const digest = new Uint8Array(32).fill(255 - trial)
    if (!Buffer.from(make(digest, secret)).equals(Buffer.from(nobleEcdsa(digest, secret)))) {
      log.warn('native.distrusted', { library: 'secp256k1 add-on' })
      return nobleEcdsa
    }
  }
  log.info('native.used', { library: 'secp256k1 add-on' })
  return make
}

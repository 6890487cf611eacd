import { secp256k1 } from '@noble/curves/secp256k1.js'
import { type EcdsaSign, nobleEcdsa } from '../canonical/signature.ts'
import type { Log } from '../ports.ts'
import { loadSecp256k1 } from './secp256k1.ts'

/** How many known answers a native library must give before it is trusted. */
const TRIALS = 16

/**
 * libsecp256k1 when the system has it and it gives noble's bytes on a row of digests, else noble. Both make the same
 * deterministic signature (RFC 6979, low s), so which one ran can never be seen in an answer.
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

import type { Log } from '../ports.ts'
import { loadSecp256k1 } from './secp256k1.ts'

/** Recovers a public key (65 bytes, uncompressed) from r‖s, a recovery id of 0 or 1 and a digest. */
export type RecoverKey = (signature: Uint8Array, recovery: number, digest: Uint8Array) => Uint8Array | null

/** Signatures with known keys, made by the reference code, that a native library must recover. */
const TRIALS = 8

/**
 * Uses libsecp256k1 when it is installed and agrees with the reference code on several signatures, otherwise the
 * reference code.
 *
 * @param sample makes a signature over a digest with the reference code and a fixed test key
 */
export const pickRecover = (
  reference: RecoverKey,
  sample: (digest: Uint8Array) => { readonly signature: Uint8Array; readonly recovery: number },
  log: Log,
): RecoverKey => {
  const native = loadSecp256k1()
  if (!native) return reference
  for (let trial = 1; trial <= TRIALS; trial++) {
    const digest = new Uint8Array(32).fill(trial)
    const { signature, recovery } = sample(digest)
    const [theirs, ours] = [native.recover(signature, recovery, digest), reference(signature, recovery, digest)]
    if (!theirs || !ours || !Buffer.from(theirs).equals(Buffer.from(ours))) {
      log.warn('native.distrusted', { library: 'secp256k1 add-on' })
      return reference
    }
  }
  log.info('native.used', { library: 'secp256k1 add-on' })
  return native.recover
}

import { hash } from 'node:crypto'
import { nobleSchnorr, type Schnorr, signDefault } from '../../dlc/wire/schnorr.ts'

/** No randomness: the same string always gets the same signature. */
const AUX = new Uint8Array(32)

/**
 * The oracle's signature on the document of its own key, in base64: BIP-340 over SHA-256 of the string. Announcements and
 * attestations are signed over tagged hashes, so no string has the hash of one of them. Throws on any other string.
 */
export const signKeyDocument =
  (secret: Uint8Array, schnorr: Schnorr = nobleSchnorr) =>
  (canonical: string): string => {
    if (!canonical.startsWith('v1|KEY|dlc|')) throw new RangeError('the oracle signs the document of its own key alone')
    const key = schnorr.pair(secret)
    try {
      return signDefault(hash('sha256', canonical, 'buffer'), key, AUX, schnorr).toBase64()
    } finally {
      key.secret.fill(0)
    }
  }

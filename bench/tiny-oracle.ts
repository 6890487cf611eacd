import { createHash, createHmac } from 'node:crypto'
import {
  isXOnlyPoint,
  pointFromScalar,
  privateAdd,
  privateNegate,
  signSchnorr,
  verifySchnorr,
  xOnlyPointFromScalar,
} from 'tiny-secp256k1'
import { announcement } from '../src/dlc/wire/announcement.ts'
import { attestation } from '../src/dlc/wire/attestation.ts'
import { type EventDescriptor, nonceCount, oracleEvent } from '../src/dlc/wire/event.ts'
import { text } from '../src/dlc/wire/record.ts'
import { u32 } from '../src/dlc/wire/tlv.ts'

/**
 * The work of our signer, written with libsecp256k1 in WebAssembly (tiny-secp256k1) and the runtime's hashes. It makes
 * the same bytes. It verifies each signature once, has no guard, and does not compare the result with the request. Only
 * the layout of the messages is our code.
 */

const N = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
const AUX = new Uint8Array(32)
const NONCE_TAG = new TextEncoder().encode('oracle/dlc/nonce/v1')

const sha256 = (...pieces: readonly Uint8Array[]): Uint8Array => {
  const hash = createHash('sha256')
  for (const piece of pieces) hash.update(piece)
  return hash.digest()
}

const tagged = (tag: string) => {
  const half = sha256(new TextEncoder().encode(tag))
  return (...data: readonly Uint8Array[]): Uint8Array => sha256(half, half, ...data)
}
const announcementHash = tagged('DLC/oracle/announcement/v0')
const attestationHash = tagged('DLC/oracle/attestation/v0')
const challenge = tagged('BIP0340/challenge')

const number = (bytes: Uint8Array): bigint => BigInt(`0x${bytes.toHex()}`)
const word = (value: bigint): Uint8Array => Uint8Array.fromHex(value.toString(16).padStart(64, '0'))

const hasEvenY = (secret: Uint8Array): boolean => pointFromScalar(secret, true)?.[0] === 2

interface Nonce {
  readonly secret: Uint8Array
  readonly point: Uint8Array
}

export interface TinyOracle {
  /** The announcement, hex. */
  announce(eventId: string, maturityTs: number, descriptor: EventDescriptor, salt: Uint8Array): string
  /** The attestation in the dlcspecs form, hex. */
  attest(eventId: string, descriptor: EventDescriptor, salt: Uint8Array, outcome: readonly string[]): string
}

export const tinyOracle = (key: Uint8Array, nonceRoot: Uint8Array): TinyOracle => {
  const oracleKey = xOnlyPointFromScalar(key)
  const d = number(hasEvenY(key) ? key : privateNegate(key))

  const noncesOf = (eventId: string, descriptor: EventDescriptor, salt: Uint8Array): readonly Nonce[] => {
    const id = text.write(eventId)
    const made = Array.from({ length: nonceCount(descriptor) }, (_, index) => {
      const mac = createHmac('sha512', nonceRoot).update(NONCE_TAG).update(id).update(salt).update(u32.write(index))
      const secret = word((number(mac.digest()) % (N - 1n)) + 1n)
      return { secret, point: xOnlyPointFromScalar(secret) }
    })
    return made.sort((a, b) => Buffer.compare(a.point, b.point))
  }

  const signWith = ({ secret, point }: Nonce, message: Uint8Array): Uint8Array => {
    const k = hasEvenY(secret) ? secret : privateNegate(secret)
    const e = number(challenge(point, oracleKey, message)) % N
    const s = privateAdd(word((e * d) % N), k)
    if (s === null) throw new Error('the signature would be zero')
    const signature = Uint8Array.of(...point, ...s)
    if (!verifySchnorr(message, oracleKey, signature)) throw new Error('a signature does not verify')
    return signature
  }

  return {
    announce: (eventId, maturity, descriptor, salt) => {
      const nonces = noncesOf(eventId, descriptor, salt).map(({ point }) => point)
      const event = { nonces, maturity, descriptor, eventId }
      const hash = announcementHash(oracleEvent.write(event))
      const signature = signSchnorr(hash, key, AUX)
      if (!nonces.every(isXOnlyPoint) || !verifySchnorr(hash, oracleKey, signature))
        throw new Error('an announcement does not verify')
      return announcement.write({ signature, oracleKey, event }).toHex()
    },
    attest: (eventId, descriptor, salt, outcomes) => {
      const nonces = noncesOf(eventId, descriptor, salt)
      const encoder = new TextEncoder()
      const signatures = nonces.map((nonce, i) => signWith(nonce, attestationHash(encoder.encode(outcomes[i] ?? ''))))
      return attestation.write({ eventId, oracleKey, signatures, outcomes }).toHex()
    },
  }
}

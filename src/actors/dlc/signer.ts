import { announce, checkAnnouncement } from '../../dlc/announcement.ts'
import type { Announcement } from '../../dlc/announcement.ts'
import { attest, attestation, attestationCounted, isOutcome, outcomeHash } from '../../dlc/attestation.ts'
import { type EventDescriptor, eventDescriptor, nonceCount, oracleEvent } from '../../dlc/event.ts'
import { type Nonce, deriveNonces } from '../../dlc/nonces.ts'
import { compressed, xOnly } from '../../dlc/schnorr.ts'
import type { Guard } from './guard.ts'

/**
 * The one place where the DLC key is used. It is given events and outcomes in words, never a hash, believes nothing it
 * can derive or read itself, and writes down what it is about to sign before it does. The same request again gives the
 * same bytes, so whoever crashed asks again.
 */
export interface DlcSigner {
  /** x-only, hex: what announcements carry. */
  readonly publicKey: string
  /** The same with its parity, 33 bytes, hex. */
  readonly compressedKey: string
  announce(terms: AnnounceTerms, salt: Uint8Array): Announced
  /** @param outcome the word, or sign and digits. Throws `SignerRefusal`, and `SecondMessage` of the guard. */
  attest(event: AnnouncedEvent, outcome: readonly string[]): Attested
}

export interface AnnounceTerms {
  readonly eventId: string
  /** Unix seconds. */
  readonly maturityTs: number
  readonly descriptor: EventDescriptor
}

export interface Announced {
  /** The TLV, hex. */
  readonly announcement: string
  /** Hex, in the order of use. */
  readonly nonces: readonly string[]
}

export interface AnnouncedEvent {
  readonly id: string
  /** Hex, as announced. */
  readonly salt: string
  readonly descriptor: EventDescriptor
  /** The TLV, hex. */
  readonly announcement: string
}

export interface Attested {
  /** In NFC, as signed. */
  readonly outcome: readonly string[]
  /** dlcspecs form, hex. */
  readonly serialized: string
  /** With a count before the outcomes, hex. */
  readonly counted: string
  /** 64 bytes each, hex. */
  readonly signatures: readonly string[]
}

export type Refusal =
  | 'unreadable_announcement'
  | 'other_oracle'
  | 'other_event'
  | 'other_descriptor'
  | 'other_nonces'
  | 'no_outcome_of_this_event'

/** The request does not fit the announcement. Nothing was signed and nothing was written down. */
export class SignerRefusal extends Error {
  override readonly name = 'SignerRefusal'
  constructor(
    readonly eventId: string,
    readonly reason: Refusal,
    detail = '',
  ) {
    super(`${eventId}: ${reason.replaceAll('_', ' ')}${detail && ` (${detail})`}`)
  }
}

/** BIP-340 auxiliary randomness of announcements. Zeros are permitted, and the same announcement is the same bytes. */
const AUX = new Uint8Array(32)

const sameBytes = (a: Uint8Array, b: Uint8Array): boolean => a.toHex() === b.toHex()

/** The announcement as a stranger reads it, found to be ours and about this event. Throws `SignerRefusal`. */
const readOwn = (event: AnnouncedEvent, publicKey: string): Announcement => {
  const refuse = (reason: Refusal, detail?: string): never => {
    throw new SignerRefusal(event.id, reason, detail)
  }
  const checked = checkAnnouncement(Uint8Array.fromHex(event.announcement))
  if (!checked.ok) return refuse('unreadable_announcement', checked.reason)
  const { announcement } = checked
  if (announcement.oracleKey.toHex() !== publicKey) refuse('other_oracle')
  if (announcement.event.eventId !== event.id) refuse('other_event')
  if (!sameBytes(eventDescriptor.write(announcement.event.descriptor), eventDescriptor.write(event.descriptor)))
    refuse('other_descriptor')
  return announcement
}

/**
 * @param key 32 bytes.
 * @param nonceRoot 32 bytes, independent of the key.
 * @param guard opened for this key; outlives the signer.
 */
export const createSigner = (parts: {
  readonly key: Uint8Array
  readonly nonceRoot: Uint8Array
  readonly guard: Pick<Guard, 'commit'>
}): DlcSigner => {
  const { guard } = parts
  const [key, nonceRoot] = [parts.key.slice(), parts.nonceRoot.slice()]
  if (sameBytes(key, nonceRoot)) throw new RangeError('the nonce root must be independent of the key')
  const publicKey = xOnly(key).toHex()

  const nonces = (eventId: string, salt: Uint8Array, descriptor: EventDescriptor): readonly Nonce[] =>
    deriveNonces(nonceRoot, eventId, salt, nonceCount(descriptor))

  return {
    publicKey,
    compressedKey: compressed(key).toHex(),
    announce: ({ eventId, maturityTs, descriptor }, salt) => {
      const points = nonces(eventId, salt, descriptor).map(({ point }) => point)
      const event = { nonces: points, maturity: maturityTs, descriptor, eventId }
      const bytes = announce(event, key, AUX)
      const read = readOwn({ id: eventId, salt: salt.toHex(), descriptor, announcement: bytes.toHex() }, publicKey)
      if (!sameBytes(oracleEvent.write(read.event), oracleEvent.write(event)))
        throw new Error(`${eventId}: the announcement just made says something else`)
      return { announcement: bytes.toHex(), nonces: points.map((point) => point.toHex()) }
    },
    attest: (event, outcome) => {
      const announced = readOwn(event, publicKey)
      const words = outcome.map((word) => word.normalize('NFC'))
      if (!isOutcome(announced.event.descriptor, words)) throw new SignerRefusal(event.id, 'no_outcome_of_this_event')
      const derived = nonces(event.id, Uint8Array.fromHex(event.salt), announced.event.descriptor)
      if (!derived.every(({ point }, i) => sameBytes(point, announced.event.nonces[i] ?? new Uint8Array())))
        throw new SignerRefusal(event.id, 'other_nonces')

      // From here on this outcome is the only one there will ever be, signed or not.
      guard.commit(
        event.id,
        derived.map(({ point }, i) => ({ point, message: outcomeHash(words[i] ?? '') })),
      )
      const secrets = derived.map(({ secret }) => secret)
      const made = attest(announced, key, secrets, words)
      secrets.forEach((secret) => secret.fill(0))
      return {
        outcome: made.outcomes,
        serialized: attestation.write(made).toHex(),
        counted: attestationCounted.write(made).toHex(),
        signatures: made.signatures.map((signature) => signature.toHex()),
      }
    },
  }
}

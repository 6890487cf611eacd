import { announce, checkAnnouncement } from '../../dlc/announcement.ts'
import type { CheckedAnnouncement } from '../../dlc/announcement.ts'
import { attest, isOutcome, outcomeHash } from '../../dlc/attestation.ts'
import { type EventDescriptor, nonceCount } from '../../dlc/event.ts'
import { deriveNonces } from '../../dlc/nonces.ts'
import { compressed, type KeyPair, nobleSchnorr, type Schnorr } from '../../dlc/schnorr.ts'
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
const readOwn = (event: AnnouncedEvent, publicKey: string, schnorr: Schnorr): CheckedAnnouncement => {
  const refuse = (reason: Refusal, detail?: string): never => {
    throw new SignerRefusal(event.id, reason, detail)
  }
  const checked = checkAnnouncement(Uint8Array.fromHex(event.announcement), schnorr)
  if (!checked.ok) return refuse('unreadable_announcement', checked.reason)
  const { announcement } = checked
  if (announcement.oracleKey.toHex() !== publicKey) refuse('other_oracle')
  if (announcement.event.eventId !== event.id) refuse('other_event')
  if (!Bun.deepEquals(announcement.event.descriptor, event.descriptor)) refuse('other_descriptor')
  return announcement
}

/**
 * @param key 32 bytes.
 * @param nonceRoot 32 bytes, independent of the key.
 * @param guard opened for this key; outlives the signer.
 * @param schnorr noble without one.
 */
export const createSigner = (parts: {
  readonly key: Uint8Array
  readonly nonceRoot: Uint8Array
  readonly guard: Pick<Guard, 'commit'>
  readonly schnorr?: Schnorr
}): DlcSigner => {
  const { guard, schnorr = nobleSchnorr } = parts
  if (sameBytes(parts.key, parts.nonceRoot)) throw new RangeError('the nonce root must be independent of the key')
  const [key, nonceRoot] = [schnorr.pair(parts.key), parts.nonceRoot.slice()]
  const publicKey = key.point.toHex()

  /** The nonces of an event, for as long as `use` runs. */
  const withNonces = <T>(
    { eventId, salt, descriptor }: Pick<AnnounceTerms, 'eventId' | 'descriptor'> & { readonly salt: Uint8Array },
    use: (nonces: readonly KeyPair[]) => T,
  ): T => {
    const nonces = deriveNonces(nonceRoot, eventId, salt, nonceCount(descriptor), schnorr)
    try {
      return use(nonces)
    } finally {
      nonces.forEach(({ secret }) => secret.fill(0))
    }
  }

  return {
    publicKey,
    compressedKey: compressed(parts.key).toHex(),
    announce: ({ eventId, maturityTs, descriptor }, salt) => {
      const points = withNonces({ eventId, salt, descriptor }, (nonces) => nonces.map(({ point }) => point))
      const event = { nonces: points, maturity: maturityTs, descriptor, eventId }
      const bytes = announce(event, key, AUX, schnorr)
      return { announcement: bytes.toHex(), nonces: points.map((point) => point.toHex()) }
    },
    attest: (event, outcome) => {
      const announced = readOwn(event, publicKey, schnorr)
      const { descriptor, nonces: points } = announced.event
      const words = outcome.map((word) => word.normalize('NFC'))
      if (!isOutcome(descriptor, words)) throw new SignerRefusal(event.id, 'no_outcome_of_this_event')
      const salt = Uint8Array.fromHex(event.salt)
      return withNonces({ eventId: event.id, salt, descriptor }, (nonces) => {
        if (!nonces.every(({ point }, i) => sameBytes(point, points[i] ?? new Uint8Array())))
          throw new SignerRefusal(event.id, 'other_nonces')

        // From here on this outcome is the only one there will ever be, signed or not.
        guard.commit(
          event.id,
          nonces.map(({ point }, i) => ({ point, message: outcomeHash(words[i] ?? '') })),
        )
        const made = attest(announced, key, nonces, words, schnorr)
        return {
          outcome: made.outcomes,
          serialized: made.serialized.toHex(),
          counted: made.counted.toHex(),
          signatures: made.signatures.map((signature) => signature.toHex()),
        }
      })
    },
  }
}

import { type OracleEvent, eventFault, oracleEvent, xPoint } from './event.ts'
import { body, tlv } from './record.ts'
import { type KeyPair, nobleSchnorr, type Schnorr, signDefault, taggedHash } from './schnorr.ts'
import { type Coder, Malformed, decode, raw, rest } from './tlv.ts'

/** dlcspecs `Oracle.md`, "Oracle Announcements": the promise, signed. */
export interface Announcement {
  /** 64 bytes, BIP-340. */
  readonly signature: Uint8Array
  /** 32 bytes, x-only. */
  readonly oracleKey: Uint8Array
  readonly event: OracleEvent
}

const ORACLE_ANNOUNCEMENT = 55332

/** Body form. Old Rust kits send it bare; we never do. */
export const announcementBody: Coder<Announcement> = body({
  signature: raw(64),
  oracleKey: xPoint,
  event: oracleEvent,
})

/** TLV form: what `serialized` holds. */
export const announcement: Coder<Announcement> = tlv(ORACLE_ANNOUNCEMENT, announcementBody)

/** The same, with its event as the bytes that are signed. */
const signedForm = tlv(
  ORACLE_ANNOUNCEMENT,
  body<Omit<Announcement, 'event'> & { readonly event: Uint8Array }>({
    signature: raw(64),
    oracleKey: xPoint,
    event: rest,
  }),
)

/** The 32 bytes that are signed, of an event in TLV form, type and length included. */
export const eventHash = taggedHash('DLC/oracle/announcement/v0')

const faultOf = (
  { event, oracleKey, signature }: Announcement,
  hash: Uint8Array,
  { isPoint, verify }: Pick<Schnorr, 'isPoint' | 'verify'>,
): string | null => {
  const fault = eventFault(event)
  if (fault) return fault
  if (!event.nonces.every(isPoint)) return 'a nonce is no point of the curve'
  return verify(signature, hash, oracleKey) ? null : 'the signature does not verify'
}

declare const checked: unique symbol

/** An announcement that was checked completely, so that the signer need not check it again. */
export type CheckedAnnouncement = Announcement & { readonly [checked]: true }

export type AnnouncementCheck =
  { readonly ok: true; readonly announcement: CheckedAnnouncement } | { readonly ok: false; readonly reason: string }

/** Checks `serialized` as a wallet does: reads it strictly, then checks everything. */
export const checkAnnouncement = (
  bytes: Uint8Array,
  schnorr: Pick<Schnorr, 'isPoint' | 'verify'> = nobleSchnorr,
): AnnouncementCheck => {
  try {
    const { event, ...signed } = decode(signedForm, bytes)
    const read = { ...signed, event: decode(oracleEvent, event) }
    const reason = faultOf(read, eventHash(event), schnorr)
    return reason ? { ok: false, reason } : { ok: true, announcement: read as CheckedAnnouncement }
  } catch (error) {
    if (error instanceof Malformed) return { ok: false, reason: error.message }
    throw error
  }
}

const same = (a: Uint8Array, b: Uint8Array): boolean => a.length === b.length && a.every((byte, at) => byte === b[at])

/**
 * The same as `checkAnnouncement`, for the oracle itself. It makes the signature again and compares the bytes, which
 * costs half as much as verifying. If they differ, it verifies the signature. The caller must check that the nonces are
 * those that were derived.
 *
 * @param aux what it was announced with.
 */
export const checkOwnAnnouncement = (
  bytes: Uint8Array,
  key: KeyPair,
  aux: Uint8Array,
  schnorr: Schnorr = nobleSchnorr,
): AnnouncementCheck =>
  checkAnnouncement(bytes, {
    isPoint: () => true,
    verify: (signature, hash, oracleKey) =>
      (same(oracleKey, key.point) && same(signature, signDefault(hash, key, aux, schnorr))) ||
      schnorr.verify(signature, hash, oracleKey),
  })

/**
 * Signs an event, and reads the bytes back as a wallet does, before they leave the process.
 *
 * @param aux 32 bytes of auxiliary randomness for BIP-340.
 * @returns the announcement in TLV form. Throws when the event is not one that a wallet accepts.
 */
export const announce = (
  event: OracleEvent,
  key: KeyPair,
  aux: Uint8Array,
  schnorr: Schnorr = nobleSchnorr,
): Uint8Array => {
  const written = oracleEvent.write(event)
  const signature = signDefault(eventHash(written), key, aux, schnorr)
  const bytes = signedForm.write({ signature, oracleKey: key.point, event: written })
  const read = checkAnnouncement(bytes, schnorr)
  if (!read.ok) throw new Error(`announcement of ${event.eventId}: ${read.reason}`)
  return bytes
}

import { type OracleEvent, eventFault, oracleEvent, xPoint } from './event.ts'
import { body, tlv } from './record.ts'
import { isPoint, sign, taggedHash, verify, xOnly } from './schnorr.ts'
import { type Coder, Malformed, decode, raw } from './tlv.ts'

/** dlcspecs `Oracle.md`, "Oracle Announcements": the promise, signed. */
export interface Announcement {
  /** 64 bytes, BIP-340. */
  readonly signature: Uint8Array
  /** 32 bytes, x-only. */
  readonly oracleKey: Uint8Array
  readonly event: OracleEvent
}

export const ORACLE_ANNOUNCEMENT = 55332

/** Body form. Old Rust kits send it bare; we never do. */
export const announcementBody: Coder<Announcement> = body({
  signature: raw(64),
  oracleKey: xPoint,
  event: oracleEvent,
})

/** TLV form: what `serialized` holds. */
export const announcement: Coder<Announcement> = tlv(ORACLE_ANNOUNCEMENT, announcementBody)

/** The 32 bytes that are signed: a tagged hash of the event in TLV form, type and length included. */
export const announcementHash = (event: OracleEvent): Uint8Array =>
  taggedHash('DLC/oracle/announcement/v0', oracleEvent.write(event))

/** Why an announcement is not to be believed, or `null`: event, points, signature, in this order. */
export const announcementFault = ({ event, oracleKey, signature }: Announcement): string | null => {
  const fault = eventFault(event)
  if (fault) return fault
  if (!event.nonces.every(isPoint)) return 'a nonce is no point of the curve'
  return verify(signature, announcementHash(event), oracleKey) ? null : 'the signature does not verify'
}

export type CheckedAnnouncement =
  { readonly ok: true; readonly announcement: Announcement } | { readonly ok: false; readonly reason: string }

/** What a wallet does with `serialized`: read it strictly, then check everything. */
export const checkAnnouncement = (bytes: Uint8Array): CheckedAnnouncement => {
  try {
    const read = decode(announcement, bytes)
    const reason = announcementFault(read)
    return reason ? { ok: false, reason } : { ok: true, announcement: read }
  } catch (error) {
    if (error instanceof Malformed) return { ok: false, reason: error.message }
    throw error
  }
}

/**
 * Signs an event and reads the bytes back as a stranger would, before anyone else can.
 *
 * @param aux 32 bytes of auxiliary randomness for BIP-340.
 * @returns the announcement in TLV form. Throws when the event is not one that a wallet accepts.
 */
export const announce = (event: OracleEvent, secret: Uint8Array, aux: Uint8Array): Uint8Array => {
  const signature = sign(announcementHash(event), secret, aux)
  const bytes = announcement.write({ signature, oracleKey: xOnly(secret), event })
  const checked = checkAnnouncement(bytes)
  if (!checked.ok) throw new Error(`announcement of ${event.eventId}: ${checked.reason}`)
  return bytes
}

import { checkOwnAnnouncement } from '../../dlc/wire/announcement.ts'
import type { CheckedAnnouncement } from '../../dlc/wire/announcement.ts'
import type { EventDescriptor } from '../../dlc/wire/event.ts'
import type { KeyPair, Schnorr } from '../../dlc/wire/schnorr.ts'

/** Reads an event that the signer is given, and checks that it is its own. */

export interface OwnEvent {
  readonly id: string
  /** Hex, as announced. */
  readonly salt: string
  readonly descriptor: EventDescriptor
  /** The TLV, hex. */
  readonly announcement: string
}

export type AnnouncementRefusal =
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
    readonly reason: AnnouncementRefusal,
    detail = '',
  ) {
    super(`${eventId}: ${reason.replaceAll('_', ' ')}${detail && ` (${detail})`}`)
  }
}

/** BIP-340 auxiliary randomness of announcements. Zeros are permitted, and the same announcement is the same bytes. */
export const AUX = new Uint8Array(32)

export const sameBytes = (a: Uint8Array, b: Uint8Array): boolean => a.toHex() === b.toHex()

/** Reads the announcement from its bytes, and checks that it is ours and about this event. Throws `SignerRefusal`. */
export const readOwnAnnouncement = (event: OwnEvent, key: KeyPair, schnorr: Schnorr): CheckedAnnouncement => {
  const refuse = (reason: AnnouncementRefusal, detail?: string): never => {
    throw new SignerRefusal(event.id, reason, detail)
  }
  const checked = checkOwnAnnouncement(Uint8Array.fromHex(event.announcement), key, AUX, schnorr)
  if (!checked.ok) return refuse('unreadable_announcement', checked.reason)
  const { announcement } = checked
  if (!sameBytes(announcement.oracleKey, key.point)) refuse('other_oracle')
  if (announcement.event.eventId !== event.id) refuse('other_event')
  if (!Bun.deepEquals(announcement.event.descriptor, event.descriptor)) refuse('other_descriptor')
  return announcement
}

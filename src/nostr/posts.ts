import { announcement } from '../dlc/wire/announcement.ts'
import type { AnnouncedEvent, ShownEvent } from '../dlc/documents/shown-event.ts'
import { decode } from '../dlc/wire/tlv.ts'
import type { Draft } from './event.ts'

/**
 * Announcements and attestations as Nostr events: NIP-88 of the proposals 919 and 1681, as kormir and DDK publish and
 * read them. Content is base64 of the TLV, header included. All of it comes from records that were written before the
 * event was public, so a repeated post has the same content.
 */

/** Configurable, because the official list now gives number 88 to polls, and its successor has no number yet. */
export interface Kinds {
  readonly announcement: number
  readonly attestation: number
}

const base64 = (hex: string): string => Uint8Array.fromHex(hex).toBase64()

/** Tags are part of what is hashed. Control characters are replaced, because readers escape them in different ways. */
const plain = (text: string): string => text.replaceAll(/\p{Cc}+/gu, ' ')

const titleOf = ({ terms, id }: AnnouncedEvent): string =>
  terms.kind === 'threshold' ? `${terms.pair} ${terms.direction} ${terms.strike}` : plain(terms.label || id)

/** The `n` tags name the assets of a numeric event: BTCUSD is BTC and USD. */
const assetsOf = (pair: string | null): readonly (readonly string[])[] =>
  pair === null
    ? []
    : [
        ['n', pair.slice(0, 3)],
        ['n', pair.slice(3, 6)],
      ]

/** @param relays where the attestation will also be published */
export const announcementDraft = (
  event: AnnouncedEvent & Pick<ShownEvent, 'pair'>,
  kinds: Kinds,
  relays: readonly string[],
): Draft => {
  const { eventId, descriptor } = decode(announcement, Uint8Array.fromHex(event.announcement)).event
  return {
    kind: kinds.announcement,
    createdAt: Math.floor(event.offeredAt / 1000),
    tags: [
      ['relays', ...relays],
      ['title', titleOf(event)],
      ['description', `DLC oracle event ${eventId}`],
      ...(descriptor.kind === 'digits' ? assetsOf(event.pair) : []),
    ],
    content: base64(event.announcement),
  }
}

/**
 * `null` while it is not attested.
 *
 * @param announced the Nostr id of its announcement, which is not the id of the DLC event
 */
export const attestationDraft = (
  event: Pick<ShownEvent, 'attestation'> & { readonly decision: { readonly decidedAt: number } | null },
  kinds: Kinds,
  announced: string,
): Draft | null =>
  event.attestation === null || event.decision === null
    ? null
    : {
        kind: kinds.attestation,
        // The time of the decision was recorded before the first signature; a signature that is made again would have
        // another time.
        createdAt: Math.floor(event.decision.decidedAt / 1000),
        tags: [['e', announced]],
        content: base64(event.attestation.serialized),
      }

import { announcement } from '../dlc/wire/announcement.ts'
import type { AnnouncedEvent, ShownEvent } from '../dlc/documents/shown-event.ts'
import { decode } from '../dlc/wire/tlv.ts'
import type { Draft } from './event.ts'

/**
 * Announcements and attestations as Nostr events: NIP-88 of the proposals 919 and 1681, as kormir and DDK publish and read
 * them. Content is base64 of the TLV, header included. Everything is taken from what was written down before the event
 * was public, so that it is the same words whenever it is said again.
 */

/** The number 88 now means polls in the official list, and its successor has none yet. */
export interface Kinds {
  readonly announcement: number
  readonly attestation: number
}

const base64 = (hex: string): string => Uint8Array.fromHex(hex).toBase64()

/** Tags end up in what is hashed: no control characters, which readers escape each in their own way. */
const plain = (text: string): string => text.replaceAll(/\p{Cc}+/gu, ' ')

const titleOf = ({ terms, id }: AnnouncedEvent): string =>
  terms.kind === 'threshold' ? `${terms.pair} ${terms.direction} ${terms.strike}` : plain(terms.label || id)

/** `n` names the assets of a numeric event: BTCUSD is BTC and USD. */
const assetsOf = (pair: string | null): readonly (readonly string[])[] =>
  pair === null
    ? []
    : [
        ['n', pair.slice(0, 3)],
        ['n', pair.slice(3, 6)],
      ]

/** @param relays where the attestation will be published too */
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
        // Written down before the first signature: a signature that is made again bears another time.
        createdAt: Math.floor(event.decision.decidedAt / 1000),
        tags: [['e', announced]],
        content: base64(event.attestation.serialized),
      }

import { announcement } from '../wire/announcement.ts'
import { attestation } from '../wire/attestation.ts'
import type { EventDescriptor } from '../wire/event.ts'
import type { AnnouncedEvent, ShownEvent } from './shown-event.ts'
import { bigSize, decode, prefixed } from '../wire/tlv.ts'

/**
 * Events in the format of kormir, so that DDK's client (`KormirOracleClient`) reads this oracle unchanged.
 *
 * Messages: the serde forms in dlcdevkit `dlc-messages/src/oracle_msgs.rs` (camel case, keys and signatures in hex).
 * Lists: kormir `kormir-server/src/json_models.rs`, `JsonEventResponse`, `HexEventResponse` and `TLVEventResponse`; the
 * client reads an entry as dlcdevkit `kormir/src/storage.rs`, `OracleEventData`, which has other fields: entries here
 * have both.
 */

const descriptorOf = (descriptor: EventDescriptor) => {
  if (descriptor.kind === 'enum') return { enumEvent: { outcomes: descriptor.outcomes } }
  const { base, isSigned, unit, precision, nbDigits } = descriptor
  return { digitDecompositionEvent: { base, isSigned, unit, precision, nbDigits } }
}

/** `OracleAnnouncement`. */
export const kormirAnnouncement = ({ announcement: hex }: Pick<AnnouncedEvent, 'announcement'>) => {
  const { signature, oracleKey, event } = decode(announcement, Uint8Array.fromHex(hex))
  return {
    announcementSignature: signature.toHex(),
    oraclePublicKey: oracleKey.toHex(),
    oracleEvent: {
      oracleNonces: event.nonces.map((point) => point.toHex()),
      eventMaturityEpoch: event.maturity,
      eventDescriptor: descriptorOf(event.descriptor),
      eventId: event.eventId,
    },
  }
}

/** `OracleAttestation`, or `null` while there is none. */
export const kormirAttestation = ({ state, attestation: bytes }: Pick<ShownEvent, 'state' | 'attestation'>) => {
  if (state !== 'attested' || !bytes) return null
  const { eventId, oracleKey, signatures, outcomes } = decode(attestation, Uint8Array.fromHex(bytes.serialized))
  return {
    eventId,
    oraclePublicKey: oracleKey.toHex(),
    signatures: signatures.map((signature) => signature.toHex()),
    outcomes,
  }
}

/**
 * An entry of `list-events`: `announcement` and `attestation` of the server; `event_id`, `indexes` and `signatures` of
 * the client. Kormir's indexes count through all nonces it ever made; ours belong to one event, so they count within
 * it.
 */
export const kormirEvent = (event: ShownEvent) => {
  const announced = kormirAnnouncement(event)
  const attested = kormirAttestation(event)
  return {
    event_id: event.id,
    announcement: announced,
    attestation: attested,
    indexes: announced.oracleEvent.oracleNonces.map((_nonce, at) => at),
    signatures: attested ? attested.outcomes.map((outcome, i) => [outcome, attested.signatures[i] ?? '']) : [],
  }
}

/** The same with `format=tlv`. Rust kits read the attestation with a count before its outcomes. */
export const kormirTlvEvent = (event: ShownEvent) => ({
  event_id: event.id,
  event_maturity_epoch: event.maturityTs,
  event_maturity_iso: new Date(event.maturityTs * 1000).toISOString().replace('.000Z', 'Z'),
  announcement: event.announcement,
  attestation: event.state === 'attested' ? (event.attestation?.counted ?? null) : null,
})

/** The value of a TLV, hex: kormir writes messages in this form with `format=hex`. */
const withoutHead = (hex: string): string => {
  const from = { bytes: Uint8Array.fromHex(hex), at: 0 }
  bigSize.read(from)
  return prefixed.read(from).toHex()
}

/** The same with `format=hex`: without type and length. */
export const kormirHexEvent = (event: ShownEvent) => {
  const { announcement: announced, attestation: attested, ...rest } = kormirTlvEvent(event)
  return { ...rest, announcement: withoutHead(announced), attestation: attested && withoutHead(attested) }
}

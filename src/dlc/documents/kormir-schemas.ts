import { Type } from '@sinclair/typebox'

/** The schemas of what `kormir.ts` writes. */

const Hex = Type.String({ pattern: '^(?:[0-9a-f]{2})+$' })

const Descriptor = Type.Union([
  Type.Object({ enumEvent: Type.Object({ outcomes: Type.Array(Type.String()) }) }),
  Type.Object({
    digitDecompositionEvent: Type.Object({
      base: Type.Integer(),
      isSigned: Type.Boolean(),
      unit: Type.String(),
      precision: Type.Integer(),
      nbDigits: Type.Integer(),
    }),
  }),
])

export const KormirAnnouncement = Type.Object(
  {
    announcementSignature: Hex,
    oraclePublicKey: Hex,
    oracleEvent: Type.Object({
      oracleNonces: Type.Array(Hex),
      eventMaturityEpoch: Type.Integer(),
      eventDescriptor: Descriptor,
      eventId: Type.String(),
    }),
  },
  { title: 'KormirAnnouncement' },
)

export const KormirAttestation = Type.Object(
  {
    eventId: Type.String(),
    oraclePublicKey: Hex,
    signatures: Type.Array(Hex),
    outcomes: Type.Array(Type.String()),
  },
  { title: 'KormirAttestation' },
)

const KormirEvent = Type.Object(
  {
    event_id: Type.String(),
    announcement: KormirAnnouncement,
    attestation: Type.Union([KormirAttestation, Type.Null()]),
    indexes: Type.Array(Type.Integer({ minimum: 0 }), { description: 'place of each nonce within its event' }),
    signatures: Type.Array(Type.Array(Type.String(), { minItems: 2, maxItems: 2 }), {
      description: 'pairs of outcome and signature',
    }),
  },
  { title: 'KormirEvent' },
)

/** With `format=tlv` and `format=hex` alike. */
const KormirBytesEvent = Type.Object(
  {
    event_id: Type.String(),
    event_maturity_epoch: Type.Integer(),
    event_maturity_iso: Type.String(),
    announcement: Hex,
    attestation: Type.Union([Hex, Type.Null()]),
  },
  { title: 'KormirBytesEvent' },
)

export const KormirEvents = Type.Array(Type.Union([KormirEvent, KormirBytesEvent]), { title: 'KormirEvents' })

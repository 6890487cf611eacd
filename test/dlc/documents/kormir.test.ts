import { describe, expect, test } from 'bun:test'
import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { announcement, announcementBody } from '../../../src/dlc/wire/announcement.ts'
import { attestation, attestationCounted } from '../../../src/dlc/wire/attestation.ts'
import type { EventDescriptor } from '../../../src/dlc/wire/event.ts'
import { KormirAnnouncement, KormirAttestation, KormirEvents } from '../../../src/dlc/documents/kormir-schemas.ts'
import {
  kormirAnnouncement,
  kormirAttestation,
  kormirEvent,
  kormirHexEvent,
  kormirTlvEvent,
} from '../../../src/dlc/documents/kormir.ts'
import { decode } from '../../../src/dlc/wire/tlv.ts'
import { announced, attestedAs, vectorCalled } from '../../support/dlc/shown-events.ts'
import { unhex } from '../../support/dlc/random.ts'
import { vectors } from '../../support/dlc/vectors.ts'

/**
 * `OracleEventData` as DDK's client reads an entry (dlcdevkit 2.0.0-rc.2, `kormir/src/storage.rs`): serde refuses the
 * whole list where one of these is missing; the ids of Nostr are options, and other fields are passed over.
 */
const OracleEventData = Type.Object({
  event_id: Type.String(),
  announcement: KormirAnnouncement,
  indexes: Type.Array(Type.Integer({ minimum: 0, maximum: 2 ** 32 - 1 })),
  signatures: Type.Array(Type.Tuple([Type.String(), Type.String({ pattern: '^[0-9a-f]{128}$' })])),
})

type Told = ReturnType<typeof kormirAnnouncement>

/** What serde makes of the JSON, as far as our coders go: all of it must be there to write the bytes again. */
const descriptorIn = ({ oracleEvent: { eventDescriptor } }: Told): EventDescriptor =>
  'enumEvent' in eventDescriptor
    ? { kind: 'enum', ...eventDescriptor.enumEvent }
    : { kind: 'digits', ...eventDescriptor.digitDecompositionEvent }

describe('in the words of kormir', () => {
  test.each(vectors.vectors.map((vector) => [vector.name, vector] as const))(
    '%s is told so completely that the bytes can be written again',
    (_name, vector) => {
      const told = kormirAnnouncement(announced(vector))
      expect([...Value.Errors(KormirAnnouncement, told)]).toEqual([])
      const { oracleEvent } = told
      const bytes = announcement.write({
        signature: unhex(told.announcementSignature),
        oracleKey: unhex(told.oraclePublicKey),
        event: {
          nonces: oracleEvent.oracleNonces.map(unhex),
          maturity: oracleEvent.eventMaturityEpoch,
          descriptor: descriptorIn(told),
          eventId: oracleEvent.eventId,
        },
      })
      expect(bytes.toHex()).toBe(vector.announcement)
      for (const outcome of vector.cases) {
        const signed = kormirAttestation(attestedAs(vector, outcome))!
        expect([...Value.Errors(KormirAttestation, signed)]).toEqual([])
        const { eventId, outcomes } = signed
        const given = {
          eventId,
          oracleKey: unhex(signed.oraclePublicKey),
          signatures: signed.signatures.map(unhex),
          outcomes,
        }
        expect(attestation.write(given).toHex()).toBe(outcome.attestation)
        expect(attestationCounted.write(given).toHex()).toBe(outcome.attestationWithOutcomeCount)
      }
    },
  )

  test('the keys are those of the Rust messages', () => {
    const [word, number] = ['enum-yes-no', 'numeric-base10-7'].map((name) =>
      kormirAnnouncement(announced(vectorCalled(name))),
    )
    expect(Object.keys(word!)).toEqual(['announcementSignature', 'oraclePublicKey', 'oracleEvent'])
    expect(Object.keys(word!.oracleEvent)).toEqual(['oracleNonces', 'eventMaturityEpoch', 'eventDescriptor', 'eventId'])
    expect(word!.oracleEvent.eventDescriptor).toEqual({ enumEvent: { outcomes: ['yes', 'no'] } })
    expect(number!.oracleEvent.eventDescriptor).toEqual({
      digitDecompositionEvent: { base: 10, isSigned: false, unit: 'USD', precision: 0, nbDigits: 7 },
    })
  })

  test('an entry of a list has the fields of both readers, and no signature before there is one', () => {
    const vector = vectorCalled('numeric-base10-7')
    const [outcome] = vector.cases
    const open = kormirEvent(announced(vector))
    expect(open).toEqual({
      event_id: vector.eventId,
      announcement: kormirAnnouncement(announced(vector)),
      attestation: null,
      indexes: [0, 1, 2, 3, 4, 5, 6],
      signatures: [],
    })
    const done = kormirEvent(attestedAs(vector, outcome!))
    expect(done.attestation?.outcomes).toEqual(outcome!.outcomes)
    expect(done.signatures).toEqual(outcome!.outcomes.map((digit, i) => [digit, outcome!.signatures[i]!]))
    const decided = kormirEvent({ ...attestedAs(vector, outcome!), state: 'decided' })
    expect(decided).toEqual(open)
    expect([...Value.Errors(KormirEvents, [open, done])]).toEqual([])
  })

  test.each(vectors.vectors.map((vector) => [vector.name, vector] as const))(
    '%s is an entry that DDK’s client can read, with one index for each nonce',
    (_name, vector) => {
      for (const event of [announced(vector), ...vector.cases.map((each) => attestedAs(vector, each))]) {
        const entry = kormirEvent(event)
        expect([...Value.Errors(OracleEventData, entry)]).toEqual([])
        expect(entry.indexes).toEqual(entry.announcement.oracleEvent.oracleNonces.map((_nonce, at) => at))
      }
    },
  )

  test('an entry in hex has the same bytes without type and length', () => {
    for (const vector of vectors.vectors) {
      const open = kormirHexEvent(announced(vector))
      const read = decode(announcementBody, unhex(open.announcement))
      expect(announcement.write(read).toHex()).toBe(vector.announcement)
      expect(open.attestation).toBeNull()
      for (const outcome of vector.cases) {
        const event = attestedAs(vector, outcome)
        const done = kormirHexEvent(event)
        const tlv = kormirTlvEvent(event)
        const body = done.attestation ?? ''
        expect(tlv.attestation?.endsWith(body)).toBe(true)
        // Type 55400 takes three bytes, a length below 253 one, a longer one three.
        expect((tlv.attestation?.length ?? 0) - body.length).toBe(body.length / 2 < 0xfd ? 8 : 12)
        expect(done).toEqual({ ...tlv, announcement: open.announcement, attestation: body })
        expect([...Value.Errors(KormirEvents, [open, done])]).toEqual([])
      }
    }
    const [outcome] = vectorCalled('enum-yes-no').cases
    const decided = { ...attestedAs(vectorCalled('enum-yes-no'), outcome!), state: 'decided' as const }
    expect(kormirHexEvent(decided).attestation).toBeNull()
  })

  test('an entry as TLV has the counted attestation, and the maturity as kormir writes it', () => {
    const vector = vectorCalled('enum-yes-no')
    const [outcome] = vector.cases
    const done = kormirTlvEvent(attestedAs(vector, outcome!))
    expect(done).toEqual({
      event_id: vector.eventId,
      event_maturity_epoch: 1_798_761_600,
      event_maturity_iso: '2027-01-01T00:00:00Z',
      announcement: vector.announcement,
      attestation: outcome!.attestationWithOutcomeCount,
    })
    expect(kormirTlvEvent({ ...attestedAs(vector, outcome!), state: 'decided' }).attestation).toBeNull()
    expect([...Value.Errors(KormirEvents, [done])]).toEqual([])
  })
})

import { describe, expect, test } from 'bun:test'
import { attest } from '../../src/dlc/wire/attestation.ts'
import { announce, checkAnnouncement } from '../../src/dlc/wire/announcement.ts'
import type { DigitDescriptor } from '../../src/dlc/wire/event.ts'
import { nobleSchnorr } from '../../src/dlc/wire/schnorr.ts'
import { checkAttestation, checkEvent } from '../../src/web/events/check-event.ts'
import type { AnnouncementDocument, AttestationRead } from '../../src/web/wire/events.ts'

/** What the page of an event checks: that its documents say what was signed, and that the attestation keeps it. */

const pairOf = (byte: number) => nobleSchnorr.pair(new Uint8Array(32).fill(byte))
const key = pairOf(1)
const nonces = [2, 3, 4].map(pairOf)
const descriptor: DigitDescriptor = {
  kind: 'digits',
  base: 10,
  isSigned: false,
  unit: 'USD',
  precision: 0,
  nbDigits: 3,
}
const event = { nonces: nonces.map(({ point }) => point), maturity: 1_800_000_000, descriptor, eventId: 'EVENT' }
const serialized = announce(event, key, new Uint8Array(32))
const checked = checkAnnouncement(serialized)
if (!checked.ok) throw new Error(checked.reason)
const attested = attest(checked.announcement, key, nonces, ['0', '4', '2'])

const DOCUMENT: AnnouncementDocument = {
  eventid: 'EVENT',
  type: 'numeric',
  pair: null,
  settled: false,
  maturityTs: 1_800_000_000,
  createdAt: '2026-11-26T00:00:00.000Z',
  status: 'pending',
  oraclePubkey: key.point.toHex(),
  serialized: serialized.toHex(),
  announcementId: '',
  nonces: event.nonces.map((nonce) => nonce.toHex()),
  advice: [],
  compatibility: [],
}
const ATTESTATION: AttestationRead = {
  outcome: '0,4,2',
  outcomes: ['0', '4', '2'],
  serialized: attested.serialized.toHex(),
  attestedAt: '2027-01-15T08:00:00.000Z',
  reason: 'resolved',
}

const failed = ({ checks }: { readonly checks: readonly { readonly what: string; readonly ok: boolean }[] }) =>
  checks.filter(({ ok }) => !ok).map(({ what }) => what)

/** The last hex digit is another. */
const bent = (hex: string): string => hex.slice(0, -1) + (hex.endsWith('0') ? '1' : '0')

describe('an announcement', () => {
  test('that is whole passes, with the key that is expected', () => {
    const { found, announced } = checkEvent(DOCUMENT, key.point.toHex())
    expect([found.ok, failed(found)]).toEqual([true, []])
    expect(announced).not.toBeNull()
  })

  test.each<[string, Partial<AnnouncementDocument>, string]>([
    ['another event', { eventid: 'OTHER' }, 'the event is the one that was asked for'],
    ['another maturity', { maturityTs: 1_800_000_001 }, 'the maturity is the one that was signed'],
    ['another nonce', { nonces: [...DOCUMENT.nonces].toReversed() }, 'the nonces are those that were signed'],
    ['another key', { oraclePubkey: pairOf(9).point.toHex() }, 'the key is the one that the document names'],
    ['other bytes', { serialized: bent(serialized.toHex()) }, 'the announcement is signed and whole'],
    ['no hex', { serialized: 'zz' }, 'the announcement is signed and whole'],
  ])('of %s fails', (_name, change, because) => {
    expect(failed(checkEvent({ ...DOCUMENT, ...change }, null).found)).toEqual([because])
  })

  test('of another oracle than the expected one fails', () => {
    const { found } = checkEvent(DOCUMENT, pairOf(9).point.toHex())
    expect(failed(found)).toEqual(['it is the key that the oracle states'])
  })
})

describe('an attestation', () => {
  test('that keeps the announcement passes, and its number is told', () => {
    const found = checkAttestation(checked.announcement, ATTESTATION)
    expect(failed(found)).toEqual([])
    expect(found.checks.map(({ detail }) => detail)).toContain('42')
  })

  test.each<[string, Partial<AttestationRead>]>([
    ['another outcome beside its bytes', { outcomes: ['0', '4', '3'] }],
    ['bytes that were changed', { serialized: bent(attested.serialized.toHex()) }],
    ['bytes that are cut off', { serialized: attested.serialized.toHex().slice(0, -2) }],
  ])('with %s fails', (_name, change) => {
    expect(checkAttestation(checked.announcement, { ...ATTESTATION, ...change }).ok).toBe(false)
  })
})

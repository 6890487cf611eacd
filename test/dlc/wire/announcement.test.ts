import { describe, expect, test } from 'bun:test'
import {
  announce,
  announcement,
  announcementBody,
  checkAnnouncement,
  eventHash,
} from '../../../src/dlc/wire/announcement.ts'
import { oracleEvent } from '../../../src/dlc/wire/event.ts'
import { decode } from '../../../src/dlc/wire/tlv.ts'
import { dice, hex, unhex } from '../../support/dlc/random.ts'
import { eventOf, oraclePair, oracleSecret, vectors } from '../../support/dlc/vectors.ts'

const NO_AUX = new Uint8Array(32)

describe.each(vectors.vectors.map((vector) => [vector.name, vector] as const))('vector %s', (_name, vector) => {
  test('hash, signature and bytes', () => {
    expect(hex(eventHash(oracleEvent.write(eventOf(vector))))).toBe(vector.announcementMessageHash)
    expect(hex(announce(eventOf(vector), oraclePair, NO_AUX))).toBe(vector.announcement)
  })

  test('a wallet reads and accepts it', () => {
    const checked = checkAnnouncement(unhex(vector.announcement))
    if (!checked.ok) throw new Error(checked.reason)
    expect(hex(checked.announcement.signature)).toBe(vector.announcementSignature)
    expect(hex(checked.announcement.oracleKey)).toBe(vector.oraclePublicKey)
    expect(checked.announcement.event).toEqual(eventOf(vector))
    expect(hex(announcement.write(checked.announcement))).toBe(vector.announcement)
  })
})

const { accepted, rejected } = vectors.announcementChecks

test('the accepted announcement is accepted', () => {
  expect(checkAnnouncement(unhex(accepted))).toMatchObject({ ok: true })
})

/** Refused, and for the reason that the vector names: a test that refuses all for one reason would prove little. */
const REASONS = [
  '2 nonces where 1 belong',
  '2 nonces where 3 belong',
  '3 nonces where 4 belong',
  'the signature does not verify',
  'the signature does not verify',
  'boolean 3',
  '1 bytes after the end',
  '1 bytes missing',
  'BigSize 158 not in its shortest form',
  'the signature does not verify',
]

test.each(rejected.map(({ why, announcement: bytes }, i) => [why, bytes, REASONS[i]] as const))(
  'refused: %s',
  (_why, bytes, reason) => {
    expect(checkAnnouncement(unhex(bytes))).toEqual({ ok: false, reason: String(reason) })
  },
)

test('no shortened announcement is read, and no bare body', () => {
  const bytes = unhex(accepted)
  for (let cut = 0; cut < bytes.length; cut++) expect(checkAnnouncement(bytes.subarray(0, cut)).ok).toBe(false)
  expect(checkAnnouncement(announcementBody.write(decode(announcement, bytes))).ok).toBe(false)
})

test('one flipped bit anywhere is noticed', () => {
  const random = dice(13)
  for (let i = 0; i < 120; i++) {
    const bytes = unhex(accepted)
    bytes[random.integer(0, bytes.length - 1)]! ^= 1 << random.integer(0, 7)
    expect(checkAnnouncement(bytes).ok).toBe(false)
  }
})

test('a nonce that is no point of the curve is noticed', () => {
  const read = decode(announcement, unhex(accepted))
  const event = { ...read.event, nonces: [new Uint8Array(32).fill(255)] }
  const bytes = announcement.write({ ...read, event })
  expect(checkAnnouncement(bytes)).toEqual({ ok: false, reason: 'a nonce is no point of the curve' })
})

test('an event that no wallet accepts is not announced', () => {
  const event = decode(announcement, unhex(accepted)).event
  expect(() => announce({ ...event, nonces: [...event.nonces, oracleSecret] }, oraclePair, NO_AUX)).toThrow('2 nonces')
  expect(() => announce({ ...event, maturity: 2 ** 32 }, oraclePair, NO_AUX)).toThrow(RangeError)
})

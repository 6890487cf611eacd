import { describe, expect, test } from 'bun:test'
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { announce, announcement, checkAnnouncement } from '../../../src/dlc/wire/announcement.ts'
import {
  type Attestation,
  NotAttested,
  attest,
  attestation,
  attestationCounted,
  attestationFault,
  isOutcome,
  outcomeHash,
  outcomeText,
} from '../../../src/dlc/wire/attestation.ts'
import { toDigits } from '../../../src/dlc/wire/digits.ts'
import { deriveNonces } from '../../../src/dlc/wire/nonces.ts'
import { type KeyPair, nobleSchnorr } from '../../../src/dlc/wire/schnorr.ts'
import { Malformed, decode } from '../../../src/dlc/wire/tlv.ts'
import { dice, hex, unhex } from '../../support/dlc/random.ts'
import { descriptorOf, oraclePair, oracleSecret, vectors } from '../../support/dlc/vectors.ts'

const { Fn } = secp256k1.Point

const checked = (bytes: Uint8Array) => {
  const read = checkAnnouncement(bytes)
  if (!read.ok) throw new Error(read.reason)
  return read.announcement
}

describe.each(vectors.vectors.map((vector) => [vector.name, vector] as const))('vector %s', (_name, vector) => {
  const announced = checked(unhex(vector.announcement))
  const nonces = vector.nonceSecrets.map((secret) => nobleSchnorr.pair(unhex(secret)))
  const descriptor = descriptorOf(vector)

  test.each(vector.cases.map((one) => [one.apiOutcome.slice(0, 40), one] as const))('%s', (_outcome, one) => {
    const strings =
      'value' in one && descriptor.kind === 'digits' && one.value !== undefined
        ? toDigits(BigInt(one.value), descriptor)
        : [String('outcome' in one ? one.outcome : '')]
    const made = attest(announced, oraclePair, nonces, strings)
    expect(made.outcomes).toEqual(one.outcomes)
    expect(outcomeText(made.outcomes)).toBe(one.apiOutcome)
    expect(made.outcomes.map((outcome) => hex(outcomeHash(outcome)))).toEqual(one.messageHashes)
    expect(made.signatures.map(hex)).toEqual(one.signatures)
    expect(hex(attestation.write(made))).toBe(one.attestation)
    expect(hex(attestationCounted.write(made))).toBe(one.attestationWithOutcomeCount)
    expect([hex(made.serialized), hex(made.counted)]).toEqual([one.attestation, one.attestationWithOutcomeCount])
    const { serialized: _serialized, counted: _counted, ...promised } = made
    expect(decode(attestation, unhex(one.attestation))).toEqual(promised)
    expect(decode(attestationCounted, unhex(one.attestationWithOutcomeCount))).toEqual(promised)
    expect(attestationFault(announced, made)).toBeNull()
  })
})

test('bytes of one dialect never pass for an attestation of the other', () => {
  let readable = 0
  for (const vector of vectors.vectors) {
    const announced = decode(announcement, unhex(vector.announcement))
    for (const one of vector.cases) {
      const [plain, withCount] = [unhex(one.attestation), unhex(one.attestationWithOutcomeCount)]
      expect(withCount.length - plain.length).toBeWithin(2, 5)
      for (const [form, bytes] of [
        [attestation, withCount],
        [attestationCounted, plain],
      ] as const) {
        let read: Attestation | null = null
        try {
          read = decode(form, bytes)
        } catch (error) {
          expect(error).toBeInstanceOf(Malformed)
        }
        // `0006 02 15 02 15 …` also reads as six texts, the first empty: only the announcement tells.
        if (read) {
          readable++
          expect(attestationFault(announced, read)).toBe('no outcome of this event')
        }
      }
    }
  }
  expect(readable).toBeGreaterThan(0)
})

const eventId = 'NUMERIC-1798761600-0123456789ABCDEF'
const nonces = deriveNonces(new Uint8Array(32).fill(3), eventId, new Uint8Array(32).fill(4), 6)
const shape = { kind: 'digits', base: 10, isSigned: true, unit: 'USD', precision: -2, nbDigits: 5 } as const
const event = { nonces: nonces.map(({ point }) => point), maturity: 1798761600, descriptor: shape, eventId }
const announced = checked(announce(event, oraclePair, new Uint8Array(32)))

test('every signature verifies with noble and begins with the announced nonce', () => {
  const random = dice(14)
  for (let i = 0; i < 8; i++) {
    const value = BigInt(random.integer(-200_000, 200_000))
    const { signatures, outcomes, oracleKey } = attest(announced, oraclePair, nonces, toDigits(value, shape))
    signatures.forEach((signature, position) => {
      expect(hex(signature.subarray(0, 32))).toBe(hex(event.nonces[position] ?? new Uint8Array()))
      expect(schnorr.verify(signature, outcomeHash(outcomes[position] ?? ''), oracleKey)).toBe(true)
    })
  }
})

test('signing again gives the same bytes', () => {
  const digits = toDigits(4711n, shape)
  const [first, second] = [0, 1].map(() => attestation.write(attest(announced, oraclePair, nonces, digits)))
  expect(second).toEqual(first)
})

test.each([
  ['too few digits', ['+', '1', '2', '3', '4']],
  ['no sign', ['1', '2', '3', '4', '5', '6']],
  ['a digit not below the base', ['+', '1', '2', '3', '4', '10']],
  ['padding', ['+', '1', '2', '3', '4', '05']],
  ['minus zero', ['-', '0', '0', '0', '0', '0']],
  ['nothing', []],
])('never signed: %s', (_what, strings) => {
  expect(isOutcome(shape, strings)).toBe(false)
  expect(() => attest(announced, oraclePair, nonces, strings)).toThrow('no outcome of this event')
})

test('an enum signs one of its words and nothing else', () => {
  const words = { kind: 'enum', outcomes: ['breached', 'safe'] } as const
  expect(isOutcome(words, ['safe'])).toBe(true)
  for (const bad of [['Safe'], ['safe '], [], ['breached', 'safe'], ['maybe']])
    expect(isOutcome(words, bad)).toBe(false)
})

test('another key, other nonces or a doctored announcement sign nothing', () => {
  const digits = toDigits(1n, shape)
  const other = nobleSchnorr.pair(dice(15).bytes(32))
  const refused = (key: KeyPair, given: readonly KeyPair[], why: string): void => {
    expect(() => attest(announced, key, given, digits)).toThrow(NotAttested)
    expect(() => attest(announced, key, given, digits)).toThrow(why)
  }
  refused(other, nonces, 'announced by another key')
  refused(oraclePair, [...nonces].reverse(), 'not the announced one')
  refused(oraclePair, nonces.slice(1), '5 nonces')
  // Another secret under the announced point, and each of the two with the parity that BIP-340 does not use.
  const odd = ({ secret, point }: KeyPair): KeyPair => ({ secret: Fn.toBytes(Fn.neg(Fn.fromBytes(secret))), point })
  const [first, ...others] = nonces
  refused(oraclePair, [{ ...first!, secret: other.secret }, ...others], 'does not verify')
  refused(oraclePair, [odd(first!), ...others], 'does not verify')
  refused(odd(oraclePair), nonces, 'does not verify')
  const doctored = announcement.write({ ...announced, event: { ...event, maturity: 1 } })
  expect(checkAnnouncement(doctored)).toEqual({ ok: false, reason: 'the signature does not verify' })
})

test('a reader notices every way in which an attestation is not the promised one', () => {
  const good = attest(announced, oraclePair, nonces, toDigits(-123n, shape))
  const other = attest(announced, oraclePair, nonces, toDigits(-124n, shape))
  const fault = (change: Partial<Attestation>): string | null => attestationFault(announced, { ...good, ...change })
  expect(fault({})).toBeNull()
  expect(fault({ eventId: 'ELSE' })).toContain('another event')
  expect(fault({ oracleKey: event.nonces[0] ?? new Uint8Array() })).toContain('another oracle')
  expect(fault({ outcomes: toDigits(-124n, shape) })).toContain('does not verify')
  expect(fault({ signatures: other.signatures })).toContain('does not verify')
  expect(fault({ signatures: [...good.signatures].reverse() })).toContain('announced nonce')
  const elsewhere = good.outcomes.map((outcome) => schnorr.sign(outcomeHash(outcome), oracleSecret))
  expect(fault({ signatures: elsewhere })).toContain('announced nonce')
  expect(fault({ signatures: good.signatures.slice(1) })).toBe('5 signatures')
  expect(fault({ outcomes: good.outcomes.slice(1) })).toBe('no outcome of this event')
})

test('no shortened attestation is read, in either dialect', () => {
  const made = attest(announced, oraclePair, nonces, toDigits(5n, shape))
  for (const form of [attestation, attestationCounted]) {
    const bytes = form.write(made)
    for (let cut = 0; cut < bytes.length; cut++) expect(() => decode(form, bytes.subarray(0, cut))).toThrow(Malformed)
    expect(() => decode(form, Uint8Array.of(...bytes, 0))).toThrow(Malformed)
  }
})

test('outcomes and signatures that are not equally many have no bytes in the dialect of the DLC specification', () => {
  const made = attest(announced, oraclePair, nonces, toDigits(5n, shape))
  expect(() => attestation.write({ ...made, outcomes: made.outcomes.slice(1) })).toThrow(RangeError)
})

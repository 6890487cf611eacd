import { describe, expect, test } from 'bun:test'
import { schnorr } from '@noble/curves/secp256k1.js'
import { announce, announcement } from '../../src/dlc/announcement.ts'
import {
  type Attestation,
  attest,
  attestation,
  attestationCounted,
  attestationFault,
  isOutcome,
  outcomeHash,
  outcomeText,
} from '../../src/dlc/attestation.ts'
import { toDigits } from '../../src/dlc/digits.ts'
import { deriveNonces } from '../../src/dlc/nonces.ts'
import { sign } from '../../src/dlc/schnorr.ts'
import { Malformed, decode } from '../../src/dlc/tlv.ts'
import { dice, hex, unhex } from './random.ts'
import { descriptorOf, oracleSecret, vectors } from './vectors.ts'

describe.each(vectors.vectors.map((vector) => [vector.name, vector] as const))('vector %s', (_name, vector) => {
  const announced = decode(announcement, unhex(vector.announcement))
  const secrets = vector.nonceSecrets.map(unhex)
  const descriptor = descriptorOf(vector)

  test.each(vector.cases.map((one) => [one.apiOutcome.slice(0, 40), one] as const))('%s', (_outcome, one) => {
    const strings =
      'value' in one && descriptor.kind === 'digits' && one.value !== undefined
        ? toDigits(BigInt(one.value), descriptor)
        : [String('outcome' in one ? one.outcome : '')]
    const made = attest(announced, oracleSecret, secrets, strings)
    expect(made.outcomes).toEqual(one.outcomes)
    expect(outcomeText(made.outcomes)).toBe(one.apiOutcome)
    expect(made.outcomes.map((outcome) => hex(outcomeHash(outcome)))).toEqual(one.messageHashes)
    expect(made.signatures.map(hex)).toEqual(one.signatures)
    expect(hex(attestation.write(made))).toBe(one.attestation)
    expect(hex(attestationCounted.write(made))).toBe(one.attestationWithOutcomeCount)
    expect(decode(attestation, unhex(one.attestation))).toEqual(made)
    expect(decode(attestationCounted, unhex(one.attestationWithOutcomeCount))).toEqual(made)
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
const announced = decode(announcement, announce(event, oracleSecret, new Uint8Array(32)))
const secrets = nonces.map(({ secret }) => secret)

test('every signature verifies with noble and begins with the announced nonce', () => {
  const random = dice(14)
  for (let i = 0; i < 8; i++) {
    const value = BigInt(random.integer(-200_000, 200_000))
    const { signatures, outcomes, oracleKey } = attest(announced, oracleSecret, secrets, toDigits(value, shape))
    signatures.forEach((signature, position) => {
      expect(hex(signature.subarray(0, 32))).toBe(hex(event.nonces[position] ?? new Uint8Array()))
      expect(schnorr.verify(signature, outcomeHash(outcomes[position] ?? ''), oracleKey)).toBe(true)
    })
  }
})

test('signing again gives the same bytes', () => {
  const digits = toDigits(4711n, shape)
  const [first, second] = [0, 1].map(() => attestation.write(attest(announced, oracleSecret, secrets, digits)))
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
  expect(() => attest(announced, oracleSecret, secrets, strings)).toThrow('no outcome of this event')
})

test('an enum signs one of its words and nothing else', () => {
  const words = { kind: 'enum', outcomes: ['breached', 'safe'] } as const
  expect(isOutcome(words, ['safe'])).toBe(true)
  for (const bad of [['Safe'], ['safe '], [], ['breached', 'safe'], ['maybe']])
    expect(isOutcome(words, bad)).toBe(false)
})

test('another key, other nonces or a doctored announcement sign nothing', () => {
  const digits = toDigits(1n, shape)
  const other = dice(15).bytes(32)
  expect(() => attest(announced, other, secrets, digits)).toThrow('announced by another key')
  expect(() => attest(announced, oracleSecret, [...secrets].reverse(), digits)).toThrow('not the announced one')
  expect(() => attest(announced, oracleSecret, secrets.slice(1), digits)).toThrow('5 nonces')
  const doctored = { ...announced, event: { ...event, maturity: 1 } }
  expect(() => attest(doctored, oracleSecret, secrets, digits)).toThrow('the signature does not verify')
})

test('a reader notices every way in which an attestation is not the promised one', () => {
  const good = attest(announced, oracleSecret, secrets, toDigits(-123n, shape))
  const other = attest(announced, oracleSecret, secrets, toDigits(-124n, shape))
  const fault = (change: Partial<Attestation>): string | null => attestationFault(announced, { ...good, ...change })
  expect(fault({})).toBeNull()
  expect(fault({ eventId: 'ELSE' })).toContain('another event')
  expect(fault({ oracleKey: event.nonces[0] ?? new Uint8Array() })).toContain('another oracle')
  expect(fault({ outcomes: toDigits(-124n, shape) })).toContain('does not verify')
  expect(fault({ signatures: other.signatures })).toContain('does not verify')
  expect(fault({ signatures: [...good.signatures].reverse() })).toContain('announced nonce')
  const elsewhere = good.outcomes.map((outcome) => sign(outcomeHash(outcome), oracleSecret, new Uint8Array(32)))
  expect(fault({ signatures: elsewhere })).toContain('announced nonce')
  expect(fault({ signatures: good.signatures.slice(1) })).toBe('5 signatures')
  expect(fault({ outcomes: good.outcomes.slice(1) })).toBe('no outcome of this event')
})

test('no shortened attestation is read, in either dialect', () => {
  const made = attest(announced, oracleSecret, secrets, toDigits(5n, shape))
  for (const form of [attestation, attestationCounted]) {
    const bytes = form.write(made)
    for (let cut = 0; cut < bytes.length; cut++) expect(() => decode(form, bytes.subarray(0, cut))).toThrow(Malformed)
    expect(() => decode(form, Uint8Array.of(...bytes, 0))).toThrow(Malformed)
  }
})

test('outcomes and signatures that are not equally many have no bytes in the dialect of the specification', () => {
  const made = attest(announced, oracleSecret, secrets, toDigits(5n, shape))
  expect(() => attestation.write({ ...made, outcomes: made.outcomes.slice(1) })).toThrow(RangeError)
})

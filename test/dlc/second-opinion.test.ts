import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { OracleAnnouncement, OracleAttestation } from '@node-dlc/messaging'
import { verifySchnorr } from 'tiny-secp256k1'
import { compatibilityOf } from '../../src/dlc/documents/compatibility.ts'
import type { EventDescriptor } from '../../src/dlc/wire/event.ts'
import { openOracle, ORACLE, saltOf, type TestOracle } from '../support/actors/dlc/oracle-parts.ts'
import { testFolder } from '../support/test-folder.ts'
import { drawn, seedOf, triesAll } from '../support/draws.ts'
import { type Dice, dice, hex, unhex } from '../support/dlc/random.ts'

/**
 * What our signer writes, read and verified by programs that share nothing with it: node-dlc 1.1.7 for the bytes,
 * libsecp256k1 (as tiny-secp256k1 2.2.4) for the signatures, over hashes that are computed here. dlcspecs `Oracle.md`.
 */

const { folder, remove } = testFolder()
let oracle: TestOracle
beforeAll(() => void (oracle = openOracle(folder)))
afterAll(() => {
  oracle.close()
  remove()
})

const sha256 = (...parts: readonly Uint8Array[]): Uint8Array =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest()
const tagged = (tag: string, data: Uint8Array): Uint8Array => {
  const half = sha256(Buffer.from(tag, 'utf8'))
  return sha256(half, half, data)
}

interface Sent {
  readonly id: string
  readonly maturityTs: number
  readonly descriptor: EventDescriptor
  readonly outcome: readonly string[]
}

const ASCII = [...'abcXYZ019 _-.,:"/+']
const OTHER = [...'éß東🙂ё\u0301']
const PLAIN_ID = [...'ABCXYZ0123456789.-']

const wordOf = (random: Dice, letters: readonly string[], max: number): string =>
  Array.from({ length: random.integer(1, max) }, () => random.pick(letters)).join('')

/** A list that our rules allow: NFC, distinct, nothing empty, no white space at the ends. */
const wordsOf = (random: Dice): readonly string[] => {
  const letters = random.chance(0.7) ? ASCII : [...ASCII, ...OTHER]
  const max = random.pick([3, 12, 12, 300])
  const count = random.pick([2, 3, 8, 100])
  const words = Array.from({ length: count }, () => wordOf(random, letters, max).normalize('NFC').trim())
  return [...new Set([...words.filter((word) => word !== ''), 'yes', 'no'])]
}

const DIGITS = [1, 1, 2, 2, 3, 3, 7, 20, 32] as const

const digitsOf = (random: Dice, count: number, base: number): readonly string[] =>
  Array.from({ length: count }, () => String(random.integer(0, base - 1)))

const sentOf = (seed: number, random = dice(seedOf(seed * 65_537))): Sent => {
  const id = `E${seed}-${wordOf(random, PLAIN_ID, random.pick([10, 30, 90]))}`
  // Ids that our routes do not make, at the limit of the reader and beyond it.
  const ids = [id, id, id, id, id, id.padEnd(100, 'X'), id.padEnd(101, 'X'), `É${id}`] as const
  const shared = { id: random.pick(ids), maturityTs: random.pick([1, 1_798_761_600, 2 ** 32 - 1]) }
  if (random.chance(0.5)) {
    const outcomes = wordsOf(random)
    return { ...shared, descriptor: { kind: 'enum', outcomes }, outcome: [random.pick(outcomes)] }
  }
  const isSigned = random.chance(0.25)
  const base = random.pick([2, 2, 10, 16, 256, random.integer(2, 256)])
  const nbDigits = random.pick(DIGITS)
  const unit = random.chance(0.8) ? random.pick(['', 'USD', 'USD/BTC']) : random.pick(['€', 'ß🙂', 'é'.repeat(32)])
  const precision = random.pick([0, -2, 3, -30])
  const digits = digitsOf(random, nbDigits, base)
  const sign = random.chance(0.5) && digits.some((digit) => digit !== '0') ? '-' : '+'
  return {
    ...shared,
    descriptor: { kind: 'digits', base, isSigned, unit, precision, nbDigits },
    outcome: isSigned ? [sign, ...digits] : digits,
  }
}

const made = ({ id, maturityTs, descriptor, outcome }: Sent) => {
  const salt = saltOf(id)
  const { announcement, nonces } = oracle.signer.announce({ eventId: id, maturityTs, descriptor }, salt)
  const attested = oracle.signer.attest({ id, salt: salt.toHex(), descriptor, announcement }, outcome)
  return { announcement, nonces, attested }
}

/** The value of a TLV whose type has three bytes, as all of these have. */
const valueOf = (bytes: Uint8Array): Uint8Array => {
  const at = bytes[3] === 0xfe ? 8 : bytes[3] === 0xfd ? 6 : 4
  return bytes.subarray(at)
}

const throws = (run: () => unknown): boolean => {
  try {
    run()
    return false
  } catch {
    return true
  }
}

/** node-dlc reads the i32 of the precision as a u32. It re-serializes to the same bytes and no contract uses it. */
const asNodeDlcReads = (descriptor: EventDescriptor): unknown => {
  if (descriptor.kind === 'enum') return { enumEvent: { outcomes: descriptor.outcomes } }
  const { kind: _kind, ...digits } = descriptor
  return { digitDecompositionEvent: { ...digits, precision: digits.precision >>> 0 } }
}

const EVENTS = drawn(300)
/** Its own verification takes 20 ms a signature: of the long ones, a tenth is enough. */
const isWorthIt = (seed: number, signatures: number): boolean => signatures <= 3 || seed % 10 === 0

describe('a few hundred events of every shape', () => {
  let events: readonly { readonly seed: number; readonly sent: Sent; readonly written: ReturnType<typeof made> }[]
  beforeAll(() => {
    events = Array.from({ length: EVENTS }, (_, i) => {
      const sent = sentOf(i + 1)
      return { seed: i + 1, sent, written: made(sent) }
    })
  })

  test('every signature verifies in libsecp256k1, over hashes of the bytes as sent', () => {
    for (const { seed, sent, written } of events) {
      const { announcement, nonces, attested } = written
      const value = valueOf(unhex(announcement))
      const [signature, key, event] = [value.subarray(0, 64), value.subarray(64, 96), value.subarray(96)]
      expect([seed, hex(key)]).toEqual([seed, ORACLE])
      expect([seed, verifySchnorr(tagged('DLC/oracle/announcement/v0', event), key, signature)]).toEqual([seed, true])
      expect([seed, attested.signatures.length]).toEqual([seed, sent.outcome.length])
      attested.signatures.forEach((text, i) => {
        const hash = tagged('DLC/oracle/attestation/v0', Buffer.from(sent.outcome[i] ?? '', 'utf8'))
        expect([seed, i, verifySchnorr(hash, key, unhex(text)), text.slice(0, 64)]).toEqual([seed, i, true, nonces[i]!])
      })
    }
  })

  test('node-dlc reads every announcement field by field', () => {
    for (const { seed, sent, written } of events) {
      const read = OracleAnnouncement.deserialize(Buffer.from(written.announcement, 'hex'))
      const value = valueOf(unhex(written.announcement))
      const fields: unknown = {
        announcementSignature: hex(value.subarray(0, 64)),
        oraclePublicKey: ORACLE,
        oracleEvent: {
          oracleNonces: written.nonces,
          eventMaturityEpoch: sent.maturityTs,
          eventDescriptor: asNodeDlcReads(sent.descriptor),
          eventId: sent.id,
        },
      }
      expect([seed, read.toJSON() as unknown]).toEqual([seed, fields])
    }
  })

  test('it takes each as its own check of both messages says, and refuses exactly what our list names', () => {
    const tally = { usable: 0, signed: 0, text: 0, id: 0 }
    for (const { seed, sent, written } of events) {
      const { id, descriptor, outcome } = sent
      const { announcement, attested } = written
      const read = OracleAnnouncement.deserialize(Buffer.from(announcement, 'hex'))
      const fields = { eventId: id, oraclePublicKey: ORACLE, signatures: attested.signatures, outcomes: outcome }
      const refused = throws(() => {
        const attestations = [attested.serialized, attested.counted].map((text) =>
          OracleAttestation.deserialize(Buffer.from(text, 'hex')),
        )
        for (const each of attestations) {
          const isSame = Bun.deepEquals({ ...each.toJSON(), type: null }, { type: null, ...fields })
          if (!isSame) throw new Error('reads something else')
        }
        read.validate()
        if (isWorthIt(seed, outcome.length)) attestations[seed % 2]?.validate(read)
      })
      const line = compatibilityOf(descriptor, id).find(({ wallet }) => wallet === 'node-dlc 1.x')
      expect({ seed, sent, usable: !refused }).toEqual({ seed, sent, usable: line?.usable === true })

      if (!refused) tally.usable++
      else if (descriptor.kind === 'digits' && descriptor.isSigned) tally.signed++
      else if (/^[ -~]{1,100}$/.test(id)) tally.text++
      else tally.id++
    }
    // Chance must have made plenty of each.
    if (triesAll) expect(Math.min(...Object.values(tally))).toBeGreaterThan(10)
  }, 120_000)

  test('a spoiled signature convinces neither of them', () => {
    const { announcement, attested } = made(sentOf(301, dice(301 * 65_537)))
    const flipped = unhex(announcement)
    flipped[40]! ^= 1
    expect(() => OracleAnnouncement.deserialize(Buffer.from(flipped)).validate()).toThrow('signature')
    const value = valueOf(flipped)
    const hash = tagged('DLC/oracle/announcement/v0', value.subarray(96))
    expect(verifySchnorr(hash, value.subarray(64, 96), value.subarray(0, 64))).toBe(false)
    const attestation = OracleAttestation.deserialize(Buffer.from(attested.counted, 'hex'))
    attestation.outcomes = attestation.outcomes.map((outcome) => `${outcome}1`)
    expect(() => attestation.validate()).toThrow('Invalid signature')
  })
})

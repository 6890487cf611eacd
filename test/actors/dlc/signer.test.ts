import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { SecondMessage } from '../../../src/actors/dlc/guard.ts'
import { SignerRefusal } from '../../../src/actors/dlc/own-announcement.ts'
import { createSigner } from '../../../src/actors/dlc/signer.ts'
import { announcement as announcementCoder, checkAnnouncement } from '../../../src/dlc/wire/announcement.ts'
import { attestation, attestationCounted, attestationFault } from '../../../src/dlc/wire/attestation.ts'
import { toDigits } from '../../../src/dlc/wire/digits.ts'
import type { EventDescriptor } from '../../../src/dlc/wire/event.ts'
import { decode } from '../../../src/dlc/wire/tlv.ts'
import {
  DESCRIPTOR,
  KEY,
  NOW,
  ORACLE,
  ROOT,
  type TestOracle,
  openOracle,
  saltOf,
} from '../../support/actors/dlc/oracle-parts.ts'
import { testFolder } from '../../support/test-folder.ts'

const { folder, remove } = testFolder()
let oracle: TestOracle
beforeAll(() => void (oracle = openOracle(folder)))
afterAll(() => {
  oracle.close()
  remove()
})

const DIGITS: EventDescriptor = { kind: 'digits', base: 10, isSigned: true, unit: 'USD', precision: -2, nbDigits: 7 }
const maturityTs = NOW / 1000
const announced = (id: string, descriptor: EventDescriptor = DESCRIPTOR) => ({
  id,
  salt: saltOf(id).toHex(),
  descriptor,
  announcement: oracle.signer.announce({ eventId: id, maturityTs, descriptor }, saltOf(id)).announcement,
})
const refusal = (run: () => unknown): string => {
  try {
    run()
  } catch (problem) {
    if (problem instanceof SignerRefusal) return problem.reason
    throw problem
  }
  return 'signed'
}

describe('an announcement', () => {
  test('is the same bytes whenever it is made again, and verifies', () => {
    const event = announced('A-1', DIGITS)
    expect(announced('A-1', DIGITS)).toEqual(event)
    const checked = checkAnnouncement(Uint8Array.fromHex(event.announcement))
    if (!checked.ok) throw new Error(checked.reason)
    expect(checked.announcement.oracleKey.toHex()).toBe(ORACLE)
    expect(checked.announcement.event).toMatchObject({ eventId: 'A-1', maturity: maturityTs, descriptor: DIGITS })
    expect(checked.announcement.event.nonces).toHaveLength(8)
  })

  test('with another salt has other nonces', () => {
    const of = (salt: Uint8Array) =>
      oracle.signer.announce({ eventId: 'A-2', maturityTs, descriptor: DESCRIPTOR }, salt).nonces
    expect(of(saltOf('one'))).not.toEqual(of(saltOf('two')))
  })
})

describe('an attestation', () => {
  test.each([
    ['a word', DESCRIPTOR, ['no']],
    ['digits', DIGITS, toDigits(-1234567n, { base: 10, nbDigits: 7, isSigned: true })],
  ] as const)('of %s keeps the promise, in both dialects', (_name, descriptor, outcome) => {
    const event = announced(`B-${outcome.length}`, descriptor)
    const made = oracle.signer.attest(event, outcome)
    const promise = decode(announcementCoder, Uint8Array.fromHex(event.announcement))
    for (const [coder, bytes] of [
      [attestation, made.serialized],
      [attestationCounted, made.counted],
    ] as const) {
      const read = decode(coder, Uint8Array.fromHex(bytes))
      expect(attestationFault(promise, read)).toBeNull()
      expect(read.outcomes).toEqual(outcome)
      expect(read.signatures.map((signature) => signature.toHex())).toEqual([...made.signatures])
    }
  })

  test('is the same bytes when it is asked for again, and never one of another outcome', () => {
    const event = announced('C-1')
    const made = oracle.signer.attest(event, ['yes'])
    expect(oracle.signer.attest(event, ['yes'])).toEqual(made)
    expect(() => oracle.signer.attest(event, ['no'])).toThrow(SecondMessage)
    expect(oracle.signer.attest(event, ['yes'])).toEqual(made)
  })

  test('of digits that differ in one place is refused whole', () => {
    const event = announced('C-2', DIGITS)
    const of = (value: bigint) =>
      oracle.signer.attest(event, toDigits(value, { base: 10, nbDigits: 7, isSigned: true }))
    of(100n)
    const entered = oracle.guard.count()
    expect(() => of(101n)).toThrow(SecondMessage)
    expect(oracle.guard.count()).toBe(entered)
  })
})

describe('refused, with nothing written down:', () => {
  const cases: readonly (readonly [string, () => unknown])[] = [
    ['no_outcome_of_this_event', () => oracle.signer.attest(announced('D-1'), ['maybe'])],
    ['no_outcome_of_this_event', () => oracle.signer.attest(announced('D-1'), ['yes', 'no'])],
    ['no_outcome_of_this_event', () => oracle.signer.attest(announced('D-1'), [])],
    ['no_outcome_of_this_event', () => oracle.signer.attest(announced('D-2', DIGITS), ['+', '1', '2'])],
    [
      'no_outcome_of_this_event',
      () => oracle.signer.attest(announced('D-2', DIGITS), ['+', '0', '0', '0', '0', '0', '0', '10']),
    ],
    ['other_event', () => oracle.signer.attest({ ...announced('D-1'), id: 'D-9' }, ['yes'])],
    [
      'other_descriptor',
      () =>
        oracle.signer.attest({ ...announced('D-1'), descriptor: { kind: 'enum', outcomes: ['yes', 'NO'] } }, ['yes']),
    ],
    ['other_nonces', () => oracle.signer.attest({ ...announced('D-1'), salt: '00'.repeat(32) }, ['yes'])],
    [
      'unreadable_announcement',
      () => {
        const event = announced('D-1')
        return oracle.signer.attest({ ...event, announcement: event.announcement.replace(/..$/, '00') }, ['yes'])
      },
    ],
    [
      'other_oracle',
      () => {
        const stranger = createSigner({ key: new Uint8Array(32).fill(5), nonceRoot: ROOT, guard: oracle.guard })
        const terms = { eventId: 'D-1', maturityTs, descriptor: DESCRIPTOR }
        const { announcement } = stranger.announce(terms, saltOf('D-1'))
        return oracle.signer.attest({ ...announced('D-1'), announcement }, ['yes'])
      },
    ],
  ]
  test.each(cases.map(([reason, run], i) => [`${i + 1} ${reason}`, reason, run] as const))(
    '%s',
    (_name, reason, run) => {
      const entered = oracle.guard.count()
      expect(refusal(run)).toBe(reason)
      expect(oracle.guard.count()).toBe(entered)
    },
  )
})

test('one secret for both uses is refused, and the signer shows none', () => {
  expect(() => createSigner({ key: KEY, nonceRoot: KEY, guard: oracle.guard })).toThrow('independent')
  expect(`${JSON.stringify(oracle.signer)} ${Bun.inspect(oracle.signer)}`).not.toContain(KEY.toHex())
})

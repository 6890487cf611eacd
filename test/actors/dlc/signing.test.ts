import { describe, expect, test } from 'bun:test'
import { createSigner } from '../../../src/actors/dlc/signer.ts'
import { SignerRefusal } from '../../../src/actors/dlc/own-announcement.ts'
import { NotAttested } from '../../../src/dlc/wire/attestation.ts'
import { toDigits } from '../../../src/dlc/wire/digits.ts'
import type { EventDescriptor } from '../../../src/dlc/wire/event.ts'
import { type KeyPair, nobleSchnorr, type Schnorr } from '../../../src/dlc/wire/schnorr.ts'
import { pickSchnorr } from '../../../src/native/schnorr.ts'
import { loadSecp256k1, type NativeCurve } from '../../../src/native/secp256k1.ts'
import { needs } from '../../support/needs.ts'
import { keptLog } from '../../support/still.ts'
import { DESCRIPTOR, KEY, ROOT, saltOf } from '../../support/actors/dlc/oracle-parts.ts'

/** What the signer does with its arithmetic: nothing leaves unverified, nothing is verified twice, no nonce stays. */

const DIGITS: EventDescriptor = { kind: 'digits', base: 2, isSigned: false, unit: 'USD', precision: 0, nbDigits: 20 }
const curve = loadSecp256k1()?.curve
const hasCurve = needs(curve !== undefined, 'the secp256k1 add-on')
const EVENT_ID = 'S-1'
const SALT = saltOf(EVENT_ID)

const open = (schnorr: Schnorr, commit: () => void = () => {}) => {
  const signer = createSigner({ key: KEY, nonceRoot: ROOT, guard: { commitAll: commit }, schnorr })
  const announce = (descriptor: EventDescriptor) =>
    signer.announce({ eventId: EVENT_ID, maturityTs: 1_900_000_000, descriptor }, SALT).announcement
  const attest = (descriptor: EventDescriptor, announcement: string, outcome: readonly string[]) =>
    signer.attest({ id: EVENT_ID, salt: SALT.toHex(), descriptor, announcement }, outcome)
  return { announce, attest }
}

const SHAPES = [
  ['a word', DESCRIPTOR, ['no']],
  ['20 digits', DIGITS, toDigits(699_050n, DIGITS)],
] as const

describe.each(SHAPES)('of %s', (_name, descriptor, outcome) => {
  test('each signature is verified once before it leaves; of our own announcement ours is made again', () => {
    let verified = 0
    const counted: Schnorr = { ...nobleSchnorr, verify: (...of) => (verified++, nobleSchnorr.verify(...of)) }
    const { announce, attest } = open(counted)
    const announcement = announce(descriptor)
    expect(verified).toBe(1)
    attest(descriptor, announcement, outcome)
    expect(verified).toBe(1 + outcome.length)
  })

  test('no nonce stays, whether it came to an attestation or not', () => {
    const made: KeyPair[] = []
    const watched: Schnorr = {
      ...nobleSchnorr,
      pair: (secret) => {
        const pair = nobleSchnorr.pair(secret)
        made.push(pair)
        return pair
      },
    }
    let isBroken = false
    const breaks = (): void => {
      if (isBroken) throw new Error('the disk is full')
    }
    const { announce, attest } = open(watched, breaks)
    // The first is the key.
    const left = () => made.splice(1).filter(({ secret }) => secret.some(Boolean)).length
    const announcement = announce(descriptor)
    expect(made.length).toBe(1 + outcome.length + 1)
    expect(left()).toBe(0)
    attest(descriptor, announcement, outcome)
    expect(made.length).toBe(1 + outcome.length + 1)
    expect(left()).toBe(0)
    isBroken = true
    expect(() => attest(descriptor, announcement, outcome)).toThrow('the disk is full')
    expect(left()).toBe(0)
    const otherSalt = { id: EVENT_ID, salt: '00'.repeat(32), descriptor, announcement }
    const signer = createSigner({ key: KEY, nonceRoot: ROOT, guard: { commitAll: () => {} }, schnorr: watched })
    expect(() => signer.attest(otherSalt, outcome)).toThrow(SignerRefusal)
    expect(left()).toBe(1)
    expect(made[0]!.secret.some(Boolean)).toBe(true)
  })

  test.skipIf(!hasCurve)('the add-on makes the bytes of noble', () => {
    const [one, other] = [nobleSchnorr, pickSchnorr(keptLog())].map((schnorr) => open(schnorr))
    const announcement = one!.announce(descriptor)
    expect(other!.announce(descriptor)).toBe(announcement)
    expect(other!.attest(descriptor, announcement, outcome)).toEqual(one!.attest(descriptor, announcement, outcome))
  })
})

const spoil = (bytes: Uint8Array): Uint8Array => {
  bytes[7]! ^= 1
  return bytes
}

const LIES: readonly (readonly [keyof NativeCurve, Partial<NativeCurve>])[] = curve
  ? [
      ['privateKeyTweakMul', { privateKeyTweakMul: (secret, by) => spoil(curve.privateKeyTweakMul(secret, by)) }],
      ['privateKeyTweakAdd', { privateKeyTweakAdd: (secret, by) => spoil(curve.privateKeyTweakAdd(secret, by)) }],
      ['privateKeyNegate', { privateKeyNegate: (secret) => spoil(curve.privateKeyNegate(secret)) }],
      ['publicKeyCreate', { publicKeyCreate: (secret, short) => spoil(curve.publicKeyCreate(secret, short)) }],
      [
        'publicKeyTweakMul',
        { publicKeyTweakMul: (point, by, short) => spoil(curve.publicKeyTweakMul(point, by, short)) },
      ],
      ['publicKeyCombine', { publicKeyCombine: (points, short) => spoil(curve.publicKeyCombine(points, short)) }],
    ]
  : []

describe.skipIf(!hasCurve)('an add-on that was trusted and begins to lie', () => {
  const lying = (lie: Partial<NativeCurve>) => {
    let isLying = false
    const all = new Proxy(curve!, {
      get: (honest, name) => {
        return (...given: readonly unknown[]): unknown =>
          Reflect.apply(Reflect.get(isLying && name in lie ? lie : honest, name), honest, given)
      },
    })
    const log = keptLog()
    const schnorr = pickSchnorr(log, all)
    expect(log.lines.map(({ event }) => event)).toEqual(['native.used'])
    return { ...open(schnorr), begin: () => void (isLying = true) }
  }

  test.each(LIES)('about %s: no signature leaves', (_name, lie) => {
    const { announce, attest, begin } = lying(lie)
    const announcement = announce(DIGITS)
    const outcome = toDigits(5n, DIGITS)
    expect(attest(DIGITS, announcement, outcome).signatures).toHaveLength(20)
    begin()
    expect(() => announce(DIGITS)).toThrow()
    expect(() => attest(DIGITS, announcement, outcome)).toThrow()
  })

  test('in signing alone: what it made does not verify', () => {
    const { schnorr, lie } = (() => {
      let isLying = false
      const base = pickSchnorr(keptLog())
      const schnorr: Schnorr = {
        ...base,
        signUnverified: (...of) => {
          const made = base.signUnverified(...of)
          return isLying ? made.with(40, made[40]! ^ 1) : made
        },
      }
      return { schnorr, lie: () => void (isLying = true) }
    })()
    const { announce, attest } = open(schnorr)
    const announcement = announce(DESCRIPTOR)
    lie()
    expect(() => announce(DESCRIPTOR)).toThrow('the signature does not verify')
    expect(() => attest(DESCRIPTOR, announcement, ['yes'])).toThrow(NotAttested)
    expect(() => attest(DESCRIPTOR, announcement, ['yes'])).toThrow('does not verify')
  })
})

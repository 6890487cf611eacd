import { describe, expect, test } from 'bun:test'
import { answersKey } from '../../src/actors/key-document.ts'
import { digestHex } from '../../src/canonical/digest.ts'
import type { Json } from '../../src/canonical/jcs.ts'
import { readKeyChains } from '../../src/canonical/key-signature.ts'
import { type KeyDocument, type KeyFields, writeKeyString } from '../../src/canonical/key-document.ts'
import { CLOCK_LEEWAY_SECONDS, withKeys } from '../../src/canonical/key-validity.ts'
import { layout } from '../../src/canonical/layout.ts'
import { ed25519Signer } from '../../src/canonical/signature.ts'
import { text } from '../../src/canonical/token.ts'
import type { Verification } from '../../src/canonical/verify.ts'
import { LAYOUTS } from '../../src/cli/verify.ts'
import { MOST_OFF_MS } from '../../src/store/redis/store-clock.ts'

/** A chain of key documents, and whether the key of an answer was valid at its time. */

const NOW = 1_794_996_000
const LATER = NOW + 1_000
const PURPOSE = 'answers-ed25519'
const [OLD, NEW, STRANGER] = [1, 2, 3].map((byte) => answersKey(ed25519Signer(new Uint8Array(32).fill(byte)))) as [
  ReturnType<typeof answersKey>,
  ReturnType<typeof answersKey>,
  ReturnType<typeof answersKey>,
]
type Key = typeof OLD

/** A document with these fields, signed by these keys. */
const documentOf = (key: Key, fields: Partial<KeyFields>, by: readonly Key[] = [key]): KeyDocument => {
  const whole: KeyFields = {
    sequence: 1,
    purpose: PURPOSE,
    scheme: 'ed25519',
    publicKey: key.publicKey,
    validFrom: NOW,
    previous: null,
    next: null,
    ...fields,
  }
  const canonical = writeKeyString(whole)
  return {
    ...whole,
    canonical,
    signatures: by.map(({ publicKey, sign }) => ({ publicKey, signature: sign(canonical) })),
  }
}

const FIRST = documentOf(OLD, {})
const PREPARED = documentOf(OLD, { next: digestHex(NEW.publicKey) })
const second = (fields: Partial<KeyFields> = {}, by: readonly Key[] = [OLD, NEW], key = NEW) =>
  documentOf(key, { sequence: 2, previous: digestHex(PREPARED.canonical), validFrom: LATER, ...fields }, by)

const bodyOf = (...documents: readonly object[]): Readonly<Record<string, Json>> =>
  JSON.parse(JSON.stringify({ version: 1, chains: { [PURPOSE]: documents } }))
const failing = (body: Readonly<Record<string, Json>>): readonly string[] =>
  readKeyChains(body).checks.flatMap(({ what, ok }) => (ok ? [] : [what.replace(`key document ${PURPOSE} `, '')]))

describe('a chain', () => {
  test.each([
    ['of one document', [FIRST]],
    ['of a key that promises another', [PREPARED]],
    ['in which the promised key follows', [PREPARED, second()]],
    [
      'of a key whose successor is promised later',
      [FIRST, documentOf(OLD, { sequence: 2, previous: digestHex(FIRST.canonical), next: digestHex(NEW.publicKey) })],
    ],
    ['of a key with an end', [documentOf(OLD, { validUntil: NOW })]],
  ])('%s holds', (_, documents) => {
    expect(failing(bodyOf(...documents))).toEqual([])
    expect(readKeyChains(bodyOf(...documents)).chains[0]!.documents).toHaveLength(documents.length)
  })

  test.each<[string, readonly object[], readonly string[]]>([
    ['that is not signed', [{ ...FIRST, signatures: [] }], ['1 is signed by its key']],
    ['that another key signed', [documentOf(OLD, {}, [STRANGER])], ['1 is signed by its key']],
    [
      'that another key signed in its name',
      [{ ...FIRST, signatures: [{ publicKey: OLD.publicKey, signature: STRANGER.sign(FIRST.canonical) }] }],
      ['1 is signed by its key'],
    ],
    [
      'whose key has signed it, after another signature in its name',
      [
        {
          ...FIRST,
          signatures: [{ publicKey: OLD.publicKey, signature: STRANGER.sign(FIRST.canonical) }, ...FIRST.signatures],
        },
      ],
      ['1 is signed by its key'],
    ],
    [
      'with an earlier beginning beside the string',
      [{ ...FIRST, validFrom: NOW - 1 }],
      ['1 says what its string says'],
    ],
    [
      'with another key beside the string',
      [{ ...FIRST, publicKey: STRANGER.publicKey }],
      ['1 says what its string says'],
    ],
    ['with an end beside the string', [{ ...FIRST, validUntil: NOW + 1 }], ['1 says what its string says']],
    [
      'with a string of its own',
      [{ ...FIRST, canonical: FIRST.canonical.replace(String(NOW), String(NOW - 1)) }],
      ['1 says what its string says'],
    ],
    ['that is no object', [[FIRST.canonical]], ['1 says what its string says']],
    [
      'of another purpose',
      [documentOf(OLD, { purpose: 'webhook' })],
      ['1 has its place in the chain', '1 is signed by its key'],
    ],
    ['of another scheme', [documentOf(OLD, { scheme: 'bip340' })], ['1 has its place in the chain']],
    ['that is not the first', [documentOf(OLD, { sequence: 2 })], ['1 has its place in the chain']],
    ['that ends before it begins', [documentOf(OLD, { validUntil: NOW - 1 })], ['1 has its place in the chain']],
    ['whose beginning is missing', [second()], ['1 has its place in the chain', '1 is the first']],
    [
      'with a key that was not promised',
      [PREPARED, second({}, [OLD, STRANGER], STRANGER)],
      ['2 follows the one before'],
    ],
    [
      'with a key that nothing was promised of',
      [FIRST, documentOf(NEW, { sequence: 2, previous: digestHex(FIRST.canonical) }, [OLD, NEW])],
      ['2 follows the one before'],
    ],
    ['with a new key that the old one did not sign', [PREPARED, second({}, [NEW])], ['2 follows the one before']],
    ['with a new key that signed nothing itself', [PREPARED, second({}, [OLD])], ['2 is signed by its key']],
    [
      'that goes on from another document',
      [PREPARED, second({ previous: digestHex(FIRST.canonical) })],
      ['2 follows the one before'],
    ],
    ['that goes back in time', [PREPARED, second({ validFrom: NOW - 1 })], ['2 follows the one before']],
    ['without documents', [], [`${PURPOSE} has documents`]],
  ])('%s does not', (_, documents, broken) => {
    expect(failing(bodyOf(...documents))).toEqual([...broken])
    expect(readKeyChains(bodyOf(...documents)).chains).toEqual([])
  })

  test('of no known purpose is passed over, and where there is none nothing holds', () => {
    const log: Json = JSON.parse(JSON.stringify({ log: [{ some: 'thing' }], [PURPOSE]: [FIRST] }))
    expect(failing({ chains: log })).toEqual([])
    for (const body of [{}, { chains: null }, { chains: [] }, { chains: { log: [] } }, { keys: log }])
      expect(failing(body)).toEqual(['there are key documents'])
    expect(failing({ chains: { [PURPOSE]: null } })).toEqual([`${PURPOSE} has documents`])
  })
})

describe('the key of an answer', () => {
  const SAID = layout('SAID', { what: text })
  const verdict = (
    chain: Readonly<Record<string, Json>>,
    key: Key,
    at: number,
    more: Readonly<Record<string, Json>> = {},
    found: Verification = { ok: true, checks: [] },
  ) =>
    withKeys(
      found,
      {
        canonical: SAID.write({ what: 'x' }, { timestamp: at, nonce: 100_000 }),
        signingScheme: 'ed25519',
        pubkey: key.publicKey,
        ...more,
      },
      readKeyChains(chain),
      [SAID],
    )
  const isValid = (...of: Parameters<typeof verdict>) => verdict(...of).ok

  test('is valid from its first second on, give or take what a clock may be off', () => {
    expect(CLOCK_LEEWAY_SECONDS * 1000).toBe(MOST_OFF_MS)
    expect([-3, -2, 0, 1e8].map((after) => isValid(bodyOf(FIRST), OLD, NOW + after))).toEqual([false, true, true, true])
  })

  test('is valid until another key begins, and that one from then on', () => {
    const chain = bodyOf(PREPARED, second())
    const around = [-3, -2, 0, 2, 3]
    expect(around.map((after) => isValid(chain, OLD, LATER + after))).toEqual([true, true, true, true, false])
    expect(around.map((after) => isValid(chain, NEW, LATER + after))).toEqual([false, true, true, true, true])
  })

  test('is valid up to a stated end, and through a document that only promises', () => {
    const ended = bodyOf(documentOf(OLD, { validUntil: NOW + 10 }))
    expect([10, 12, 13].map((after) => isValid(ended, OLD, NOW + after))).toEqual([true, true, false])
    const promised = documentOf(OLD, { sequence: 2, previous: digestHex(FIRST.canonical), next: digestHex('x') })
    expect(isValid(bodyOf(FIRST, promised), OLD, NOW + 10)).toBe(true)
    expect(isValid(bodyOf(FIRST, promised), OLD, LATER + 10)).toBe(true)
  })

  test('is none of the service when no document names it, of another purpose, or in a chain that does not hold', () => {
    const names = (found: ReturnType<typeof verdict>) => found.checks.flatMap(({ what, ok }) => (ok ? [] : [what]))
    const none = ['the key is one of the service', 'the key was valid at the time of the answer']
    expect(names(verdict(bodyOf(FIRST), STRANGER, NOW))).toEqual(none)
    expect(names(verdict(bodyOf(FIRST), OLD, NOW, { signingScheme: 'secp256k1_ecdsa' }))).toEqual(none)
    expect(names(verdict(bodyOf(FIRST), OLD, NOW, { signingScheme: 'none' }))).toEqual(none)
    expect(names(verdict(bodyOf({ ...FIRST, signatures: [] }), OLD, NOW))).toContain(none[0]!)
    expect(names(verdict(bodyOf(FIRST), OLD, NOW, { canonical: 'v1|OTHER|x' }))).toEqual([none[1]!])
  })

  test('does not mend an answer that failed', () => {
    const failed = { ok: false, checks: [{ what: 'signature', ok: false }] }
    expect(verdict(bodyOf(FIRST), OLD, NOW, {}, failed)).toMatchObject({ ok: false })
    expect(verdict(bodyOf(FIRST), OLD, NOW, {}, failed).checks.filter(({ ok }) => !ok)).toEqual([...failed.checks])
  })
})

test('the string has its positions in this order', () => {
  const { previous } = second()
  const { canonical } = documentOf(OLD, { sequence: 2, validUntil: LATER, previous, next: digestHex(NEW.publicKey) })
  const places = [PURPOSE, 2, 'ed25519', OLD.publicKey, LATER, previous, digestHex(NEW.publicKey), NOW]
  expect(canonical).toBe(`v1|KEY|${places.join('|')}`)
})

test('no answer has the type of key documents', () => {
  const [, type] = FIRST.canonical.split('|')
  expect(type).toBe('KEY')
  expect(LAYOUTS.map((each) => each.type)).not.toContain(type!)
})

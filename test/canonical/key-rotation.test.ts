import { describe, expect, test } from 'bun:test'
import { answersKey } from '../../src/actors/key-document.ts'
import { endingEarlier, handingOver, lastBefore, promising } from '../../src/actors/key-succession.ts'
import { digestHex } from '../../src/canonical/digest.ts'
import type { Json } from '../../src/canonical/jcs.ts'
import { agreedKeys } from '../../src/canonical/key-agreement.ts'
import { readKeyChains } from '../../src/canonical/key-signature.ts'
import { type KeyDocument, type KeyFields, writeKeyString } from '../../src/canonical/key-document.ts'
import { withKeys } from '../../src/canonical/key-validity.ts'
import { layout } from '../../src/canonical/layout.ts'
import { ed25519Signer } from '../../src/canonical/signature.ts'
import { text } from '../../src/canonical/token.ts'

/** What a thief of yesterday's keys can tell with them, and what a verifier believes. */

const NOW = 1_794_996_000
const PURPOSE = 'answers-ed25519'
const keyOf = (byte: number) => answersKey(ed25519Signer(new Uint8Array(32).fill(byte)))
type Key = ReturnType<typeof keyOf>
const [OLD, NEW, THIEF] = [keyOf(1), keyOf(2), keyOf(3)]

const written = (key: Key, before: KeyDocument | null, more: Partial<KeyFields>, by: readonly Key[]): KeyDocument => {
  const fields: KeyFields = {
    sequence: (before?.sequence ?? 0) + 1,
    purpose: PURPOSE,
    scheme: 'ed25519',
    publicKey: key.publicKey,
    validFrom: NOW,
    previous: before && digestHex(before.canonical),
    next: null,
    ...more,
  }
  const canonical = writeKeyString(fields)
  return {
    ...fields,
    canonical,
    signatures: by.map(({ publicKey, sign }) => ({ publicKey, signature: sign(canonical) })),
  }
}

const FIRST = written(OLD, null, {}, [OLD])
const [PROMISE] = promising([FIRST], OLD, NEW.publicKey)
const BEFORE = [FIRST, PROMISE]
const [END, BEGIN] = handingOver(BEFORE, { old: OLD, fresh: NEW, from: NOW + 100, until: NOW + 150 })
const WHOLE = [...BEFORE, END, BEGIN]

type Body = Readonly<Record<string, Json>>
const bodyOf = (documents: readonly object[]): Body =>
  JSON.parse(JSON.stringify({ version: 1, chains: { [PURPOSE]: documents } }))
const failing = (documents: readonly object[]): readonly string[] =>
  readKeyChains(bodyOf(documents)).checks.flatMap(({ what, ok }) =>
    ok ? [] : [what.replace(`key document ${PURPOSE} `, '')],
  )

const SAID = layout('SAID', { what: text })
const answer = (key: Key, at: number, rows?: readonly Json[]): Body => ({
  canonical: SAID.write({ what: 'x' }, { timestamp: at, nonce: 100_000 }),
  signingScheme: 'ed25519',
  pubkey: key.publicKey,
  ...(rows && { rows }),
})
const verdict = (body: Body, documents: readonly object[], pinned: string | null = null): boolean =>
  withKeys({ ok: true, checks: [] }, body, readKeyChains(bodyOf(documents)), [SAID], pinned === null ? [] : [pinned]).ok

describe('a rotation', () => {
  test('holds, and both keys are valid in its overlap and not beyond', () => {
    expect(failing(WHOLE)).toEqual([])
    const old = [NOW, NOW + 150, NOW + 153, NOW + 1e6].map((at) => verdict(answer(OLD, at), WHOLE))
    const fresh = [NOW, NOW + 97, NOW + 100, NOW + 1e6].map((at) => verdict(answer(NEW, at), WHOLE))
    expect([old, fresh]).toEqual([
      [true, true, false, false],
      [false, false, true, true],
    ])
  })

  test('is followed from one pinned key to today, whichever of the chain it is, and from no other', () => {
    for (const { publicKey } of [OLD, NEW])
      for (const body of [answer(OLD, NOW + 10), answer(NEW, NOW + 200)])
        expect(verdict(body, WHOLE, publicKey)).toBe(true)
    expect(verdict(answer(NEW, NOW + 200), WHOLE, THIEF.publicKey)).toBe(false)
    // Whoever has pinned the new key is not told of a service that still signs with the old one.
    expect(verdict(answer(OLD, NOW + 1e6), BEFORE)).toBe(true)
    expect(verdict(answer(OLD, NOW + 1e6), BEFORE, NEW.publicKey)).toBe(false)
  })

  test('holds for answers of a type that is not known here, by the time in a string that carries their hash', () => {
    const unknown = (key: Key, canonical: string): Body => ({ ...answer(key, NOW), canonical })
    const hash = `SHA256:${'0'.repeat(64)}`
    const verdicts = [
      [NEW, `v1|LATER|x|${hash}|${NOW + 200}|100000`],
      [NEW, `v1|LATER|x|${hash}|${NOW}|100000`],
      [NEW, `v1|LATER|x|${NOW + 200}|100000`],
      [NEW, `v1|LATER|x|${hash}|later|100000`],
      [NEW, `v1|SAID|x|y|${hash}|${NOW + 200}|100000`],
    ].map(([key, canonical]) => verdict(unknown(key as Key, canonical as string), WHOLE))
    expect(verdicts).toEqual([true, false, false, false, false])
  })

  test('does not hold when a document is left out, comes twice or stands elsewhere', () => {
    for (const broken of [
      [FIRST, END, BEGIN],
      [FIRST, PROMISE, BEGIN],
      [FIRST, PROMISE, PROMISE, END, BEGIN],
      [FIRST, PROMISE, BEGIN, END],
      [PROMISE, FIRST, END, BEGIN],
      [BEGIN],
    ])
      expect(failing(broken)).not.toEqual([])
  })

  test('is refused when one of the two keys has not signed it, or has signed another', () => {
    const begin = (by: readonly Key[], key = NEW) => written(key, END, { validFrom: NOW + 100 }, by)
    expect(failing([...BEFORE, END, begin([OLD, NEW])])).toEqual([])
    expect(failing([...BEFORE, END, begin([NEW])])).toEqual(['4 follows the one before'])
    expect(failing([...BEFORE, END, begin([OLD])])).toEqual(['4 is signed by its key'])
    expect(failing([...BEFORE, END, begin([OLD, THIEF], THIEF)])).toEqual(['4 follows the one before'])
    const [first, second] = BEGIN.signatures
    const swapped = [
      { ...first!, signature: second!.signature },
      { ...second!, signature: first!.signature },
    ]
    expect(failing([...BEFORE, END, { ...BEGIN, signatures: swapped }])).toHaveLength(2)
  })
})

describe('whoever has stolen', () => {
  test.each<[string, KeyDocument]>([
    ['names another heir', written(OLD, PROMISE, { next: digestHex(THIEF.publicKey) }, [OLD])],
    ['takes the promise back', written(OLD, PROMISE, { next: null }, [OLD])],
    ['begins earlier', written(OLD, PROMISE, { next: PROMISE.next, validFrom: NOW - 100 }, [OLD])],
    ['hands over to itself', written(THIEF, PROMISE, {}, [OLD, THIEF])],
  ])('the current key and %s is refused', (_, document) => {
    expect(failing([...BEFORE, document])).toEqual(['3 follows the one before'])
  })

  test.each<[string, KeyDocument, string]>([
    ['takes back its end', written(OLD, END, { next: PROMISE.next }, [OLD]), '4 follows the one before'],
    [
      'lives longer',
      written(OLD, END, { next: PROMISE.next, validUntil: NOW + 151 }, [OLD]),
      '4 follows the one before',
    ],
  ])('a key that is about to end and %s is refused', (_, document, what) => {
    expect(failing([...BEFORE, END, document])).toEqual([what])
  })

  test.each<[string, KeyDocument]>([
    ['comes back', written(OLD, BEGIN, {}, [OLD])],
    ['lives longer', written(OLD, BEGIN, { validUntil: NOW + 1e6 }, [OLD])],
    ['ends itself', written(OLD, BEGIN, { validUntil: NOW + 10 }, [OLD])],
    ['comes back with the help of the new one', written(OLD, BEGIN, {}, [OLD, NEW])],
    ['lives longer with the help of the new one', written(OLD, BEGIN, { validUntil: NOW + 1e6 }, [NEW])],
    ['goes on', written(THIEF, BEGIN, {}, [OLD, THIEF])],
  ])('a key that was replaced and %s is refused', (_, document) => {
    expect(failing([...WHOLE, document])).toEqual(['5 follows the one before'])
  })

  test('a key that was replaced signs no answer of today, nor one that is dated after it was revoked', () => {
    expect(verdict(answer(OLD, NOW + 1_000), WHOLE)).toBe(false)
    const revoked = [...WHOLE, ...endingEarlier(WHOLE, NEW, OLD.publicKey, lastBefore(NOW + 50))]
    expect(failing(revoked)).toEqual([])
    expect([49, 50, 51, 120].map((after) => verdict(answer(OLD, NOW + after), revoked))).toEqual([
      true,
      false,
      false,
      false,
    ])
    expect(verdict(answer(NEW, NOW + 200), revoked)).toBe(true)
    // The promise and the end of a revoked key are not changed any more either.
    expect(() => endingEarlier(revoked, NEW, OLD.publicKey, NOW + 60)).toThrow('do not hold')
    expect(() => endingEarlier(revoked, OLD, NEW.publicKey, NOW + 60)).toThrow('only the current key')
  })

  test('a key from its first second on is told of as a whole', () => {
    const revoked = [...WHOLE, ...endingEarlier(WHOLE, NEW, OLD.publicKey, lastBefore(NOW))]
    expect([0, 1, 100].map((after) => verdict(answer(OLD, NOW + after), revoked))).toEqual([false, false, false])
  })
})

test('rows of the past are held against the key of their own time', () => {
  const row = (key: Key, t: number, signingScheme = 'ed25519') => ({ t, pubkey: key.publicKey, signingScheme })
  const said = (...rows: Json[]) => verdict(answer(NEW, NOW + 500, rows), WHOLE)
  expect(said(row(OLD, NOW + 10), row(NEW, NOW + 300))).toBe(true)
  expect(said(row(OLD, NOW + 10), row(OLD, NOW + 300))).toBe(false)
  expect(said(row(NEW, NOW + 10))).toBe(false)
  expect(said(row(THIEF, NOW + 10))).toBe(false)
  expect(said(row(OLD, NOW + 10, 'none'))).toBe(false)
  expect(said({ t: NOW, close: '1' })).toBe(true)
})

test('documents that were kept show what is withheld, and what is told otherwise', () => {
  const agreed = (...chains: readonly (readonly object[])[]) => {
    const [first, ...others] = chains.map(bodyOf)
    return agreedKeys([first!, ...others])
  }
  const short = agreed(BEFORE, WHOLE)
  expect([short.checks.every(({ ok }) => ok), short.body]).toEqual([true, bodyOf(WHOLE)])
  const fork = [...BEFORE, ...handingOver(BEFORE, { old: OLD, fresh: NEW, from: NOW + 100, until: NOW + 1e6 })]
  expect(failing(fork)).toEqual([])
  expect(agreed(fork, WHOLE).checks).toEqual([{ what: `${PURPOSE} has one chain`, ok: false }])
})

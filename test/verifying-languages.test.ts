import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { ENVELOPE_MEMBERS } from '../src/canonical/content.ts'
import type { Json } from '../src/canonical/jcs.ts'
import { REPEATED_MEMBERS } from '../src/canonical/repeated-members.ts'
import { ecdsaSigner, ed25519Signer } from '../src/canonical/signature.ts'
import { verifyAnswer } from '../src/canonical/verify.ts'
import { signedUnderHash } from './support/signed-body.ts'
import { testFolder } from './support/test-folder.ts'
import { buildGo, hasGo, hasPython, PYTHON } from './support/verifier-programs.ts'
import { blocksOfPage, programOfDocs, type Verifier, verifierIn, withHighS, written } from './support/verifiers.ts'

/** The verifiers in Python and Go, which know nothing of this repository, on the same answers as our own. */

type Body = Readonly<Record<string, Json>>

const [LIGHTNING, PRICE, BOUND] = blocksOfPage('json')
  .slice(1)
  .map((text) => JSON.parse(text) as Body) as [Body, Body, Body]

const { folder, remove } = testFolder()
afterAll(remove)

const GO_PROGRAM = join(folder, 'verify-go')
beforeAll(() => buildGo(GO_PROGRAM), 120_000)

const KEY = ed25519Signer(new Uint8Array(32).fill(0x22))

const signed = (content: Body, signer = KEY): Body => signedUnderHash(content, signer)

/** Numbers and texts that each language writes in its own way. */
const ODD: Body = {
  numbers: [1e21, 1e-7, -0, 0, 1, -1.5, 1e20, 123456789012345680000, 0.000001, 1.2e-6, 5e-324, 1.7976931348623157e308],
  more: [9007199254740992, 333333333.3333333, 4.5, 1e23, 9.999999999999997e22, -1e-7, 100, 1e16, 12345.678],
  text: 'a"\\/\b\f\n\r\t\u0001\u001f\u007f<>&\u2028\u20ac\u{1f600}',
  words: [true, false, null, [], {}],
  '\u20ac': 1,
  '\ufb33': 2,
  '\u{1f600}': 3,
  a: 4,
  B: 5,
}

test.each(['verify.py', 'verify.go'])(
  '%s leaves out every member of the envelope, and knows every repeated one',
  async (file) => {
    const text = await Bun.file(programOfDocs(file)).text()
    for (const name of ENVELOPE_MEMBERS) expect(text).toContain(`"${name}"`)
    for (const { name, of } of REPEATED_MEMBERS) expect(text).toMatch(new RegExp(`"${name}"[:,] "${of}"`))
  },
)

/** @param knowsLightning whether its signatures can be checked */
const verifies = (judge: Verifier, knowsLightning: boolean): void => {
  test('finds the examples of the page whole', () => {
    expect(judge(PRICE['pubkey'], written({ price: PRICE, bound: BOUND }))).toEqual({
      price: undefined,
      bound: undefined,
    })
  })

  test('writes numbers, text and the order of names as RFC 8785 has them', () => {
    const odd = signed(ODD)
    expect(verifyAnswer(odd).ok).toBe(true)
    const text = JSON.stringify(odd)
    // As another program may spell the same content: escapes, exponents, -0, spaces.
    const spelled = text
      .replace('1e+21', '1.0E21')
      .replace('1e-7', '0.00000010')
      .replace(',0,0,', ',-0,-0.0,')
      .replace('\u20ac"', '\\u20aC"')
      .replace('{', '{ ')
    expect(spelled).not.toBe(text)
    expect(judge(KEY.publicKey, { odd: text, spelled })).toEqual({ odd: undefined, spelled: undefined })
  })

  test('names what is wrong with an answer', () => {
    const canonical = (from: string, to: string) => String(PRICE['canonical']).replace(from, to)
    const second = signed({ confidence: 1 })
    const digits = String(PRICE['signature'])
    expect(
      judge(
        KEY.publicKey,
        written({
          price: { ...PRICE, price: '97012.35' },
          string: { ...PRICE, price: '97012.35', canonical: canonical('97012.30', '97012.35') },
          member: { ...PRICE, confidence: 0.5 },
          time: { ...BOUND, timestamp: 1_795_000_003 },
          another: { ...second, canonical: PRICE['canonical']!, signature: digits },
          unsigned: { ...PRICE, contentSignature: null },
          statement: { ...PRICE, contentSignature: digits },
          hash: { ...PRICE, contentHash: BOUND['contentHash']! },
          spelling: { ...PRICE, signature: digits.replace('==', '') },
          capitals: { ...PRICE, pubkey: String(PRICE['pubkey']).toUpperCase() },
          repeated: { ...PRICE, canonicalstring: BOUND['canonical']! },
          quote: { ...PRICE, quoteId: '0'.repeat(16) },
          empty: {},
        }),
      ),
    ).toEqual({
      price: 'hash of the content, signature of the content, fields of the string',
      string: 'signature of the string, hash of the content, signature of the content',
      member: 'hash of the content, signature of the content',
      time: 'hash of the content, hash in the string, signature of the content, time of the string',
      another: 'fields of the string',
      unsigned: 'signature of the content',
      statement: 'signature of the content',
      hash: 'hash of the content',
      spelling: 'signature of the string',
      capitals: 'signed by another key, signature of the string, signature of the content',
      repeated: 'repeated canonicalstring',
      quote: 'quote id',
      empty:
        'signed by another key, signature of the string, hash of the content, signature of the content, fields of the string',
    })
    expect(judge('00'.repeat(32), written({ price: PRICE }))).toEqual({ price: 'signed by another key' })
  })

  test('refuses what two readers may read in two ways', () => {
    const text = JSON.stringify(PRICE)
    const said = judge(KEY.publicKey, {
      twice: text.replace('{', '{"price":"1.00",'),
      deep: text.replace('"agreement":{', '"agreement":{"tau":1,'),
      half: text.replace('{', '{"note":"\\ud800",'),
      halves: text.replace('{', '{"note":"\\udc00\\ud800",'),
      huge: text.replace('{', '{"note":1e400,'),
      nan: text.replace('{', '{"note":NaN,'),
      two: text + text,
      list: `[${text}]`,
      nothing: '',
    })
    for (const [file, faults] of Object.entries(said))
      expect([file, faults]).toEqual([file, expect.stringMatching(/^unreadable/)])
  })

  test('of an answer bought over Lightning says what it can', () => {
    const signer = ecdsaSigner(new Uint8Array(32).fill(0x11))
    const high = { ...LIGHTNING, signature: withHighS(String(LIGHTNING['signature'])) }
    const said = judge(signer.publicKey, written({ lightning: LIGHTNING, odd: signed(ODD, signer), high }))
    const unsigned = 'signature of the string, signature of the content'
    expect(said).toEqual(
      knowsLightning
        ? { lightning: undefined, odd: undefined, high: 'signature of the string' }
        : { lightning: unsigned, odd: unsigned, high: unsigned },
    )
  })
}

describe.skipIf(!hasPython)('the verifier in Python', () =>
  verifies(verifierIn(folder, [String(PYTHON), programOfDocs('verify.py')]), true),
)
describe.skipIf(!hasGo)('the verifier in Go', () => verifies(verifierIn(folder, [GO_PROGRAM]), false))

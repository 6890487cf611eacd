import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ED25519_TORSION_SUBGROUP, ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha512 } from '@noble/hashes/sha2.js'
import { digest } from '../src/canonical/digest.ts'
import type { Json } from '../src/canonical/jcs.ts'
import { readAnswerBody } from '../src/canonical/read-body.ts'
import { ecdsaSigner, ed25519Signer, type Signer } from '../src/canonical/signature.ts'
import { verifyAnswer } from '../src/canonical/verify.ts'
import { LAYOUTS } from '../src/cli/verify.ts'
import { SIGNED_AT, signedBody, signedUnderHash, stringWithHash } from './support/signed-body.ts'
import { testFolder } from './support/test-folder.ts'
import { buildGo, hasGo, hasPython, PYTHON } from './support/verifier-programs.ts'
import {
  blocksOfPage,
  type Judgement,
  programOfDocs,
  type Verifier,
  verifierIn,
  withHighS,
} from './support/verifiers.ts'

/** Bodies that are made to divide the verifiers, by one who has the key: all must say the same of each. */

type Body = Readonly<Record<string, Json>>

const { folder, remove } = testFolder()
afterAll(remove)
const GO_PROGRAM = join(folder, 'verify-go')
beforeAll(() => buildGo(GO_PROGRAM), 120_000)

const KEY = ed25519Signer(new Uint8Array(32).fill(0x22))
const LIGHTNING = ecdsaSigner(new Uint8Array(32).fill(0x11))
const PRICE = JSON.parse(blocksOfPage('json')[2]!) as Body

const textOf = (content: Body, signer: Signer = KEY): string => JSON.stringify(signedUnderHash(content, signer))
const PLAIN = textOf({ a: 1, note: 'x' })

/** The string of a price, with other content signed beside it by the same key. */
const priced = (change: (content: Record<string, Json>) => Record<string, Json>): string => {
  const {
    contentHash: _h,
    contentSignature: _c,
    signingScheme: _s,
    pubkey: _p,
    canonical,
    signature: _g,
    ...content
  } = PRICE
  return JSON.stringify(signedBody(change(content), KEY, () => String(canonical)))
}
const nested = (levels: number): Json => {
  let value: Json = 1
  // The body itself is one of them.
  for (let level = 1; level < levels; level++) value = level % 2 === 0 ? [value] : { a: value }
  return value
}
/** A body of so many levels: of many the signer itself could not write the content, so that it is hashed for none. */
const deepText = (levels: number): string => PLAIN.replace('"x"', '['.repeat(levels) + ']'.repeat(levels))

const replaced = (name: string, change: (text: string) => string, text = PLAIN): string => {
  const body = JSON.parse(text) as Body
  return JSON.stringify({ ...body, [name]: change(String(body[name])) })
}

const { Point } = ed25519
const little = (bytes: Uint8Array): bigint => BigInt(`0x${bytes.toReversed().toHex()}`)
const bytesOf = (scalar: bigint): Uint8Array => Uint8Array.fromHex(scalar.toString(16).padStart(64, '0')).toReversed()

/** A signature that only a verifier takes who multiplies by the cofactor: its point has a part of small order. */
const withTorsion = (text: string): string => {
  const { scalar, point } = ed25519.utils.getExtendedPublicKey(new Uint8Array(32).fill(0x22))
  const key = point.toBytes()
  const torsion = Point.fromHex(ED25519_TORSION_SUBGROUP[1]!)
  const r = 123_456_789n
  const bytes = Point.BASE.multiply(r).add(torsion).toBytes()
  const k = Point.Fn.create(little(sha512(Buffer.concat([bytes, key, digest(text)]))))
  return Buffer.concat([bytes, bytesOf(Point.Fn.create(r + k * scalar))]).toString('base64')
}

/** A signer whose one signature fits every text. */
const weakSigner = (publicKey: string): Signer => ({
  scheme: 'ed25519',
  publicKey,
  sign: () => Buffer.from(`01${'00'.repeat(63)}`, 'hex').toString('base64'),
})
const IDENTITY = `01${'00'.repeat(31)}`

const uncompressed = (): Signer => ({
  ...LIGHTNING,
  publicKey: secp256k1.getPublicKey(new Uint8Array(32).fill(0x11), false).toHex(),
})
const der = (text: string, change: (bytes: Buffer) => Buffer): string =>
  replaced('signature', (signature) => change(Buffer.from(signature, 'base64')).toString('base64'), text)
const BOUGHT = textOf({ a: 1 }, LIGHTNING)

/** By name: the text, and whether it is whole; the key is that of the body unless another is named. */
const CASES: Readonly<Record<string, readonly [text: string | Uint8Array, isWhole: boolean, key?: string]>> = {
  plain: [PLAIN, true],
  'plain-lightning': [BOUGHT, true],
  // Names
  'name-twice': [PLAIN.replace('"a":1', '"a":1,"a":1'), false],
  'name-twice-spelled': [PLAIN.replace('"a":1', '"\\u0061":2,"a":1'), false],
  'name-twice-in-envelope': [PLAIN.replace('{', `{"pubkey":"${KEY.publicKey}",`), false],
  'name-twice-deep': [PLAIN.replace('"x"', '[{"b":1,"b":1}]'), false],
  'name-with-quotes': [textOf({ 'a":1,"a': 1, 'b\\': { ':': ':' } }), true],
  'names-of-objects': [
    textOf({ ['__proto__']: { canonical: 1 }, constructor: 1, toString: 'x', hasOwnProperty: null }),
    true,
  ],
  'proto-twice': [textOf({ ['__proto__']: 1 }).replace('{', '{"__proto__":{},'), false],
  'name-empty': [textOf({ '': '' }), true],
  // Numbers
  numbers: [textOf({ n: [1e21, 1e-7, -0, 5e-324, 1.7976931348623157e308, 123456789012345680000] }), true],
  'numbers-spelled': [textOf({ n: [0, 100, 1e-7] }).replace('[0,100,1e-7]', '[-0.0e5,1E2,0.00000010]'), true],
  'number-to-nothing': [textOf({ n: [0, 0] }).replace('[0,0]', '[1e-400,-1e-400]'), true],
  'number-to-whole': [textOf({ n: 9007199254740992 }).replace('9007199254740992', '9007199254740993'), true],
  'number-too-large': [PLAIN.replace('"x"', '1e400'), false],
  'number-of-digits': [PLAIN.replace('"x"', '9'.repeat(400)), false],
  'number-nan': [PLAIN.replace('"x"', 'NaN'), false],
  'number-plus': [PLAIN.replace('"a":1', '"a":+1'), false],
  'number-leading-zero': [PLAIN.replace('"a":1', '"a":01'), false],
  'number-hex': [PLAIN.replace('"a":1', '"a":0x1'), false],
  // Text
  'half-character': [PLAIN.replace('"x"', '"\\ud800"'), false],
  'half-character-in-name': [PLAIN.replace('"note"', '"\\udc00"'), false],
  'half-characters-in-order': [PLAIN.replace('"x"', '"\\udc00\\ud800"'), false],
  'half-character-in-string': [
    JSON.stringify(
      signedBody({ timestamp: SIGNED_AT }, KEY, (hash) => stringWithHash(hash).replace('BTCUSD', '\ufffd')),
    ).replace('\ufffd', '\\ud800'),
    false,
  ],
  'whole-character': [textOf({ note: '\u{1f600}' }).replace('\u{1f600}', '\\ud83d\\ude00'), true],
  'escaped-backslash': [textOf({ note: '\\ud800' }), true],
  'control-character': [PLAIN.replace('"x"', '"\u0001"'), false],
  'long-text': [textOf({ note: 'x\\"'.repeat(100_000) }), true],
  // Levels
  'levels-64': [textOf({ deep: nested(64) }), true],
  'levels-65': [textOf({ deep: nested(65) }), false],
  'levels-900': [textOf({ deep: nested(900) }), false],
  'levels-100000': [deepText(100_000), false],
  'levels-in-envelope': [JSON.stringify({ ...(JSON.parse(PLAIN) as Body), contentSignature: nested(80) }), false],
  // Around it
  'blanks-around': [` \n\t${PLAIN}\r\n`, true],
  'bytes-behind': [`${PLAIN}\0`, false],
  'brace-behind': [`${PLAIN}}`, false],
  twice: [PLAIN + PLAIN, false],
  'mark-before': [Buffer.from(`\ufeff${PLAIN}`), false],
  'no-utf8': [Buffer.from(textOf({ note: '\u00ff' }), 'latin1'), false],
  'wrong-utf8-for-its-mark': [
    Buffer.from(
      Buffer.from(textOf({ note: '\ufffd' }))
        .toString('latin1')
        .replace('\u00ef\u00bf\u00bd', '\u00ff'),
      'latin1',
    ),
    false,
  ],
  list: [`[${PLAIN}]`, false],
  text: ['"x"', false],
  comment: [PLAIN.replace('{', '{/**/'), false],
  'comma-behind': [PLAIN.replace(/\}$/, ',}'), false],
  // Time and string
  'time-as-text': [JSON.stringify(signedBody({ timestamp: String(SIGNED_AT) }, KEY, stringWithHash)), false],
  'no-time': [JSON.stringify(signedBody({ a: 1 }, KEY, stringWithHash)), false],
  'time-spelled': [PLAIN.replace(`"timestamp":${SIGNED_AT}`, '"timestamp":1.795000002e9'), true],
  'hash-in-capitals': [
    JSON.stringify(signedBody({ timestamp: SIGNED_AT }, KEY, (hash) => stringWithHash(hash.toUpperCase()))),
    false,
  ],
  'two-hashes': [
    JSON.stringify(
      signedBody({ timestamp: SIGNED_AT }, KEY, (hash) =>
        stringWithHash(hash).replace('|SHA256', `|SHA256:${'0'.repeat(64)}|SHA256`),
      ),
    ),
    false,
  ],
  'hash-of-another': [
    JSON.stringify(signedBody({ timestamp: SIGNED_AT }, KEY, () => stringWithHash('0'.repeat(64)))),
    false,
  ],
  'hash-in-small-letters': [
    JSON.stringify(signedBody({ timestamp: SIGNED_AT }, KEY, (hash) => stringWithHash(hash).replace('SHA', 'sha'))),
    false,
  ],
  // Prices
  price: [JSON.stringify(PRICE), true],
  'price-decimals-as-text': [priced((content) => ({ ...content, decimals: '2' })), false],
  'price-as-number': [priced((content) => ({ ...content, price: 97012.3 })), false],
  'price-sources-joined': [priced((content) => ({ ...content, sources: [String(content['sources'])] })), false],
  'price-sources-as-text': [priced((content) => ({ ...content, sources: String(content['sources']) })), false],
  'price-without-sources': [priced(({ sources: _, ...content }) => content), false],
  'price-time-as-text': [priced((content) => ({ ...content, timestamp: String(content['timestamp']) })), false],
  'price-without-time': [priced(({ timestamp: _, ...content }) => content), false],
  'price-of-nothing': [priced(({ timestamp }) => ({ timestamp: timestamp! })), false],
  // Keys and signatures
  'key-in-capitals': [replaced('pubkey', (key) => key.toUpperCase()), false, KEY.publicKey.toUpperCase()],
  'key-of-33-bytes': [replaced('pubkey', (key) => `${key}00`), false],
  'key-uncompressed': [textOf({ a: 1 }, uncompressed()), false],
  'key-of-small-order': [textOf({ a: 1 }, weakSigner(IDENTITY)), false],
  'key-of-small-order-spelled': [textOf({ a: 1 }, weakSigner(`ee${'ff'.repeat(30)}7f`)), false],
  'key-of-order-eight': [textOf({ a: 1 }, weakSigner(ED25519_TORSION_SUBGROUP[1]!)), false],
  'signature-with-torsion': [
    JSON.stringify({
      ...(JSON.parse(PLAIN) as Body),
      signature: withTorsion(String((JSON.parse(PLAIN) as Body)['canonical'])),
    }),
    false,
  ],
  'signature-without-padding': [replaced('signature', (each) => each.replace('==', '')), false],
  'signature-with-bits': [replaced('signature', (each) => each.replace(/.==$/, 'B==')), false],
  'signature-with-blank': [replaced('signature', (each) => ` ${each}`), false],
  'signature-with-line': [replaced('signature', (each) => `${each.slice(0, 40)}\n${each.slice(40)}`), false],
  'signature-as-list': [JSON.stringify({ ...(JSON.parse(PLAIN) as Body), signature: [] }), false],
  'high-s': [replaced('signature', withHighS, BOUGHT), false],
  'der-with-byte': [der(BOUGHT, (bytes) => Buffer.concat([bytes, Buffer.of(0)])), false],
  'der-long-form': [der(BOUGHT, (bytes) => Buffer.concat([Buffer.of(0x30, 0x81), bytes.subarray(1)])), false],
  'der-cut': [der(BOUGHT, (bytes) => bytes.subarray(0, -1)), false],
  'der-empty': [der(BOUGHT, () => Buffer.alloc(0)), false],
  'scheme-of-the-other': [replaced('signingScheme', () => 'secp256k1_ecdsa'), false],
  'scheme-as-list': [JSON.stringify({ ...(JSON.parse(PLAIN) as Body), signingScheme: ['ed25519'] }), false],
  'statement-null': [JSON.stringify({ ...(JSON.parse(PLAIN) as Body), contentSignature: null }), false],
  'string-as-list': [
    JSON.stringify({ ...(JSON.parse(PLAIN) as Body), canonical: [(JSON.parse(PLAIN) as Body)['canonical']!] }),
    false,
  ],
  'hash-null': [JSON.stringify({ ...(JSON.parse(PLAIN) as Body), contentHash: null }), false],
  'quote-null': [JSON.stringify({ ...(JSON.parse(PLAIN) as Body), quoteId: null }), false],
  'repeated-null': [JSON.stringify({ ...(JSON.parse(PLAIN) as Body), canonicalstring: null }), false],
  nothing: ['', false],
  empty: ['{}', false],
}

const names = Object.keys(CASES)
const keyOf = (name: string): string => {
  const [text, , key] = CASES[name]!
  const named = typeof text === 'string' ? readAnswerBody(text)?.['pubkey'] : KEY.publicKey
  return key ?? (typeof named === 'string' ? named : KEY.publicKey)
}

/** As `claros verify` and the client read and judge. */
const ours = (name: string): boolean => {
  const [text] = CASES[name]!
  try {
    const bytes = typeof text === 'string' ? Buffer.from(text) : text
    const body = readAnswerBody(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes))
    return body !== null && verifyAnswer(body, { layouts: LAYOUTS, publicKey: keyOf(name) }).ok
  } catch {
    return false
  }
}

test.each(names)('our own verifier: %s', (name) => expect(ours(name)).toBe(CASES[name]![1]))

/** @param knowsLightning whether its signatures can be checked */
const agrees = (judge: Verifier, knowsLightning: boolean): void => {
  /** By name; programs start slowly, so each judges all bodies of one key. */
  let faults: Judgement
  beforeAll(() => {
    const judged = [...Map.groupBy(names, keyOf)].map(([key, own]) =>
      judge(key, Object.fromEntries(own.map((name) => [name, CASES[name]![0]]))),
    )
    faults = Object.assign({}, ...judged) as Judgement
  }, 120_000)

  test.each(names)('%s', (name) => {
    const [text, isWhole] = CASES[name]!
    const isLightning = typeof text === 'string' && text.includes('"secp256k1_ecdsa"')
    expect([Object.hasOwn(faults, name), faults[name] === undefined]).toEqual([
      true,
      isWhole && (knowsLightning || !isLightning),
    ])
  })
}
describe.skipIf(!hasPython)('the verifier in Python', () =>
  agrees(verifierIn(folder, [String(PYTHON), programOfDocs('verify.py')]), true),
)
describe.skipIf(!hasGo)('the verifier in Go', () => agrees(verifierIn(folder, [GO_PROGRAM]), false))

test.each(['mark-before', 'no-utf8', 'wrong-utf8-for-its-mark', 'name-twice', 'levels-100000'])(
  '`claros verify` refuses %s, from a file and from standard input',
  (name) => {
    const file = join(folder, 'refused.json')
    writeFileSync(file, CASES[name]![0])
    const main = join(import.meta.dir, '..', 'src', 'cli', 'main.ts')
    for (const from of [file, '-']) {
      const ran = Bun.spawnSync([process.execPath, main, 'verify', from], { stdin: Bun.file(file) })
      expect([from, ran.exitCode]).toEqual([from, 2])
      expect(String(ran.stderr)).toMatch(/^claros: /)
    }
  },
  60_000,
)

import { contentHash, contentStatement, ENVELOPE_MEMBERS } from '../src/canonical/content.ts'
import { digest, digestHex } from '../src/canonical/digest.ts'
import { jcs, type Json } from '../src/canonical/jcs.ts'
import { ANSWERS_PURPOSE, KEY_PURPOSES, KEY_SCHEME, writeKeyString } from '../src/canonical/key-document.ts'
import { appendNonce } from '../src/canonical/layout.ts'
import { repeatedBy, withRepetition } from '../src/canonical/repeated-members.ts'
import { ecdsaSigner, ed25519Signer, type Signer } from '../src/canonical/signature.ts'
import { type Rail, SCHEME_OF } from '../src/canonical/snapshot.ts'
import { exampleOf } from '../src/feeds/feed.ts'
import { registry } from '../src/feeds/registry.ts'
import { table } from './table.ts'

/** The generated parts of `docs/verifying.md`: members, strings without a hash, and examples with every value between. */

const TIMESTAMP = 1_795_000_002

/** Test keys: 32 equal bytes each, which everybody can type. */
const SECRETS: Readonly<Record<Rail, number>> = { l402: 0x11, x402: 0x22 }
const secretOf = (rail: Rail): Uint8Array => new Uint8Array(32).fill(SECRETS[rail])
const SIGNERS: Readonly<Record<Rail, Signer>> = {
  l402: ecdsaSigner(secretOf('l402')),
  x402: ed25519Signer(secretOf('x402')),
}

const code = (text: string): string => `\`${text}\``
const fenced = (kind: string, text: string): string => ['```' + kind, text, '```'].join('\n')
const hexOf = (base64: string): string => Buffer.from(base64, 'base64').toString('hex')

const WIDEST = 26
const listed = (values: readonly (readonly [string, string])[]): string =>
  fenced('text', values.map(([name, value]) => `${name.padEnd(WIDEST)}${value}`).join('\n'))

/** An answer as it is sold, and everything that is computed on the way to it. */
const example = (actor: string, rail: Rail, nonce: number): string => {
  const { feed, subject } = registry.item(actor)!
  const { canonical: layout, tokens } = feed.sale
  const signer = SIGNERS[rail]
  const content: Readonly<Record<string, Json>> = { ...exampleOf(feed, subject), timestamp: TIMESTAMP }
  const hash = contentHash(content)
  const canonical = appendNonce(layout.writeCanonicalPrefix(tokens(content, hash), TIMESTAMP), nonce)
  const [signature, contentSignature] = [canonical, contentStatement(hash)].map((text) => signer.sign(digest(text)))
  const body = {
    ...content,
    contentHash: hash,
    contentSignature,
    ...withRepetition(canonical, 'signingScheme', SCHEME_OF[rail]),
    pubkey: signer.publicKey,
    ...withRepetition(canonical, 'canonical', canonical),
    signature,
  }
  return [
    fenced('json', JSON.stringify(body)),
    '',
    listed([
      ['secret key, hex', Buffer.from(secretOf(rail)).toString('hex')],
      ['pubkey', signer.publicKey],
      ['canonical', canonical],
      ['its SHA-256', digestHex(canonical)],
      ['signature, base64', signature!],
      ['signature, hex', hexOf(signature!)],
      ['content, RFC 8785', jcs(content)],
      ['its SHA-256: contentHash', hash],
      ['statement', contentStatement(hash)],
      ['its SHA-256', digestHex(contentStatement(hash))],
      ['contentSignature, base64', contentSignature!],
      ['contentSignature, hex', hexOf(contentSignature!)],
    ]),
  ].join('\n')
}

const members = (): string => ENVELOPE_MEMBERS.map(code).join(', ') + '.'

const TYPES = [...new Set(registry.feeds.flatMap(({ sale }) => [sale.canonical, ...(sale.canonical.forms ?? [])]))]

const repeated = (): string =>
  table(
    ['Type', 'Member', 'Repeats'],
    [...new Set(TYPES.map(({ type }) => type))].flatMap((type) => {
      const found = repeatedBy(type)
      return found ? [[code(type), code(found.name), code(found.of)]] : []
    }),
  )

/** Whether the body is bound by the string itself. */
const unbound = (): string => {
  const types = new Set(TYPES.flatMap(({ type, tokens }) => ('content' in tokens ? [] : [type])))
  return [...types].toSorted().map(code).join(', ') + '.'
}

const purposes = (): string =>
  table(
    ['Purpose', '`scheme`', '`publicKey`'],
    KEY_PURPOSES.map((purpose) => [
      code(purpose),
      code(KEY_SCHEME[purpose]),
      {
        'answers-ed25519': '32 bytes, hex',
        'answers-secp256k1': 'compressed, 33 bytes, hex',
        webhook: '`whpk_` and the base64 of 32 bytes',
        dlc: 'x-only, 32 bytes, hex',
      }[purpose],
    ]),
  )

const keyDocument = (): string => {
  const signer = SIGNERS.x402
  const purpose = ANSWERS_PURPOSE[signer.scheme]
  const fields = { purpose, scheme: signer.scheme, publicKey: signer.publicKey, validFrom: TIMESTAMP }
  const whole = { sequence: 1, ...fields, previous: null, next: null }
  const canonical = writeKeyString(whole)
  const signature = signer.sign(digest(canonical))
  return fenced(
    'json',
    JSON.stringify({ ...whole, canonical, signatures: [{ publicKey: signer.publicKey, signature }] }),
  )
}

export const VERIFYING_PARTS: Readonly<Record<string, () => string>> = {
  'members left out': members,
  'repeated members': repeated,
  'strings without a hash': unbound,
  'key purposes': purposes,
  'price over L402': () => example('price/spot/BTC-USD', 'l402', 482_910),
  'price over x402': () => example('price/spot/BTC-USD', 'x402', 731_244),
  'string with a hash': () => example('liquidations/BTC-USD', 'x402', 158_302),
  'key document': keyDocument,
}

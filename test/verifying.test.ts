import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ENVELOPE_MEMBERS } from '../src/canonical/content.ts'
import type { Json } from '../src/canonical/jcs.ts'
import { readKeyChains } from '../src/canonical/key-signature.ts'
import { REPEATED_MEMBERS } from '../src/canonical/repeated-members.ts'
import { verifyAnswer } from '../src/canonical/verify.ts'
import { LAYOUTS } from '../src/cli/verify.ts'
import { PAYER, payment } from './support/payer.ts'
import { fileShop, payL402, SPOT } from './support/shop.ts'
import { testFolder } from './support/test-folder.ts'
import { blocksOfPage, verifierIn, withHighS, written } from './support/verifiers.ts'

/** The page on verifying: its program, run by Node.js as it stands there, on its examples and on what is bought. */

type Body = Readonly<Record<string, Json>>

const [PROGRAM] = blocksOfPage('js')
const [KEY, ...EXAMPLES] = blocksOfPage('json').map((text) => JSON.parse(text) as Body)
/** The listed values of each example, in order. */
const VALUES = blocksOfPage('text')
  .filter((text) => text.startsWith('secret key'))
  .map((text) => text.split('\n').map((line) => line.slice(26)))

const { folder, remove } = testFolder()
afterAll(remove)
writeFileSync(join(folder, 'verify.mjs'), PROGRAM!)

const program = verifierIn(folder, ['node', 'verify.mjs'])
/** What the program says of each body, by the name given here. */
const judged = (pubkey: Json | undefined, bodies: Readonly<Record<string, Body>>) => program(pubkey, written(bodies))

describe('the examples', () => {
  test('are three whole answers, on both rails, and a key document', () => {
    const [lightning, price, bound] = EXAMPLES
    expect(EXAMPLES.map(({ signingScheme }) => signingScheme)).toEqual(['secp256k1_ecdsa', 'ed25519', 'ed25519'])
    expect(EXAMPLES.map(({ canonical }) => String(canonical).includes('|SHA256:'))).toEqual([false, false, true])
    expect([price!['contentHash'], price!['canonical'] === lightning!['canonical']]).toEqual([
      lightning!['contentHash']!,
      false,
    ])
    for (const body of EXAMPLES)
      expect(verifyAnswer(body, { layouts: LAYOUTS }).checks.filter(({ ok }) => !ok)).toEqual([])
    const { checks, chains } = readKeyChains({ chains: { [String(KEY!['purpose'])]: [KEY!] } })
    expect(checks.filter(({ ok }) => !ok)).toEqual([])
    expect(chains[0]!.documents[0]!.publicKey).toBe(String(bound!['pubkey']))
  })

  test('are right to the program', () => {
    expect(judged(EXAMPLES[0]!['pubkey'], { lightning: EXAMPLES[0]! })).toEqual({ lightning: undefined })
    const [, price, bound] = EXAMPLES as [Body, Body, Body]
    expect(judged(price['pubkey'], { price, bound })).toEqual({ price: undefined, bound: undefined })
  })

  test('list every value on the way, each the hash of the one before it', () => {
    const sha256 = (text: string): string => new Bun.CryptoHasher('sha256').update(text).digest('hex')
    const hex = (base64: string): string => Buffer.from(base64, 'base64').toString('hex')
    expect(VALUES).toHaveLength(EXAMPLES.length)
    for (const [at, body] of EXAMPLES.entries()) {
      const [, pubkey, canonical, digest, signature, bytes, content, hash, statement, stated, last, lastBytes] = VALUES[
        at
      ] as [string, ...string[]]
      expect([pubkey, canonical, signature, last, hash]).toEqual(
        ['pubkey', 'canonical', 'signature', 'contentSignature', 'contentHash'].map((name) => String(body[name])),
      )
      expect([digest, hash, stated]).toEqual([canonical!, content!, statement!].map(sha256))
      expect(statement).toBe(`claros-content-v1|${hash}`)
      expect([bytes, lastBytes]).toEqual([signature!, last!].map(hex))
    }
  })
})

test('the program leaves out every member of the envelope, and compares every repeated one', () => {
  for (const name of ENVELOPE_MEMBERS) expect(PROGRAM).toContain(`'${name}'`)
  for (const { name, of } of REPEATED_MEMBERS) expect(PROGRAM).toContain(`${name}: '${of}'`)
  expect(PROGRAM!.match(/from '(.*)'/g)).toEqual(["from 'node:crypto'", "from 'node:fs'"])
})

describe('what is bought', async () => {
  const shop = await fileShop()
  let lightning: Body
  let first: Body
  let second: Body
  const buy = async (headers: Readonly<Record<string, string>>): Promise<Body> =>
    (await (await shop.request(SPOT, { headers })).json()) as Body

  beforeAll(async () => {
    await shop.money.fund(PAYER.address)
    await shop.publish('btc/usd')
    const { authorization } = await payL402(shop)
    lightning = await buy({ authorization })
    first = await buy((await payment(shop.clock.now())).v1)
    shop.clock.move(5_000)
    await shop.publish('btc/usd', '96001.10')
    second = await buy((await payment(shop.clock.now())).v1)
  })

  test('is right to the program on either rail, and has the members of the examples', () => {
    expect(judged(shop.keys.l402.publicKey, { lightning })).toEqual({ lightning: undefined })
    expect(judged(shop.keys.x402.publicKey, { first, second })).toEqual({ first: undefined, second: undefined })
    const envelope = (body: Body) =>
      Object.keys(body).filter((name) => (ENVELOPE_MEMBERS as readonly string[]).includes(name))
    expect(envelope(lightning)).toEqual(envelope(EXAMPLES[0]!))
  })

  test('is refused by the program when anything of it was changed', () => {
    const canonical = (body: Body, from: string, to: string) => String(body['canonical']).replace(from, to)
    const digits = String(first['signature'])
    expect(
      judged(shop.keys.x402.publicKey, {
        price: { ...first, price: '97012.35' },
        string: { ...first, price: '97012.35', canonical: canonical(first, '97012.34', '97012.35') },
        nonce: { ...first, canonical: `${String(first['canonical']).slice(0, -1)}x` },
        member: { ...first, confidence: 0.5 },
        another: { ...second, canonical: first['canonical']!, signature: first['signature']! },
        unsigned: { ...first, contentSignature: null },
        statement: { ...first, contentSignature: first['signature']! },
        hash: { ...first, contentHash: second['contentHash']! },
        spelling: { ...first, signature: digits.replace('==', '') },
        scheme: { ...first, signingScheme: 'secp256k1_ecdsa' },
        repeated: { ...first, canonicalstring: second['canonical']! },
        quote: { ...first, quoteId: '0'.repeat(16) },
        lightning,
      }),
    ).toEqual({
      price: 'hash of the content, signature of the content, fields of the string',
      string: 'signature of the string, hash of the content, signature of the content',
      nonce: 'signature of the string',
      member: 'hash of the content, signature of the content',
      another: 'fields of the string',
      unsigned: 'signature of the content',
      statement: 'signature of the content',
      hash: 'hash of the content',
      spelling: 'signature of the string',
      scheme: 'signature of the string, signature of the content',
      repeated: 'repeated canonicalstring',
      quote: 'quote id',
      lightning: 'signed by another key',
    })
  })

  test('is refused with a signature that anybody could make of the right one, and under another hash', () => {
    const [, , bound] = EXAMPLES as [Body, Body, Body]
    const high = { ...lightning, signature: withHighS(String(lightning['signature'])) }
    expect(judged(shop.keys.l402.publicKey, { high })).toEqual({ high: 'signature of the string' })
    const carried = { ...bound, event_count: 211 }
    const late = { ...bound, timestamp: 1_795_000_003 }
    const faults = 'hash of the content, hash in the string, signature of the content'
    expect(judged(bound['pubkey'], { carried, late })).toEqual({
      carried: faults,
      late: `${faults}, time of the string`,
    })
  })
})

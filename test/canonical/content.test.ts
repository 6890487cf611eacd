import { expect, test } from 'bun:test'
import { contentHash, contentOf, contentStatement, ENVELOPE_MEMBERS } from '../../src/canonical/content.ts'
import { digest, digestHex } from '../../src/canonical/digest.ts'
import { jcs, type Json } from '../../src/canonical/jcs.ts'

const CONTENT = { domain: 'BTCUSD', price: '84231.50', sources: ['a', 'b'], legs: [{ pair: 'BTC/USD' }], timestamp: 17 }

test('the content is a body without its envelope, in both spellings', () => {
  const envelope = Object.fromEntries(ENVELOPE_MEMBERS.map((name) => [name, 'x']))
  expect(Object.keys(envelope).toSorted()).toEqual([
    'canonical',
    'canonicalstring',
    'contentHash',
    'contentSignature',
    'pubkey',
    'quoteId',
    'signature',
    'signingScheme',
    'signing_scheme',
  ])
  expect(contentOf({ ...envelope, ...CONTENT })).toEqual(CONTENT)
  expect(contentOf({ Signature: 1, publickey: 2 })).toEqual({ Signature: 1, publickey: 2 })
})

test('only members of the body itself belong to the envelope: deeper ones are content', () => {
  expect(contentOf({ attestation: { signature: 's', pubkey: 'p' } })).toEqual({
    attestation: { signature: 's', pubkey: 'p' },
  })
})

test('the hash is SHA-256 of the RFC 8785 form', () => {
  const sha256 = (text: string): string => new Bun.CryptoHasher('sha256').update(text).digest('hex')
  expect(contentHash(CONTENT)).toBe(sha256(jcs(CONTENT)))
  expect(contentHash({})).toBe('44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a')
  expect(digestHex('€')).toBe(sha256('€'))
  expect(Buffer.from(digest('abc')).toString('hex')).toBe(
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  )
})

test('the hash does not depend on the order of members, and depends on everything else', () => {
  const turned = Object.fromEntries(Object.entries(CONTENT).toReversed())
  expect(contentHash(turned)).toBe(contentHash(CONTENT))
  const others: Record<string, Json>[] = [
    { ...CONTENT, price: '84231.5' },
    { ...CONTENT, sources: ['b', 'a'] },
    { ...CONTENT, timestamp: '17' },
    { ...CONTENT, extra: null },
  ]
  expect(new Set([CONTENT, ...others].map(contentHash)).size).toBe(5)
})

test('what is signed about the content names its purpose, so that it is no other statement', () => {
  expect(contentStatement('ab')).toBe('claros-content-v1|ab')
})

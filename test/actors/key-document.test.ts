import { expect, test } from 'bun:test'
import { schnorr } from '@noble/curves/secp256k1.js'
import { documentKey } from '../../src/actors/key-document.ts'
import { signKeyDocument } from '../../src/actors/dlc/sign-key-document.ts'
import { BadKeys } from '../../src/actors/secret-file.ts'
import { digest } from '../../src/canonical/digest.ts'
import { KEY_PURPOSES } from '../../src/canonical/key-document.ts'
import { verifyKeySignature } from '../../src/canonical/key-signature.ts'
import { names } from '../../src/store/redis/names.ts'
import { freshRedis } from '../support/redis.ts'
import { documentAt, fourKeys } from '../support/signed-keys.ts'

/** What workers write of their keys when they start. */

const NOW = 1_794_996_000
const stack = await freshRedis()
const { keyDocuments } = stack.store
const kept = () => stack.redis.hgetall(names.keyDocuments())

test('each key is documented once, since the store’s own second; a restart and another worker find the same', async () => {
  const first = await documentAt(keyDocuments, fourKeys(1), NOW)
  const texts = await kept()
  expect(first.map(({ purpose, validFrom }) => [purpose, validFrom])).toEqual(KEY_PURPOSES.map((each) => [each, NOW]))
  expect(first[0]).toEqual({
    sequence: 1,
    purpose: 'answers-ed25519',
    scheme: 'ed25519',
    publicKey: first[0]!.publicKey,
    validFrom: NOW,
    previous: null,
    next: null,
    canonical: `v1|KEY|answers-ed25519|1|ed25519|${first[0]!.publicKey}|-|-|-|${NOW}`,
    signatures: [{ publicKey: first[0]!.publicKey, signature: expect.any(String) }],
  })
  expect(await documentAt(keyDocuments, fourKeys(1), NOW + 86_400)).toEqual(first)
  expect(await kept()).toEqual(texts)
  expect(await keyDocuments.all()).toEqual(first)
})

test('of two workers that start at once the first document stays for both', async () => {
  const [key] = fourKeys(1)
  const at = (seconds: number) => documentKey({ keyDocuments, time: async () => seconds * 1000 + 999 }, key!)
  const both = await Promise.all([at(NOW), at(NOW + 1)])
  expect(both[0]).toEqual(both[1]!)
  expect([NOW, NOW + 1]).toContain(both[0]!.validFrom)
  // One that saw no document, because another worker was a moment ahead.
  const blind = { of: async () => null, keep: keyDocuments.keep }
  expect(await documentAt(blind, [key!], NOW + 2)).toEqual([both[0]!])
  expect(await keyDocuments.of(key!.purpose)).toEqual(both[0]!)
})

test('without a time of its own it is the time of the store', async () => {
  const before = Math.floor((await stack.store.time()) / 1000)
  const { validFrom } = await documentKey(stack.store, fourKeys(1)[0]!)
  expect(validFrom).toBeGreaterThanOrEqual(before)
  expect(validFrom).toBeLessThanOrEqual((await stack.store.time()) / 1000)
})

test('another key than the documented one stops the start, and changes nothing', async () => {
  await documentAt(keyDocuments, fourKeys(1), NOW)
  const texts = await kept()
  for (const key of fourKeys(11)) {
    const start = documentKey(stack.store, key)
    await expect(start).rejects.toBeInstanceOf(BadKeys)
    await expect(start).rejects.toThrow(`the ${key.purpose} key does not match the document`)
  }
  expect(await kept()).toEqual(texts)
})

test('a document whose signature does not hold is never kept, and stops a start when it lies there', async () => {
  const [key, other] = fourKeys(1)
  const wrong = { ...key!, sign: () => other!.sign('v1|KEY|x') }
  await expect(documentKey(stack.store, wrong)).rejects.toThrow('does not verify')
  expect(await kept()).toEqual({})
  const [document] = await documentAt(keyDocuments, [key!], NOW)
  const older = { ...document!, canonical: document!.canonical.replace(String(NOW), String(NOW - 1)) }
  await stack.redis.hset(names.keyDocuments(), key!.purpose, JSON.stringify(older))
  await expect(documentKey(stack.store, key!)).rejects.toThrow('is not signed by it')
})

test('what cannot be read is shown to nobody, is not written over, and hides no other', async () => {
  const documents = await documentAt(keyDocuments, fourKeys(1), NOW)
  await stack.redis.hset(names.keyDocuments(), 'webhook', '{"purpose":"webhook"}')
  expect((await keyDocuments.all()).map(({ purpose }) => purpose)).toEqual([
    'answers-ed25519',
    'answers-secp256k1',
    'dlc',
  ])
  await expect(documentKey(stack.store, fourKeys(1)[2]!)).rejects.toThrow('cannot be read')
  expect((await kept())['webhook']).toBe('{"purpose":"webhook"}')
  await stack.redis.set(names.keyDocuments(), 'text')
  expect(await keyDocuments.all()).toEqual([])
  await expect(documentKey(stack.store, fourKeys(1)[0]!)).rejects.toThrow('holds another type')
  expect(documents).toHaveLength(4)
})

test('the oracle signs no other string than the document of its key, by BIP-340 and always alike', async () => {
  const sign = signKeyDocument(new Uint8Array(32).fill(4))
  for (const text of ['', 'v1|PRICE|BTCUSD', 'v1|KEY|webhook|1', 'DLC/oracle/attestation/v0'])
    expect(() => sign(text)).toThrow(RangeError)
  const [document] = (await documentAt(keyDocuments, fourKeys(1), NOW)).slice(-1)
  const { canonical, publicKey, signatures } = document!
  expect(sign(canonical)).toBe(signatures[0]!.signature)
  const bytes = Uint8Array.fromBase64(signatures[0]!.signature)
  expect(schnorr.verify(bytes, digest(canonical), Uint8Array.fromHex(publicKey))).toBe(true)
})

test('a signature of one purpose is none of another, and malformed ones are none', async () => {
  for (const { purpose, canonical, publicKey, signatures } of await documentAt(keyDocuments, fourKeys(1), NOW)) {
    const { signature } = signatures[0]!
    const holds = (text: string, by: string, key: string) => verifyKeySignature(purpose, text, by, key)
    expect(holds(canonical, signature, publicKey)).toBe(true)
    for (const broken of [
      holds(`${canonical}0`, signature, publicKey),
      holds(canonical, '', publicKey),
      holds(canonical, `${signature}=`, publicKey),
      holds(canonical, signature, ''),
      holds(canonical, signature, `00${publicKey}`),
      holds(canonical, signature, `whsk_${publicKey.slice(5)}`),
      holds(canonical, signature, fourKeys(21).find((each) => each.purpose === purpose)!.publicKey),
      verifyKeySignature(purpose === 'dlc' ? 'answers-secp256k1' : 'dlc', canonical, signature, publicKey),
    ])
      expect(broken).toBe(false)
  }
})

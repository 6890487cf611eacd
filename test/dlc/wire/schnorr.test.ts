import { expect, test } from 'bun:test'
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { outcomeHash } from '../../../src/dlc/wire/attestation.ts'
import { compressed, defaultNonce, nobleSchnorr, taggedHash, xOnly } from '../../../src/dlc/wire/schnorr.ts'
import { dice, hex, unhex } from '../../support/dlc/random.ts'
import { vectors } from '../../support/dlc/vectors.ts'

const { Fn } = secp256k1.Point

test('tags have the published hashes', () => {
  const sha256 = (text: string): string => new Bun.CryptoHasher('sha256').update(text).digest('hex')
  expect(sha256('DLC/oracle/announcement/v0')).toBe(vectors.tagHashes.announcement)
  expect(sha256('DLC/oracle/attestation/v0')).toBe(vectors.tagHashes.attestation)
  const twice = vectors.tagHashes.attestation + vectors.tagHashes.attestation
  const expected = new Bun.CryptoHasher('sha256').update(unhex(twice)).update('yes').digest('hex')
  expect(hex(taggedHash('DLC/oracle/attestation/v0')(new TextEncoder().encode('yes')))).toBe(expected)
})

test('a tagged hash is that of noble, however its data is cut', () => {
  const random = dice(5)
  for (let i = 0; i < 200; i++) {
    const pieces = Array.from({ length: random.integer(0, 4) }, () => random.bytes(random.integer(0, 200)))
    expect(hex(taggedHash('BIP0340/nonce')(...pieces))).toBe(hex(schnorr.utils.taggedHash('BIP0340/nonce', ...pieces)))
  }
})

test('the oracle key in its two spellings', () => {
  const secret = unhex(vectors.oracle.privateKey)
  expect(hex(xOnly(secret))).toBe(vectors.oracle.publicKey)
  expect(hex(compressed(secret))).toBe(vectors.oracle.compressed)
})

test('the nonce of signatures that were not announced is that of BIP-340: 200 signatures equal to noble', () => {
  const random = dice(6)
  for (let i = 0; i < 200; i++) {
    const [secret, message, aux] = [random.bytes(32), random.bytes(32), random.bytes(32)]
    const key = nobleSchnorr.pair(secret)
    const made = nobleSchnorr.signUnverified(message, key, defaultNonce(message, key, aux))
    expect(hex(made)).toBe(hex(schnorr.sign(message, secret, aux)))
  }
})

test('it keeps no secret but its own: the hash it comes from is wiped, and the key is left as it was', () => {
  const key = nobleSchnorr.pair(new Uint8Array(32).fill(3))
  const before = hex(key.secret)
  let given: Uint8Array = new Uint8Array()
  defaultNonce(new Uint8Array(32), key, new Uint8Array(32), {
    pair: (secret) => {
      given = secret
      expect(secret.some(Boolean)).toBe(true)
      return nobleSchnorr.pair(secret)
    },
  })
  expect(given).toEqual(new Uint8Array(32))
  expect(hex(key.secret)).toBe(before)
})

test('two outcomes under one nonce are the private key: why nothing may sign twice', () => {
  const { publicKey, messages, signatures, recoveredPrivateKeyUpToSign } = vectors.nonceReuseLeak
  const key = unhex(publicKey)
  const parts = signatures.map((text, i) => {
    const [signature, message] = [unhex(text), outcomeHash(messages[i] ?? '')]
    expect(nobleSchnorr.verify(signature, message, key)).toBe(true)
    const e = schnorr.utils.taggedHash('BIP0340/challenge', signature.subarray(0, 32), key, message)
    return { s: BigInt(`0x${hex(signature.subarray(32))}`), e: Fn.create(BigInt(`0x${hex(e)}`)) }
  })
  const [a, b] = parts
  if (!a || !b) throw new Error('two signatures belong here')
  const d = Fn.mul(Fn.sub(a.s, b.s), Fn.inv(Fn.sub(a.e, b.e)))
  expect(hex(xOnly(Fn.toBytes(d)))).toBe(publicKey)
  expect([d, Fn.neg(d)]).toContain(BigInt(`0x${recoveredPrivateKeyUpToSign}`))
})

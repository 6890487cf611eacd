import { expect, test } from 'bun:test'
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { compressed, isPoint, sign, signWithNonce, taggedHash, verify, xOnly } from '../../src/dlc/schnorr.ts'
import { outcomeHash } from '../../src/dlc/attestation.ts'
import { dice, hex, unhex } from './random.ts'
import { vectors } from './vectors.ts'

const { Fn } = secp256k1.Point

test('tags have the published hashes', () => {
  const sha256 = (text: string): string => new Bun.CryptoHasher('sha256').update(text).digest('hex')
  expect(sha256('DLC/oracle/announcement/v0')).toBe(vectors.tagHashes.announcement)
  expect(sha256('DLC/oracle/attestation/v0')).toBe(vectors.tagHashes.attestation)
  const twice = vectors.tagHashes.attestation + vectors.tagHashes.attestation
  const expected = new Bun.CryptoHasher('sha256').update(unhex(twice)).update('yes').digest('hex')
  expect(hex(taggedHash('DLC/oracle/attestation/v0', new TextEncoder().encode('yes')))).toBe(expected)
})

test('the oracle key in its two spellings', () => {
  const secret = unhex(vectors.oracle.privateKey)
  expect(hex(xOnly(secret))).toBe(vectors.oracle.publicKey)
  expect(hex(compressed(secret))).toBe(vectors.oracle.compressed)
})

/** BIP-340 test vectors 0 and 1 (bip-0340/test-vectors.csv). */
test.each([
  [
    '0000000000000000000000000000000000000000000000000000000000000003',
    'f9308a019258c31049344f85f89d5229b531c845836f99b08601f113bce036f9',
    '0000000000000000000000000000000000000000000000000000000000000000',
    '0000000000000000000000000000000000000000000000000000000000000000',
    'e907831f80848d1069a5371b402410364bdf1c5f8307b0084c55f1ce2dca821525f66a4a85ea8b71e482a74f382d2ce5ebeee8fdb2172f477df4900d310536c0',
  ],
  [
    'b7e151628aed2a6abf7158809cf4f3c762e7160f38b4da56a784d9045190cfef',
    'dff1d77f2a671c5f36183726db2341be58feae1da2deced843240f7b502ba659',
    '0000000000000000000000000000000000000000000000000000000000000001',
    '243f6a8885a308d313198a2e03707344a4093822299f31d0082efa98ec4e6c89',
    '6896bd60eeae296db48a229ff71dfe071bde413e6d43f917dc8dcf8c78de33418906d11ac976abccb20b091292bff4ea897efcb639ea871cfa95f6de339e4b0a',
  ],
])('BIP-340 vector, secret %s', (secret, key, aux, message, signature) => {
  expect(hex(xOnly(unhex(secret)))).toBe(key)
  expect(hex(sign(unhex(message), unhex(secret), unhex(aux)))).toBe(signature)
  expect(verify(unhex(signature), unhex(message), unhex(key))).toBe(true)
})

test.each(vectors.schnorrNonce.map((v) => [`key ${v.yParity.publicKey}, nonce ${v.yParity.nonce}`, v] as const))(
  'signing with a given nonce: %s',
  (_parity, v) => {
    const args = [unhex(v.message), unhex(v.privateKey), unhex(v.nonceSecret)] as const
    expect(hex(xOnly(unhex(v.privateKey)))).toBe(v.publicKey)
    expect(hex(xOnly(unhex(v.nonceSecret)))).toBe(v.nonce)
    expect(hex(signWithNonce(...args, unhex(v.nonce)))).toBe(v.signature)
    expect(schnorr.verify(unhex(v.signature), unhex(v.message), unhex(v.publicKey))).toBe(true)
  },
)

test('signatures verify with noble, and their R is the announced nonce', () => {
  const random = dice(7)
  for (let i = 0; i < 60; i++) {
    const [secret, nonce, message] = [random.bytes(32), random.bytes(32), random.bytes(32)]
    const announced = xOnly(nonce)
    const signature = signWithNonce(message, secret, nonce, announced)
    expect(hex(signature.subarray(0, 32))).toBe(hex(announced))
    expect(schnorr.verify(signature, message, schnorr.getPublicKey(secret))).toBe(true)
    signature[random.integer(0, 63)]! ^= 1 << random.integer(0, 7)
    expect(verify(signature, message, xOnly(secret))).toBe(false)
  }
})

test('another nonce than the announced one is refused', () => {
  const random = dice(8)
  const [secret, nonce, message] = [random.bytes(32), random.bytes(32), random.bytes(32)]
  expect(() => signWithNonce(message, secret, nonce, xOnly(random.bytes(32)))).toThrow('not the announced one')
  for (const length of [31, 33]) {
    const announced = Uint8Array.of(...xOnly(nonce), 0).slice(0, length)
    expect(() => signWithNonce(message, secret, nonce, announced)).toThrow('not the announced one')
  }
})

test('keys and nonces outside 1 to n - 1, and messages of another length, are refused', () => {
  const random = dice(9)
  const [good, message] = [random.bytes(32), random.bytes(32)]
  const order = unhex(Fn.ORDER.toString(16))
  for (const bad of [new Uint8Array(32), order, new Uint8Array(32).fill(255), good.slice(1)]) {
    expect(() => xOnly(bad)).toThrow()
    expect(() => signWithNonce(message, bad, good, xOnly(good))).toThrow()
    expect(() => signWithNonce(message, good, bad, new Uint8Array(32))).toThrow()
  }
  expect(() => signWithNonce(message.slice(1), good, good, xOnly(good))).toThrow(RangeError)
  expect(() => sign(new Uint8Array(33), good, new Uint8Array(32))).toThrow(RangeError)
})

test('verify answers false, not with an exception, to anything', () => {
  const random = dice(10)
  for (const [s, m, k] of [
    [63, 32, 32],
    [64, 31, 32],
    [64, 32, 33],
    [0, 0, 0],
    [64, 32, 32],
  ] as const) {
    expect(verify(random.bytes(s), random.bytes(m), random.bytes(k))).toBe(false)
  }
})

test('half of all strings are points', () => {
  const random = dice(11)
  const points = Array.from({ length: 200 }, () => isPoint(random.bytes(32))).filter(Boolean).length
  expect(points).toBeWithin(70, 130)
  expect(isPoint(unhex(vectors.oracle.publicKey))).toBe(true)
  expect(isPoint(new Uint8Array(32).fill(255))).toBe(false)
  expect(isPoint(new Uint8Array(31))).toBe(false)
})

test('two outcomes under one nonce are the private key: why nothing may sign twice', () => {
  const { publicKey, messages, signatures, recoveredPrivateKeyUpToSign } = vectors.nonceReuseLeak
  const key = unhex(publicKey)
  const parts = signatures.map((text, i) => {
    const [signature, message] = [unhex(text), outcomeHash(messages[i] ?? '')]
    expect(verify(signature, message, key)).toBe(true)
    const e = taggedHash('BIP0340/challenge', signature.subarray(0, 32), key, message)
    return { s: BigInt(`0x${hex(signature.subarray(32))}`), e: Fn.create(BigInt(`0x${hex(e)}`)) }
  })
  const [a, b] = parts
  if (!a || !b) throw new Error('two signatures belong here')
  const d = Fn.mul(Fn.sub(a.s, b.s), Fn.inv(Fn.sub(a.e, b.e)))
  expect(hex(xOnly(Fn.toBytes(d)))).toBe(publicKey)
  expect([d, Fn.neg(d)]).toContain(BigInt(`0x${recoveredPrivateKeyUpToSign}`))
})

import { describe, expect, test } from 'bun:test'
import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { digest } from '../../src/canonical/digest.ts'
import { ecdsaSigner, ed25519Signer, nobleEcdsa } from '../../src/canonical/signature.ts'
import { verifySignature } from '../../src/canonical/verify-signature.ts'
import { pickEcdsa } from '../../src/native/ecdsa.ts'
import { loadSecp256k1 } from '../../src/native/secp256k1.ts'
import { needs } from '../support/needs.ts'
import { keptLog, seededRandom } from '../support/still.ts'

const INPUTS = 2_000
const N = secp256k1.Point.Fn.ORDER
const hex = (bytes: Uint8Array): string => bytes.toHex()
const unhex = (text: string): Uint8Array => Uint8Array.fromHex(text)
const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')

const hasNative = needs(loadSecp256k1() !== null, 'the secp256k1 add-on')

describe('Ed25519', () => {
  /** RFC 8032 section 7.1, tests 1 and 2. */
  test.each([
    [
      '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60',
      'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
      '',
      'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
    ],
    [
      '4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb',
      '3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c',
      '72',
      '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
    ],
  ])('signs as RFC 8032 with the seed %s', (seed, publicKey, message, signature) => {
    const signer = ed25519Signer(unhex(seed))
    expect(signer.publicKey).toBe(publicKey)
    expect(signer.sign(unhex(message))).toBe(base64(unhex(signature)))
    expect(verifySignature('ed25519', unhex(message), signer.sign(unhex(message)), publicKey)).toBe(true)
  })

  test(`by the runtime equals the reference byte for byte on ${INPUTS} random keys and digests`, () => {
    const random = seededRandom(8032)
    for (let run = 0; run < INPUTS; run++) {
      const [seed, message] = [random.bytes(32), random.bytes(32)]
      const native = ed25519Signer(seed)
      const [publicKey, signature] = [hex(ed25519.getPublicKey(seed)), base64(ed25519.sign(message, seed))]
      if (native.publicKey !== publicKey || native.sign(message) !== signature)
        throw new Error(`they differ for seed ${hex(seed)} and message ${hex(message)}`)
    }
  })
})

describe('ECDSA', () => {
  test('is deterministic as RFC 6979 has it', () => {
    const one = unhex('0000000000000000000000000000000000000000000000000000000000000001')
    const signature = secp256k1.Signature.fromBytes(nobleEcdsa(digest('Satoshi Nakamoto'), one), 'der')
    expect(signature.r).toBe(0x934b1ea10a4b3c1757e2b0c017d0b6143ce3c9a7e6a4a49860d7a6ab210ee3d8n)
    expect(signature.s).toBe(0x2442ce9d2b916064108014783e923ec36b49743e2ffa1c4496f01a512aafd9e5n)
  })

  test.skipIf(!hasNative)(
    `by the native add-on equals the reference byte for byte on ${INPUTS} random keys and digests`,
    () => {
      const log = keptLog()
      const make = pickEcdsa(log)
      expect(log.lines.map(({ event }) => event)).toEqual(['native.used'])
      expect(make).not.toBe(nobleEcdsa)
      const random = seededRandom(6979)
      for (let run = 0; run < INPUTS; run++) {
        const [secret, message] = [random.bytes(32), random.bytes(32)]
        if (hex(make(message, secret)) !== hex(nobleEcdsa(message, secret)))
          throw new Error(`they differ for secret ${hex(secret)} and digest ${hex(message)}`)
      }
    },
    120_000,
  )

  test('is DER with the lower of the two possible s', () => {
    const random = seededRandom(62)
    for (let run = 0; run < 200; run++) {
      const signature = nobleEcdsa(random.bytes(32), random.bytes(32))
      expect(signature[0]).toBe(0x30)
      expect(signature[1]).toBe(signature.length - 2)
      const { r, s } = secp256k1.Signature.fromBytes(signature, 'der')
      expect(s <= N / 2n && s > 0n && r > 0n).toBe(true)
    }
  })

  test('with the higher s is refused: one statement has one signature', () => {
    const random = seededRandom(63)
    const [secret, message] = [random.bytes(32), random.bytes(32)]
    const signer = ecdsaSigner(secret)
    expect(signer.publicKey).toMatch(/^0[23][0-9a-f]{64}$/)
    const { r, s } = secp256k1.Signature.fromBytes(nobleEcdsa(message, secret), 'der')
    const high = base64(new secp256k1.Signature(r, N - s).toBytes('der'))
    expect(verifySignature('secp256k1_ecdsa', message, signer.sign(message), signer.publicKey)).toBe(true)
    expect(verifySignature('secp256k1_ecdsa', message, high, signer.publicKey)).toBe(false)
  })

  test('covers the digest itself and does not hash it once more', () => {
    const secret = new Uint8Array(32).fill(7)
    const message = digest('v1|PRICE')
    const signature = nobleEcdsa(message, secret)
    const key = secp256k1.getPublicKey(secret, true)
    expect(secp256k1.verify(signature, message, key, { prehash: false, format: 'der' })).toBe(true)
    expect(secp256k1.verify(signature, message, key, { prehash: true, format: 'der' })).toBe(false)
  })
})

describe('a signature', () => {
  const secret = new Uint8Array(32).fill(9)
  const message = digest('v1|PRICE|BTCUSD')
  const signers = [ed25519Signer(secret), ecdsaSigner(secret)]

  test.each(signers.map((signer) => [signer.scheme, signer] as const))(
    '(%s) holds for its digest, its key and its scheme alone',
    (scheme, signer) => {
      const signature = signer.sign(message)
      expect(verifySignature(scheme, message, signature, signer.publicKey)).toBe(true)
      expect(verifySignature(scheme, digest('v1|PRICE|ETHUSD'), signature, signer.publicKey)).toBe(false)
      for (const other of signers.filter((each) => each !== signer)) {
        expect(verifySignature(other.scheme, message, signature, signer.publicKey)).toBe(false)
        expect(verifySignature(scheme, message, signature, other.publicKey)).toBe(false)
      }
      const stranger =
        scheme === 'ed25519' ? ed25519Signer(new Uint8Array(32).fill(8)) : ecdsaSigner(new Uint8Array(32).fill(8))
      expect(verifySignature(scheme, message, signature, stranger.publicKey)).toBe(false)
    },
  )

  test.each(signers.map((signer) => [signer.scheme, signer] as const))(
    '(%s) does not survive a change of any one character',
    (scheme, signer) => {
      const signature = signer.sign(message)
      const random = seededRandom(64)
      const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/='
      for (let at = 0; at < signature.length; at++)
        for (const character of [alphabet[random.integer(0, 64)]!, 'A', 'B', '=', '-', '_', ' ', '\n']) {
          if (signature[at] === character) continue
          const changed = signature.slice(0, at) + character + signature.slice(at + 1)
          expect([changed, verifySignature(scheme, message, changed, signer.publicKey)]).toEqual([changed, false])
        }
    },
  )

  test.each(signers.map((signer) => [signer.scheme, signer] as const))(
    '(%s) that is malformed is a plain no, never an exception',
    (scheme, signer) => {
      const signature = signer.sign(message)
      const padded = [`${signature}=`, `${signature} `, ` ${signature}`, `${signature}\n`, signature.replace(/=+$/, '')]
      for (const wrong of [
        '',
        '=',
        'AA==',
        'not base64!',
        'A'.repeat(10_000),
        ...padded.filter((p) => p !== signature),
      ])
        expect(verifySignature(scheme, message, wrong, signer.publicKey)).toBe(false)
      for (const key of [
        '',
        '0',
        'zz',
        signer.publicKey.toUpperCase() + 'A',
        signer.publicKey.slice(2),
        '00'.repeat(33),
      ])
        expect(verifySignature(scheme, message, signature, key)).toBe(false)
    },
  )
})

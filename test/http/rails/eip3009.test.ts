import { describe, expect, test } from 'bun:test'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { hashTypedData, hexToBytes, recoverTypedDataAddress } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import {
  domainSeparator,
  nobleRecover,
  sampleSignature,
  signerOf,
  transferDigest,
} from '../../../src/http/rails/eip3009.ts'
import { USDC } from '../../../src/payments/usdc.ts'
import {
  authorize,
  BASE_DOMAIN,
  PAYER,
  signTransfer,
  STRANGER,
  typedTransfer,
  type WireAuthorization,
} from '../../support/payer.ts'
import { seededRandom } from '../../support/still.ts'

const NOW = 1_795_000_000_000
const SEPARATOR = domainSeparator(USDC.base)
const random = seededRandom(3009)
const hex = (bytes: number) => Buffer.from(random.bytes(bytes)).toString('hex')
const hexOf = (bytes: Uint8Array) => `0x${Buffer.from(bytes).toString('hex')}`
const signer = (wire: WireAuthorization, signature: string) => signerOf(SEPARATOR, wire, signature, nobleRecover)

/** Order of secp256k1's group. */
const N = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

const anyAuthorization = (): WireAuthorization =>
  authorize(NOW, {
    to: `0x${hex(20)}`,
    value: String(BigInt(`0x${hex(random.integer(1, 32))}`)),
    validAfter: String(random.integer(0, 2_000_000_000)),
    validBefore: String(BigInt(`0x${hex(random.integer(1, 32))}`)),
    nonce: `0x${hex(32)}`,
  })

describe('EIP-712', () => {
  test('domain separators of both chains', () => {
    expect(hexOf(SEPARATOR)).toBe('0x02fa7265e7c5d81118673727957699e4d68f74cd74b7db77da710fe8a2c7834f')
    expect(hexOf(domainSeparator(USDC['base-sepolia']))).toBe(
      '0x71f17a3b2ff373b803d70a5a07c046c1a2bc8e89c09ef722fcb047abe94c9818',
    )
  })

  test('the token table agrees with the separators it makes', () => {
    expect(USDC.base).toMatchObject({
      network: 'base',
      caip2: 'eip155:8453',
      chainId: 8453,
      name: 'USD Coin',
      version: '2',
    })
    expect(USDC['base-sepolia']).toMatchObject({ caip2: 'eip155:84532', chainId: 84532, name: 'USDC', version: '2' })
  })

  test('digests equal viem’s for two hundred random transfers', () => {
    for (let at = 0; at < 200; at++) {
      const wire = anyAuthorization()
      expect(hexOf(transferDigest(SEPARATOR, wire))).toBe(hashTypedData(typedTransfer(wire)))
    }
    const widest = authorize(NOW, { value: String((1n << 256n) - 1n), validBefore: String((1n << 256n) - 1n) })
    expect(hexOf(transferDigest(SEPARATOR, widest))).toBe(hashTypedData(typedTransfer(widest)))
  })

  test('the case of hex changes nothing', () => {
    const wire = authorize(NOW, { nonce: `0x${'aB'.repeat(32)}` })
    const shouted = { ...wire, from: `0x${wire.from.slice(2).toUpperCase()}`, nonce: `0x${'AB'.repeat(32)}` } as const
    expect(hexOf(transferDigest(SEPARATOR, shouted))).toBe(hexOf(transferDigest(SEPARATOR, wire)))
  })
})

describe('who signed', () => {
  test('is whom viem says, for fresh keys', async () => {
    for (let at = 0; at < 25; at++) {
      const account = privateKeyToAccount(`0x${hex(32)}`)
      const wire = { ...anyAuthorization(), from: account.address }
      const signature = await signTransfer(wire, account)
      expect(signer(wire, signature)).toBe(account.address.toLowerCase())
      expect((await recoverTypedDataAddress({ ...typedTransfer(wire), signature })).toLowerCase()).toBe(
        signer(wire, signature)!,
      )
    }
  })

  test('any changed field is another signer', async () => {
    const wire = authorize(NOW)
    const signature = await signTransfer(wire)
    const changes: Partial<WireAuthorization>[] = [
      { from: STRANGER.address },
      { to: STRANGER.address },
      { value: '10001' },
      { validAfter: '1' },
      { validBefore: String(Number(wire.validBefore) + 1) },
      { nonce: `0x${'f'.repeat(64)}` },
    ]
    for (const change of changes)
      expect(signer({ ...wire, ...change }, signature)).not.toBe(PAYER.address.toLowerCase())
  })

  test('another domain is another signer', async () => {
    const wire = authorize(NOW)
    for (const change of [
      { name: 'USDC' },
      { version: '1' },
      { chainId: 84_532 },
      { verifyingContract: STRANGER.address },
    ]) {
      const signature = await signTransfer(wire, PAYER, { ...BASE_DOMAIN, ...change })
      expect(signer(wire, signature)).not.toBe(PAYER.address.toLowerCase())
    }
  })

  test('v is 27 or 28, s is low, 65 bytes: nothing else would settle', async () => {
    const wire = authorize(NOW)
    const signature = await signTransfer(wire)
    const bytes = hexToBytes(signature)
    const [r, s, v] = [bytes.subarray(0, 32), bytes.subarray(32, 64), bytes[64]!]
    const write = (...parts: readonly Uint8Array[]) => hexOf(Buffer.concat(parts))
    const flipped = N - BigInt(hexOf(s))
    const high = Buffer.from(flipped.toString(16).padStart(64, '0'), 'hex')
    const other = Uint8Array.of(v === 27 ? 28 : 27)
    // The same signature in the half that the token refuses: it would recover to the same signer.
    expect(secp256k1.Signature.fromBytes(Buffer.concat([r, high])).hasHighS()).toBe(true)
    const refused = [
      write(r, high, other),
      write(r, high, Uint8Array.of(v)),
      write(r, s, Uint8Array.of(v - 27)),
      write(r, s, Uint8Array.of(v + 2)),
      write(r, s, Uint8Array.of(v + 8)),
      write(r, s),
      write(r, s, Uint8Array.of(v), Uint8Array.of(0)),
      write(new Uint8Array(32), s, Uint8Array.of(v)),
      write(r, new Uint8Array(32), Uint8Array.of(v)),
      write(Buffer.alloc(32, 0xff), s, Uint8Array.of(v)),
      write(bytes, bytes),
      `0x${'ab'.repeat(400)}`,
      '0x',
      '',
      signature.slice(2),
      signature.replace('0x', '0X'),
      `${signature.slice(0, -1)}g`,
    ]
    for (const each of refused) expect([each.slice(-20), signer(wire, each)]).toEqual([each.slice(-20), null])
    expect(signer(wire, write(r, s, other))).not.toBe(PAYER.address.toLowerCase())
    expect(signer(wire, write(bytes))).toBe(PAYER.address.toLowerCase())
    expect(signer(wire, write(bytes).toUpperCase().replace('0X', '0x'))).toBe(PAYER.address.toLowerCase())
  })

  test('s just at half the order is taken by the range check, one above is not', () => {
    const wire = authorize(NOW)
    const r = Buffer.from(secp256k1.Point.BASE.toBytes(true).subarray(1))
    const at = (s: bigint) =>
      hexOf(Buffer.concat([r, Buffer.from(s.toString(16).padStart(64, '0'), 'hex'), Uint8Array.of(27)]))
    expect(signer(wire, at(N / 2n))).toMatch(/^0x[0-9a-f]{40}$/)
    expect(signer(wire, at(N / 2n + 1n))).toBeNull()
  })

  test('a thousand random signatures throw nothing', () => {
    const wire = authorize(NOW)
    for (let at = 0; at < 1_000; at++) {
      const found = signer(wire, `0x${hex(64)}${random.integer(27, 28).toString(16)}`)
      expect(found === null || /^0x[0-9a-f]{40}$/.test(found)).toBe(true)
    }
  })
})

test('the sample that native libraries are tried on recovers to its key', () => {
  const digest = random.bytes(32)
  const { signature, recovery } = sampleSignature(digest)
  const key = nobleRecover(signature, recovery, digest)!
  expect(hexOf(key)).toBe(hexOf(secp256k1.getPublicKey(new Uint8Array(32).fill(1), false)))
  expect(nobleRecover(signature, 1 - recovery, digest)).not.toEqual(key)
})

import { expect, test } from 'bun:test'
import { createHmac } from 'node:crypto'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { deriveNonces } from '../../../src/dlc/wire/nonces.ts'
import { nobleSchnorr, xOnly } from '../../../src/dlc/wire/schnorr.ts'
import { dice, hex } from '../../support/dlc/random.ts'

const { BASE, Fn } = secp256k1.Point

/** What BIP-340 signs with: the one of k and n - k whose point has an even y. */
const even = (scalar: bigint): string => hex(Fn.toBytes(BASE.multiply(scalar).y % 2n === 0n ? scalar : Fn.neg(scalar)))

const root = new Uint8Array(32).fill(1)
const salt = new Uint8Array(32).fill(2)

test('a nonce is what the written rule says, computed with another library', () => {
  const id = 'BTCUSD-ABOVE-100000-1798761600'
  const scalar = (index: number): bigint => {
    const mac = createHmac('sha512', root)
    mac.update('oracle/dlc/nonce/v1').update(Uint8Array.of(id.length)).update(id).update(salt)
    mac.update(Uint8Array.of(0, 0, 0, index))
    return (BigInt(`0x${mac.digest('hex')}`) % (secp256k1.Point.CURVE().n - 1n)) + 1n
  }
  const expected = [0, 1, 2].map((index) => even(scalar(index)))
  expect(
    deriveNonces(root, id, salt, 3)
      .map(({ secret }) => hex(secret))
      .sort(),
  ).toEqual(expected.sort())
})

test('these very nonces, for ever: an announced event must still be attested by later versions', () => {
  const nonces = deriveNonces(root, 'NUMERIC-1798761600-0011223344556677', salt, 2)
  const scalars = [
    0xd2b97843b26d500c06b269a2b87470d4d68709b43c7835d1895fc34664b882d5n,
    0xa16c5e34853a2ae34eee059356caa4de00dc9fa97d243cd424a4de83bb8b042dn,
  ]
  expect(nonces.map(({ secret }) => hex(secret))).toEqual(scalars.map(even))
  expect(nonces.map(({ point }) => hex(point))).toEqual(scalars.map((scalar) => hex(xOnly(Fn.toBytes(scalar)))))
})

test('nonces come in ascending order of their points, and points belong to their secrets', () => {
  const nonces = deriveNonces(root, 'E', salt, 33)
  const points = nonces.map(({ point }) => hex(point))
  expect(points).toEqual([...points].sort())
  expect(new Set(points).size).toBe(33)
  for (const { secret, point } of nonces) expect(hex(xOnly(secret))).toBe(hex(point))
})

test('the same arguments give the same nonces; any other argument gives none of them', () => {
  const random = dice(12)
  const seen = new Set<string>()
  const collect = (r: Uint8Array, id: string, s: Uint8Array): void => {
    for (const { secret } of deriveNonces(r, id, s, 3)) {
      expect(seen.has(hex(secret))).toBe(false)
      seen.add(hex(secret))
    }
  }
  collect(root, 'E', salt)
  expect(deriveNonces(root, 'E', salt, 3)).toEqual(deriveNonces(root, 'E', salt, 3))
  for (let i = 0; i < 20; i++) {
    collect(root, 'E', random.bytes(32))
    collect(root, `E-${i}`, salt)
    collect(random.bytes(32), 'E', salt)
  }
})

test('the scalars that pairs are made of are wiped', () => {
  const given: Uint8Array[] = []
  const pair = (secret: Uint8Array) => {
    given.push(secret)
    return nobleSchnorr.pair(secret)
  }
  const nonces = deriveNonces(root, 'E', salt, 3, { pair })
  expect(given).toEqual([0, 1, 2].map(() => new Uint8Array(32)))
  expect(nonces).toEqual(deriveNonces(root, 'E', salt, 3))
})

test('a root or salt of another length is refused', () => {
  expect(() => deriveNonces(root.slice(1), 'E', salt, 1)).toThrow('root of 31 bytes')
  expect(() => deriveNonces(root, 'E', new Uint8Array(16), 1)).toThrow('salt of 16 bytes')
})

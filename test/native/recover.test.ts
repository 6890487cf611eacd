import { describe, expect, test } from 'bun:test'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { nobleRecover, sampleSignature } from '../../src/http/rails/eip3009.ts'
import { pickRecover } from '../../src/native/recover.ts'
import { loadSecp256k1 } from '../../src/native/secp256k1.ts'
import { drawn, seedOf } from '../support/draws.ts'
import { needs } from '../support/needs.ts'
import { keptLog, seededRandom } from '../support/still.ts'

/** The native add-on and noble must never be told apart: what one recovers the other does, and what one refuses too. */

const native = loadSecp256k1()
const hasNative = needs(native !== null, 'the secp256k1 add-on')

const RANDOM = drawn(10_000)
const HOSTILE = 1_000
const N = secp256k1.Point.Fn.ORDER
const P = secp256k1.Point.Fp.ORDER

const word = (value: bigint): Uint8Array => new Uint8Array(Buffer.from(value.toString(16).padStart(64, '0'), 'hex'))
const same = (a: Uint8Array | null, b: Uint8Array | null): boolean =>
  a === null || b === null ? a === b : Buffer.from(a).equals(Buffer.from(b))

describe.skipIf(!hasNative)('native recovery', () => {
  const random = seededRandom(seedOf(3_009))

  test(`finds noble's key in ${RANDOM} random signatures`, () => {
    let found = 0
    for (let n = 0; n < RANDOM; n++) {
      const digest = random.bytes(32)
      const { signature, recovery } = sampleSignature(digest)
      const theirs = native!.recover(signature, recovery, digest)
      if (theirs !== null && same(theirs, nobleRecover(signature, recovery, digest))) found++
    }
    expect(found).toBe(RANDOM)
  }, 120_000)

  test(`agrees with noble on ${HOSTILE} hostile signatures: zeros, the order and beyond, points that do not exist`, () => {
    const edges = [
      0n,
      1n,
      2n,
      N - 1n,
      N,
      N + 1n,
      N / 2n,
      N / 2n + 1n,
      P - 1n,
      P,
      2n ** 256n - 1n,
      P - N,
      P - N - 1n,
    ].map(word)
    const differ: string[] = []
    for (let n = 0; n < HOSTILE; n++) {
      const pick = () => (random.integer(0, 2) === 0 ? random.bytes(32) : edges[random.integer(0, edges.length - 1)]!)
      const [signature, recovery] = [Buffer.concat([pick(), pick()]), random.integer(0, 1)]
      const digest = random.integer(0, 4) === 0 ? word(0n) : random.bytes(32)
      if (!same(native!.recover(signature, recovery, digest), nobleRecover(signature, recovery, digest)))
        differ.push(`${signature.toString('hex')} ${recovery}`)
    }
    expect(differ).toEqual([])
  })

  test('takes no recovery id but 0 and 1: others would end the process', () => {
    const { signature } = sampleSignature(random.bytes(32))
    for (const recovery of [-1, 2, 3, 4, 255]) expect(native!.recover(signature, recovery, random.bytes(32))).toBeNull()
  })
})

test('a library that answers wrongly is not used', () => {
  const log = keptLog()
  const liar = pickRecover(() => null, sampleSignature, log)
  // The reference says nothing, the add-on does: they differ, and the reference is kept.
  expect(liar(new Uint8Array(64), 0, new Uint8Array(32))).toBeNull()
  if (native) expect(log.lines.at(-1)).toMatchObject({ event: 'native.distrusted' })
})

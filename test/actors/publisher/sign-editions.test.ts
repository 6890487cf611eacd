import { describe, expect, test } from 'bun:test'
import {
  assertSigned,
  drawNonces,
  signEditions,
  BATCH,
  runLength,
  signContent,
} from '../../../src/actors/publisher/sign-editions.ts'
import { contentStatement } from '../../../src/canonical/content.ts'
import { digest } from '../../../src/canonical/digest.ts'
import { ecdsaSigner, ed25519Signer, type Signer } from '../../../src/canonical/signature.ts'
import { verifySignature } from '../../../src/canonical/verify-signature.ts'
import { seededRandom } from '../../support/still.ts'

const SIGNERS = [ed25519Signer(new Uint8Array(32).fill(5)), ecdsaSigner(new Uint8Array(32).fill(6))]
const NAMED = SIGNERS.map((signer) => [signer.scheme, signer] as const)
const STEM = 'v1|PRICE|BTCUSD|84231.50|USD|2|kraken|median|1741514400|'

test('a batch is twice what was sold before, at least 2 (1 where the next comes within a second) and at most 32', () => {
  const runs = (everySeconds: number) => [0, 1, 2, 7, 15, 16, 17, 10_000].map((sold) => runLength(sold, everySeconds))
  expect(runs(5)).toEqual([2, 2, 4, 14, 30, 32, 32, 32])
  expect(runs(1)).toEqual([1, 2, 4, 14, 30, 32, 32, 32])
  expect(BATCH).toEqual({ least: 2, leastOfASecond: 1, most: 32 })
})

describe('nonces', () => {
  test('have six digits and differ from one another', () => {
    const drawn = drawNonces(seededRandom(1), 5_000)
    expect(new Set(drawn).size).toBe(5_000)
    for (const nonce of drawn) expect(String(nonce)).toMatch(/^[1-9]\d{5}$/)
  })

  test('are drawn again when chance repeats itself', () => {
    const row = [100_000, 100_000, 100_001, 100_000, 999_999]
    let at = 0
    const random = { bytes: () => new Uint8Array(), integer: () => row[at++]! }
    expect(drawNonces(random, 3)).toEqual([100_000, 100_001, 999_999])
  })

  test('use the whole range, both ends included', () => {
    const asked: number[][] = []
    drawNonces({ bytes: () => new Uint8Array(), integer: (min, max) => (asked.push([min, max]), min) }, 1)
    expect(asked).toEqual([[100_000, 999_999]])
  })
})

describe('editions', () => {
  test.each(NAMED)('differ in their nonces and are each signed (%s)', (scheme, signer) => {
    const editions = signEditions(signer, STEM, [482_910, 100_000, 999_999])
    expect(editions.map(({ canonical }) => canonical)).toEqual([`${STEM}482910`, `${STEM}100000`, `${STEM}999999`])
    expect(editions.map(({ nonce }) => nonce)).toEqual([482_910, 100_000, 999_999])
    for (const { canonical, signature } of editions)
      expect(verifySignature(scheme, digest(canonical), signature, signer.publicKey)).toBe(true)
    expect(new Set(editions.map(({ signature }) => signature)).size).toBe(3)
  })

  test('with a nonce that has not six digits are not signed', () => {
    for (const nonce of [99_999, 1_000_000, 0])
      expect(() => signEditions(SIGNERS[0]!, STEM, [nonce])).toThrow('six digits')
  })

  test.each(NAMED)('share one signature over their content (%s)', (scheme, signer) => {
    const { publicKey, contentSignature } = signContent(signer, 'ab'.repeat(32))
    expect(publicKey).toBe(signer.publicKey)
    const statement = digest(contentStatement('ab'.repeat(32)))
    expect(verifySignature(scheme, statement, contentSignature, publicKey)).toBe(true)
  })
})

describe('a machine that signs wrongly', () => {
  const broken = (signer: Signer): Signer => ({ ...signer, sign: () => signer.sign(digest('something else')) })

  test.each(NAMED)('is noticed before anybody can buy (%s)', (_scheme, signer) => {
    const [good] = signEditions(signer, STEM, [482_910])
    expect(() => assertSigned(signer, good!)).not.toThrow()
    const [bad] = signEditions(broken(signer), STEM, [482_910])
    expect(() => assertSigned(signer, bad!)).toThrow('signature made here does not verify')
  })
})

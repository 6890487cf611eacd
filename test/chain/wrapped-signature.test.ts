import { describe, expect, test } from 'bun:test'
import { parseErc6492Signature } from 'viem'
import { isWrapped, unwrap } from '../../src/payments/wrapped-signature.ts'
import { seededRandom } from '../support/still.ts'
import { FACTORY, wrapped } from '../support/wallets.ts'

/** ERC-6492 wrappers as strangers may write them. */

const random = seededRandom(6492)
const hex = (bytes: number): string => Buffer.from(random.bytes(bytes)).toString('hex')
const MAGIC = '6492'.repeat(16)
const word = (value: number | bigint): string => value.toString(16).padStart(64, '0')
const FACTORY_WORD = FACTORY.slice(2).toLowerCase().padStart(64, '0')

/** A wrapper of these words. */
const made = (...words: readonly string[]): string => `0x${words.join('')}${MAGIC}`

describe('a wrapped signature', () => {
  test('is read as viem wrote it, whatever the lengths', () => {
    for (let at = 0; at < 300; at++) {
      const calldata = `0x${hex(random.integer(0, 300))}`
      const signature = `0x${hex(random.integer(0, 300))}`
      const found = unwrap(wrapped(FACTORY, calldata, signature))
      expect(found).toEqual({ factory: FACTORY.toLowerCase(), calldata, signature })
    }
  })

  test('is not seen where there is none', () => {
    for (const signature of ['', '0x', `0x${'ab'.repeat(65)}`, `0x${MAGIC.slice(2)}`, `0x${MAGIC}00`]) {
      expect(isWrapped(signature)).toBe(false)
      expect(unwrap(signature)).toBeNull()
    }
  })

  test.each([
    ['nothing before the magic', made()],
    ['half a word', `0x${'00'.repeat(16)}${MAGIC}`],
    ['an odd digit', `0x0${made(FACTORY_WORD, word(96), word(128), word(0), word(0)).slice(2)}`],
    ['no digits', `0xzz${MAGIC}`],
    ['a factory alone', made(FACTORY_WORD)],
    ['an address of more than twenty bytes', made(`01${FACTORY_WORD.slice(2)}`, word(96), word(128), word(0), word(0))],
    ['an offset behind the end', made(FACTORY_WORD, word(4_096), word(128), word(0), word(0))],
    ['an offset into the magic', made(FACTORY_WORD, word(160), word(128), word(0), word(0))],
    ['an offset of 2^256 - 1', made(FACTORY_WORD, word((1n << 256n) - 1n), word(128), word(0), word(0))],
    ['an offset of 2^53', made(FACTORY_WORD, word(1n << 53n), word(128), word(0), word(0))],
    ['a length of 2^256 - 1', made(FACTORY_WORD, word(96), word(128), word((1n << 256n) - 1n), word(0))],
    ['a length that is one byte too many', made(FACTORY_WORD, word(96), word(128), word(0), word(33), word(0))],
    ['a signature that is not there', made(FACTORY_WORD, word(96), word(4_096), word(0), word(0))],
  ])('is refused with %s', (_what, signature) => {
    expect(unwrap(signature)).toBeNull()
  })

  test('that is passed on is read by the official reader, without an error and in the same way', () => {
    let read = 0
    for (let at = 0; at < 5_000; at++) {
      // Words near what is sensible, so that about one in ten is good.
      const words = Array.from({ length: random.integer(3, 9) }, () => word(32 * random.integer(0, 8)))
      const signature = made(random.integer(0, 9) === 0 ? hex(32) : FACTORY_WORD, ...words)
      const found = unwrap(signature)
      if (found === null) continue
      read++
      const { address, data, signature: inner } = parseErc6492Signature(signature as `0x${string}`)
      expect<unknown>({ factory: address?.toLowerCase(), calldata: data, signature: inner }).toEqual(found)
    }
    expect(read).toBeGreaterThan(100)
  })
})

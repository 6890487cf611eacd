import { expect, test } from 'bun:test'
import { createHmac } from 'node:crypto'
import { hmacSha256 } from '../../../src/http/rails/hmac.ts'
import { seededRandom } from '../../support/still.ts'

const random = seededRandom(2104)
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
const expected = (key: Uint8Array, message: Uint8Array | string): string =>
  createHmac('sha256', key).update(message).digest('hex')

test('is what the definition says, whatever was hashed before: keys and messages of all lengths, in any order', () => {
  for (let turn = 0; turn < 2_000; turn++) {
    const [a = 0, b = 0] = random.bytes(2)
    const key = random.bytes(a % 65)
    const message = random.bytes(turn % 7 === 0 ? b * 24 : b)
    expect(hex(hmacSha256(key, message, new Uint8Array(32)))).toBe(expected(key, message))
  }
})

test('texts count as UTF-8, short and long ones', () => {
  const key = random.bytes(32)
  for (const text of [
    '',
    'sats=10',
    'ä€😀',
    '\ud800',
    'x'.repeat(1_365),
    '€'.repeat(1_365),
    '€'.repeat(1_366),
    'x'.repeat(9_000),
  ])
    expect(hex(hmacSha256(key, text, new Uint8Array(32)))).toBe(expected(key, text))
})

test('messages at the end of the memory and beyond it', () => {
  const key = random.bytes(32)
  for (const length of [4_095, 4_096, 4_097, 10_000]) {
    const message = random.bytes(length)
    expect(hex(hmacSha256(key, message, new Uint8Array(32)))).toBe(expected(key, message))
  }
})

test('a chain may overwrite its key', () => {
  const link = Buffer.from(random.bytes(32))
  const after = expected(link, 'next')
  expect(hex(hmacSha256(link, 'next', link))).toBe(after)
})

test('refuses a key that would have to be hashed first', () => {
  expect(() => hmacSha256(new Uint8Array(65), '', new Uint8Array(32))).toThrow(RangeError)
})

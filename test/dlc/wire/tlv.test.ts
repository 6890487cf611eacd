import { expect, test } from 'bun:test'
import { Malformed, bigSize, bool, decode, i32, prefixed, raw, u16, u32, u8 } from '../../../src/dlc/wire/tlv.ts'
import { dice, hex, unhex } from '../../support/dlc/random.ts'

/** BOLT 1, Appendix A, "BigSize Decoding Tests" and "BigSize Encoding Tests". */
const BIG_SIZES: readonly [bigint, string][] = [
  [0n, '00'],
  [252n, 'fc'],
  [253n, 'fd00fd'],
  [65535n, 'fdffff'],
  [65536n, 'fe00010000'],
  [4294967295n, 'feffffffff'],
  [4294967296n, 'ff0000000100000000'],
  [18446744073709551615n, 'ffffffffffffffffff'],
]

test.each(BIG_SIZES)('BigSize %d is %s', (value, bytes) => {
  expect(hex(bigSize.write(value))).toBe(bytes)
  expect(decode(bigSize, unhex(bytes))).toBe(value)
})

test.each(['fd00fc', 'fe0000ffff', 'ff00000000ffffffff'])('BigSize %s is not in its shortest form', (bytes) => {
  expect(() => decode(bigSize, unhex(bytes))).toThrow(Malformed)
})

test.each(['', 'fd', 'fd00', 'fe', 'feffff', 'ff', 'ffffffffff'])('BigSize "%s" is cut short', (bytes) => {
  expect(() => decode(bigSize, unhex(bytes))).toThrow(Malformed)
})

test('a BigSize has at most 64 bits and no sign', () => {
  expect(() => bigSize.write(1n << 64n)).toThrow(RangeError)
  expect(() => bigSize.write(-1n)).toThrow(RangeError)
})

test('integers are big endian and keep their sign', () => {
  expect(hex(u16.write(0x0100))).toBe('0100')
  expect(hex(u32.write(1798761600))).toBe('6b36ec80')
  expect(hex(i32.write(-2))).toBe('fffffffe')
  for (const value of [-0x80000000, -1, 0, 1, 0x7fffffff]) expect(decode(i32, i32.write(value))).toBe(value)
  expect(decode(u32, unhex('ffffffff'))).toBe(0xffffffff)
})

test('integers refuse what does not fit', () => {
  for (const value of [-1, 256, 1.5, NaN]) expect(() => u8.write(value)).toThrow(RangeError)
  expect(() => u32.write(2 ** 32)).toThrow(RangeError)
  expect(() => i32.write(2 ** 31)).toThrow(RangeError)
})

test('a boolean has one spelling', () => {
  expect(decode(bool, unhex('01'))).toBe(true)
  expect(decode(bool, unhex('00'))).toBe(false)
  expect(() => decode(bool, unhex('02'))).toThrow(Malformed)
})

test('nothing may follow a value', () => {
  expect(() => decode(u8, unhex('0100'))).toThrow('1 bytes after the end')
})

test('a value that is cut short is refused where it stands, not by what follows', () => {
  expect(() => u32.read({ bytes: unhex('0102'), at: 0 })).toThrow('2 bytes missing')
  expect(() => raw(3).read({ bytes: unhex('010203'), at: 1 })).toThrow('1 bytes missing')
  expect(() => prefixed.read({ bytes: unhex('0201'), at: 0 })).toThrow('1 bytes missing')
})

test('a length that exceeds what is there is refused before anything is allocated', () => {
  expect(() => decode(prefixed, unhex('ffffffffffffffffff00'))).toThrow(Malformed)
  expect(() => decode(prefixed, unhex('0201'))).toThrow(Malformed)
})

test('what was read is a copy', () => {
  const bytes = unhex('aabb')
  const value = decode(raw(2), bytes)
  bytes[0] = 0
  expect(hex(value)).toBe('aabb')
})

test('random BigSizes and byte strings come back', () => {
  const random = dice(1)
  for (let i = 0; i < 2000; i++) {
    const value = random.big((1n << BigInt(random.integer(0, 64))) - 1n)
    expect(decode(bigSize, bigSize.write(value))).toBe(value)
    const bytes = random.bytes(random.integer(0, 300))
    expect(decode(prefixed, prefixed.write(bytes))).toEqual(bytes)
  }
})

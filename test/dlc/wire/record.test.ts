import { expect, test } from 'bun:test'
import { body, counted, text, textBytes, times, tlv } from '../../../src/dlc/wire/record.ts'
import { Malformed, decode, u16, u8 } from '../../../src/dlc/wire/tlv.ts'
import { dice, hex, unhex } from '../../support/dlc/random.ts'

const pair = body<{ first: number; second: number }>({ first: u8, second: u16 })

test('a body is its fields in order, a record adds type and length', () => {
  expect(hex(pair.write({ first: 1, second: 2 }))).toBe('010002')
  expect(hex(tlv(55302, pair).write({ first: 1, second: 2 }))).toBe('fdd80603010002')
  expect(decode(tlv(55302, pair), unhex('fdd80603010002'))).toEqual({ first: 1, second: 2 })
})

test.each([
  ['another type', 'fdd80703010002'],
  ['a length too short for its fields', 'fdd806020100'],
  ['a length longer than its fields', 'fdd8060401000200'],
  ['a length longer than the bytes', 'fdd80604010002'],
  ['a byte after the record', 'fdd8060301000200'],
  ['a length not in its shortest form', 'fdd806fd0003010002'],
  ['a type not in its shortest form', 'fe0000d80603010002'],
])('a record with %s is refused', (_what, bytes) => {
  expect(() => decode(tlv(55302, pair), unhex(bytes))).toThrow(Malformed)
})

test('text is written in NFC and its length counts bytes', () => {
  expect(hex(text.write('e\u0301'))).toBe('02c3a9')
  expect(hex(text.write('x'.repeat(253)).slice(0, 3))).toBe('fd00fd')
})

test.each([
  ['broken UTF-8', '01ff'],
  ['an overlong form', '02c080'],
  ['a surrogate', '03eda080'],
  ['text in NFD', '0365cc81'],
])('text with %s is refused', (_what, bytes) => {
  expect(() => decode(text, unhex(bytes))).toThrow(Malformed)
})

test('a byte-order mark is a character like any other', () => {
  expect(decode(text, unhex('04efbbbf61'))).toBe('\ufeffa')
})

test('half a surrogate pair is never written: it would be signed as U+FFFD', () => {
  expect(() => textBytes('a\ud800')).toThrow(RangeError)
})

test('a list is as long as its count', () => {
  expect(hex(counted(u8).write([1, 2]))).toBe('00020102')
  expect(() => decode(counted(u8), unhex('000301'))).toThrow(Malformed)
  expect(() => times(2, u8).write([1])).toThrow(RangeError)
})

test('random lists of texts come back, and every truncation is refused', () => {
  const random = dice(2)
  const coder = tlv(random.integer(0, 100_000), counted(text))
  for (let i = 0; i < 100; i++) {
    const value = Array.from({ length: random.integer(0, 5) }, () => random.text(12))
    const bytes = coder.write(value)
    expect(decode(coder, bytes)).toEqual(value)
    for (let cut = 0; cut < bytes.length; cut++) expect(() => decode(coder, bytes.subarray(0, cut))).toThrow(Malformed)
    expect(() => decode(coder, Uint8Array.of(...bytes, 0))).toThrow(Malformed)
  }
})

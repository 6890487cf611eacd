import { describe, expect, test } from 'bun:test'
import { createHmac } from 'node:crypto'
import { isGenuine, mint, readMacaroon } from '../../../src/http/rails/macaroon.ts'
import { seededRandom } from '../../support/still.ts'

/** The binary form, version 2, byte by byte, and the signature chain recomputed here from its definition. */

const hmac = (key: Uint8Array, data: Uint8Array | string) => createHmac('sha256', key).update(data).digest()
const ascii = (text: string) => Buffer.from(text, 'ascii')

/** Go's macaroon.v2: the root key goes through one HMAC, then identifier and caveats. */
const chained = (rootKey: Uint8Array, identifier: Uint8Array, caveats: readonly string[]): Buffer => {
  let signature = hmac(hmac(ascii('macaroons-key-generator'), rootKey), identifier)
  for (const caveat of caveats) signature = hmac(signature, caveat)
  return signature
}

const ROOT = Buffer.from('this is our super secret key; only we should know it', 'ascii')
const LOCATION = 'claros'

describe('bytes', () => {
  test('without caveats', () => {
    const identifier = ascii('we used our secret key')
    const expected = Buffer.concat([
      Buffer.from([2]),
      Buffer.from([1, 6]),
      ascii('claros'),
      Buffer.from([2, 22]),
      identifier,
      Buffer.from([0]),
      Buffer.from([0]),
      Buffer.from([6, 32]),
      chained(ROOT, identifier, []),
    ])
    expect(Buffer.from(mint(ROOT, LOCATION, identifier, [])).toString('hex')).toBe(expected.toString('hex'))
    // libmacaroons, README: the signature of exactly this key and identifier.
    expect(expected.subarray(-32).toString('hex')).toBe(
      'e3d9e02908526c4c0039ae15114115d97fdd68bf2ba379b342aaf0f617d0552f',
    )
  })

  test('with a caveat', () => {
    const identifier = ascii('we used our secret key')
    const caveat = 'test = caveat'
    const expected = Buffer.concat([
      Buffer.from([2, 1, 6]),
      ascii('claros'),
      Buffer.from([2, 22]),
      identifier,
      Buffer.from([0]),
      Buffer.from([2, 13]),
      ascii(caveat),
      Buffer.from([0]),
      Buffer.from([0, 6, 32]),
      chained(ROOT, identifier, [caveat]),
    ])
    expect(Buffer.from(mint(ROOT, LOCATION, identifier, [caveat])).toString('hex')).toBe(expected.toString('hex'))
    expect(expected.subarray(-32).toString('hex')).toBe(
      '197bac7a044af33332865b9266e26d493bdd668a660e44d88ce1a998c23dbd67',
    )
  })

  test('lengths are varints: 127 in one byte, 128 and 300 in two', () => {
    for (const [length, bytes] of [
      [127, [0x7f]],
      [128, [0x80, 0x01]],
      [300, [0xac, 0x02]],
    ] as const) {
      const made = Buffer.from(mint(ROOT, '', ascii('i'), ['c'.repeat(length)]))
      const head = Buffer.from([2, 1, 0, 2, 1, 0x69, 0, 2, ...bytes])
      expect(made.subarray(0, head.length).toString('hex')).toBe(head.toString('hex'))
      expect(readMacaroon(made)?.caveats).toEqual(['c'.repeat(length)])
    }
  })
})

const random = seededRandom(5)
const sample = (caveats: readonly string[] = ['a=1', 'b=2']) =>
  Buffer.from(mint(ROOT, LOCATION, random.bytes(66), caveats))

describe('reading', () => {
  test('what was minted, two hundred times, genuine under its key alone', () => {
    for (let at = 0; at < 200; at++) {
      const identifier = random.bytes(random.integer(1, 200))
      const caveats = Array.from({ length: random.integer(0, 8) }, (_, n) => `n${n}=${random.integer(0, 1e9)}é`)
      const read = readMacaroon(mint(ROOT, LOCATION, identifier, caveats))!
      expect(Buffer.from(read.identifier)).toEqual(Buffer.from(identifier))
      expect(read.caveats).toEqual(caveats)
      expect(isGenuine(read, ROOT)).toBe(true)
      expect(isGenuine(read, random.bytes(32))).toBe(false)
    }
  })

  test('the location is optional and counts for nothing', () => {
    const made = sample()
    const without = Buffer.concat([made.subarray(0, 1), made.subarray(9)])
    expect(isGenuine(readMacaroon(without)!, ROOT)).toBe(true)
  })

  test('cut anywhere, it is none', () => {
    const made = sample()
    for (let length = 0; length < made.length; length++) expect(readMacaroon(made.subarray(0, length))).toBeNull()
  })

  test('with anything behind it, it is none', () => {
    for (const tail of [[0], [6, 32], [2, 1, 65]])
      expect(readMacaroon(Buffer.concat([sample(), Buffer.from(tail)]))).toBeNull()
  })

  test('any flipped bit makes it unreadable or forged, except in the location', () => {
    const made = sample()
    for (let at = 0; at < made.length; at++) {
      if (at >= 3 && at < 9) continue
      const changed = Buffer.from(made)
      changed[at]! ^= 1 << random.integer(0, 7)
      const read = readMacaroon(changed)
      expect([at, read !== null && isGenuine(read, ROOT)]).toEqual([at, false])
    }
  })

  test('third-party caveats are refused: nobody discharges them here', () => {
    const identifier = ascii('id')
    const bytes = Buffer.concat([
      Buffer.from([2, 2, 2]),
      identifier,
      Buffer.from([0]),
      Buffer.from([1, 4]),
      ascii('auth'),
      Buffer.from([2, 3]),
      ascii('3rd'),
      Buffer.from([4, 2, 9, 9]),
      Buffer.from([0, 0, 6, 32]),
      chained(ROOT, identifier, ['3rd']),
    ])
    expect(readMacaroon(bytes)).toBeNull()
  })

  test('other versions, foreign field numbers and signatures of other lengths are refused', () => {
    const made = sample([])
    for (const first of [0, 1, 3, 0x7b])
      expect(readMacaroon(Buffer.concat([Buffer.from([first]), made.subarray(1)]))).toBeNull()
    const short = Buffer.concat([made.subarray(0, -34), Buffer.from([6, 31]), made.subarray(-31)])
    expect(readMacaroon(short)).toBeNull()
    const odd = Buffer.from(made)
    odd[odd.length - 34] = 7
    expect(readMacaroon(odd)).toBeNull()
    expect(readMacaroon(ascii('MDAxY2xvY2F0aW9uIGh0dHA6'))).toBeNull()
  })

  test('sizes have limits: bytes, fields and caveats', () => {
    expect(readMacaroon(sample(Array.from({ length: 32 }, (_, at) => `${at}`)))).not.toBeNull()
    expect(readMacaroon(sample(Array.from({ length: 33 }, (_, at) => `${at}`)))).toBeNull()
    expect(readMacaroon(sample(['x'.repeat(1_024)]))).not.toBeNull()
    expect(readMacaroon(sample(['x'.repeat(1_025)]))).toBeNull()
    expect(readMacaroon(sample(Array.from({ length: 5 }, () => 'x'.repeat(1_000))))).toBeNull()
    // A length that promises gigabytes, or that never ends.
    for (const length of [
      [0xff, 0xff, 0xff, 0xff, 0x0f],
      [0x80, 0x80, 0x80, 0x80, 0x80],
      [0xff, 0xff, 0x7f],
    ])
      expect(readMacaroon(Buffer.from([2, 2, ...length, 65, 0, 0]))).toBeNull()
  })

  test('thousands of random bytes are none and throw nothing', () => {
    for (let at = 0; at < 5_000; at++) {
      const bytes = Buffer.concat([Buffer.from([2, 2]), random.bytes(random.integer(0, 120))])
      const read = readMacaroon(bytes)
      expect(read === null || !isGenuine(read, ROOT)).toBe(true)
    }
  })
})

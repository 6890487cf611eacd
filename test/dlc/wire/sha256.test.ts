import { expect, test } from 'bun:test'
import { sha256 as portable } from '@noble/hashes/sha2.js'
import { sha256 } from '../../../src/dlc/wire/sha256.ts'
import { concat } from '../../../src/dlc/wire/tlv.ts'

/** FIPS 180-4: the hash of `abc`. That a browser takes the portable one is seen in `test/web/events.test.ts`. */
const ABC = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

test('is SHA-256, however the bytes are cut', () => {
  expect(sha256(bytes('abc')).toHex()).toBe(ABC)
  expect(sha256(bytes('a'), new Uint8Array(), bytes('bc')).toHex()).toBe(ABC)
})

test('gives what browsers get, who have no other than the portable one', () => {
  for (const length of [0, 1, 55, 56, 63, 64, 65, 1_000]) {
    const pieces = [new Uint8Array(length).fill(length), bytes('tail')]
    expect(sha256(...pieces).toHex()).toBe(portable(concat(pieces)).toHex())
  }
})

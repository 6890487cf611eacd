import { describe, expect, test } from 'bun:test'
import { gunzipSync } from 'node:zlib'
import { gzipOf, takesGzip } from '../../../src/http/wire/gzip.ts'
import { longText } from '../../../src/store/claims/long-body.ts'

describe('a gzip of a beginning and an end', () => {
  const texts = [
    '',
    'a',
    'é'.repeat(9_001),
    JSON.stringify(Array.from({ length: 5_000 }, (_, at) => `${at}:${at % 7}`)),
  ]
  const ends = ['', '}', ',"canonical":"v1|€","signature":"c2ln"}', 'x'.repeat(70_000)]

  test('is one member that everybody unpacks to the whole text', async () => {
    for (const start of texts)
      for (const end of ends) {
        const bytes = gzipOf(await longText(start).packed(), end)
        expect(gunzipSync(bytes).toString()).toBe(start + end)
        expect(new TextDecoder().decode(Bun.gunzipSync(bytes))).toBe(start + end)
      }
  })

  test('carries the sum and the length of the text: another end is noticed', async () => {
    const { bytes, crc, length } = await longText(texts[3]!).packed()
    expect(() => gunzipSync(gzipOf({ bytes, crc: crc + 1, length }, '}'))).toThrow()
    expect(() => gunzipSync(gzipOf({ bytes, crc, length: length + 1 }, '}'))).toThrow()
  })
})

test.each([
  ['gzip', true],
  ['br, GZIP;q=0.5', true],
  ['x-gzip', true],
  ['*', true],
  ['deflate, *;q=0.1', true],
  ['*, gzip;q=0', false],
  ['gzip;q=0.0', false],
  ['*;q=0', false],
  ['deflate, br', false],
  ['gzipped', false],
  ['', false],
])('a client that takes %p', (coding, takes) => {
  expect(takesGzip(new Request('http://x/', { headers: { 'accept-encoding': coding } }))).toBe(takes)
})

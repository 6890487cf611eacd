import { expect, test } from 'bun:test'
import { gunzipSync } from 'node:zlib'
import { jsonDocument, textDocument } from '../../../src/http/wire/document.ts'

const KEPT = { 'cache-control': 'public, max-age=3600' }
const short = jsonDocument({ ports: ['NLRTM'] }, KEPT)
const TEXT = 'a long document '.repeat(200)
const long = textDocument(TEXT, { ...KEPT, 'content-type': 'text/plain', vary: 'accept' })

const ask = (document: typeof short, headers: Readonly<Record<string, string>> = {}) =>
  document({ request: new Request('https://oracle.example/x', { headers }) })
const tagOf = async (document: typeof short, coding = 'identity'): Promise<string> =>
  (await ask(document, { 'accept-encoding': coding })).headers.get('etag') ?? ''

const TAG = await tagOf(short)
const [PLAIN, PACKED] = [await tagOf(long), await tagOf(long, 'gzip')]

test('a document comes with its tag, and may be kept', async () => {
  const response = await ask(short)
  expect([response.status, await response.json()]).toEqual([200, { ports: ['NLRTM'] }])
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(TAG).toMatch(/^"[0-9a-f]{32}"$/)
  expect(response.headers.get('cache-control')).toBe('public, max-age=3600')
})

test.each([TAG, `W/${TAG}`, `"other", ${TAG}`, '*'])('is not sent again to who has it: %s', async (tag) => {
  const response = await ask(short, { 'if-none-match': tag })
  expect([response.status, await response.text(), response.headers.get('etag')]).toEqual([304, '', TAG])
  expect(response.headers.get('cache-control')).toBe('public, max-age=3600')
  expect(response.headers.has('content-type')).toBe(false)
})

test.each(['"other"', TAG.replaceAll('"', ''), ''])('is sent to who has another: %s', async (tag) => {
  expect((await ask(short, { 'if-none-match': tag })).status).toBe(200)
})

test('another document has another tag', async () => {
  expect(await tagOf(jsonDocument({ ports: ['USNYC'] }, KEPT))).not.toBe(TAG)
})

test('a long one is packed for who takes that, under a tag of its own', async () => {
  const packed = await ask(long, { 'accept-encoding': 'br, gzip;q=0.5' })
  const bytes = await packed.bytes()
  expect(packed.headers.get('content-encoding')).toBe('gzip')
  expect([gunzipSync(bytes).toString(), bytes.length < TEXT.length / 4]).toEqual([TEXT, true])
  expect(PACKED).not.toBe(PLAIN)
})

test.each(['identity', 'br', 'gzip;q=0'])('and not for who does not: %s', async (coding) => {
  const response = await ask(long, { 'accept-encoding': coding })
  expect([response.headers.get('content-encoding'), await response.text()]).toEqual([null, TEXT])
  expect(response.headers.get('etag')).toBe(PLAIN)
})

test('a short one never', async () => {
  expect((await ask(short, { 'accept-encoding': 'gzip' })).headers.get('content-encoding')).toBeNull()
})

test('caches are told that the answer depends on what the client takes', async () => {
  for (const coding of ['gzip', 'identity'])
    expect((await ask(long, { 'accept-encoding': coding })).headers.get('vary')).toBe('accept, accept-encoding')
  expect((await ask(short)).headers.get('vary')).toBe('accept-encoding')
})

test('whoever has either form has the document', async () => {
  for (const [coding, own] of [
    ['gzip', PACKED],
    ['identity', PLAIN],
  ] as const)
    for (const tag of [PLAIN, PACKED]) {
      const response = await ask(long, { 'accept-encoding': coding, 'if-none-match': tag })
      expect([response.status, response.headers.get('etag'), response.headers.has('content-encoding')]).toEqual([
        304,
        own,
        false,
      ])
    }
})

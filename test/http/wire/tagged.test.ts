import { expect, test } from 'bun:test'
import type { Call } from '../../../src/http/wire/endpoint.ts'
import { taggedDocument } from '../../../src/http/wire/tagged.ts'

const document = taggedDocument({ ports: ['NLRTM'] }, 3_600)

const ask = (tag?: string): Response =>
  document({
    request: new Request('https://oracle.example/x', tag === undefined ? {} : { headers: { 'if-none-match': tag } }),
  } as Call)

const TAG = ask().headers.get('etag') ?? ''

test('a document comes with its tag, and may be kept', async () => {
  const response = ask()
  expect([response.status, await response.json()]).toEqual([200, { ports: ['NLRTM'] }])
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(TAG).toMatch(/^"[0-9a-f]{32}"$/)
  expect(response.headers.get('cache-control')).toBe('public, max-age=3600')
})

test.each([TAG, `W/${TAG}`, `"other", ${TAG}`, '*'])('is not sent again to who has it: %s', async (tag) => {
  const response = ask(tag)
  expect([response.status, await response.text(), response.headers.get('etag')]).toEqual([304, '', TAG])
})

test.each(['"other"', TAG.replaceAll('"', ''), ''])('is sent to who has another: %s', (tag) =>
  expect(ask(tag).status).toBe(200),
)

test('another document has another tag', () => {
  const other = taggedDocument({ ports: ['USNYC'] }, 1)({ request: new Request('https://oracle.example/x') } as Call)
  expect(other.headers.get('etag')).not.toBe(TAG)
})

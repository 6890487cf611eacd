import { expect, test } from 'bun:test'
import { waitUntilReady } from '../../src/demo/ready.ts'

/** A Redis of an hour ago answers previews at once; nothing is for sale before the first new price. */
const stub = (offer: (asked: number) => Response) => {
  let asked = 0
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: ({ url }) => (url.endsWith('/btc/usd') ? offer(++asked) : new Response('{}')),
  })
  return { server, baseUrl: server.url.origin, asked: () => asked }
}

const lightning = { 'www-authenticate': 'L402' }
const both = { ...lightning, 'payment-required': 'e30=' }
const quiet = { hopeless: () => '', say: () => {} }

test('ready when the paid path offers both rails, not when an old preview is shown', async () => {
  const { server, baseUrl, asked } = stub((count) =>
    count < 3
      ? new Response('', { status: 503 })
      : new Response('', { status: 402, headers: count < 4 ? lightning : both }),
  )
  try {
    await waitUntilReady(baseUrl, { limitMs: 10_000, ...quiet })
    expect(asked()).toBe(4)
  } finally {
    await server.stop(true)
  }
})

test('not ready in time: what was missing, or who refused to start', async () => {
  const { server, baseUrl } = stub(() => new Response('', { status: 503 }))
  try {
    await expect(waitUntilReady(baseUrl, { limitMs: 300, ...quiet })).rejects.toThrow(
      'not for sale on both rails within 0.3 s',
    )
    await expect(waitUntilReady(baseUrl, { limitMs: 300, ...quiet, hopeless: () => 'server-1' })).rejects.toThrow(
      'server-1 did not start',
    )
  } finally {
    await server.stop(true)
  }
})

import { afterAll, expect, test } from 'bun:test'
import { startReceiver } from '../../src/demo/receiver.ts'

/** The customer of the tour, on a port where others may knock as well. */

const receiver = startReceiver()
afterAll(() => receiver.stop())

test('the first call is the first that is meant for it', async () => {
  const origin = new URL(receiver.url).origin
  for (const [url, method] of [
    [origin, 'POST'],
    [`${origin}/contract`, 'POST'],
    [receiver.url, 'GET'],
  ] as const)
    expect((await fetch(url, { method })).status).toBe(404)
  expect(await receiver.arrived(1)).toBeNull()
  const headers = { 'webhook-id': 'evt_1', 'webhook-timestamp': '5', 'webhook-signature': 'v1a,x' }
  expect((await fetch(receiver.url, { method: 'POST', headers, body: '{"a":1}' })).status).toBe(204)
  await fetch(receiver.url, { method: 'POST', body: 'later' })
  expect(await receiver.arrived(60_000)).toEqual({ headers, body: '{"a":1}' })
  expect(receiver.url).toContain(receiver.place)
})

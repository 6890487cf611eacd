import { afterAll, expect, test } from 'bun:test'
import { visitHealth } from '../../src/demo/health-stop.ts'
import { TourFailed } from '../../src/demo/stop.ts'

/** The first stop of the tour, against what a service may say of itself. */

const feed = (name: string, sellable: number, total: number) => ({ feed: name, sellable, total })
const rail = (name: string, open: boolean, reason: string | null = null, warning: string | null = null) => ({
  rail: name,
  open,
  reason,
  warning,
})

const WELL = {
  status: 'ok',
  mode: 'demo',
  sellable: 9,
  total: 9,
  rails: [rail('l402', true), rail('x402', true)],
  wrong_clocks: [],
  workers: [{ role: 'courier', reason: null }],
  oracle: { signs: true },
  feeds: [feed('price/spot', 9, 9)],
}

let health: { readonly status: number; readonly body: unknown } = { status: 200, body: WELL }
const server = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  fetch: () => Response.json(health.body, { status: health.status }),
})
afterAll(() => server.stop(true))

/** What the stop says when the service says this. */
const told = async (body: unknown, status = 200): Promise<string> => {
  health = { status, body }
  const lines: string[] = []
  await visitHealth({
    baseUrl: server.url.origin,
    sandboxUrl: '',
    buyerKey: '0x',
    dataFolder: '',
    say: (line) => void lines.push(line),
    countDown: () => {},
  })
  return lines.join('\n')
}

test('a service that is well has no reasons', async () => {
  expect(await told(WELL)).toBe(
    '   status     ok\n   for sale   9 of 9 answers, paid with l402 or x402\n   oracle     signs events',
  )
})

test('one that is degraded says why, each reason in a line of its own', async () => {
  const waiting = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => feed(name, 0, 1))
  const said = await told({
    ...WELL,
    status: 'degraded',
    sellable: 3,
    rails: [rail('l402', false, 'the node does not answer'), rail('x402', true, null, 'the chain is behind')],
    wrong_clocks: [{ reason: 'a worker is 3 s off' }],
    workers: [{ role: 'courier', reason: 'no process plays it' }],
    oracle: { signs: false },
    feeds: [feed('well', 1, 1), ...waiting],
  })
  expect(said.split('\n')).toEqual([
    '   status     degraded',
    '              6 answers still wait for their first data, as in any first minute: a, b, c, d and 2 more',
    '              l402 is closed: the node does not answer',
    '              x402: the chain is behind',
    '              a worker is 3 s off',
    '              courier: no process plays it',
    '              the DLC oracle does not sign yet',
    '   for sale   3 of 9 answers, paid with x402',
    '   oracle     does not sign yet',
  ])
})

test('one that is down, is no demonstration, or does not answer with JSON fails the tour', async () => {
  await expect(told({ ...WELL, status: 'down' })).rejects.toThrow(TourFailed)
  await expect(told({ ...WELL, mode: 'live' })).rejects.toThrow('health answered 200')
  await expect(told(WELL, 503)).rejects.toThrow('health answered 503')
})

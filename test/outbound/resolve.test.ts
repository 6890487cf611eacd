import { afterAll, beforeAll, expect, test } from 'bun:test'
import { getServers, setServers } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { createVisitor } from '../../src/outbound/visit.ts'
import { systemClock } from '../../src/system/clock.ts'

/** Strangers choose which names are resolved, and so which server of names keeps us waiting. */

const before = getServers()
let asked = 0
let silent: Bun.udp.Socket<'buffer'>

beforeAll(async () => {
  silent = await Bun.udpSocket({ hostname: '127.0.0.1', port: 0, socket: { data: () => void asked++ } })
  // c-ares alone reads this; the resolver of the C library asks its own servers.
  setServers([`127.0.0.1:${silent.port}`])
})
afterAll(() => {
  setServers(before)
  silent.close()
})

test('names whose servers are silent keep nobody else waiting, and are judged again at the call', async () => {
  const visitor = createVisitor({ allow: [], clock: systemClock })
  const names = Array.from({ length: 64 }, (_, n) => `https://n${n}.silent.example/`)
  let done = 0
  const prospects = names.map((url) => visitor.prospect(url, 1_000).finally(() => done++))
  // These take a thread each, of the few there are.
  await Promise.all([lookup('localhost'), Bun.file(import.meta.path).text()])
  expect(done).toBe(0)
  expect(await Promise.all(prospects)).toEqual(names.map(() => ({ kind: 'unresolved' })))
  expect(asked).toBeGreaterThanOrEqual(names.length)
})

test('a name of this machine is found without a server of names', async () => {
  const server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response('here') })
  try {
    const allow = [`localhost:${server.port}`]
    const visitor = createVisitor({ allow, clock: systemClock })
    const visit = await visitor.visit({
      method: 'GET',
      url: `http://${allow[0]}/`,
      headers: {},
      maxBytes: 100,
      timeLimitMs: 60_000,
    })
    expect(visit).toMatchObject({ kind: 'answered', status: 200, body: 'here' })
  } finally {
    await server.stop(true)
  }
})

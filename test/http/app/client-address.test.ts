import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type App } from '../../../src/http/app/app.ts'
import { clientAddress } from '../../../src/http/app/client-address.ts'
import { listen } from '../../../src/http/app/listen.ts'
import { rawRequest } from '../../support/shop.ts'

const PEER = '198.51.100.1'

describe('the client’s address', () => {
  test.each([
    // Without a proxy nobody’s word is taken.
    ['203.0.113.7', 0, PEER],
    [null, 0, PEER],
    [null, 1, PEER],
    ['203.0.113.7', 1, '203.0.113.7'],
    ['1.1.1.1, 203.0.113.7', 1, '203.0.113.7'],
    ['1.1.1.1,203.0.113.7 , 192.0.2.9', 2, '203.0.113.7'],
    ['1.1.1.1, 203.0.113.7, 192.0.2.9, 192.0.2.10', 3, '203.0.113.7'],
    ['2001:db8::7', 1, '2001:db8::7'],
    ['::ffff:203.0.113.7', 1, '::ffff:203.0.113.7'],
    ['203.0.113.7:4711', 1, '203.0.113.7'],
    ['[2001:db8::7]:4711', 1, '2001:db8::7'],
    ['[2001:db8::7]', 1, '2001:db8::7'],
    // It did not come through all of them: what it says may be invented.
    ['203.0.113.7', 2, PEER],
    ['1.1.1.1, 203.0.113.7', 3, PEER],
    ['', 1, PEER],
    ['203.0.113.7,', 1, PEER],
    ['203.0.113.7, unknown', 1, PEER],
    ['203.0.113.7, _hidden, 192.0.2.9', 2, PEER],
    ['203.0.113.7, 1.2.3, 192.0.2.9', 2, PEER],
    ['203.0.113.7;192.0.2.9', 1, PEER],
  ])('%p behind %p', (forwarded, proxies, address) => {
    expect(clientAddress(forwarded, proxies, PEER)).toBe(address)
  })

  test('is the other end’s where a list is long and empty', () => {
    for (const letter of ['9', ',', ':']) expect(clientAddress(letter.repeat(8_000), 1, PEER)).toBe(PEER)
  })

  test('is nobody’s when the socket is gone', () => {
    expect(clientAddress(null, 0, undefined)).toBe('0.0.0.0')
    expect(clientAddress('203.0.113.7', 1, undefined)).toBe('203.0.113.7')
  })
})

describe('a listening server', () => {
  const echo: App = async (_request, address) => new Response(address)
  const open = (trustProxy: number) => listen(echo, { hostname: '127.0.0.1', port: 0, share: false, trustProxy })
  let servers: readonly ReturnType<typeof open>[]
  beforeAll(() => {
    servers = [0, 1, 2].map(open)
  })
  afterAll(() => Promise.all(servers.map((server) => server.drain())))

  test.each([
    [0, '127.0.0.1'],
    [1, '203.0.113.9'],
    [2, '203.0.113.8'],
  ])('behind %p proxies counts over all headers of that name', async (proxies, address) => {
    const fields = ['Host: x', 'X-Forwarded-For: 1.1.1.1, 203.0.113.8', 'X-Forwarded-For: 203.0.113.9']
    const text = await rawRequest(
      servers[proxies]!.port,
      ['GET / HTTP/1.1', ...fields, 'Connection: close', '', ''].join('\r\n'),
    )
    expect(text).toEndWith(`\r\n\r\n${address}`)
  })
})

import { beforeAll, describe, expect, test } from 'bun:test'
import { type App, createApp } from '../../../src/http/app/app.ts'
import { createRequestIds } from '../../../src/http/app/request-id.ts'
import { NAME, offeredRails } from '../../../src/http/discovery/instance.ts'
import { mcpMount } from '../../../src/http/mcp/mcp-mount.ts'
import type { Endpoint } from '../../../src/http/wire/endpoint.ts'
import type { Mount } from '../../../src/http/wire/mount.ts'
import { systemRandom } from '../../../src/system/random.ts'
import { VERSION } from '../../../src/release.ts'
import { fileShop, HOST, PUBLIC_URL, rawRequest, SPOT } from '../../support/shop.ts'

/** Every answer has an id of its own. `test/support/contract.ts` holds all other tests' answers to that too. */

const shop = await fileShop()

beforeAll(async () => {
  await shop.publish('btc/usd')
})

const OWN = /^[0-9a-f]{20}$/
const idOf = (response: Response): string => response.headers.get('x-request-id') ?? 'none'

const MCP = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
const LIST = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} })

describe('an id', () => {
  test.each([
    ['an offer', SPOT, {}, 402],
    ['the head of an offer', SPOT, { method: 'HEAD' }, 402],
    ['a document', '/health', {}, 200],
    ['a packed document', '/openapi.json', { headers: { 'accept-encoding': 'gzip' } }, 200],
    ['a preview', `${SPOT}/preview`, {}, 200],
    ['a path of one feed on demand', '/oracle/weather/1/2/frost/7d', {}, 404],
    ['a wrong query', `${SPOT}?x=1`, {}, 400],
    ['a path that is none', '/nowhere', {}, 404],
    ['a path that is odd', '/oracle//x', {}, 400],
    ['a method that is not taken', '/health', { method: 'DELETE' }, 405],
    ['a preflight', SPOT, { method: 'OPTIONS' }, 204],
    ['a receipt that is none', '/receipts/x', {}, 404],
    ['a body that is too long', '/dlc/oracle/enum', { method: 'POST', headers: { 'content-length': '70000' } }, 413],
    ['an upper-case path', SPOT.toUpperCase().replace('/ORACLE', '/oracle'), {}, 402],
    ['tools for agents', '/mcp', { method: 'POST', body: LIST, headers: MCP }, 200],
    ['a refused call of a tool', '/mcp', { method: 'GET' }, 405],
  ] as const)('stands in %s', async (_what, path, init, status) => {
    const response = await shop.request(path, init)
    expect([response.status, idOf(response)]).toEqual([status, expect.stringMatching(OWN)])
    expect(idOf(await shop.request(path, init))).not.toBe(idOf(response))
  })

  test('stands in an answer under another Host, and in a refusal of it', async () => {
    const asked = (path: string) =>
      shop.app(new Request(`http://10.0.0.7${path}`, { headers: { host: '10.0.0.7' } }), '203.0.113.7')
    for (const [path, status] of [
      ['/health', 200],
      [SPOT, 421],
    ] as const) {
      const response = await asked(path)
      expect([response.status, idOf(response)]).toEqual([status, expect.stringMatching(OWN)])
    }
  })

  test('of a document that the client has is that of the request that asks again', async () => {
    const first = await shop.request('/openapi.json')
    const again = await shop.request('/openapi.json', { headers: { 'if-none-match': first.headers.get('etag')! } })
    expect([again.status, idOf(again)]).toEqual([304, expect.stringMatching(OWN)])
    expect(idOf(again)).not.toBe(idOf(first))
  })

  test('can be read and sent by pages of other origins', async () => {
    const listed = async (name: string) =>
      (await shop.request(SPOT, { method: 'OPTIONS' })).headers.get(name)!.toLowerCase().split(', ')
    expect(await listed('access-control-expose-headers')).toContain('x-request-id')
    expect(await listed('access-control-allow-headers')).toContain('x-request-id')
  })

  test('goes over the socket too', async () => {
    const text = await rawRequest(
      shop.listening.port,
      `GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Request-Id: from-a-proxy\r\nConnection: close\r\n\r\n`,
    )
    expect(text.toLowerCase()).toContain('\r\nx-request-id: from-a-proxy\r\n')
  })
})

test('ten thousand ids are ten thousand', () => {
  const idOf = createRequestIds(systemRandom)
  const request = new Request(`http://${HOST}/`)
  expect(new Set(Array.from({ length: 10_000 }, () => idOf(request))).size).toBe(10_000)
})

describe('a call of a tool', () => {
  /** Its answer, once it is complete. */
  const call = async (app: App, id: string): Promise<string> => {
    const meta = { 'l402/authorization': 'L402 x:y' }
    const params = { name: 'oracle_spot_prices', arguments: { item: 'btc/usd' }, _meta: meta }
    const response = await app(
      new Request(`http://${HOST}/mcp`, {
        method: 'POST',
        headers: { host: HOST, ...MCP, 'x-request-id': id },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
      }),
    )
    await response.text()
    return idOf(response)
  }

  test('has one id in its answer and in the lines about what it asked', async () => {
    const from = shop.log.lines.length
    expect(await call(shop.app, 'a-call-of-a-tool')).toBe('a-call-of-a-tool')
    expect(shop.log.lines.slice(from)).toMatchObject([
      { event: 'sale.refused', fields: { request: 'a-call-of-a-tool', rail: 'l402' } },
    ])
  })

  test('that crashes too', async () => {
    const { docs, clock, log, rails } = shop.paywall
    const instance = {
      name: NAME,
      version: VERSION,
      publicUrl: PUBLIC_URL,
      mode: 'live',
      rails: offeredRails(rails),
    } as const
    const mount = mcpMount({ endpoints: shop.endpoints, instance, docs, clock, log })
    const broken: Mount = {
      path: mount.path,
      handle: (request, address, _answer, trace) =>
        mount.handle(request, address, () => Promise.reject(new TypeError('a bug')), trace),
    }
    const app = createApp([], {
      hosts: [HOST],
      docs,
      log,
      random: systemRandom,
      store: async () => null,
      mounts: [broken],
    })
    await call(app, 'a-call-that-crashes')
    expect(shop.log.lines.at(-1)).toMatchObject({ event: 'mcp.crashed', fields: { request: 'a-call-that-crashes' } })
  })
})

describe('an id of the client', () => {
  const sent = async (id: string): Promise<string> =>
    idOf(await shop.request('/health', { headers: { 'x-request-id': id } }))

  test.each(['0f8fad5b-d9cb-469f-a165-70867728950e', '01ARZ3NDEKTSV4RRFFQ69G5FAV', 'a.b_c-d0'])(
    '%s is taken',
    async (id) => {
      expect(await sent(id)).toBe(id)
    },
  )

  test.each([
    ['that finds too many lines', '1234567'],
    ['longer than a UUID', 'x'.repeat(37)],
    ['that is a preimage', 'ab'.repeat(32)],
    ['that is an account', `0x${'ab'.repeat(20)}`],
    ['with spaces', 'two words here'],
    ['with quotes', '"quoted-id"'],
    ['with letters that are none of ASCII', 'größe-01'],
    ['of several headers', 'request-1, request-2'],
    ['that is empty', ''],
  ])('%s is not', async (_what, id) => {
    expect(await sent(id)).toMatch(OWN)
  })
})

describe('an answer that requests share', () => {
  const route = (path: string, handle: Endpoint['handle']): Endpoint =>
    ({ ...shop.endpoints.find((each) => each.path === '/health')!, path, handle }) as Endpoint
  const kept = new Response(null, { status: 204, headers: { etag: '"x"' } })
  const long = new Response('the same text', { headers: { etag: '"y"' } })
  const app = createApp([route('/kept', () => kept), route('/long', async () => long)], {
    hosts: [HOST],
    docs: '',
    log: shop.log,
    random: systemRandom,
    store: async () => null,
  })
  const ask = async (path: string, id: string) =>
    app(new Request(`http://${HOST}${path}`, { headers: { host: HOST, 'x-request-id': id } }))

  test.each(['/kept', '/long'])('%s has the id of each', async (path) => {
    const answers = await Promise.all(['request-one', 'request-two', 'request-three'].map((id) => ask(path, id)))
    expect(answers.map(idOf)).toEqual(['request-one', 'request-two', 'request-three'])
    expect(new Set(answers.map(({ status }) => status)).size).toBe(1)
    expect(answers.map(({ headers }) => headers.get('etag'))).toEqual(Array(3).fill(answers[0]!.headers.get('etag')))
    expect(await answers[2]!.text()).toBe(path === '/long' ? 'the same text' : '')
  })
})

describe('lines of the log', () => {
  const failing = (handle: Endpoint['handle']) =>
    createApp(
      [
        { ...shop.endpoints.find((each) => each.path === '/health')!, handle },
        { ...shop.endpoints.find((each) => each.path === '/receipts/{id}')!, handle },
      ] as Endpoint[],
      { hosts: [HOST], docs: '', log: shop.log, random: systemRandom, store: async () => null },
    )

  test.each([
    ['/health', () => Promise.reject(new TypeError('a bug'))],
    [
      '/receipts/x',
      () => {
        throw new TypeError('a bug')
      },
    ],
  ] as const)('about a crash at %s have the id of its answer', async (path, handle) => {
    const [from, app] = [shop.log.lines.length, failing(handle)]
    const response = await app(new Request(`http://${HOST}${path}`, { headers: { host: HOST } }))
    expect(response.status).toBe(500)
    const [line] = shop.log.lines.slice(from)
    expect(line).toMatchObject({ level: 'error', event: 'request.crashed', fields: { request: idOf(response) } })
  })

  test('about a request that was cut off too', async () => {
    const app = failing(() => Promise.reject(new Error('Command timed out')))
    const response = await app(new Request(`http://${HOST}/health`, { headers: { host: HOST } }))
    expect(response.status).toBe(503)
    const line = shop.log.lines.at(-1)
    expect(line).toMatchObject({ level: 'warn', event: 'request.cut_off', fields: { request: idOf(response) } })
  })

  test('about the refused secret of an administrator, too', async () => {
    const response = await shop.request('/dlc/oracle/enum/x/attest', {
      method: 'POST',
      headers: { 'x-oracle-secret': 'a guess' },
    })
    expect(response.status).toBe(403)
    expect(shop.log.lines.at(-1)).toMatchObject({ event: 'oracle.wrong_secret', fields: { request: idOf(response) } })
  })
})

import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { pathForms } from '../../../src/http/discovery/path-forms.ts'
import { isPriced } from '../../../src/http/wire/endpoint.ts'
import { type McpClient, openMcp } from '../../support/mcp/clients.ts'
import { fileShop, HOST, payL402, PUBLIC_URL, type ShopInit, SPOT } from '../../support/shop.ts'

/** The path itself: what it takes, what it refuses, and the tools that cost nothing. */

const shop = await fileShop()
let client: McpClient

beforeAll(async () => {
  await shop.publish('btc/usd')
  client = await openMcp('2026-07-28', { kind: 'http', url: `${shop.url}/mcp` })
})
afterAll(() => client.close())

const HEADERS = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' } as const

const post = (body: unknown, init: ShopInit = {}) =>
  shop.request('/mcp', {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    ...init,
    headers: { ...HEADERS, ...init.headers },
  })

const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }
const problemIn = (text: string) =>
  JSON.parse(text) as {
    readonly error: string
    readonly details: readonly { readonly path: string; readonly rule: string }[]
  }

describe('POST /mcp', () => {
  test.each(['GET', 'DELETE', 'PUT', 'HEAD'])('answers %s with 405', async (method) => {
    const response = await shop.request('/mcp', { method, headers: HEADERS })
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST, OPTIONS'])
    if (method !== 'HEAD') expect(problemIn(await response.text()).error).toBe('method_not_allowed')
  })

  test('answers a page of another origin, and any client of ours, and keeps nothing', async () => {
    const response = await post(LIST, { headers: { origin: 'https://agent.example' } })
    expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([200, '*'])
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(await response.text()).toContain('oracle_spot_prices')
  })

  test('is at our hosts alone', async () => {
    const response = await post(LIST, { headers: { host: 'rebound.example' } })
    expect([response.status, problemIn(await response.text()).error]).toEqual([421, 'misdirected_request'])
  })

  test('refuses what is no message, in the one shape of errors', async () => {
    const list = JSON.stringify(LIST)
    const cases = [
      ['x'.repeat(70_000), {}, 413, 'payload_too_large'],
      [`{"a":"${'x'.repeat(65_536)}"}`, {}, 413, 'payload_too_large'],
      ['{', {}, 400, 'invalid_request'],
      ['', {}, 400, 'invalid_request'],
      [`[${list},${list}]`, {}, 400, 'invalid_request'],
      ['"text"', {}, 400, 'invalid_request'],
      ['null', {}, 400, 'invalid_request'],
      [list, { 'content-type': 'text/plain' }, 415, 'unsupported_media_type'],
    ] as const
    for (const [body, headers, status, error] of cases) {
      const response = await post(body, { headers })
      expect([body.slice(0, 20), response.status, problemIn(await response.text()).error]).toEqual([
        body.slice(0, 20),
        status,
        error,
      ])
    }
  })

  test('answers what is no call of ours with an error of JSON-RPC, and never with 500', async () => {
    const deep = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"claros_list","arguments":${'{"a":'.repeat(9_000)}1${'}'.repeat(9_000)}}}`
    const call = (params: unknown) => ({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })
    for (const body of [
      {},
      { jsonrpc: '2.0', id: 1, method: 'nothing/here' },
      { jsonrpc: '2.0', id: {}, method: 'tools/list' },
      call(null),
      call({ name: 7 }),
      call({ name: 'claros_list', arguments: [] }),
      call({ name: 'claros_list', arguments: 'x' }),
      call({ name: '__proto__' }),
      call({ name: 'oracle_spot_prices', arguments: { item: '__proto__' } }),
      call({ name: 'oracle_spot_prices', arguments: { item: { toString: 1 } } }),
      call({ name: 'oracle_weather', arguments: { item: 'wind', lat: {}, lon: [], window: true } }),
      call({ name: 'claros_preview', arguments: { path: 7, body: [] } }),
      call({ name: 'claros_receipt', arguments: { id: '../health' } }),
      call({ name: 'claros_verify', arguments: { answer: { canonical: 1, signature: {} } } }),
      call({ name: 'claros_list', _meta: { 'x402/payment': 'x'.repeat(9_000), progressToken: {} } }),
      deep,
    ]) {
      const response = await post(body)
      const text = await response.text()
      expect([JSON.stringify(body).slice(0, 90), response.status < 500, text.includes('bug of ours')]).toEqual([
        JSON.stringify(body).slice(0, 90),
        true,
        false,
      ])
      expect(text).not.toMatch(/node_modules|\.ts\b|at \w+ \(/)
    }
    expect(shop.log.lines.filter(({ event }) => event === 'mcp.crashed')).toEqual([])
  })

  test('holds no connection open for news: there are none', async () => {
    const response = await post(
      {
        jsonrpc: '2.0',
        id: 1,
        method: 'subscriptions/listen',
        params: {
          notifications: { toolsListChanged: true },
          _meta: {
            'io.modelcontextprotocol/protocolVersion': '2026-07-28',
            'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
            'io.modelcontextprotocol/clientCapabilities': {},
          },
        },
      },
      { headers: { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'subscriptions/listen' } },
    )
    expect(await response.text()).toContain('"error"')
  })

  test('counts its calls by the address of the client', async () => {
    const answer = { canonical: 'v1|PRICE', signature: '' }
    const check = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'claros_verify', arguments: { answer } },
    }
    const limited = async (from: string) => (await (await post(check, { from })).text()).includes('too_many_requests')
    for (let nth = 0; nth < 20; nth++) expect(await limited('198.51.100.1')).toBe(false)
    expect(await limited('198.51.100.1')).toBe(true)
    expect(await limited('192.0.2.1')).toBe(false)
  })
})

describe('tools that cost nothing', () => {
  test('read health and copies as HTTP does', async () => {
    const health = await client.call('claros_health')
    expect(health.structured).toEqual((await (await shop.request('/health')).json()) as Record<string, unknown>)
    for (const path of [SPOT, `${SPOT}/preview`]) {
      const copy = await client.call('claros_preview', { path })
      expect([copy.isError, copy.text]).toEqual([false, await (await shop.request(`${SPOT}/preview`)).text()])
    }
  })

  test('read every free list, and nothing that is sold', async () => {
    const reads = (await client.call('claros_list')).structured!['reads'] as readonly string[]
    for (const path of reads.filter((each) => !each.includes('{'))) {
      const response = await shop.request(path)
      const found = await client.call('claros_list', { path })
      expect([path, found.isError]).toEqual([path, !response.ok])
    }
    const before = shop.money.calledOf('POST /lnd/v1/invoices')
    const sold = shop.endpoints.filter((each) => isPriced(each) && each.method === 'GET')
    for (const { route } of pathForms(sold)) {
      const { path } = route
      const found = await client.call('claros_list', { path: path.replaceAll(/[{}]/g, '') })
      expect([path, found.isError, found.structured]).toEqual([path, true, undefined])
    }
    expect(shop.money.calledOf('POST /lnd/v1/invoices')).toBe(before)
  })

  test.each([
    '/oracle/../health',
    '/dlc/oracle/enum/../serialized',
    '/openapi.json',
    '//oracle.example/health',
    'https://evil.example/',
    '/mcp',
    '',
    '/oracle/price/btc/usd?x=1',
  ])('read no other path: %s', async (path) => {
    for (const tool of ['claros_list', 'claros_preview']) {
      const found = await client.call(tool, { path })
      const isCopy = tool === 'claros_preview' && path.startsWith(SPOT)
      expect([found.isError, problemIn(found.text).error]).toEqual([true, 'invalid_request'])
      expect(problemIn(found.text).details.map((each) => each.path)).toEqual([isCopy ? 'query.x' : 'arguments.path'])
    }
  })

  test('name every rule that their arguments break', async () => {
    const bad = await client.call('claros_preview', { path: 7, body: 'x', more: 1 })
    expect(problemIn(bad.text).details.map(({ path, rule }) => `${path} ${rule}`)).toEqual([
      'arguments.path invalid_value',
      'arguments.body invalid_value',
      'arguments.more unknown_argument',
    ])
    const both = await client.call('claros_list', { tool: 'oracle_fx', path: '/insurance/ports' })
    expect(problemIn(both.text).details[0]!.rule).toBe('alone')
  })

  test('quote an insurance, whose terms they judge as HTTP does', async () => {
    const body = { origin: 'nowhere' }
    const http = await shop.request('/insurance/route/quote', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const quoted = await client.call('claros_preview', { path: '/insurance/route/quote', body })
    expect([quoted.isError, quoted.text]).toEqual([!http.ok, await http.text()])
  })

  test('check an answer: whole, changed, and of another key', async () => {
    const { authorization } = await payL402(shop)
    const answer = (await (await shop.request(SPOT, { headers: { authorization } })).json()) as Record<string, unknown>
    const check = async (body: Record<string, unknown>, key?: string) =>
      (await client.call('claros_verify', { answer: body, ...(key && { key }) })).structured!['ok']
    expect(await check(answer)).toBe(true)
    expect(await check(answer, shop.keys.l402.publicKey.toUpperCase())).toBe(true)
    expect(await check(answer, shop.keys.x402.publicKey)).toBe(false)
    expect(await check({ ...answer, price: '1.00' })).toBe(false)
    expect(await check({ ...answer, signature: answer['contentSignature'] })).toBe(false)
  })
})

describe('documents', () => {
  test('say where the tools are, and it is there', async () => {
    const read = async (path: string) => (await (await shop.request(path)).json()) as Record<string, unknown>
    const url = `${PUBLIC_URL}/mcp`
    expect((await read('/'))['mcp']).toBe(url)
    expect((await read('/.well-known/agent-card.json'))['additionalInterfaces']).toEqual([
      { url: PUBLIC_URL, transport: 'HTTP+JSON' },
      { url, transport: 'MCP' },
    ])
    expect((await read('/.well-known/agent.json'))['interfaces']).toContainEqual({ url, transport: 'MCP' })
    const response = await shop.request('/mcp/server-card')
    expect(response.headers.get('content-type')).toBe('application/mcp-server-card+json')
    expect(await response.json()).toMatchObject({
      name: 'example.oracle/claros',
      version: '0.1.0',
      remotes: [{ type: 'streamable-http', url }],
    })
    expect(await (await shop.request('/llms.txt')).text()).toContain(url)
    const served = await post(LIST, { headers: { host: HOST } })
    expect(served.status).toBe(200)
  })

  test('name the tool of each skill that sells', async () => {
    const card = (await (await shop.request('/.well-known/agent-card.json')).json()) as {
      readonly skills: readonly { readonly tool?: string }[]
    }
    const named = card.skills.flatMap(({ tool }) => tool ?? [])
    expect(
      (await client.list())
        .map(({ name }) => name)
        .filter((name) => name.startsWith('oracle_'))
        .toSorted(),
    ).toEqual(named.toSorted())
  })

  test('list it as no route: it has no price and no schema', async () => {
    const read = async (path: string) => (await (await shop.request(path)).json()) as Record<string, object>
    expect(Object.keys((await read('/openapi.json'))['paths']!)).not.toContain('/mcp')
    const { resources } = await read('/.well-known/x402')
    expect(JSON.stringify(resources).includes('/mcp')).toBe(false)
  })
})

import { beforeEach, describe, expect, test } from 'bun:test'
import { Elysia } from 'elysia'
import { createGate, pass } from '../../../src/http/app/gate.ts'
import { SHORTEST_HOST } from '../../../src/listening.ts'
import { PAYER, payment } from '../../support/payer.ts'
import { billOf, HOST, payL402, problemOf, rawRequest, SPOT, fileShop } from '../../support/shop.ts'
import { systemRandom } from '../../../src/system/random.ts'

/** Bytes as an attacker sends them, over a real socket: what the gate refuses, and what a bare router would have answered. */

const shop = await fileShop({ mode: 'demo' })
await shop.money.fund(PAYER.address)

beforeEach(async () => {
  shop.clock.move(2_000)
  await shop.publish('btc/usd')
})

interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly error: string | undefined
}

const parse = (raw: string): Answer => {
  const [head = '', ...rest] = raw.split('\r\n\r\n')
  const [line = '', ...fields] = head.split('\r\n')
  const headers = new Headers(
    fields.map(
      (field) => [field.slice(0, field.indexOf(':')), field.slice(field.indexOf(':') + 1).trim()] as [string, string],
    ),
  )
  const text = rest.join('\r\n\r\n')
  const error = text.startsWith('{') ? (JSON.parse(text) as { error?: string }).error : undefined
  return { status: Number(line.split(' ')[1]), headers, text, error }
}

const send = async (port: number, target: string, fields: readonly string[], method = 'GET'): Promise<Answer> =>
  parse(await rawRequest(port, [`${method} ${target} HTTP/1.1`, ...fields, 'Connection: close', '', ''].join('\r\n')))

const ask = (target: string, method = 'GET', ...fields: readonly string[]) =>
  send(shop.listening.port, target, [`Host: ${HOST}`, ...fields], method)

describe('a short Host', () => {
  /** The paid route as a gate that prices by address would have it, on the router alone. */
  const bare = () => {
    const priced = new Map([[SPOT, 10]])
    const router = new Elysia()
    router.onRequest(({ request, set }) => {
      if (!priced.has(new URL(request.url).pathname)) return undefined
      set.status = 402
      return 'pay first'
    })
    router.get(SPOT, () => 'the goods')
    router.compile()
    return Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: (request) => router.handle(request) })
  }

  test('works on a bare app that prices by address', async () => {
    const server = bare()
    try {
      expect(await send(server.port!, SPOT, [`Host: ${HOST}`])).toMatchObject({ status: 402, text: 'pay first' })
      for (const [prefix, host] of [
        ['/abc', 'x'],
        ['/ab', 'xy'],
        ['/a', 'xyz'],
      ])
        expect(await send(server.port!, prefix + SPOT, [`Host: ${host}`])).toMatchObject({
          status: 200,
          text: 'the goods',
        })
      // From this length on router and address agree: what configuration refuses to go below.
      const host = 'x'.repeat(SHORTEST_HOST)
      expect(await send(server.port!, SPOT, [`Host: ${host}`])).toMatchObject({ status: 402 })
      expect(await send(server.port!, `/a${SPOT}`, [`Host: ${host}`])).toMatchObject({ status: 404 })
    } finally {
      await server.stop(true)
    }
  })

  test('is refused here', async () => {
    for (const [prefix, host] of [
      ['/abc', 'x'],
      ['/ab', 'xy'],
      ['/a', 'xyz'],
      ['/abc', 'x:1'],
    ]) {
      const answer = await send(shop.listening.port, prefix + SPOT, [`Host: ${host}`])
      expect(answer).toMatchObject({ status: 421, error: 'misdirected_request' })
    }
  })

  test('gives nothing away even where the short name is allowed: the price hangs on the route', async () => {
    const { createApp } = await import('../../../src/http/app/app.ts')
    const app = createApp(shop.endpoints, {
      hosts: ['x'],
      docs: '',
      log: shop.log,
      random: systemRandom,
      store: async () => null,
    })
    const response = await app(new Request(`http://x/abc${SPOT}`, { headers: { host: 'x' } }))
    expect(response.status).toBe(402)
  })
})

describe('Host', () => {
  test('empty, malformed, foreign, double or with a path in it: 421', async () => {
    for (const host of [
      '',
      ' ',
      'a b',
      `${HOST}/x`,
      `${HOST}?x=`,
      `${HOST}#`,
      `x@${HOST}`,
      `${HOST}.`,
      'evil.example',
      `[::1]`,
      `${HOST}:80:80`,
      `${HOST}:x`,
      '%6fracle.example',
    ]) {
      const answer = await send(shop.listening.port, SPOT, [`Host: ${host}`])
      expect([host, answer.status, answer.error]).toEqual([host, 421, 'misdirected_request'])
      expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    }
    const double = await send(shop.listening.port, SPOT, [`Host: ${HOST}`, 'Host: evil.example'])
    expect(double.status).toBe(421)
  })

  test('missing: refused, by the runtime under HTTP/1.1 and by the gate under HTTP/1.0', async () => {
    expect((await send(shop.listening.port, SPOT, [])).status).toBe(400)
    const old = parse(await rawRequest(shop.listening.port, `GET ${SPOT} HTTP/1.0\r\n\r\n`))
    expect(old).toMatchObject({ status: 421, error: 'misdirected_request' })
  })

  test('ours in any case and with any port is answered', async () => {
    for (const host of [HOST, HOST.toUpperCase(), `${HOST}:8080`, `${HOST}:80`, `${HOST}:443`, '127.0.0.1'])
      expect([host, (await send(shop.listening.port, SPOT, [`Host: ${host}`])).status]).toEqual([host, 402])
  })

  test('an address that names another place than the Host: refused, or read as the Host says', async () => {
    const answer = await send(shop.listening.port, `http://evil.example${SPOT}`, [`Host: ${HOST}`])
    expect(answer.status).toBe(402)
    expect(answer.text).toContain(`https://${HOST}${SPOT}`)
    expect(answer.text).not.toContain('evil')
    const gate = createGate({ hosts: [HOST, 'other.example'] })
    const disagree = new Request(`http://other.example${SPOT}`, { headers: { host: HOST } })
    expect(pass(gate, disagree)).toMatchObject({ code: 'misdirected_request' })
    expect(pass(gate, new Request(`http://${HOST}${SPOT}`))).toMatchObject({ code: 'misdirected_request' })
  })
})

describe('odd paths', () => {
  const cases: readonly (readonly [string, number, string])[] = [
    ['/oracle/price/btc%2Fusd', 400, 'invalid_request'],
    ['/oracle/price%2Fbtc/usd', 400, 'invalid_request'],
    ['/oracle/price/btc%252Fusd', 400, 'invalid_request'],
    ['/oracle/price/btc%5Cusd', 400, 'invalid_request'],
    [`${SPOT}%00`, 400, 'invalid_request'],
    [`${SPOT}%`, 400, 'invalid_request'],
    [`${SPOT}%zz`, 400, 'invalid_request'],
    [`${SPOT}%20`, 400, 'invalid_request'],
    ['/%6fracle/price/btc/usd', 400, 'invalid_request'],
    ['/oracle/price/btc/usd%2e', 400, 'invalid_request'],
    [`/${SPOT}`, 400, 'invalid_request'],
    ['/oracle//price/btc/usd', 400, 'invalid_request'],
    [`${SPOT}//`, 400, 'invalid_request'],
    [`${SPOT}#x`, 400, 'invalid_request'],
    [`${SPOT}/`, 404, 'not_found'],
    [`${SPOT}/preview/`, 404, 'not_found'],
    ['/health/', 404, 'not_found'],
    [`${SPOT};x=1`, 404, 'not_found'],
    [`${SPOT}.json`, 404, 'not_found'],
    ['/oracle', 404, 'not_found'],
    ['/oracle/price/btc', 404, 'not_found'],
    ['/oracle/price/btc/brl', 404, 'not_found'],
    ['/oracle/price/btc/usd/vwap/x', 404, 'not_found'],
    ['/oracle/price/{base}/{quote}', 400, 'invalid_request'],
    ['/oracle/price/:base/:quote', 404, 'not_found'],
    ['/oracle/price/*/*', 404, 'not_found'],
    ['/__proto__', 404, 'not_found'],
    ['/constructor', 404, 'not_found'],
    [`/${'a'.repeat(10_000)}`, 414, 'uri_too_long'],
    [`${SPOT}?q=${'a'.repeat(10_000)}`, 414, 'uri_too_long'],
  ]
  for (const [target, status, error] of cases)
    test(`${target.slice(0, 40)} is ${status}`, async () => {
      const answer = await ask(target)
      expect(answer).toMatchObject({ status, error })
      expect(JSON.parse(answer.text)).toMatchObject({ message: expect.any(String), docs: expect.any(String) })
      expect(answer.headers.get('cache-control')).toBe('no-store')
      expect(answer.headers.get('content-type')).toStartWith('application/json')
    })

  test('bytes that are no address are the runtime’s to refuse', async () => {
    for (const target of [`${SPOT}\0`, '*', `${SPOT} x`]) expect((await ask(target)).status).toBeGreaterThanOrEqual(400)
  })

  test('the runtime resolves dots and backslashes before anybody reads the address: one meaning for all', async () => {
    for (const target of [
      `/oracle/x/..${SPOT.slice(7)}`,
      `/../..${SPOT}`,
      '/oracle/./price/btc/usd',
      '/oracle\\price/btc/usd',
      '/x/%2e%2e/oracle/price/btc/usd',
    ])
      expect([target, (await ask(target)).status]).toEqual([target, 402])
    expect((await ask('/oracle/price/btc/usd/..')).status).toBe(404)
  })
})

describe('case', () => {
  test('is folded under /oracle, where subjects are', async () => {
    for (const target of ['/oracle/price/BTC/USD', '/ORACLE/Price/bTc/UsD'])
      expect([target, (await ask(target)).status]).toEqual([target, 402])
    expect(await (await shop.request('/Oracle/PRICE/btc/USD/Preview')).json()).toMatchObject({ pair: 'BTC/USD' })
  })

  test('is folded under /dlc, where events are', async () => {
    for (const target of ['/dlc/oracle/ENUM', '/DLC/Oracle/enum', '/Dlc/Kormir/List-Events?status=open'])
      expect([target, (await ask(target)).status]).toEqual([target, 200])
  })

  test('and nowhere else', async () => {
    for (const target of ['/HEALTH', '/DLC', '/DLCX/oracle/enum', '/LLMS.txt', '/openapi.JSON', '/.Well-Known/x402'])
      expect([target, (await ask(target)).status]).toEqual([target, 404])
  })

  test('a payment made for one spelling pays for every other, once', async () => {
    const { authorization } = await payL402(shop, '/oracle/price/BTC/usd')
    const first = await (await shop.request('/ORACLE/PRICE/BTC/USD', { headers: { authorization } })).text()
    expect(await (await shop.request(SPOT, { headers: { authorization } })).text()).toBe(first)
    expect(JSON.parse(first)).toMatchObject({ price: '97012.34' })
  })
})

describe('methods', () => {
  test('OPTIONS is a preflight, with what official clients send and read', async () => {
    for (const target of [SPOT, '/health', '/nowhere']) {
      const answer = await ask(target, 'OPTIONS', 'Origin: https://shop.example', 'Access-Control-Request-Method: GET')
      expect(answer).toMatchObject({ status: 204, text: '' })
      expect(answer.headers.get('access-control-allow-origin')).toBe('*')
      const allowed = answer.headers.get('access-control-allow-headers')!
      for (const name of [
        'X-PAYMENT',
        'PAYMENT-SIGNATURE',
        'Authorization',
        'Content-Type',
        'Access-Control-Expose-Headers',
      ])
        expect(allowed).toContain(name)
    }
  })

  test('a method that a path does not take is 405 with Allow', async () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND', 'TRACE'])
      for (const target of [SPOT, `${SPOT}/preview`, '/health']) {
        const answer = await ask(target, method, 'Content-Length: 0')
        expect([method, target, answer.status, answer.error]).toEqual([method, target, 405, 'method_not_allowed'])
        expect(answer.headers.get('allow')).toBe('GET, HEAD, OPTIONS')
      }
    expect((await ask('/nowhere', 'POST', 'Content-Length: 0')).status).toBe(404)
  })

  test('a paid POST charges nothing', async () => {
    const { authorization } = await payL402(shop)
    const sales = await shop.sales()
    expect((await shop.request(SPOT, { method: 'POST', headers: { authorization }, body: '{}' })).status).toBe(405)
    expect(await shop.sales()).toBe(sales)
  })

  test('a body larger than any of ours is refused', async () => {
    const response = await fetch(shop.url + SPOT, { method: 'POST', body: 'x'.repeat(70_000) })
    expect(response.status).toBe(413)
  })

  test('HEAD on a free path is GET without its body', async () => {
    for (const target of ['/health', '/openapi.json', '/llms.txt', `${SPOT}/preview`]) {
      const answer = await ask(target, 'HEAD')
      expect([target, answer.status, answer.text]).toEqual([target, 200, ''])
      expect(answer.headers.get('content-type')).not.toBeNull()
    }
    expect(await ask('/nowhere', 'HEAD')).toMatchObject({ status: 404, text: '' })
  })

  test('HEAD on a paid path shows the x402 offer, mints no invoice and spends nothing, whatever it carries', async () => {
    const { authorization } = await payL402(shop)
    const paid = await payment(shop.clock.now())
    const before = [
      shop.money.calledOf('POST /lnd/v1/invoices'),
      await shop.sales(),
      (await shop.money.transfers()).length,
    ]
    const calls = [...shop.money.calls.values()].reduce((sum, each) => sum + each, 0)
    for (const fields of [
      [],
      [`Authorization: ${authorization}`],
      [`X-PAYMENT: ${paid.v1['x-payment']}`],
      [`PAYMENT-SIGNATURE: ${paid.v2['payment-signature']}`],
      [`Authorization: ${authorization}`, `X-PAYMENT: ${paid.v1['x-payment']}`],
      ['Authorization: L402 nonsense'],
    ]) {
      const answer = await ask(SPOT, 'HEAD', ...fields)
      expect(answer).toMatchObject({ status: 402, text: '' })
      expect(answer.headers.get('www-authenticate')).toBeNull()
      expect(answer.headers.get('payment-required')).not.toBeNull()
      expect(answer.headers.get('cache-control')).toBe('no-store')
    }
    expect([...shop.money.calls.values()].reduce((sum, each) => sum + each, 0)).toBe(calls)
    expect([
      shop.money.calledOf('POST /lnd/v1/invoices'),
      await shop.sales(),
      (await shop.money.transfers()).length,
    ]).toEqual(before)
    expect((await shop.request(SPOT, { headers: { authorization } })).status).toBe(200)
    expect((await shop.request(SPOT, { headers: paid.v2 })).status).toBe(200)
    shop.clock.move(31_000)
    expect((await ask(SPOT, 'HEAD')).status).toBe(503)
  })
})

test('conditional requests without a payment are answered like any other', async () => {
  for (const field of ['If-None-Match: *', 'If-Modified-Since: Wed, 21 Oct 2026 07:28:00 GMT', 'Range: bytes=0-0']) {
    const answer = await ask(SPOT, 'GET', field)
    expect([field, answer.status]).toEqual([field, 402])
    const preview = await ask(`${SPOT}/preview`, 'GET', field)
    expect([field, preview.status, preview.text.startsWith('{')]).toEqual([field, 200, true])
  }
})

test('a query that a free route does not read is ignored, one that a paid route does not take is refused', async () => {
  for (const [target, status] of [
    [`${SPOT}?`, 402],
    [`${SPOT}?window=1h`, 400],
    [`${SPOT}?a&a&=%zz`, 400],
    ['/health?x=1', 200],
  ] as const)
    expect([target, (await ask(target)).status]).toEqual([target, status])
})

test('the 402 is the same for a browser and leaves through a socket whole', async () => {
  const response = await fetch(shop.url + SPOT, { headers: { origin: 'https://shop.example' } })
  expect(response.status).toBe(402)
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(response.headers.get('access-control-allow-origin')).toBe('*')
  expect(billOf(response)).not.toBeNull()
  const size = [...response.headers].reduce((sum, [name, value]) => sum + name.length + value.length + 4, 0)
  // One network advises 2 KiB per header, nginx buffers 4 KiB of a head.
  expect(size).toBeLessThan(4_096)
  expect((await problemOf(response)).docs).toBe('https://oracle.example/llms.txt')
})

describe('what the gate remembers', () => {
  const asked = (host: string, url = `http://${host}/health`) => new Request(url, { headers: { host } })

  test('a host that was let through opens nothing to another, nor to an address that disagrees', () => {
    const gate = createGate({ hosts: ['oracle.example'], paths: ['/health'] })
    for (const host of ['oracle.example', 'Oracle.Example:80', 'oracle.example:8402'])
      for (let times = 0; times < 2; times++) expect(pass(gate, asked(host))).toMatchObject({ kind: 'passed' })
    for (const [host, url] of [
      ['oracle.example.', undefined],
      ['evil.example', undefined],
      ['oracle.example', 'http://evil.example/health'],
      ['oracle.example', 'http://oracle.example:8402/health'],
      ['oracle.example:8402', 'http://oracle.example/health'],
    ] as const)
      expect(pass(gate, asked(host, url))).toMatchObject({ code: 'misdirected_request' })
  })

  test('it is bounded: anybody may write any port', () => {
    const gate = createGate({ hosts: ['oracle.example'] })
    for (let port = 1_000; port < 2_000; port++) {
      expect(pass(gate, asked(`oracle.example:${port}`))).toMatchObject({ kind: 'passed' })
      expect(gate.known.size).toBeLessThanOrEqual(100)
    }
  })
})

describe('other names of ours', () => {
  const asked = (host: string) => new Request(`http://${host}/oracle/x`, { headers: { host } })

  test('are answered with any port, but none that is so short that the router would read another path', () => {
    const gate = createGate({ hosts: [], isOwnHost: () => true })
    for (const host of ['192.0.2.7', '192.0.2.7:8402', '[2001:db8::7]:8402', 'MACHINE'])
      expect([host, pass(gate, asked(host))]).toMatchObject([host, { kind: 'passed', path: '/oracle/x' }])
    for (const host of ['x', 'xy', 'xyz', 'x:8402'])
      expect([host, pass(gate, asked(host))]).toMatchObject([host, { code: 'misdirected_request' }])
  })
})

describe('/health under a Host that is not ours', () => {
  const port = shop.listening.port

  test('says its status and nothing else', async () => {
    for (const host of ['x', 'evil.example', '10.0.0.7:8402', '[::1]:1', 'evil.example:80']) {
      const answer = await send(port, '/health', [`Host: ${host}`])
      expect([host, answer.status, Object.keys(JSON.parse(answer.text) as object)]).toEqual([host, 200, ['status']])
      expect(JSON.stringify([...answer.headers])).not.toContain('oracle.example')
    }
    expect(Object.keys(JSON.parse((await ask('/health')).text) as object).length).toBeGreaterThan(5)
    expect(await send(port, '/health', ['Host: evil.example'], 'HEAD')).toMatchObject({ status: 200, text: '' })
  })

  test('is no way to another path, however Host and address are cut', async () => {
    for (const [target, host] of [
      ['/abc/health', 'x'],
      ['/health/', 'x'],
      ['/healthx', 'x'],
      [SPOT, 'x/health?'],
      [SPOT, 'x/health#'],
      ['/health', 'x/health'],
      ['/health', 'a b'],
      ['/health', 'x@y'],
      ['/health', ''],
      ['/', 'evil.example'],
      ['/openapi.json', 'evil.example'],
    ] as const) {
      const answer = await send(port, target, [`Host: ${host}`])
      expect([target, host, answer.status, answer.error]).toEqual([target, host, 421, 'misdirected_request'])
    }
    for (const method of ['POST', 'DELETE', 'OPTIONS'])
      expect((await send(port, '/health', ['Host: evil.example', 'Content-Length: 0'], method)).status).toBe(421)
  })
})

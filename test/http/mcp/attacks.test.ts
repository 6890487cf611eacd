import { beforeAll, describe, expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import type { Json } from '../../../src/canonical/jcs.ts'
import { authorize, PAYER, payloadV2, signTransfer } from '../../support/payer.ts'
import { proofSignature } from '../../support/proof.ts'
import { billOf, fileShop, HOST, payL402, type ShopInit, SPOT } from '../../support/shop.ts'
import { until } from '../../support/until.ts'

/** Callers who mean harm: what is no call, arguments that are none, and payments that are to buy twice. */

const shop = await fileShop()
beforeAll(async () => {
  await shop.money.fund(PAYER.address)
  for (const pair of ['btc/usd', 'eth/usd']) await shop.publish(pair)
  for (const rail of ['l402', 'x402'] as const) await shop.reprint('btc/usd', rail, 64)
})

const HEADERS = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' } as const
const TOOL = 'oracle_spot_prices'

type Fields = Readonly<Record<string, Json>>

const post = (body: unknown, init: ShopInit = {}) =>
  shop.request('/mcp', {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    ...init,
    headers: { ...HEADERS, ...init.headers },
  })

const message = (method: string, params: unknown, id: unknown = 1) => ({ jsonrpc: '2.0', id, method, params })
const calling = (name: string, args: unknown = {}, meta?: unknown) =>
  message('tools/call', { name, arguments: args, ...(meta !== undefined && { _meta: meta }) })

const dataIn = (text: string): Fields => JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text) as Fields

interface Result {
  readonly isError: boolean
  readonly text: string
  readonly fields: Fields
  readonly meta: Fields
}

const resultIn = (text: string): Result => {
  const { result } = dataIn(text) as { readonly result: Fields }
  const [{ text: said }] = result['content'] as readonly [{ readonly text: string }]
  return {
    isError: result['isError'] === true,
    text: said,
    fields: JSON.parse(said) as Fields,
    meta: (result['_meta'] ?? {}) as Fields,
  }
}
const call = async (name: string, args: unknown, meta?: unknown, init: ShopInit = {}): Promise<Result> =>
  resultIn(await (await post(calling(name, args, meta), init)).text())

const rulesIn = ({ fields }: Result): readonly string[] =>
  (fields['details'] as readonly { readonly path: string; readonly rule: string }[]).map(
    ({ path, rule }) => `${path} ${rule}`,
  )

const crashes = () => shop.log.lines.filter(({ event }) => event === 'mcp.crashed' || event === 'request.crashed')

const x402Payment = async (changes = {}) => {
  const authorization = authorize(shop.clock.now(), changes)
  return payloadV2(authorization, await signTransfer(authorization))
}
const headerOf = (payment: unknown): string => Buffer.from(JSON.stringify(payment)).toString('base64')
const canonicalIn = (text: string): string => String((JSON.parse(text) as Fields)['canonical'])

describe('arguments', () => {
  test.each([
    [
      'half a character in a path',
      'oracle_weather',
      '{"item":"wind","lat":"\\ud800","lon":1,"window":"7d"}',
      'path.lat text',
    ],
    ['half a character in a guard', TOOL, '{"item":"btc/usd","max_age":"\\udc00"}', 'query.max_age text'],
    ['half a character in a name', TOOL, '{"item":"btc/usd","\\ud800":1}', 'query.'],
    ['a body where none is taken', TOOL, '{"item":"btc/usd","body":"x"}', 'query.body'],
    ['a constructor', TOOL, '{"item":"btc/usd","constructor":"x"}', 'query.constructor'],
    ['a constructor of an item', TOOL, '{"item":"constructor"}', 'arguments.item one_of'],
    ['a path as an item', TOOL, '{"item":"../volatility/btc/usd"}', 'arguments.item one_of'],
    ['another payee', TOOL, '{"item":"btc/usd","payTo":"0x12","amount":"1"}', 'query.payto'],
    [
      'a header',
      'oracle_dlc',
      '{"item":"delete threshold","eventid":"x","x_manage_token":"a\\r\\nhost: x"}',
      'header.x-manage-token',
    ],
    ['a key of free tools', 'claros_health', '{"toString":1}', 'arguments.toString unknown_argument'],
    [
      'a key of free tools, twice',
      'claros_list',
      '{"hasOwnProperty":1,"constructor":2}',
      'arguments.hasOwnProperty unknown_argument',
    ],
  ])('of %s buy nothing and break nothing', async (_what, tool, args, rule) => {
    const before = shop.money.calledOf('POST /lnd/v1/invoices')
    const text = await (
      await post(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${tool}","arguments":${args}}}`)
    ).text()
    expect(crashes()).toEqual([])
    expect(shop.money.calledOf('POST /lnd/v1/invoices')).toBe(before)
    const found = resultIn(text)
    expect(found.isError).toBe(true)
    expect(rulesIn(found).join(', ').toLowerCase()).toContain(rule.toLowerCase())
  })

  test.each([
    [TOOL, '{"item":"btc/usd","__proto__":{"x":1}}'],
    [TOOL, '{"item":"btc/usd","\\u005f_proto__":"x"}'],
    ['claros_health', '{"__proto__":null}'],
  ])('of %s with a prototype are refused: %s', async (tool, args) => {
    const before = shop.money.calledOf('POST /lnd/v1/invoices')
    const response = await post(
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${tool}","arguments":${args}}}`,
    )
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { error: 'invalid_request', details: [{ path: 'arguments.__proto__', rule: 'unknown_argument' }] },
    ])
    expect(shop.money.calledOf('POST /lnd/v1/invoices')).toBe(before)
  })

  test('that are null are as if they were left out: models write them so', async () => {
    expect((await call('claros_list', { tool: null, path: null })).isError).toBe(false)
    expect((await call(TOOL, { item: 'btc/usd', max_age: null })).fields['error']).toBe('payment_required')
  })

  test('nested deeply reach nobody', async () => {
    for (const levels of [100, 5_000, 15_000]) {
      const deep = `${'['.repeat(levels)}${']'.repeat(levels)}`
      for (const params of [
        `{"name":"claros_verify","arguments":{"answer":{"price":${deep}}}}`,
        `{"name":"${TOOL}","arguments":{"item":${deep}}}`,
        `{"name":"${TOOL}","arguments":{"item":"btc/usd"},"_meta":{"x402/payment":${deep}}}`,
        `{"name":"oracle_dlc","arguments":{"item":"post threshold","body":${deep}}}`,
        `{"name":"claros_preview","arguments":{"path":"/dlc/oracle/threshold","body":{"a":${deep}}}}`,
      ]) {
        const response = await post(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${params}}`)
        expect([params.slice(0, 40), levels, response.status < 500]).toEqual([params.slice(0, 40), levels, true])
        await response.text()
      }
    }
    expect(crashes()).toEqual([])
  })
})

describe('messages', () => {
  test.each([
    ['a long text', 'x'.repeat(60_000)],
    ['a large number', 1e308],
    ['a fraction', 1.5],
    ['less than nothing', -1],
    ['an empty text', ''],
  ])('with %s for an id are answered or refused, never with 5xx', async (_what, id) => {
    const response = await post(message('tools/list', {}, id))
    expect(response.status).toBeLessThan(500)
    const said = dataIn(await response.text())
    if (said['result'] !== undefined) expect(said['id']).toBe(id)
  })

  test('of versions that are none are refused in words of JSON-RPC', async () => {
    for (const version of ['1.0', '2099-01-01', '', '../../x', 'x'.repeat(5_000)]) {
      const response = await post(message('tools/list', {}), { headers: { 'mcp-protocol-version': version } })
      expect([version.slice(0, 12), response.status < 500]).toEqual([version.slice(0, 12), true])
      const first = await post(
        message('initialize', { protocolVersion: version, capabilities: {}, clientInfo: { name: 'x', version: '1' } }),
      )
      expect([version.slice(0, 12), first.status < 500]).toEqual([version.slice(0, 12), true])
    }
    expect(crashes()).toEqual([])
  })

  test.each([
    ['text/html', 406],
    ['application/json', 406],
    ['', 406],
    ['*/*', 406],
  ])('that accept %j', async (accept, most) => {
    const response = await post(message('tools/list', {}), { headers: { accept } })
    expect(response.status).toBeLessThanOrEqual(most)
    expect(await response.text()).not.toMatch(/node_modules|\.ts\b/)
  })

  test.each([['text/plain'], ['application/json-rpc'], ['multipart/form-data'], ['application/x-www-form-urlencoded']])(
    'of the type %s are refused: a page of another origin can send those without asking',
    async (type) => {
      const response = await post(message('tools/list', {}), { headers: { 'content-type': type } })
      expect(response.status).toBe(415)
    },
  )

  test('for another host are refused, whatever their origin', async () => {
    for (const host of ['evil.example', `${HOST}.evil.example`, `evil.example:80`, '127.0.0.1.nip.io'])
      for (const origin of [`http://${host}`, `https://${HOST}`, 'null']) {
        const response = await post(calling(TOOL, { item: 'btc/usd' }), { headers: { host, origin } })
        expect([host, response.status]).toEqual([host, 421])
      }
  })

  test('in a batch are none, also around one message', async () => {
    const payment = await x402Payment()
    const before = await shop.sales()
    const one = calling(TOOL, { item: 'btc/usd' }, { 'x402/payment': payment })
    for (const batch of [[one], [one, one], [[one]], []]) expect((await post(batch)).status).toBe(400)
    expect(await shop.sales()).toBe(before)
    expect((await call(TOOL, { item: 'btc/usd' }, { 'x402/payment': payment })).isError).toBe(false)
  })

  test('that want no answer buy nothing: who would get it', async () => {
    const payment = await x402Payment()
    const before = await shop.sales()
    const { id: _, ...notice } = calling(TOOL, { item: 'btc/usd' }, { 'x402/payment': payment })
    for (const body of [notice, { ...notice, id: null }]) expect((await post(body)).status).toBeLessThan(500)
    expect(await shop.sales()).toBe(before)
    expect((await call(TOOL, { item: 'btc/usd' }, { 'x402/payment': payment })).isError).toBe(false)
  })

  test('of a session that nobody opened are answered like others, and no session is given', async () => {
    const response = await post(message('tools/list', {}), { headers: { 'mcp-session-id': 'of-somebody-else' } })
    expect([response.status, response.headers.get('mcp-session-id')]).toEqual([200, null])
    for (const method of ['GET', 'DELETE'])
      expect(
        (await shop.request('/mcp', { method, headers: { ...HEADERS, 'mcp-session-id': 'x', 'last-event-id': '1' } }))
          .status,
      ).toBe(405)
  })
})

describe('a payment', () => {
  test('in the headers of the message pays for nothing', async () => {
    const payment = headerOf(await x402Payment())
    const { authorization } = await payL402(shop)
    const before = await shop.sales()
    for (const headers of [{ 'payment-signature': payment }, { 'x-payment': payment }, { authorization }]) {
      const asked = await call(TOOL, { item: 'btc/usd' }, undefined, { headers })
      expect([asked.isError, asked.fields['error']]).toEqual([true, 'payment_required'])
    }
    expect(await shop.sales()).toBe(before)
  })

  test('of another tool, item or price buys nothing, and still buys its own', async () => {
    const cheap = await x402Payment()
    const before = await shop.sales()
    for (const [tool, args] of [
      ['oracle_market_indices', { item: 'stress/market' }],
      ['oracle_dlc', { item: 'post threshold', body: {} }],
      ['oracle_fx', { item: 'eur/usd' }],
    ] as const) {
      const found = await call(tool, args, { 'x402/payment': cheap })
      expect([tool, found.isError, found.text.includes('"signature"')]).toEqual([tool, true, false])
    }
    const { authorization } = await payL402(shop)
    const wrong = await call(TOOL, { item: 'eth/usd' }, { 'l402/authorization': authorization })
    expect([wrong.isError, wrong.text.includes('canonical')]).toEqual([true, false])
    expect(await shop.sales()).toBe(before)
    expect((await call(TOOL, { item: 'btc/usd' }, { 'x402/payment': cheap })).isError).toBe(false)
    expect((await call(TOOL, { item: 'btc/usd' }, { 'l402/authorization': authorization })).isError).toBe(false)
  })

  test('by both rails at once buys one answer at most', async () => {
    const { authorization } = await payL402(shop)
    const before = await shop.sales()
    await call(TOOL, { item: 'btc/usd' }, { 'x402/payment': await x402Payment(), 'l402/authorization': authorization })
    expect((await shop.sales()) - before).toBeLessThanOrEqual(1)
  })

  test.each([['x402'], ['l402']] as const)('shown at both doors at once buys one answer (%s)', async (rail) => {
    const payment = await x402Payment()
    const { authorization } = await payL402(shop)
    const meta = rail === 'x402' ? { 'x402/payment': payment } : { 'l402/authorization': authorization }
    const headers = rail === 'x402' ? { 'payment-signature': headerOf(payment) } : { authorization }
    const [before, transfers] = [await shop.sales(), (await shop.money.transfers()).length]
    const from = '203.0.113.7'
    const answers = await Promise.all(
      Array.from({ length: 12 }, async (_, nth) => {
        if (nth % 2 === 0) {
          const { isError, text } = await call(TOOL, { item: 'btc/usd' }, meta, { from })
          return isError ? null : canonicalIn(text)
        }
        const response = await shop.request(SPOT, { headers, from })
        const text = await response.text()
        return response.ok ? canonicalIn(text) : null
      }),
    )
    const got = new Set(answers.filter((each) => each !== null))
    expect(got.size).toBe(1)
    expect(await shop.sales()).toBe(before + 1)
    if (rail === 'x402') expect((await shop.money.transfers()).length).toBe(transfers + 1)
    // Later, at either door, for another answer, from elsewhere.
    const elsewhere = '192.0.2.66'
    const other = await call(TOOL, { item: 'eth/usd' }, meta, { from: elsewhere })
    expect([other.isError, [...got].some((each) => other.text.includes(each))]).toEqual([true, false])
    const http = await shop.request('/oracle/price/eth/usd', { headers, from: elsewhere })
    expect(http.ok).toBe(false)
    expect(await shop.sales()).toBe(before + 1)
  })

  test('in a call that is hung up is settled once, and the answer is there for the same call', async () => {
    const payment = await x402Payment()
    const before = await shop.sales()
    const { meta } = await call(TOOL, { item: 'btc/usd' })
    const leaving = new AbortController()
    const started = fetch(`${shop.url}/mcp`, {
      method: 'POST',
      signal: leaving.signal,
      headers: HEADERS,
      body: JSON.stringify(calling(TOOL, { item: 'btc/usd' }, { 'x402/payment': payment })),
    }).then(
      () => null,
      () => null,
    )
    shop.money.overrides.set('POST /facilitator/settle', (request) => {
      leaving.abort()
      return shop.money.handle(request)
    })
    await started
    shop.money.overrides.clear()
    await post({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1, reason: 'mind changed' } })
    await until('the payment is settled', async () => (await shop.sales()) === before + 1)
    // It hung up before it had a receipt: what is left to it is its key.
    const { nonce } = payment.payload.authorization
    const at = Math.floor(shop.clock.now() / 1000)
    const signature = await proofSignature(PAYER, { nonce, request: String(meta['claros/request']), at })
    const again = { 'x402/payment': payment, 'claros/proof': `${at}.${signature}` }
    const found = await call(TOOL, { item: 'btc/usd' }, again, { from: '203.0.113.9' })
    expect([found.isError, canonicalIn(found.text)]).toEqual([false, expect.stringMatching(/^v1\|PRICE\|BTCUSD/)])
    expect(await shop.sales()).toBe(before + 1)
  })

  test('that is none is refused and not repeated to anybody', async () => {
    const before = await shop.sales()
    for (const payment of [null, 0, 'x', [], {}, { x402Version: 3 }, { x402Version: 2, accepted: {}, payload: {} }]) {
      const found = await call(TOOL, { item: 'btc/usd' }, { 'x402/payment': payment })
      expect([JSON.stringify(payment), found.isError]).toEqual([JSON.stringify(payment), true])
      expect(found.text).not.toContain('canonical')
    }
    const long = await call(TOOL, { item: 'btc/usd' }, { 'x402/payment': 'x'.repeat(40_000) })
    expect(long.isError).toBe(true)
    for (const authorization of ['', ' ', 'Bearer x', 'L402 a:b', 'L402 :', 7, null, {}]) {
      const found = await call(TOOL, { item: 'btc/usd' }, { 'l402/authorization': authorization })
      expect([authorization, found.isError]).toEqual([authorization, true])
    }
    expect([await shop.sales(), crashes()]).toEqual([before, []])
  })

  test('of which the receipt is guessed shows nothing', async () => {
    const bill = billOf(await shop.request(SPOT))!
    const id = createHash('sha256').update(bill.macaroon).digest('base64url')
    const shown = await call('claros_receipt', { id })
    expect(shown.isError).toBe(true)
    const payment = await x402Payment()
    const bought = await call(TOOL, { item: 'btc/usd' }, { 'x402/payment': payment }, { from: '203.0.113.7' })
    const stolen = await call(
      TOOL,
      { item: 'btc/usd' },
      { 'x402/payment': payment, 'claros/receipt': id, 'claros/proof': '1.0x00' },
      { from: '192.0.2.66' },
    )
    expect([stolen.isError, stolen.text.includes(canonicalIn(bought.text))]).toEqual([true, false])
  })
})

test('a body that only one reader takes is not whole here either', async () => {
  const { authorization } = await payL402(shop)
  const answer = JSON.parse(await (await shop.request(SPOT, { headers: { authorization } })).text()) as Fields
  const check = async (body: unknown, from: string) =>
    (await call('claros_verify', { answer: body }, undefined, { from })).fields['ok']
  expect(await check(answer, '198.51.100.1')).toBe(true)
  const upper = { ...answer, pubkey: String(answer['pubkey']).toUpperCase() }
  const { timestamp: _, ...timeless } = answer
  let deep: Json = 1
  for (let level = 0; level < 70; level++) deep = [deep]
  for (const body of [upper, timeless, { ...answer, deep }, { ...answer, note: '\ud800' }])
    expect(await check(body, '198.51.100.2')).toBe(false)
})

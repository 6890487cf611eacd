import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { PaymentRequiredV2Schema } from '@x402/core/schemas'
import { x402Client } from '@x402/core/client'
import { ExactEvmScheme } from '@x402/evm'
import type { PaymentRequired } from '@x402/core/types'
import type { Json } from '../../../src/canonical/jcs.ts'
import { verifyAnswer } from '../../../src/canonical/verify.ts'
import { LAYOUTS } from '../../../src/cli/verify.ts'
import { type McpClient, type Meta, openMcp, VERSIONS } from '../../support/mcp/clients.ts'
import { authorize, PAYER, payloadV1, payloadV2, signTransfer, STRANGER } from '../../support/payer.ts'
import { fileShop, SPOT } from '../../support/shop.ts'

/** Buying by tools: both protocol versions, both rails, and the ways in which a payment buys nothing. */

const shop = await fileShop()
const TOOL = 'oracle_spot_prices'
const ITEM = { item: 'btc/usd' }

beforeAll(async () => {
  await shop.money.fund(PAYER.address)
  for (const pair of ['btc/usd', 'eth/usd']) await shop.publish(pair)
  for (const rail of ['l402', 'x402'] as const) await shop.reprint('btc/usd', rail, 64)
})

const x402Of = async (changes = {}, version: 1 | 2 = 2): Promise<Meta> => {
  const authorization = authorize(shop.clock.now(), changes)
  const signature = await signTransfer(authorization)
  return { 'x402/payment': version === 2 ? payloadV2(authorization, signature) : payloadV1(authorization, signature) }
}

const read = (text: string) => JSON.parse(text) as Record<string, Json>
const verifies = (text: string, rail: 'l402' | 'x402'): boolean =>
  verifyAnswer(read(text), { layouts: LAYOUTS, publicKey: shop.keys[rail].publicKey }).ok

const errorsIn = (text: string) => read(text)['details'] as readonly { readonly path: string; readonly rule: string }[]

describe.each(VERSIONS.map((version) => [version]))('a client of %s', (version) => {
  let client: McpClient
  beforeAll(async () => {
    client = await openMcp(version, { kind: 'http', url: `${shop.url}/mcp` })
  })
  afterAll(() => client.close())

  test('speaks its own version', () => expect(client.version).toBe(version))

  test('is asked for money: the offer of x402 twice, and an invoice beside it', async () => {
    const asked = await client.call(TOOL, ITEM)
    expect(asked.isError).toBe(true)
    expect(JSON.parse(asked.text)).toEqual(asked.structured)
    expect(PaymentRequiredV2Schema.safeParse(asked.structured).error).toBeUndefined()
    expect(asked.structured).toMatchObject({
      x402Version: 2,
      error: 'payment_required',
      resource: { url: 'https://oracle.example/oracle/price/btc/usd', mimeType: 'application/json' },
      accepts: [{ scheme: 'exact', network: 'eip155:8453', amount: '10000' }],
    })
    expect(asked.meta['l402/challenge']).toMatchObject({ invoice: expect.stringMatching(/^lnbc/), sats: 10 })
    expect(asked.meta).not.toHaveProperty('claros/problem')
  })

  test('buys over x402 what the official client signs for the offer', async () => {
    const asked = await client.call(TOOL, ITEM)
    const wallet = new x402Client().register('eip155:8453', new ExactEvmScheme(PAYER))
    const payment = await wallet.createPaymentPayload(asked.structured as PaymentRequired)
    const bought = await client.call(TOOL, ITEM, { 'x402/payment': payment })
    expect([bought.isError, read(bought.text)['price']]).toEqual([false, '97012.34'])
    expect(bought.structured).toEqual(read(bought.text))
    expect(verifies(bought.text, 'x402')).toBe(true)
    expect(bought.meta['x402/payment-response']).toMatchObject({
      success: true,
      network: 'eip155:8453',
      payer: PAYER.address,
    })
  })

  test('buys over version 1 of x402 too', async () => {
    const bought = await client.call(TOOL, ITEM, await x402Of({}, 1))
    expect([bought.isError, verifies(bought.text, 'x402')]).toEqual([false, true])
  })

  test('buys over Lightning, and gets the bytes that HTTP sends for the same token', async () => {
    const { meta } = await client.call(TOOL, ITEM)
    const { macaroon, invoice } = meta['l402/challenge'] as { readonly macaroon: string; readonly invoice: string }
    const token = `L402 ${macaroon}:${await shop.money.pay(invoice)}`
    const bought = await client.call(TOOL, ITEM, { 'l402/authorization': token })
    expect([bought.isError, verifies(bought.text, 'l402')]).toEqual([false, true])
    const again = await shop.request(SPOT, { headers: { authorization: token } })
    expect([again.status, await again.text()]).toEqual([200, bought.text])
    expect(bought.meta['claros/receipt']).toBe(again.headers.get('payment-receipt'))
  })

  test('finds its answer again by its receipt', async () => {
    const payment = await x402Of()
    const bought = await client.call(TOOL, ITEM, payment)
    const receipt = String(bought.meta['claros/receipt'])
    const shown = await client.call('claros_receipt', { id: receipt })
    expect(read(shown.text)).toMatchObject({ state: 'spent', charged: true, answer: read(bought.text) })
    const again = await client.call(TOOL, ITEM, { ...payment, 'claros/receipt': receipt })
    expect(again.text).toBe(bought.text)
  })

  test('cannot use a payment for a second answer', async () => {
    const payment = await x402Of()
    const before = await shop.sales()
    await client.call(TOOL, ITEM, payment)
    const again = await client.call(TOOL, { item: 'eth/usd' }, payment)
    expect([again.isError, again.structured?.['error']]).toEqual([true, 'payment_already_used'])
    expect(JSON.parse(again.text)).toEqual(again.structured)
    expect(again.meta['claros/problem']).toMatchObject({ error: 'payment_already_used' })
    expect(await shop.sales()).toBe(before + 1)
  })

  test('is told why a payment is refused: a wrong amount, another recipient', async () => {
    for (const [changes, rule] of [
      [{ value: '9999' }, 'invalid_payment_requirements'],
      [{ to: PAYER.address }, 'recipient'],
    ] as const) {
      const refused = await client.call(TOOL, ITEM, await x402Of(changes))
      expect([refused.isError, refused.structured?.['error']]).toEqual([true, 'payment_invalid'])
      const { details } = refused.meta['claros/problem'] as { readonly details: readonly { readonly rule: string }[] }
      expect(details[0]!.rule).toContain(rule)
      expect(refused.text).not.toContain('canonical')
    }
  })

  test('pays with an empty account: is told of the settlement that failed, and gets nothing', async () => {
    const authorization = authorize(shop.clock.now(), { from: STRANGER.address })
    const payment = payloadV2(authorization, await signTransfer(authorization, STRANGER))
    const refused = await client.call(TOOL, ITEM, { 'x402/payment': payment })
    expect([refused.isError, refused.structured?.['error']]).toEqual([true, 'payment_invalid'])
    expect(refused.meta['x402/payment-response']).toMatchObject({ success: false })
    expect(refused.text).not.toContain('canonical')
  })

  test('gets text and an invoice alone where the rail of x402 is closed', async () => {
    shop.availability.closed = 'the settler is away'
    try {
      const asked = await client.call(TOOL, ITEM)
      expect([asked.isError, asked.structured]).toEqual([true, undefined])
      expect(read(asked.text)['error']).toBe('payment_required')
      expect(asked.meta['l402/challenge']).toMatchObject({ sats: 10 })
    } finally {
      shop.availability.closed = null
    }
  })

  test('names guards: what does not meet them is not offered, and what does is sold', async () => {
    const unmet = await client.call(TOOL, { ...ITEM, min_confidence: '1' })
    expect([unmet.isError, unmet.structured, read(unmet.text)['error']]).toEqual([true, undefined, 'data_unavailable'])
    expect(unmet.text).toContain('guard_not_met')
    const met = await client.call(TOOL, { ...ITEM, min_confidence: 0.1, max_age: 600 }, await x402Of())
    expect(verifies(met.text, 'x402')).toBe(true)
  })

  test('is told every rule that its arguments break, before any offer', async () => {
    const bad = await client.call('oracle_weather', { item: 'rainfall', lat: 'north', foo: 1, min_confidence: '7' })
    expect([bad.isError, bad.structured, read(bad.text)['error']]).toEqual([true, undefined, 'invalid_request'])
    expect(
      errorsIn(bad.text)
        .map(({ path }) => path)
        .toSorted(),
    ).toEqual(['path.lat', 'path.lon', 'path.window', 'query.foo', 'query.min_confidence'])
    const place = { lat: 91, lon: 181, window: '3d' }
    const far = await client.call('oracle_weather', { item: 'wind', ...place, end: 'x' })
    expect(
      errorsIn(far.text)
        .map(({ path }) => path)
        .toSorted(),
    ).toEqual(['path.lat', 'path.lon', 'path.window', 'query.end'])
    const nothing = await client.call('oracle_defi', { item: 'yield', protocol: 'sky', chain: 'base', asset: 'dai' })
    expect(errorsIn(nothing.text)).toMatchObject([{ path: 'path', rule: 'one_of' }])
    const unknown = await client.call(TOOL, { item: 'btc/gbp', colour: 'red' })
    expect(errorsIn(unknown.text).map(({ path, rule }) => `${path} ${rule}`)).toEqual([
      'arguments.item one_of',
      'arguments.colour unknown_argument',
    ])
    const terms = await client.call('oracle_dlc', { item: 'post threshold', body: { pair: 'BTCXXX', strike: -1 } })
    expect(errorsIn(terms.text).map(({ path }) => path)).toEqual(['body.pair', 'body.strike', 'body.direction'])
  })

  test('reaches no other path by words of a path', async () => {
    for (const lat of ['..', '.', 'a/b', '%2e%2e', '51.5?x=1', '51.5#x', ' 1'])
      expect([
        lat,
        read((await client.call('oracle_weather', { item: 'wind', lat, lon: 1, window: '7d' })).text),
      ]).toEqual([lat, expect.objectContaining({ error: 'invalid_request' })])
  })

  test('is told that a tool is not there', async () => {
    const error = await client.call('oracle_weather_tomorrow').then(
      () => null,
      (problem: Error) => problem.message,
    )
    expect(error).toContain('There is no tool oracle_weather_tomorrow')
  })

  test('cannot smuggle headers in what it carries', async () => {
    const bad = await client.call(TOOL, ITEM, { 'l402/authorization': 'L402 a:b\r\nhost: evil' })
    expect([bad.structured, read(bad.text)['error']]).toEqual([undefined, 'invalid_request'])
    expect(errorsIn(bad.text)).toMatchObject([{ path: '_meta.l402/authorization', rule: 'one_line' }])
    const odd = await client.call(TOOL, ITEM, { 'x402/payment': ['no', 'payment'] })
    expect([odd.isError, odd.structured?.['error']]).toEqual([true, 'payment_invalid'])
  })

  test('orders an event by its terms', async () => {
    await shop.oracle.beat()
    const listed = await client.call('claros_list', { tool: 'oracle_dlc' })
    const items = (listed.structured?.['items'] ?? []) as readonly {
      readonly item: string
      readonly body?: { readonly example: Record<string, Json> }
    }[]
    const { example } = items.find(({ item }) => item === 'post threshold')!.body!
    const tried = await client.call('claros_preview', { path: '/dlc/oracle/threshold', body: example })
    expect([tried.isError, tried.text]).toEqual([false, expect.stringContaining('announcement')])
    const asked = await client.call('oracle_dlc', { item: 'post threshold', body: example })
    expect(asked.structured).toMatchObject({ accepts: [{ amount: '7000000' }] })
    const made = await client.call(
      'oracle_dlc',
      { item: 'post threshold', body: example },
      await x402Of({ value: '7000000' }),
    )
    expect([made.isError, verifies(made.text, 'x402')]).toEqual([false, true])
    const { eventid } = read(made.text)
    const shown = await client.call('claros_list', { path: `/dlc/oracle/threshold/${String(eventid)}` })
    expect(read(shown.text)['eventid']).toBe(eventid!)
  })

  test('asks as the client that it is: a payment brings its answer again to the network that paid, and to no other', async () => {
    const payment = await x402Of()
    const asking = async (from: string) => {
      const response = await shop.request('/mcp', {
        method: 'POST',
        from,
        headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
        body: JSON.stringify({
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/call',
          params: { name: TOOL, arguments: ITEM, _meta: payment },
        }),
      })
      return response.text()
    }
    const signed = /v1\|PRICE\|BTCUSD\|[^"\\]+/
    const bought = signed.exec(await asking('203.0.113.7'))![0]
    expect(signed.exec(await asking('203.0.113.99'))?.[0]).toBe(bought)
    const elsewhere = await asking('192.0.2.66')
    expect(elsewhere).toContain('payment_already_used')
    expect(elsewhere).not.toContain(bought)
  })
})

import { describe, expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { Invoice } from '@getalby/lightning-tools/bolt11'
import { NOW, sandbox } from '../../support/sandbox/money/fixture.ts'

const MACAROON = { 'Grpc-Metadata-macaroon': '0201036c6e64' }
const DAY = 86_400

const hexOf = (base64: unknown): string => Buffer.from(String(base64), 'base64').toString('hex')

const withInvoice = async (body: unknown = { value: '10', memo: 'BTC/USD', expiry: '300' }) => {
  const world = sandbox()
  const { status, body: invoice } = await world.call('/lnd/v1/invoices', body, MACAROON)
  expect(status).toBe(200)
  return { ...world, hash: hexOf(invoice['r_hash']), bolt11: String(invoice['payment_request']), invoice }
}

describe('the node speaks LND', () => {
  test('an invoice carries amount, hash, memo, time and expiry', async () => {
    const { invoice, hash, bolt11 } = await withInvoice()
    const read = new Invoice({ pr: bolt11 })
    expect(read.paymentHash).toBe(hash)
    expect(read).toMatchObject({ satoshi: 10, description: 'BTC/USD', timestamp: NOW, expiry: 300 })
    expect(invoice['add_index']).toBe('1')
    expect(Buffer.from(String(invoice['payment_addr']), 'base64')).toHaveLength(32)
  })

  test.each([
    [{ value: 1000 }, 1_000_000],
    [{ value: '1000' }, 1_000_000],
    [{ value_msat: '1500' }, 1_500],
    [{ value_msat: 1 }, 1],
    [{}, 0],
  ])('amount %j is %p msat', async (body, msat) => {
    const { bolt11 } = await withInvoice(body)
    expect(new Invoice({ pr: bolt11 })).toMatchObject({ millisatoshi: msat, expiry: DAY })
  })

  test('open, then settled, by all three ways of asking', async () => {
    const { call, hash, bolt11, invoice } = await withInvoice()
    const url = String(invoice['r_hash']).replaceAll('+', '-').replaceAll('/', '_')
    const ways = [`v1/invoice/${hash}`, `v2/invoices/lookup?payment_hash=${url}`]
    ways.push(`v2/invoices/lookup?payment_hash=${url.replace('=', '')}`)
    for (const way of ways) {
      const { body } = await call(`/lnd/${way}`, undefined, MACAROON)
      expect(body).toMatchObject({ state: 'OPEN', settled: false, r_hash: invoice['r_hash'], amt_paid_sat: '0' })
    }
    await call('/lightning/pay', { invoice: bolt11 })
    for (const way of ways) {
      const { body } = await call(`/lnd/${way}`, undefined, MACAROON)
      expect(body).toMatchObject({ state: 'SETTLED', settled: true, value: '10', amt_paid_msat: '10000' })
    }
  })

  test('a hash is found in either alphabet of base64', async () => {
    const { call } = sandbox()
    for (let count = 0; count < 20; count++) {
      const { body } = await call('/lnd/v1/invoices', { value: 1 }, MACAROON)
      const path = `/lnd/v2/invoices/lookup?payment_hash=${encodeURIComponent(String(body['r_hash']))}`
      expect((await call(path, undefined, MACAROON)).body['add_index']).toBe(String(count + 1))
    }
  })

  test('an invoice that nobody paid is canceled once it has expired', async () => {
    const { call, clock, hash } = await withInvoice()
    clock.move(300_000)
    expect((await call(`/lnd/v1/invoice/${hash}`, undefined, MACAROON)).body['state']).toBe('OPEN')
    clock.move(1_000)
    expect((await call(`/lnd/v1/invoice/${hash}`, undefined, MACAROON)).body['state']).toBe('CANCELED')
  })

  test('errors are those of grpc-gateway', async () => {
    const { call } = sandbox()
    const unknown = await call(`/lnd/v1/invoice/${'ab'.repeat(32)}`, undefined, MACAROON)
    expect(unknown).toEqual({ status: 404, body: { code: 5, message: 'unable to locate invoice', details: [] } })
    for (const path of ['v1/invoice/abc', 'v2/invoices/lookup', 'v2/invoices/lookup?payment_hash=AAAA']) {
      expect(await call(`/lnd/${path}`, undefined, MACAROON)).toMatchObject({
        status: 400,
        body: { code: 3, details: [] },
      })
    }
    expect(await call('/lnd/v1/invoices', { value: 1 })).toMatchObject({ status: 500, body: { code: 2 } })
    const notHex = { 'Grpc-Metadata-macaroon': 'xyz' }
    expect(await call('/lnd/v1/invoices', { value: 1 }, notHex)).toMatchObject({ status: 500, body: { code: 2 } })
    expect((await call('/lnd/v1/channels', undefined, MACAROON)).status).toBe(404)
  })

  const bad = [{ value: '1e4' }, { value: '0x10' }, { value: ' 1' }, { value: -1 }, { value: 1.5 }, { value: true }]
  const worse = [
    { value: 1, value_msat: 1 },
    { memo: 7 },
    { memo: 'x'.repeat(640) },
    { expiry: 'soon' },
    { expiry: 4e7 },
  ]
  const worst = [{ value: '9999999999999999' }, [], 'nonsense', 'null', '']
  test.each([...bad, ...worse, ...worst])('%j is no invoice', async (body) => {
    expect(await sandbox().call('/lnd/v1/invoices', body, MACAROON)).toMatchObject({ status: 400, body: { code: 3 } })
  })
})

describe('paying', () => {
  test('gives the preimage of the hash, again and again', async () => {
    const { call, clock, bolt11, hash } = await withInvoice()
    const first = await call('/lightning/pay', { invoice: bolt11 })
    const preimage = String(first.body['preimage'])
    expect(preimage).toMatch(/^[0-9a-f]{64}$/)
    expect(createHash('sha256').update(Buffer.from(preimage, 'hex')).digest('hex')).toBe(hash)
    expect(new Invoice({ pr: bolt11 }).validatePreimage(preimage)).toBe(true)
    clock.move(1_000_000)
    expect(await call('/lightning/pay', { invoice: bolt11.toUpperCase() })).toEqual(first)
    expect((await call('/lightning/invoices')).body['invoices']).toMatchObject([{ settledAt: NOW }])
  })

  test('is refused for invoices of others, for expired ones and for nonsense', async () => {
    const { call, clock, bolt11 } = await withInvoice()
    expect(await call('/lightning/pay', { invoice: `${bolt11}q` })).toMatchObject({ status: 404 })
    clock.move(301_000)
    expect(await call('/lightning/pay', { invoice: bolt11 })).toMatchObject({
      status: 410,
      body: { error: 'invoice_expired' },
    })
    for (const body of [{}, { invoice: 7 }, [], '{', 'null']) {
      expect(await call('/lightning/pay', body)).toMatchObject({ status: 400, body: { error: 'invalid_request' } })
    }
  })

  test('shows in the list, which tells no preimage', async () => {
    const { call, bolt11, hash } = await withInvoice()
    const preimage = String((await call('/lightning/pay', { invoice: bolt11 })).body['preimage'])
    await call('/lnd/v1/invoices', { value: 5 }, MACAROON)
    const { body } = await call('/lightning/invoices')
    expect(body['invoices']).toMatchObject([
      { paymentHash: hash, state: 'SETTLED', amountMsat: '10000', expiresAt: NOW + 300, settledAt: NOW },
      { state: 'OPEN', amountMsat: '5000', settledAt: null },
    ])
    expect(JSON.stringify(body)).not.toContain(preimage)
  })

  test('the same seed makes the same node, another seed another', async () => {
    const mint = async (seed: string) =>
      (await sandbox(undefined, seed).call('/lnd/v1/invoices', { value: 1 }, MACAROON)).body['payment_request']
    expect(await mint('a')).toBe(await mint('a'))
    expect(await mint('a')).not.toBe(await mint('b'))
  })
})

describe('faults', () => {
  test('a status, a delay, and healing', async () => {
    const { call, clock, bolt11, hash } = await withInvoice()
    await call('/lightning/faults', { status: 503, delayMs: 2500 })
    expect((await call(`/lnd/v1/invoice/${hash}`, undefined, MACAROON)).status).toBe(503)
    expect(clock.slept).toEqual([2500])
    expect((await call('/lightning/pay', { invoice: bolt11 })).status).toBe(200)
    expect((await call('/lightning/faults', {})).body).toEqual({ down: false, delayMs: 0, status: null })
    expect((await call(`/lnd/v1/invoice/${hash}`, undefined, MACAROON)).status).toBe(200)
  })

  test('a node that is down drops the connection', async () => {
    const { call, money } = sandbox()
    await call('/lightning/faults', { down: true })
    const reply = async (request: Request) => (await money.handle(request)) ?? new Response(null, { status: 404 })
    const server = Bun.serve({ port: 0, fetch: reply })
    try {
      const asked = fetch(`${server.url}lnd/v1/invoices`, { method: 'POST', headers: MACAROON, body: '{"value":1}' })
      await expect(asked).rejects.toThrow()
      expect((await fetch(`${server.url}lightning/invoices`)).status).toBe(200)
    } finally {
      await server.stop(true)
    }
  })

  test.each([
    { down: 'yes' },
    { delayMs: -1 },
    { delayMs: 1e9 },
    { status: 200 },
    { status: '500' },
    { dwon: true },
    [],
  ])('%j sets nothing', async (body) => {
    expect(await sandbox().call('/lightning/faults', body)).toMatchObject({ status: 400 })
  })
})

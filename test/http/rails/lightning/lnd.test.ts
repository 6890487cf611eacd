import { afterAll, describe, expect, test } from 'bun:test'
import { lnd } from '../../../../src/http/rails/lightning/lnd.ts'
import { createMoney } from '../../../../src/sandbox/money/money.ts'
import { systemClock } from '../../../../src/system/clock.ts'
import { seededRandom } from '../../../support/still.ts'
import { madeInvoice, nodeStub } from '../../../support/http/rails/lightning/node-stub.ts'

const MACAROON = '0201036c6e64'
const ORDER = { sats: 10, memo: 'Claros oracle answer', expirySeconds: 300 }
const HASH = 'ab'.repeat(32)
/** Zeros, their hash, and how protobuf's JSON writes bytes. */
const ZEROS = '00'.repeat(32)
const ZEROS_HASH = new Bun.CryptoHasher('sha256').update(Buffer.alloc(32)).digest('hex')

/** grpc-gateway's way to word an error. */
const grpc = (status: number, code: number, message: string) =>
  Response.json({ code, message, details: [] }, { status })

describe('LND is asked as its REST reference says', () => {
  const node = nodeStub()
  afterAll(() => node.stop())
  const backend = lnd({ url: node.url, secret: MACAROON })

  test('AddInvoice: 64-bit numbers as strings, the macaroon in its header', async () => {
    const { bolt11, paymentHash } = madeInvoice(10)
    const rHash = Buffer.from(paymentHash, 'hex').toString('base64')
    const seen = node.will(
      Response.json({ r_hash: rHash, payment_request: bolt11, add_index: '7', payment_addr: rHash }),
    )
    expect(await backend.createInvoice(ORDER)).toMatchObject({ kind: 'invoice', bolt11, paymentHash })
    expect(seen).toHaveLength(1)
    expect(seen[0]).toMatchObject({ method: 'POST', path: '/v1/invoices' })
    expect(seen[0]!.headers.get('grpc-metadata-macaroon')).toBe(MACAROON)
    expect(seen[0]!.headers.get('content-type')).toBe('application/json')
    expect(JSON.parse(seen[0]!.body)).toEqual({ value: '10', memo: 'Claros oracle answer', expiry: '300' })
  })

  test.each([
    ['OPEN', 'open'],
    ['ACCEPTED', 'open'],
    ['CANCELED', 'open'],
    ['SETTLED', 'settled'],
  ] as const)('LookupInvoice: state %p is %p', async (state, expected) => {
    const seen = node.will(Response.json({ state, settled: state === 'SETTLED', r_preimage: 'c2VjcmV0', value: '10' }))
    expect(await backend.invoiceState(HASH)).toMatchObject({ kind: expected })
    expect(seen).toHaveLength(1)
    expect(seen[0]).toMatchObject({ method: 'GET', path: `/v1/invoice/${HASH}`, body: '' })
    expect(seen[0]!.headers.get('grpc-metadata-macaroon')).toBe(MACAROON)
  })

  test('LookupInvoice shows the preimage of every invoice it made: only that of a paid one is told', async () => {
    const r_preimage = Buffer.alloc(32).toString('base64')
    for (const [state, expected] of [
      ['SETTLED', { kind: 'settled', preimage: ZEROS }],
      ['OPEN', { kind: 'open' }],
      ['ACCEPTED', { kind: 'open' }],
      ['CANCELED', { kind: 'open' }],
    ] as const) {
      node.will(Response.json({ state, r_preimage }))
      expect(await backend.invoiceState(ZEROS_HASH)).toEqual(expected)
    }
  })

  test.each([[''], [null], [undefined], ['c2VjcmV0'], [Buffer.alloc(32, 1).toString('base64')], ['!!']])(
    'r_preimage %p is not the one of the invoice: it is paid, and nobody is told a preimage',
    async (r_preimage) => {
      node.will(Response.json({ state: 'SETTLED', r_preimage }))
      expect(await backend.invoiceState(ZEROS_HASH)).toEqual({ kind: 'settled', preimage: null })
    },
  )

  test('an invoice that the node does not know; a 404 of something else is a refusal', async () => {
    node.will(grpc(404, 5, 'unable to locate invoice'))
    expect(await backend.invoiceState(HASH)).toMatchObject({ kind: 'unknown' })
    for (const other of [new Response('404 page not found', { status: 404 }), grpc(404, 12, 'not implemented')]) {
      node.will(other)
      expect(await backend.invoiceState(HASH)).toMatchObject({ reason: 'refused', detail: 'status 404' })
    }
  })

  test('a state of another day is unreadable', async () => {
    node.will(Response.json({ state: 'HALF' }))
    expect(await backend.invoiceState(HASH)).toMatchObject({ reason: 'unreadable' })
  })

  test.each([
    [500, 2, 'verification failed: signature mismatch after caveat verification'],
    [500, 2, 'expected 1 macaroon, got 0'],
    [403, 7, 'permission denied'],
    [400, 3, 'proto: (line 1:10): invalid value for int64 type'],
    [500, 2, 'wallet locked, unlock it to enable full RPC access'],
    [501, 12, 'unknown service lnrpc.Lightning'],
  ])('status %p with code %p, %p, is a refusal', async (status, code, message) => {
    node.will(grpc(status, code, message))
    const failure = { kind: 'lightning_failure', reason: 'refused', detail: `status ${status}` } as const
    expect(await backend.createInvoice(ORDER)).toEqual(failure)
    expect(await backend.invoiceState(HASH)).toEqual(failure)
  })
})

describe('the sandbox is an LND', () => {
  const money = createMoney({ clock: systemClock, random: seededRandom() })
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: async (request) => (await money.handle(request)) ?? new Response(null, { status: 404 }),
  })
  afterAll(() => server.stop(true))
  const at = { url: `${server.url.origin}/lnd`, secret: MACAROON }
  const backend = lnd({ ...at, timeLimitMs: 60_000 })
  const call = async (path: string, body: unknown) => {
    const response = await fetch(`${server.url.origin}${path}`, { method: 'POST', body: JSON.stringify(body) })
    return { status: response.status, body: (await response.json()) as { preimage?: string } }
  }
  const bought = async (sats = 10) => {
    const invoice = await backend.createInvoice({ ...ORDER, sats })
    if (invoice.kind !== 'invoice') throw new Error(invoice.detail)
    return invoice
  }

  test('an invoice is open, then paid, then settled', async () => {
    const before = Date.now()
    const invoice = await bought()
    // Invoices know whole seconds.
    expect(invoice.expiresAt - 300_000).toBeWithin(before - 1_000, Date.now() + 1)
    expect(await backend.invoiceState(invoice.paymentHash)).toMatchObject({ kind: 'open' })
    const { body } = await call('/lightning/pay', { invoice: invoice.bolt11 })
    expect(new Bun.CryptoHasher('sha256').update(Buffer.from(body.preimage!, 'hex')).digest('hex')).toBe(
      invoice.paymentHash,
    )
    expect(await backend.invoiceState(invoice.paymentHash)).toEqual({ kind: 'settled', preimage: body.preimage! })
    expect(await backend.invoiceState(HASH)).toMatchObject({ kind: 'unknown' })
  })

  test.each([1, 10, 21, 1_000, 123_456, 100_000_000])('an invoice for %p sat', async (sats) => {
    expect((await bought(sats)).kind).toBe('invoice')
  })

  test('what the node itself refuses', async () => {
    const refused = { reason: 'refused', detail: 'status 400' } as const
    expect(await backend.createInvoice({ ...ORDER, sats: 1e16 })).toMatchObject(refused)
    expect(await backend.createInvoice({ ...ORDER, memo: 'x'.repeat(640) })).toMatchObject(refused)
    const keyless = lnd({ url: `${server.url.origin}/lnd`, secret: 'not hex' })
    expect(await keyless.createInvoice(ORDER)).toMatchObject({ reason: 'refused', detail: 'status 500' })
  })

  test('its faults: down, slow, broken by a status; and healed', async () => {
    const { paymentHash } = await bought()
    const impatient = lnd({ ...at, timeLimitMs: 100 })
    expect((await call('/lightning/faults', { delayMs: 1_000 })).status).toBe(200)
    const late = { kind: 'lightning_failure', reason: 'timeout', detail: 'no answer in time' }
    expect(await impatient.createInvoice(ORDER)).toMatchObject(late)
    expect(await impatient.invoiceState(paymentHash)).toMatchObject(late)
    for (const [fault, expected] of [
      [{ down: true }, { reason: 'unreachable' }],
      [{ status: 500 }, { reason: 'refused', detail: 'status 500' }],
      [{ status: 503 }, { reason: 'unreachable', detail: 'status 503' }],
      [{ status: 404 }, { reason: 'refused', detail: 'status 404' }],
    ] as const) {
      expect((await call('/lightning/faults', fault)).status).toBe(200)
      expect(await backend.createInvoice(ORDER)).toMatchObject({ kind: 'lightning_failure', ...expected })
      expect(await backend.invoiceState(paymentHash)).toMatchObject({ kind: 'lightning_failure', ...expected })
    }
    await call('/lightning/faults', {})
    expect((await bought()).kind).toBe('invoice')
    expect(await backend.invoiceState(paymentHash)).toMatchObject({ kind: 'open' })
  })
})

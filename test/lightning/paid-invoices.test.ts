import { afterAll, describe, expect, test } from 'bun:test'
import { CannotList } from '../../src/lightning/ask-list.ts'
import { type NodeKind, paidInvoices } from '../../src/lightning/paid-invoices.ts'
import { createMoney } from '../../src/sandbox/money/money.ts'
import { seededRandom, stillClock } from '../support/still.ts'
import { nodeStub } from '../support/http/rails/lightning/node-stub.ts'

/** Each kind of node is asked as its reference says, page by page, and only what was paid in the span comes back. */

const FROM = Date.UTC(2026, 2, 1)
const TO = Date.UTC(2026, 3, 1)
const SECRET = '0201036c6e64'
const node = nodeStub()
afterAll(() => node.stop())

const hash = (n: number): string => n.toString(16).padStart(64, '0')
const seconds = (ms: number): number => Math.floor(ms / 1000)
const list = (kind: NodeKind) => paidInvoices(kind, { url: `${node.url}/`, secret: `${SECRET}\n` }, FROM, TO)
const json = (body: unknown) => Response.json(body)

describe('lnd', () => {
  const invoice = (n: number, settledAt: number, state = 'SETTLED') => ({
    r_hash: Buffer.from(hash(n), 'hex').toString('base64'),
    memo: 'm',
    state,
    creation_date: String(seconds(settledAt) - 60),
    settle_date: state === 'SETTLED' ? String(seconds(settledAt)) : '0',
    amt_paid_sat: '10',
  })

  test('newest first, until what was made before the span; open ones and other months are left out', async () => {
    const seen = node.will(
      json({
        invoices: [invoice(3, TO - 1_000), invoice(4, TO), invoice(5, TO - 5_000, 'OPEN')],
        first_index_offset: '3',
      }),
      json({ invoices: [invoice(1, FROM - 7_200_000), invoice(2, FROM)], first_index_offset: '1' }),
      json({ invoices: [], first_index_offset: '0' }),
    )
    const found = await list('lnd')
    expect(found.map(({ paymentHash }) => Number.parseInt(paymentHash, 16))).toEqual([3, 2])
    expect(found[1]).toEqual({ paymentHash: hash(2), sats: 10n, at: FROM, memo: 'm' })
    expect(seen.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /v1/invoices?reversed=true&num_max_invoices=500&index_offset=0',
      'GET /v1/invoices?reversed=true&num_max_invoices=500&index_offset=3',
    ])
    expect(seen[0]!.headers.get('grpc-metadata-macaroon')).toBe(SECRET)
  })

  test('1,203 invoices of the node of the demonstration come in three pages, each once', async () => {
    const clock = stillClock(FROM)
    const money = createMoney({ clock, random: seededRandom() })
    const server = Bun.serve({
      hostname: '127.0.0.1',
      port: 0,
      fetch: async (request) => (await money.handle(request)) ?? new Response(null, { status: 404 }),
    })
    const post = async (path: string, body: unknown) => {
      const headers = { 'Grpc-Metadata-macaroon': '00', 'content-type': 'application/json' }
      const reply = await fetch(server.url.origin + path, { method: 'POST', headers, body: JSON.stringify(body) })
      return (await reply.json()) as { payment_request: string }
    }
    for (let n = 0; n < 1_203; n++) {
      const { payment_request: invoice } = await post('/lnd/v1/invoices', { value: '10', memo: String(n) })
      if (n % 2 === 0) await post('/lightning/pay', { invoice })
      clock.move(1_000)
    }
    const found = await paidInvoices('lnd', { url: `${server.url.origin}/lnd`, secret: '00' }, FROM, TO)
    await server.stop(true)
    expect(found).toHaveLength(602)
    expect(new Set(found.map(({ memo }) => memo)).size).toBe(602)
    expect(found.every(({ sats }) => sats === 10n)).toBe(true)
  }, 120_000)
})

describe('cln', () => {
  const invoice = (n: number, paidAt: number | null, amount: unknown = 10_999) => ({
    payment_hash: hash(n),
    description: 'm',
    created_index: n,
    status: paidAt === null ? 'unpaid' : 'paid',
    ...(paidAt !== null && { paid_at: seconds(paidAt), amount_received_msat: amount }),
  })

  test('from the first on, five hundred at a time; amounts of old releases too', async () => {
    const first = Array.from({ length: 500 }, (_, n) => invoice(n + 1, n === 7 ? FROM + 5_000 : null))
    const seen = node.will(
      json({ invoices: first }),
      json({ invoices: [invoice(501, TO - 1_000, '12000msat'), invoice(502, TO)] }),
    )
    expect(await list('cln')).toEqual([
      { paymentHash: hash(8), sats: 10n, at: FROM + 5_000, memo: 'm' },
      { paymentHash: hash(501), sats: 12n, at: TO - 1_000, memo: 'm' },
    ])
    expect(seen.map(({ method, path, body }) => [method, path, JSON.parse(body)])).toEqual([
      ['POST', '/v1/listinvoices', { index: 'created', start: 1, limit: 500 }],
      ['POST', '/v1/listinvoices', { index: 'created', start: 501, limit: 500 }],
    ])
    expect(seen[0]!.headers.get('rune')).toBe(SECRET)
  })
})

describe('phoenixd', () => {
  test('by the time of making, an hour before the span too', async () => {
    const payment = (n: number, completedAt: number | null) => ({
      paymentHash: hash(n),
      isPaid: completedAt !== null,
      receivedSat: 10,
      description: null,
      completedAt,
    })
    const seen = node.will(json([payment(1, FROM), payment(2, null), payment(3, FROM - 1)]))
    expect(await list('phoenixd')).toEqual([{ paymentHash: hash(1), sats: 10n, at: FROM, memo: '' }])
    expect(seen[0]!.path).toBe(`/payments/incoming?from=${FROM - 3_600_000}&to=${TO}&limit=500&offset=0`)
    expect(seen[0]!.headers.get('authorization')).toBe(`Basic ${Buffer.from(`:${SECRET}`).toString('base64')}`)
  })
})

describe('lnbits', () => {
  test('what came in and is done, by both ways to say so', async () => {
    const payment = (n: number, amount: number, more: object) => ({ payment_hash: hash(n), amount, memo: 'm', ...more })
    const seen = node.will(
      json([
        payment(1, 10_000, { time: '2026-03-31T23:59:59.000000', status: 'success' }),
        payment(2, 10_000, { time: '2026-03-20T00:00:00+00:00', status: 'pending' }),
        payment(3, -10_000, { time: '2026-03-20T00:00:00Z', status: 'success' }),
        payment(4, 12_500, { time: seconds(FROM), pending: false }),
        payment(5, 10_000, { time: seconds(FROM) + 1, pending: true }),
      ]),
    )
    expect(await list('lnbits')).toEqual([
      { paymentHash: hash(1), sats: 10n, at: TO - 1_000, memo: 'm' },
      { paymentHash: hash(4), sats: 12n, at: FROM, memo: 'm' },
    ])
    expect(seen[0]!.path).toStartWith('/api/v1/payments?limit=500&offset=0')
    expect(seen[0]!.headers.get('x-api-key')).toBe(SECRET)
  })
})

describe('a node that does not list', () => {
  const problemOf = async (answer: Response): Promise<string> => {
    node.will(answer)
    const problem = await list('lnd').catch((found: unknown) => found)
    expect(problem).toBeInstanceOf(CannotList)
    return (problem as Error).message
  }

  test('because the credential may not: said in words, whatever the status', async () => {
    for (const answer of [
      new Response(null, { status: 401 }),
      new Response('forbidden', { status: 403 }),
      Response.json({ code: 2, message: 'permission denied' }, { status: 500 }),
      Response.json({ code: 1502, message: 'Not permitted: method is not equal to invoice' }, { status: 500 }),
    ])
      expect(await problemOf(answer)).toStartWith('LIGHTNING_SECRET may not list invoices')
  })

  test('for another reason; and no secret stands in any of it', async () => {
    expect(await problemOf(new Response('<html>', { status: 502 }))).toBe(
      'the Lightning node answered with status 502.',
    )
    expect(await problemOf(Response.json({ invoices: [{}] }))).toContain('lacks a documented field')
    expect(await problemOf(new Response('<html>'))).toContain('lacks a documented field')
    const nobody = paidInvoices('lnd', { url: 'http://127.0.0.1:9', secret: SECRET }, FROM, TO)
    await expect(nobody).rejects.toThrow('the Lightning node does not answer')
    expect(await problemOf(Response.redirect('http://127.0.0.1:9/'))).toBe(
      'the Lightning node answered with status 302.',
    )
  })
})

describe('a node whose pages never end', () => {
  const inSpan = seconds(TO) - 60
  const many = <T>(make: (n: number) => T): readonly T[] => Array.from({ length: 500 }, (_, n) => make(n))
  let pages = 0
  const endless: Readonly<Record<NodeKind, () => unknown>> = {
    lnd: () => ({
      invoices: [{ r_hash: '', creation_date: String(inSpan) }],
      first_index_offset: pages % 2 === 0 ? '1' : '2',
    }),
    cln: () => ({ invoices: many((n) => ({ payment_hash: hash(n), status: 'unpaid', created_index: n + 1 })) }),
    phoenixd: () => many((n) => ({ paymentHash: hash(n), isPaid: false, receivedSat: 0 })),
    lnbits: () => many((n) => ({ payment_hash: hash(n), amount: 0, time: inSpan })),
  }

  test.each(Object.keys(endless) as NodeKind[])(
    '%s, since it does not heed what was asked: said after a few',
    async (kind) => {
      pages = 0
      const server = Bun.serve({
        hostname: '127.0.0.1',
        port: 0,
        fetch: () => (++pages > 5 ? Response.json({}, { status: 500 }) : Response.json(endless[kind]())),
      })
      try {
        const listed = paidInvoices(kind, { url: `http://127.0.0.1:${server.port}`, secret: SECRET }, FROM, TO)
        await expect(listed).rejects.toThrow('the Lightning node sends the same page again.')
        expect(pages).toBeLessThanOrEqual(3)
      } finally {
        await server.stop(true)
      }
    },
  )

  test('a page that never ends is left', async () => {
    let sent = 0
    const piece = new Uint8Array(1 << 20).fill(32)
    const body = new ReadableStream({
      pull: (to) => {
        sent++
        if (sent > 64) to.close()
        else to.enqueue(piece)
      },
    })
    node.will(new Response(body, { headers: { 'content-type': 'application/json' } }))
    await expect(list('lnd')).rejects.toThrow('sent more than a page of invoices')
    expect(sent).toBeLessThan(64)
  })
})

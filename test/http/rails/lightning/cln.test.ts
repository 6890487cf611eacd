import { afterAll, describe, expect, test } from 'bun:test'
import { cln } from '../../../../src/http/rails/lightning/cln.ts'
import { seededRandom } from '../../../support/still.ts'
import { madeInvoice, nodeStub } from '../../../support/http/rails/lightning/node-stub.ts'

const RUNE = 'W1xu9ZLtYuIVHZ8fSBpbnJ1lmMpZpWJKZ5VhsqLcyvE9MCZtZXRob2Q9aW52b2ljZQ=='
const ORDER = { sats: 10, memo: 'Claros oracle answer', expirySeconds: 300 }
const HASH = 'ab'.repeat(32)

const node = nodeStub()
afterAll(() => node.stop())

const backend = (timeLimitMs = 60_000) => cln({ url: node.url, secret: RUNE, timeLimitMs }, seededRandom())

/** The plugin passes on the error of the method as it is, with one of few statuses. */
const rpcError = (status: number, code: number, message: string) =>
  Response.json({ code, message, data: null }, { status })

const created = (sats = 10) => {
  const { bolt11, paymentHash } = madeInvoice(sats)
  const body = { bolt11, payment_hash: paymentHash, payment_secret: HASH, expires_at: 1_793_491_500, created_index: 3 }
  return { bolt11, paymentHash, answer: Response.json({ ...body, warning_capacity: 'none' }, { status: 201 }) }
}

describe('Core Lightning is asked as clnrest says', () => {
  test('invoice: millisatoshis, a label of its own, the rune in its header', async () => {
    const { bolt11, paymentHash, answer } = created()
    const seen = node.will(answer)
    const asked = backend()
    expect(await asked.createInvoice(ORDER)).toMatchObject({ kind: 'invoice', bolt11, paymentHash })
    await asked.createInvoice(ORDER)
    expect(seen).toHaveLength(2)
    expect(seen[0]).toMatchObject({ method: 'POST', path: '/v1/invoice' })
    expect(seen[0]!.headers.get('rune')).toBe(RUNE)
    expect(seen[0]!.headers.get('content-type')).toBe('application/json')
    const [first, second] = seen.map(({ body }) => JSON.parse(body))
    expect(first).toEqual({
      amount_msat: 10_000,
      label: expect.stringMatching(/^claros-[0-9a-f]{32}$/),
      description: 'Claros oracle answer',
      expiry: 300,
    })
    expect(second.label).not.toBe(first.label)
  })

  test('listinvoices: a POST too, and what its status means', async () => {
    for (const [invoices, expected] of [
      [[{ label: 'x', status: 'paid', payment_preimage: HASH, amount_received_msat: 10_000 }], 'settled'],
      [[{ label: 'x', status: 'unpaid' }], 'open'],
      [[{ label: 'x', status: 'expired' }], 'open'],
      [[], 'unknown'],
    ] as const) {
      const seen = node.will(Response.json({ invoices }, { status: 201 }))
      expect(await backend().invoiceState(HASH)).toMatchObject({ kind: expected })
      expect(seen).toHaveLength(1)
      expect(seen[0]).toMatchObject({ method: 'POST', path: '/v1/listinvoices' })
      expect(seen[0]!.headers.get('rune')).toBe(RUNE)
      expect(JSON.parse(seen[0]!.body)).toEqual({ payment_hash: HASH })
    }
  })

  test('the preimage of a paid one is told, if it is the one of its hash', async () => {
    const ours = '00'.repeat(32)
    const hash = new Bun.CryptoHasher('sha256').update(Buffer.alloc(32)).digest('hex')
    for (const [preimage, expected] of [
      [ours, ours],
      ['11'.repeat(32), null],
      [ours.slice(2), null],
      ['', null],
      [null, null],
      [undefined, null],
    ] as const) {
      node.will(
        Response.json({ invoices: [{ label: 'x', status: 'paid', payment_preimage: preimage }] }, { status: 201 }),
      )
      expect(await backend().invoiceState(hash)).toEqual({ kind: 'settled', preimage: expected })
    }
  })

  test.each([{}, { invoices: {} }, { invoices: [{}] }, { invoices: [{ status: 'PAID' }] }])(
    '%j is no list of invoices',
    async (body) => {
      node.will(Response.json(body, { status: 201 }))
      expect(await backend().invoiceState(HASH)).toMatchObject({ reason: 'unreadable' })
    },
  )

  test('a label that exists is followed by a new one', async () => {
    const { paymentHash, answer } = created()
    const seen = node.will(rpcError(500, 900, 'Duplicate label'), answer)
    expect(await backend().createInvoice(ORDER)).toMatchObject({ kind: 'invoice', paymentHash })
    const labels = seen.map(({ body }) => JSON.parse(body).label)
    expect(new Set(labels).size).toBe(2)
  })

  test('a node that knows every label is not asked for ever', async () => {
    const seen = node.will(rpcError(500, 900, 'Duplicate label'))
    expect(await backend().createInvoice(ORDER)).toMatchObject({
      reason: 'refused',
      detail: '3 labels in a row are taken',
    })
    expect(seen).toHaveLength(3)
  })

  test('the second label does not get a second time limit', async () => {
    // Three times 60 ms would end in a refusal.
    node.will(() => Bun.sleep(60).then(() => rpcError(500, 900, 'Duplicate label')))
    expect(await backend(100).createInvoice(ORDER)).toMatchObject({ reason: 'timeout' })
  })

  test.each([
    [401, 1501, 'Not authorized: Missing rune'],
    [401, 1502, 'Not permitted: method not equal to listpeers'],
    [403, 1501, 'Invalid rune'],
    [404, -32601, "Unknown command 'invoice'"],
    [500, 901, 'preimage already used'],
    [500, -32602, 'amount_msat: should be an unsigned 64 bit integer'],
    [500, 903, 'Incoming capacity insufficient'],
  ])('status %p with code %p is a refusal, asked once', async (status, code, message) => {
    const seen = node.will(rpcError(status, code, message))
    const failure = { kind: 'lightning_failure', reason: 'refused', detail: `status ${status}` } as const
    expect(await backend().createInvoice(ORDER)).toEqual(failure)
    expect(seen).toHaveLength(1)
    expect(await backend().invoiceState(HASH)).toEqual(failure)
  })
})

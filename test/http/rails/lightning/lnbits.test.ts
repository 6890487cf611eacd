import { afterAll, describe, expect, test } from 'bun:test'
import { lnbits } from '../../../../src/http/rails/lightning/lnbits.ts'
import { madeInvoice, nodeStub } from '../../../support/http/rails/lightning/node-stub.ts'

const KEY = '5d8ba6ee4f6c4a7b9a3c1e2f00112233'
const ORDER = { sats: 10, memo: 'Claros oracle answer', expirySeconds: 300 }
const HASH = 'ab'.repeat(32)

const node = nodeStub()
afterAll(() => node.stop())
const backend = lnbits({ url: node.url, secret: KEY })

/** FastAPI's way to word an error. */
const detail = (status: number, text: string) => Response.json({ detail: text, status: 'failed' }, { status })

describe('LNbits is asked as its API page says', () => {
  test('a payment that comes in: the invoice key in its header', async () => {
    const { bolt11, paymentHash } = madeInvoice(10)
    const seen = node.will(
      Response.json({ checking_id: HASH, payment_hash: paymentHash, bolt11, amount: 10_000 }, { status: 201 }),
    )
    expect(await backend.createInvoice(ORDER)).toMatchObject({ kind: 'invoice', bolt11, paymentHash })
    expect(seen).toHaveLength(1)
    expect(seen[0]).toMatchObject({ method: 'POST', path: '/api/v1/payments' })
    expect(seen[0]!.headers.get('x-api-key')).toBe(KEY)
    expect(seen[0]!.headers.get('content-type')).toBe('application/json')
    expect(JSON.parse(seen[0]!.body)).toEqual({ out: false, amount: 10, memo: 'Claros oracle answer', expiry: 300 })
  })

  test('the older name of the invoice; the newer counts where both are there', async () => {
    const { bolt11, paymentHash } = madeInvoice(10)
    for (const names of [{ payment_request: bolt11 }, { payment_request: 'lnbc1', bolt11 }]) {
      node.will(Response.json({ payment_hash: paymentHash, ...names, lnurl_response: null }, { status: 201 }))
      expect(await backend.createInvoice(ORDER)).toMatchObject({ kind: 'invoice', bolt11 })
    }
  })

  test('a payment is paid, open or not there', async () => {
    for (const [answer, expected] of [
      [Response.json({ paid: true, preimage: HASH, details: {} }), 'settled'],
      [Response.json({ paid: false, preimage: '', details: {} }), 'open'],
      [detail(404, 'Payment does not exist.'), 'unknown'],
    ] as const) {
      const seen = node.will(answer)
      expect(await backend.invoiceState(HASH)).toMatchObject({ kind: expected })
      expect(seen).toHaveLength(1)
      expect(seen[0]).toMatchObject({ method: 'GET', path: `/api/v1/payments/${HASH}`, body: '' })
      expect(seen[0]!.headers.get('x-api-key')).toBe(KEY)
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
      node.will(Response.json({ paid: true, preimage, details: {} }))
      expect(await backend.invoiceState(hash)).toEqual({ kind: 'settled', preimage: expected })
    }
  })

  test.each([{}, { paid: 'yes' }, { pending: false }])('%j does not say whether it is paid', async (body) => {
    node.will(Response.json(body))
    expect(await backend.invoiceState(HASH)).toMatchObject({ reason: 'unreadable' })
  })

  test.each([
    [400, 'Amountless invoices not supported.'],
    [401, 'Invoice (or Admin) key required.'],
    [403, 'Invalid key.'],
    [422, 'value is not a valid float'],
    [500, 'Internal Server Error'],
    [520, 'Server error: node is offline'],
  ])('status %p, %p, is a refusal', async (status, text) => {
    node.will(detail(status, text))
    const failure = { kind: 'lightning_failure', reason: 'refused', detail: `status ${status}` } as const
    expect(await backend.createInvoice(ORDER)).toEqual(failure)
    expect(await backend.invoiceState(HASH)).toEqual(failure)
  })
})

import { afterAll, describe, expect, test } from 'bun:test'
import { phoenixd } from '../../../../src/http/rails/lightning/phoenixd.ts'
import { madeInvoice, nodeStub } from '../../../support/http/rails/lightning/node-stub.ts'

const PASSWORD = 'c0ffee11'
const ORDER = { sats: 10, memo: 'Claros oracle answer & more', expirySeconds: 300 }
const HASH = 'ab'.repeat(32)

const node = nodeStub()
afterAll(() => node.stop())
const backend = phoenixd({ url: node.url, secret: PASSWORD })

const text = (status: number, body: string) => new Response(body, { status })

describe('phoenixd is asked as its API page says', () => {
  test('createinvoice: a form, and the password behind an empty user name', async () => {
    const { bolt11, paymentHash } = madeInvoice(10)
    const seen = node.will(Response.json({ amountSat: 10, paymentHash, serialized: bolt11 }))
    expect(await backend.createInvoice(ORDER)).toMatchObject({ kind: 'invoice', bolt11, paymentHash })
    expect(seen).toHaveLength(1)
    expect(seen[0]).toMatchObject({
      method: 'POST',
      path: '/createinvoice',
      body: 'amountSat=10&description=Claros+oracle+answer+%26+more&expirySeconds=300',
    })
    expect(seen[0]!.headers.get('authorization')).toBe(`Basic ${btoa(`:${PASSWORD}`)}`)
    expect(seen[0]!.headers.get('content-type')).toBe('application/x-www-form-urlencoded')
  })

  test('a description is cut at 128 characters, where the node would refuse it', async () => {
    const { bolt11, paymentHash } = madeInvoice(10)
    for (const memo of ['x'.repeat(128), 'x'.repeat(129), 'é'.repeat(200), '⚡😀'.repeat(60)]) {
      const seen = node.will(Response.json({ amountSat: 10, paymentHash, serialized: bolt11 }))
      expect(await backend.createInvoice({ ...ORDER, memo })).toMatchObject({ kind: 'invoice' })
      expect(new URLSearchParams(seen[0]!.body).get('description')).toHaveLength(128)
    }
  })

  test('an incoming payment is paid, open or not there', async () => {
    const payment = { type: 'incoming_payment', paymentHash: HASH, preimage: HASH, receivedSat: 10, fees: 0 }
    for (const [answer, expected] of [
      [Response.json({ ...payment, isPaid: true, completedAt: 1 }), 'settled'],
      [Response.json({ ...payment, isPaid: false, isExpired: true }), 'open'],
      [text(404, 'Not found'), 'unknown'],
    ] as const) {
      const seen = node.will(answer)
      expect(await backend.invoiceState(HASH)).toMatchObject({ kind: expected })
      expect(seen).toHaveLength(1)
      expect(seen[0]).toMatchObject({ method: 'GET', path: `/payments/incoming/${HASH}`, body: '' })
      expect(seen[0]!.headers.get('authorization')).toBe(`Basic ${btoa(`:${PASSWORD}`)}`)
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
      node.will(Response.json({ type: 'incoming_payment', isPaid: true, preimage, receivedSat: 10, fees: 0 }))
      expect(await backend.invoiceState(hash)).toEqual({ kind: 'settled', preimage: expected })
    }
  })

  test.each([{}, { isPaid: 'true' }, { isPaid: 1 }])('%j does not say whether it is paid', async (body) => {
    node.will(Response.json(body))
    expect(await backend.invoiceState(HASH)).toMatchObject({ reason: 'unreadable' })
  })

  test.each([
    [401, 'Invalid authentication (use basic auth with the http password set in phoenix.conf)'],
    [400, 'Request parameter description is too long (max 128 characters)'],
    [405, 'Invalid http method (use the correct GET/POST)'],
    [500, ''],
  ])('status %p with plain text is a refusal', async (status, body) => {
    node.will(text(status, body))
    const failure = { kind: 'lightning_failure', reason: 'refused', detail: `status ${status}` } as const
    expect(await backend.createInvoice(ORDER)).toEqual(failure)
    expect(await backend.invoiceState(HASH)).toEqual(failure)
  })

  test('no invoice at an address that is not its own', async () => {
    node.will(text(404, 'Unknown endpoint (check api doc)'))
    expect(await backend.createInvoice(ORDER)).toMatchObject({ reason: 'refused', detail: 'status 404' })
  })
})

import { expect, spyOn, test } from 'bun:test'
import { TOKEN_GRACE_SECONDS } from '../../../src/http/rails/l402.ts'
import { isPriced } from '../../../src/http/wire/endpoint.ts'
import type { ProblemCode } from '../../../src/http/wire/problem.ts'
import { problemsOf } from '../../../src/http/wire/route-problems.ts'
import { nameOf } from '../../support/chain/chain-payer.ts'
import { PAYER, payment } from '../../support/payer.ts'
import { fileShop, payL402, SPOT } from '../../support/shop.ts'

/** Every error that a request with a payment can get on a route that sells: whether it names the receipt to the buyer. */

const shop = await fileShop()
await shop.money.fund(PAYER.address)

type Headers = Readonly<Record<string, string>>

/** A payment by its buyer, and the receipt that it has. */
interface Paid {
  readonly headers: Headers
  readonly receipt: string
}

const sealed = (name: string): string => shop.paywall.receipts.seal(name)
const token = async (): Promise<Paid> => {
  await shop.publish('btc/usd')
  const { authorization } = await payL402(shop)
  const preimage = authorization.slice(authorization.lastIndexOf(':') + 1)
  const hash = new Bun.CryptoHasher('sha256').update(Buffer.from(preimage, 'hex')).digest('hex')
  return { headers: { authorization }, receipt: sealed(`l402:${hash}`) }
}
const transfer = async (): Promise<Paid> => {
  await shop.publish('btc/usd')
  const paid = await payment(shop.clock.now(), {})
  return { headers: paid.v2, receipt: sealed(nameOf(paid)) }
}
/** Made when there is nothing to sell any more. */
const transferTooLate = async (): Promise<Paid> => {
  shop.clock.move(120_000)
  const paid = await payment(shop.clock.now(), {})
  return { headers: paid.v2, receipt: sealed(nameOf(paid)) }
}
const show = ({ headers }: Paid, more: Headers = {}): Promise<Response> =>
  Promise.resolve(shop.request(SPOT, { headers: { ...headers, ...more } }))

type Way = () => Promise<{ readonly paid: Paid; readonly response: Response }>
const shown =
  (buy: () => Promise<Paid>, more?: Headers): Way =>
  async () => {
    const paid = await buy()
    return { paid, response: await show(paid, more) }
  }
const ofSettling =
  (errorReason: string): Way =>
  async () => {
    const settle = () =>
      Response.json({ success: false, errorReason, transaction: '', network: 'base', payer: PAYER.address })
    shop.money.overrides.set('POST /facilitator/settle', settle)
    const found = await shown(transfer)()
    shop.money.overrides.clear()
    return found
  }
const after =
  (buy: () => Promise<Paid>, ms: number, isSold: boolean, more = (_: Paid): Headers => ({})): Way =>
  async () => {
    const paid = await buy()
    if (isSold) expect((await show(paid)).status).toBe(200)
    shop.clock.move(ms)
    if (isSold) await shop.publish('btc/usd')
    return { paid, response: await show(paid, more(paid)) }
  }
const broken =
  (buy: () => Promise<Paid>, step: 'buy' | 'send'): Way =>
  async () => {
    const bug = spyOn(shop.store.claims, step).mockImplementation(() => Promise.reject(new TypeError('a bug')))
    const found = await shown(buy)()
    bug.mockRestore()
    return found
  }
const whileStoreIsAway: Way = async () => {
  const paid = await token()
  const { store } = shop.paywall
  Object.assign(shop.paywall, { store: () => 'disk' })
  const response = await show(paid)
  Object.assign(shop.paywall, { store })
  return { paid, response }
}
const whileClosed: Way = async () => {
  shop.availability.closed = 'no reason'
  const found = await shown(transfer)()
  shop.availability.closed = null
  return found
}
const tooOften: Way = async () => {
  const take = spyOn(shop.paywall.attempts, 'take').mockReturnValue(false)
  const found = await shown(transfer)()
  take.mockRestore()
  return found
}
const unseen: Way = async () => {
  const tooMuch = spyOn(shop.paywall.availability, 'tooMuch').mockResolvedValueOnce('no reason')
  const found = await shown(transfer)()
  tooMuch.mockRestore()
  return found
}
const inDoubt: Way = async () => {
  await shop.money.control('/chain/faults', { settle: 'unknown' })
  const found = await shown(transfer)()
  await shop.money.control('/chain/faults', {})
  return found
}

/** The ways to each code that a buyer has; a text where no payment is looked at, and why. */
const ERRORS: Readonly<Partial<Record<ProblemCode, readonly Way[] | string>>> = {
  invalid_request: [shown(token, { range: 'bytes=0-1' })],
  payment_required: [unseen],
  payment_invalid: [after(token, (300 + TOKEN_GRACE_SECONDS + 1) * 1_000, true), ofSettling('insufficient_funds')],
  payment_already_used: [
    after(token, 130_000, true),
    after(transfer, 130_000, true, ({ receipt }) => ({ 'payment-receipt': receipt })),
  ],
  too_many_requests: [tooOften],
  internal_error: [broken(token, 'buy')],
  data_unavailable: [after(token, 120_000, false), shown(transferTooLate)],
  payment_in_progress: [inDoubt, broken(transfer, 'send')],
  no_payment_rail: [whileClosed],
  unavailable: [whileStoreIsAway],
  payload_too_large: 'judged before the route is known',
  uri_too_long: 'judged before the route is known',
  misdirected_request: 'judged before the route is known',
  unsupported_media_type: 'what is to be bought is not known yet',
  not_found: 'what is to be bought is not known yet',
  forbidden: 'said to who has not shown that the payment is his',
  conflict: 'a cancellation: its tests are held to the receipts of their refusals by support/marked-answers.ts',
  not_cancellable: 'the same',
}

test('of every code that a route that sells can answer with it is said whether it names a receipt', () => {
  const codes = shop.endpoints.filter(isPriced).flatMap((endpoint) => [...problemsOf(endpoint).values()].flat())
  expect(Object.keys(ERRORS).toSorted()).toEqual([...new Set(codes)].toSorted())
})

const WAYS = Object.entries(ERRORS).flatMap(([code, ways]) =>
  typeof ways === 'string' ? [] : ways.map((way, at) => [code, at + 1, way] as const),
)

test.each(WAYS)('%s, way %d: the answer names the receipt of the payment', async (code, _at, way) => {
  shop.clock.move(2_000)
  const { paid, response } = await way()
  const { error } = (await response.clone().json()) as { readonly error: string }
  expect([error, response.headers.get('payment-receipt')]).toEqual([code, paid.receipt])
})

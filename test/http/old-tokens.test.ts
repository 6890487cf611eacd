import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { mintToken } from '../../src/http/rails/l402-token.ts'
import { TOKEN_GRACE_SECONDS } from '../../src/http/rails/l402.ts'
import { paymentKeys } from '../support/payment-keys.ts'
import { postingsIn } from '../support/ledger.ts'
import { narrowed } from '../support/macaroon.ts'
import { BASE_USDC, PAYER, payment } from '../support/payer.ts'
import { payL402, type Shop, SPOT, startShop } from '../support/shop.ts'

/** Tokens of an earlier day, and what holders write into theirs. */

let shop: Shop
beforeAll(async () => void (shop = await startShop()))
afterAll(() => shop.stop())
beforeEach(async () => {
  shop.clock.move(2_000)
  await shop.publish('btc/usd')
})

const INVOICE_SECONDS = 300
const request = async () => (await shop.request(SPOT)).headers.get('claros-request')!
const hashOf = (preimage: string): string => Bun.CryptoHasher.hash('sha256', Buffer.from(preimage, 'hex'), 'hex')
const preimageOf = (authorization: string): string => authorization.slice(-64)

/** A token for a paid invoice, with what a server of another day would have written. */
const paidToken = async (sats: number) => {
  const preimage = preimageOf((await payL402(shop)).authorization)
  const paymentHash = hashOf(preimage)
  const validUntil = Math.floor(shop.clock.now() / 1000) + INVOICE_SECONDS + TOKEN_GRACE_SECONDS
  const tokenId = Buffer.alloc(32, 7)
  const parts = { paymentHash, tokenId, request: await request(), sats, validUntil, askedAt: null }
  return { preimage, payment: `l402:${paymentHash}`, token: mintToken(shop.paywall.rails.l402!.secrets, parts) }
}
const show = (token: string, preimage: string) =>
  shop.request(SPOT, { headers: { authorization: `L402 ${token}:${preimage}` } })

test('a token from before a change of prices is good, and the books say what was paid', async () => {
  const { preimage, payment, token } = await paidToken(7)
  expect((await show(token, preimage)).status).toBe(200)
  const posted = (await postingsIn(shop.redis.redis)).filter((each) => each.payment === payment)
  expect(posted.map(({ what, amount }) => [what, amount])).toEqual([['sold', '7']])
})

test('what a holder writes behind our conditions changes neither the books nor what is sold', async () => {
  const { preimage, payment, token } = await paidToken(10)
  const own = narrowed(token, 'sats=999999999999', 'sats=0', 'oracle_asked_at=0', 'oracle_asked_at=999999999999999')
  const response = await show(own, preimage)
  expect(response.status).toBe(200)
  const answer = await response.json()
  const posted = (await postingsIn(shop.redis.redis)).filter((each) => each.payment === payment)
  expect(posted.map(({ what, amount }) => [what, amount])).toEqual([['sold', '10']])
  // The token as it was is the same payment.
  expect(await (await show(token, preimage)).json()).toEqual(answer)
})

test('a holder who lets his token end sooner is remembered for as long as the whole one could be shown', async () => {
  const { preimage, payment, token } = await paidToken(10)
  const soon = narrowed(token, `oracle_valid_until=${Math.floor(shop.clock.now() / 1000) + 1}`)
  expect((await show(soon, preimage)).status).toBe(200)
  const seconds = await shop.redis.redis.ttl(paymentKeys(payment).claim)
  expect(seconds).toBeGreaterThan(2 * (INVOICE_SECONDS + TOKEN_GRACE_SECONDS))
  shop.clock.move(180_000)
  await shop.publish('btc/usd', '97013')
  expect((await show(token, preimage)).status).toBe(402)
})

test('a token that ran out brings no price again, spent or not', async () => {
  const [spent, unspent] = [await paidToken(10), await paidToken(10)]
  expect((await show(spent.token, spent.preimage)).status).toBe(200)
  shop.clock.move((INVOICE_SECONDS + TOKEN_GRACE_SECONDS + 1) * 1000)
  await shop.publish('btc/usd', '97014')
  for (const { token, preimage } of [spent, unspent]) expect((await show(token, preimage)).status).toBe(402)
})

test('an authorization is remembered for a day longer than it could be submitted', async () => {
  await shop.money.fund(PAYER.address)
  const paid = await payment(shop.clock.now())
  const { nonce, validBefore } = paid.authorization
  expect((await shop.request(SPOT, { headers: paid.v2 })).status).toBe(200)
  const { claim } = paymentKeys(`x402:8453:${BASE_USDC}:${PAYER.address}:${nonce}`.toLowerCase())
  const left = Number(validBefore) - Math.floor(shop.clock.now() / 1000)
  // Some seconds pass in Redis, whose clock does not stand still.
  expect(await shop.redis.redis.ttl(claim)).toBeGreaterThan(left + 86_400 - 10)
})

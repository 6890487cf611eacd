import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { type L402Secrets, mintToken } from '../../src/http/rails/l402-token.ts'
import { PAYER, payment } from '../support/payer.ts'
import { billOf, payL402, problemOf, reasonOf, SPOT, fileShop } from '../support/shop.ts'

/** What a payment is told whose outcome is open, and who gets no invoice. */

const ETHER = '/oracle/price/eth/usd'

const shop = await fileShop()
await shop.money.fund(PAYER.address)
beforeEach(async () => {
  // No older edition in the cache, and no facilitator closed by the test before.
  shop.clock.move(61_000)
  await Promise.all([shop.publish('btc/usd'), shop.publish('eth/usd', '3512.05')])
})
afterEach(() => shop.money.overrides.clear())

const show = (headers: Readonly<Record<string, string>>, path = SPOT) => shop.request(path, { headers })
const charges = async () => (await shop.money.transfers()).length
const invoices = () => shop.money.calledOf('POST /lnd/v1/invoices')

describe('a settlement that was sent before and nobody knows of', () => {
  const refused = (reason: string) => () =>
    Response.json({
      success: false,
      errorReason: reason,
      transaction: '',
      network: 'eip155:8453',
      payer: PAYER.address,
    })

  test.each(['insufficient_funds', 'invalid_exact_evm_payload_authorization_valid_before'])(
    'stays open when the facilitator then says that it failed (%s) and no look-up finds it: 503, no second 402',
    async (reason) => {
      const paid = await payment(shop.clock.now())
      const before = await charges()
      shop.money.overrides.set('POST /facilitator/settle', () => new Response('<h1>bad gateway</h1>', { status: 502 }))
      expect((await show(paid.v2)).status).toBe(503)
      shop.money.overrides.set('POST /facilitator/settle', refused(reason))
      const settled = shop.money.calledOf('POST /facilitator/settle')
      for (const headers of [paid.v2, paid.v1, paid.v2]) {
        const response = await show(headers)
        expect([response.status, (await problemOf(response)).error]).toEqual([503, 'payment_in_progress'])
        expect([response.headers.get('payment-required'), response.headers.get('www-authenticate')]).toEqual([
          null,
          null,
        ])
      }
      expect(shop.money.calledOf('POST /facilitator/settle')).toBe(settled + 3)
      expect(await charges()).toBe(before)
      // It had said so of another try: the same payment settles after all, and is answered.
      shop.money.overrides.clear()
      expect((await show(paid.v1)).status).toBe(200)
      expect(await charges()).toBe(before + 1)
    },
  )

  test('while the same word on a first try is a refusal', async () => {
    const paid = await payment(shop.clock.now())
    shop.money.overrides.set('POST /facilitator/settle', refused('insufficient_funds'))
    const response = await show(paid.v2)
    expect([response.status, await reasonOf(response)]).toEqual([402, 'insufficient_funds'])
  })
})

describe('a token that is well made, with another key', () => {
  test('gets no invoice, nor does it when it claims to be old or of another path', async () => {
    const { authorization, macaroon } = await payL402(shop)
    const preimage = authorization.split(':')[1]!
    const request = (await shop.request(SPOT)).headers.get('claros-request')!
    const paymentHash = createHash('sha256').update(Buffer.from(preimage, 'hex')).digest('hex')
    const validUntil = Math.floor(shop.clock.now() / 1000) + 3_900
    const facts = { paymentHash, tokenId: new Uint8Array(32).fill(7), request, sats: 10, validUntil, askedAt: null }
    const { current } = shop.paywall.rails.l402!.secrets
    const others: L402Secrets = { current: new Uint8Array(32).fill(9), previous: [] }
    const written = (secrets: L402Secrets, changes: Partial<typeof facts> = {}) => ({
      authorization: `L402 ${mintToken(secrets, { ...facts, ...changes })}:${preimage}`,
    })
    const before = invoices()
    for (const forged of [
      written(others),
      written(others, { validUntil: 1 }),
      written(others, { request: createHash('sha256').update('another').digest('hex') }),
    ]) {
      const response = await show(forged)
      expect([response.status, await reasonOf(response)]).toEqual([402, 'l402_forged_token'])
      expect(response.headers.get('www-authenticate')).toBeNull()
      expect(response.headers.get('payment-required')).not.toBeNull()
    }
    expect(invoices()).toBe(before)
    // Nothing but the key was wrong with them: in ours the old one gets an invoice, and the good one buys.
    const old = await show(written({ current, previous: [] }, { validUntil: 1 }))
    expect([await reasonOf(old.clone()), billOf(old) === null]).toEqual(['l402_expired_token', false])
    expect((await show(written({ current, previous: [] }))).status).toBe(200)
    expect(await reasonOf(await show({ authorization: `L402 ${macaroon}:${preimage}` }, ETHER))).toBe(
      'l402_other_request',
    )
  })
})

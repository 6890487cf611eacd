import { afterEach, beforeEach, expect, test } from 'bun:test'
import { names } from '../../src/store/redis/names.ts'
import { paymentKeys } from '../support/payment-keys.ts'
import { PAYER, payment } from '../support/payer.ts'
import { SPOT, fileShop } from '../support/shop.ts'
import { nameOf } from '../support/chain/chain-payer.ts'

/** A request that stood still while another one went on with its payment, and settlements that are found out about late. */

const shop = await fileShop()
await shop.money.fund(PAYER.address)
beforeEach(async () => {
  shop.clock.move(2_000)
  await shop.publish('btc/usd')
})
afterEach(() => shop.money.overrides.clear())

test('nobody is told to pay again whose payment another request has settled meanwhile', async () => {
  const paid = await payment(shop.clock.now())
  const [began, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let settlements = 0
  shop.money.overrides.set('POST /facilitator/settle', async (request) => {
    if (++settlements > 1) return shop.money.handle(request)
    began.resolve()
    await go.promise
    // The account is empty by now: what a facilitator sees when it is late.
    return Response.json({
      success: false,
      errorReason: 'insufficient_funds',
      transaction: '',
      network: 'base',
      payer: PAYER.address,
    })
  })
  const first = shop.request(SPOT, { headers: paid.v2 })
  await began.promise
  shop.clock.move(31_000)
  const second = await shop.request(SPOT, { headers: paid.v2 })
  expect(second.status).toBe(200)
  go.resolve()
  const late = await first
  expect([late.status, late.headers.get('payment-required')]).toEqual([503, null])
  expect(late.headers.get('payment-receipt')).not.toBeNull()
})

test('a refusal after an unknown outcome lets nothing go: the first try may still move the money', async () => {
  const paid = await payment(shop.clock.now())
  const refusal = { success: false, errorReason: 'insufficient_funds', transaction: '', network: 'base' }
  shop.money.overrides.set('POST /facilitator/settle', () => new Response('', { status: 500 }))
  expect((await shop.request(SPOT, { headers: paid.v2 })).status).toBe(503)
  shop.money.overrides.set('POST /facilitator/settle', () => Response.json({ ...refusal, payer: PAYER.address }))
  const again = await shop.request(SPOT, { headers: paid.v2 })
  expect([again.status, again.headers.get('payment-required')]).toEqual([503, null])
  expect((await shop.store.claims.receipt(nameOf(paid)))?.state).toBe('sent')
  shop.money.overrides.clear()
  expect((await shop.request(SPOT, { headers: paid.v2 })).status).toBe(200)
})

test('an answer that was made lies there for a day after its settlement was found out about', async () => {
  const hour = Math.floor(shop.clock.now() / 3_600_000) * 3_600
  await shop.store.candles.record('price/spot/BTC-USD', (hour - 60) * 1000, '97000', 61 * 86_400)
  const paid = await payment(shop.clock.now(), { value: '50000' })
  shop.money.overrides.set('POST /facilitator/settle', () => new Response('', { status: 500 }))
  const path = `/oracle/history/spot/btc/usd?interval=1h&from=${hour - 3_600}&to=${hour - 1}`
  expect((await shop.request(path, { headers: paid.v2 })).status).toBe(503)

  const deliverable = await shop.redis.redis.get(paymentKeys(nameOf(paid)).deliverable)
  const seconds = await shop.redis.redis.ttl(names.answer(deliverable!.slice('k|'.length)))
  const HALF_A_DAY = 43_200
  shop.clock.move(HALF_A_DAY * 1000)
  const now = shop.clock.now()
  expect(await shop.store.claims.spend(nameOf(paid), `0x${'12'.repeat(32)}`, now, 86_400, false)).toBe(true)
  const { spent } = (await shop.store.claims.receipt(nameOf(paid)))!
  expect(seconds - HALF_A_DAY).toBeGreaterThanOrEqual((spent!.until - now) / 1000)
})

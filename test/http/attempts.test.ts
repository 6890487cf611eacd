import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createAddressLimit } from '../../src/http/rails/lightning/address-limit.ts'
import { PAYER, payment, STRANGER } from '../support/payer.ts'
import { problemOf, type Shop, SPOT, startShop } from '../support/shop.ts'
import { stillClock } from '../support/still.ts'

/** Signed payments of empty accounts cost a facilitator's time: an address that shows too many is told to wait. */

const clock = stillClock(Math.floor(Date.now() / 1000) * 1000)
const BURST = 5

let shop: Shop
beforeAll(async () => {
  shop = await startShop({
    clock,
    attempts: createAddressLimit({ clock, burst: BURST, perSecond: 0.1, maxAddresses: 10 }),
  })
  await shop.publish('btc/usd')
  await shop.money.fund(PAYER.address)
})
afterAll(() => shop.stop())

const show = async (from: typeof PAYER) =>
  shop.request(SPOT, { headers: (await payment(clock.now(), { from: from.address }, from)).v2 })

test('payments that come to nothing are limited, purchases are not', async () => {
  for (let count = 0; count < 3 * BURST; count++) expect((await show(PAYER)).status).toBe(200)
  for (let count = 0; count < BURST; count++) expect((await show(STRANGER)).status).toBe(402)
  const calls = shop.money.calledOf('POST /facilitator/verify')
  const refused = await show(STRANGER)
  expect([refused.status, (await problemOf(refused)).error]).toEqual([429, 'too_many_requests'])
  expect(shop.money.calledOf('POST /facilitator/verify')).toBe(calls)
  // It was never held against its payer: the same account pays when it has money and time has passed.
  clock.move(20_000)
  await shop.publish('btc/usd')
  await shop.money.fund(STRANGER.address)
  expect((await show(STRANGER)).status).toBe(200)
})

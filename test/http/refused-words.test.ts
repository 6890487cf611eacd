import { beforeEach, describe, expect, test } from 'bun:test'
import { base64Json, PAYER, payment, STRANGER } from '../support/payer.ts'
import { billOf, payL402, problemOf, SPOT, fileShop } from '../support/shop.ts'

/** What somebody is told whose payment buys nothing at this moment: which header, which rail is open, what stays good. */

const shop = await fileShop()
await shop.money.fund(PAYER.address)

beforeEach(async () => {
  shop.doors.closed = null
  shop.clock.move(2_000)
  await shop.publish('btc/usd')
})

const pathOf = async (response: Response) => (await problemOf(response.clone())).details[0]?.path

describe('a bad payment', () => {
  test('is named by the header in which it stood', async () => {
    const forged = await payment(shop.clock.now(), { from: PAYER.address }, STRANGER)
    for (const [headers, path] of [
      [forged.v1, 'header.X-PAYMENT'],
      [forged.v2, 'header.PAYMENT-SIGNATURE'],
      [{ 'x-payment': base64Json({ x402Version: 1 }) }, 'header.X-PAYMENT'],
      [{ 'payment-signature': 'nonsense' }, 'header.PAYMENT-SIGNATURE'],
    ] as const) {
      const response = await shop.request(SPOT, { headers })
      expect([response.status, await pathOf(response)]).toEqual([402, path])
      // No invoice is made for a stranger's bad signature while the rail it came over is open.
      expect(billOf(response)).toBeNull()
      expect(response.headers.get('payment-required')).not.toBeNull()
    }
  })

  test('while the x402 door is closed is offered the rail that is open', async () => {
    shop.doors.closed = 'USDC is off its peg'
    const forged = await payment(shop.clock.now(), { from: PAYER.address }, STRANGER)
    const response = await shop.request(SPOT, { headers: forged.v2 })
    expect([response.status, (await problemOf(response.clone())).error]).toEqual([402, 'payment_invalid'])
    expect(billOf(response)).not.toBeNull()
    expect(response.headers.get('payment-required')).toBeNull()
  })
})

test('a token that was paid for is told at a closed feed that it stays good, with its receipt, and it does', async () => {
  const { authorization } = await payL402(shop)
  shop.clock.move(120_000)
  const closed = await shop.request(SPOT, { headers: { authorization } })
  const { error, message } = await problemOf(closed.clone())
  expect([closed.status, error]).toEqual([503, 'data_unavailable'])
  expect(message).toContain('stays good')
  expect(message).not.toContain('Nothing was charged')
  const receipt = closed.headers.get('payment-receipt')
  expect(receipt).not.toBeNull()
  await shop.publish('btc/usd')
  shop.clock.move(2_000)
  const sold = await shop.request(SPOT, { headers: { authorization } })
  expect([sold.status, sold.headers.get('payment-receipt')]).toEqual([200, receipt])
})

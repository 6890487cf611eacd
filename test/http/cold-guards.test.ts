import { expect, spyOn, test } from 'bun:test'
import { REVIVAL_LIMIT } from '../../src/http/paywall/warm.ts'
import { coldPlaces } from '../support/cold-places.ts'
import { base64Json, payloadV2, payment } from '../support/payer.ts'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { billOf, problemOf } from '../support/shop.ts'
import { until } from '../support/until.ts'

const { places, cold, now } = await coldPlaces()
const transfers = async () => (await places.shop.money.transfers()).length

test('a place that grows too old under a plain payment is not woken for it', async () => {
  const path = cold()
  expect((await places.get(path)).status).toBe(402)
  places.asked.length = 0
  const { attempts } = places.shop.paywall
  const take = spyOn(attempts, 'take').mockImplementation(() => {
    places.shop.clock.move(121_000)
    return true
  })
  const before = await transfers()
  const response = await places.get(path, (await payment(now(), { validBefore: String(now() / 1000 + 600) })).v2)
  take.mockRestore()
  expect([response.status, await transfers(), places.asked]).toEqual([503, before, []])
})

test('what says it is awake and shows nothing is not offered', async () => {
  const version = spyOn(places.shop.store.snapshots, 'version').mockResolvedValue(null)
  const response = await places.get(cold())
  version.mockRestore()
  expect([response.status, response.headers.get('www-authenticate')]).toEqual([503, null])
})

test('a payment that a third party submitted for a cold place is answered without a receipt', async () => {
  const paid = await payment(now())
  const rail = places.shop.paywall.rails.x402!
  const seen = { transaction: `0x${'12'.repeat(32)}`, payer: paid.authorization.from }
  const lookUp = spyOn(rail, 'lookUp').mockResolvedValue(seen)
  places.shop.money.overrides.set('POST /facilitator/verify', () =>
    Response.json({ isValid: false, invalidReason: 'invalid_exact_evm_nonce_already_used', payer: seen.payer }),
  )
  const path = cold()
  places.away = true
  const waits = await places.get(path, paid.v2)
  expect([waits.status, (await problemOf(waits)).error]).toEqual([503, 'payment_in_progress'])
  places.away = false
  const response = await places.get(path, paid.v2)
  lookUp.mockRestore()
  expect([response.status, response.headers.get('payment-receipt')]).toEqual([200, null])
})

test('a purchase always counts as a request, an unpaid request only within limits', async () => {
  const from = '192.0.2.33'
  const paths = Array.from({ length: REVIVAL_LIMIT.most + 3 }, cold)
  for (const path of paths) await places.get(path, {}, from)
  places.shop.clock.move(31_000)
  const touch = spyOn(places.shop.store.population, 'touch')
  for (const path of paths) await places.get(path, {}, from)
  await until('counted', () => touch.mock.calls.length >= REVIVAL_LIMIT.most)
  await Bun.sleep(20)
  // M16
  expect(touch).toHaveBeenCalledTimes(REVIVAL_LIMIT.most)
  touch.mockClear()
  const last = paths.at(-1)!
  expect((await places.get(last, (await payment(now())).v2, from)).status).toBe(200)
  await until('counted', () => touch.mock.calls.length > 0)
  await Bun.sleep(20)
  expect(touch).toHaveBeenCalledTimes(1)
  touch.mockRestore()
})

test('a payment for a place whose answer is too old: its payer is checked, and the place is started again', async () => {
  const path = cold()
  expect((await places.get(path)).status).toBe(402)
  places.shop.clock.move(121_000)
  places.asked.length = 0
  const verified = places.shop.money.calledOf('POST /facilitator/verify')
  const response = await places.get(path, (await payment(now())).v2)
  expect([response.status, places.asked.length]).toEqual([200, 1])
  expect(places.shop.money.calledOf('POST /facilitator/verify')).toBe(verified + 1)
})

test('a payment that is refused is offered nothing at a place that cannot be had', async () => {
  places.away = true
  const { authorization, signature } = await payment(now())
  const wrong = { ...authorization, nonce: `0x${'ab'.repeat(32)}` as const }
  const headers = { 'payment-signature': base64Json(payloadV2(wrong, signature)) }
  for (const shown of [headers, { 'payment-signature': 'x' }]) {
    const response = await places.get(cold(), shown)
    expect([response.status, (await problemOf(response)).error]).toEqual([503, 'data_unavailable'])
    expect(response.headers.get('payment-required')).toBeNull()
  }
})

test('a token of another place mints no invoice for one that cannot be had', async () => {
  const bill = billOf(await places.get(cold()))!
  const authorization = `L402 ${bill.macaroon}:${await places.shop.money.pay(bill.invoice)}`
  places.away = true
  const response = await places.get(cold(), { authorization })
  expect([response.status, response.headers.get('www-authenticate')]).toEqual([503, null])
})

test('a facilitator that cannot be asked about a payer leaves payment and limit as they were', async () => {
  const path = cold()
  const { v2 } = await payment(now())
  const giveBack = spyOn(places.shop.paywall.attempts, 'giveBack')
  places.shop.money.overrides.set('POST /facilitator/verify', () => new Response('', { status: 500 }))
  expect([(await places.get(path, v2)).status, places.asked]).toEqual([503, []])
  expect(giveBack).toHaveBeenCalledTimes(1)
  giveBack.mockRestore()
  places.shop.money.overrides.clear()
  expect((await places.get(path, v2)).status).toBe(200)
})

test('who cannot pay at a cold place is counted, and limited', async () => {
  const { attempts } = places.shop.paywall
  const failed = spyOn(attempts, 'failed')
  const stranger = privateKeyToAccount(generatePrivateKey())
  const pay = async () => (await payment(now(), { from: stranger.address }, stranger)).v2
  expect((await places.get(cold(), await pay())).status).toBe(402)
  expect(failed).toHaveBeenCalledTimes(1)
  failed.mockRestore()
  const take = spyOn(attempts, 'take').mockReturnValue(false)
  const verified = places.shop.money.calledOf('POST /facilitator/verify')
  expect((await places.get(cold(), await pay())).status).toBe(429)
  take.mockRestore()
  expect([places.shop.money.calledOf('POST /facilitator/verify'), places.asked]).toEqual([verified, []])
})

test('while the rail is shut a payment for a cold place asks nobody', async () => {
  places.shop.availability.closed = 'the facilitator does not answer'
  const response = await places.get(cold(), (await payment(now())).v2)
  places.shop.availability.closed = null
  expect([response.status, (await problemOf(response)).error, places.asked]).toEqual([503, 'no_payment_rail', []])
})

test('where there was no data somebody is asked again after ten minutes', async () => {
  const barren = '/oracle/test/heat/2000'
  expect((await places.get(barren)).status).toBe(400)
  expect((await places.get(barren)).status).toBe(400)
  places.shop.clock.move(601_000)
  expect((await places.get(barren)).status).toBe(400)
  expect(places.asked).toEqual(['/at/2000', '/at/2000'])
})

test('an edition whose payment came to nothing goes to the next buyer', async () => {
  const path = cold()
  const giveBack = spyOn(places.shop.paywall.blocks, 'giveBack')
  const refusal = { success: false, errorReason: 'insufficient_funds', transaction: '', network: 'base', payer: '' }
  places.shop.money.overrides.set('POST /facilitator/settle', () => Response.json(refusal))
  expect((await places.get(path, (await payment(now())).v2)).status).toBe(402)
  expect(giveBack).toHaveBeenCalledTimes(1)
  giveBack.mockRestore()
})

test('an edition that another request of the same payment has delivered is sold to nobody else', async () => {
  const path = cold()
  const { v2 } = await payment(now())
  const [began, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let settlements = 0
  places.shop.money.overrides.set('POST /facilitator/settle', async (request) => {
    if (++settlements > 1) return places.shop.money.handle(request)
    began.resolve()
    await go.promise
    return Response.json({ success: false, errorReason: 'insufficient_funds', transaction: '', network: 'base' })
  })
  const first = places.get(path, v2)
  await began.promise
  places.shop.clock.move(31_000)
  const sold = await places.get(path, v2)
  expect(sold.status).toBe(200)
  go.resolve()
  expect((await first).status).toBe(503)
  const next = await places.get(path, (await payment(now())).v2)
  expect(next.status).toBe(200)
  expect(await next.text()).not.toBe(await sold.text())
})

test('while the rail is shut a payment that is refused is offered the other one', async () => {
  places.shop.availability.closed = 'the facilitator does not answer'
  const response = await places.get(cold(), { 'payment-signature': 'x' })
  places.shop.availability.closed = null
  expect([response.status, billOf(response)]).toEqual([402, expect.anything()])
})

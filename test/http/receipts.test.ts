import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createCipheriv, createHmac, hkdfSync } from 'node:crypto'
import { receiptIds } from '../../src/http/paywall/receipt-id.ts'
import { authorize, base64Json, PAYER, payloadV2, signTransfer } from '../support/payer.ts'
import { payL402, type Shop, SPOT, startShop } from '../support/shop.ts'

const secret = (byte: number) => new Uint8Array(32).fill(byte)
const LIGHTNING = `l402:${'ab'.repeat(32)}`
const USDC = `x402:8453:0x${'11'.repeat(20)}:0x${'22'.repeat(20)}:0x${'33'.repeat(32)}`

describe('receipt ids', () => {
  test('open to the payment they were made of, on every server with the secret', () => {
    for (const payment of [LIGHTNING, USDC]) {
      const id = receiptIds([secret(1)]).seal(payment)
      expect(id).toMatch(/^[A-Za-z0-9_-]{66,150}$/)
      expect(receiptIds([secret(1)]).open(id)).toBe(payment)
      expect(receiptIds([secret(1)]).seal(payment)).toBe(id)
    }
  })

  test('an earlier secret still opens, another one does not', () => {
    const id = receiptIds([secret(1)]).seal(LIGHTNING)
    expect(receiptIds([secret(2), secret(1)]).open(id)).toBe(LIGHTNING)
    expect(receiptIds([secret(2)]).open(id)).toBeNull()
  })

  test('of Lightning as the release before this one wrote them still open, of 82 letters', () => {
    const key = (use: string) => Buffer.from(hkdfSync('sha256', secret(1), '', `claros receipt ${use}`, 32))
    const name = Buffer.from(`01${LIGHTNING.slice('l402:'.length)}`, 'hex')
    const iv = createHmac('sha256', key('mac')).update(name).digest().subarray(0, 12)
    const cipher = createCipheriv('aes-256-gcm', key('seal'), iv)
    const sealed = [iv, cipher.update(name), cipher.final(), cipher.getAuthTag()]
    const id = Buffer.concat(sealed).toString('base64url')
    expect(id).toHaveLength(82)
    expect(receiptIds([secret(2), secret(1)]).open(id)).toBe(LIGHTNING)
    expect(receiptIds([secret(2)]).open(id)).toBeNull()
  })

  test.each([USDC, LIGHTNING])('nothing else opens: changed letters, other spellings, other lengths of %s', (name) => {
    const ids = receiptIds([secret(1)])
    const id = ids.seal(name)
    for (let at = 0; at < id.length; at++) {
      const other = id[at] === 'A' ? 'B' : 'A'
      expect(ids.open(id.slice(0, at) + other + id.slice(at + 1))).toBeNull()
    }
    for (const text of ['', 'x', `${id}=`, `${id}A`, id.slice(1), '../health', 'A'.repeat(1_000)])
      expect(ids.open(text)).toBeNull()
  })
})

describe('GET /receipts/{id}', () => {
  let shop: Shop

  beforeAll(async () => {
    shop = await startShop()
    await shop.publish('btc/usd')
    await shop.money.fund(PAYER.address)
  })
  afterAll(() => shop.stop())

  const receipt = async (id: string) =>
    (await (await shop.request(`/receipts/${id}`)).json()) as Record<string, unknown>
  const pay = async () => {
    const authorization = authorize(shop.clock.now())
    return { 'payment-signature': base64Json(payloadV2(authorization, await signTransfer(authorization))) }
  }

  test('a Lightning buyer finds state and answer, the same bytes, for as long as they are handed out', async () => {
    const { authorization } = await payL402(shop)
    const bought = await shop.request(SPOT, { headers: { authorization } })
    const id = bought.headers.get('payment-receipt')!
    const body = await bought.text()
    const told = await (await shop.request(`/receipts/${id}`)).text()
    expect(told).toContain(`"answer":${body}}`)
    expect(JSON.parse(told)).toMatchObject({ state: 'spent', charged: true, rail: 'l402' })
    shop.clock.move(121_000)
    const later = await receipt(id)
    expect(later.state).toBe('spent')
    expect(later.answer).toBeUndefined()
    await shop.publish('btc/usd')
  })

  test('an x402 buyer finds the settlement too', async () => {
    const bought = await shop.request(SPOT, { headers: await pay() })
    expect(bought.status).toBe(200)
    const told = await receipt(bought.headers.get('payment-receipt')!)
    expect(told).toMatchObject({
      state: 'spent',
      charged: true,
      rail: 'x402',
      settlement: { payer: PAYER.address.toLowerCase() },
    })
    expect(told.answer).toEqual(await bought.json())
  })

  test('an outcome that is not known says so, and 503 carries the id', async () => {
    await shop.money.control('/chain/faults', { settle: 'unknown' })
    const headers = await pay()
    const pending = await shop.request(SPOT, { headers })
    await shop.money.control('/chain/faults', {})
    expect(pending.status).toBe(503)
    const id = pending.headers.get('payment-receipt')!
    expect(await receipt(id)).toMatchObject({ state: 'sent', charged: null })
    // A sweeper has found the money: the answer waits for its buyer.
    const [payment] = await shop.store.settlements.listSent(Date.now() + 1e9)
    await shop.store.settlements.spend(payment!, `0x${'aa'.repeat(32)}`)
    shop.clock.move(600_000)
    expect(await receipt(id)).toMatchObject({ state: 'spent', answer: { domain: 'BTCUSD' } })
    expect((await shop.request(SPOT, { headers })).status).toBe(200)
    await shop.publish('btc/usd')
    shop.clock.move(1_000)
  })

  test('a look at the headers is no answer: the buyer keeps his day', async () => {
    await shop.money.control('/chain/faults', { settle: 'unknown' })
    const pending = await shop.request(SPOT, { headers: await pay() })
    await shop.money.control('/chain/faults', {})
    const id = pending.headers.get('payment-receipt')!
    const payment = shop.paywall.receipts.open(id)!
    expect(await shop.store.claims.spend(payment, `0x${'ab'.repeat(32)}`, shop.clock.now(), 86_400, false)).toBe(true)
    expect((await shop.request(`/receipts/${id}`, { method: 'HEAD' })).status).toBe(200)
    const told = async () => (await shop.store.claims.receipt(payment))!.spent!.told
    expect(await told()).toBe(false)
    expect(await receipt(id)).toMatchObject({ state: 'spent', answer: { domain: 'BTCUSD' } })
    expect(await told()).toBe(true)
  })

  test('a payment that was released was not charged', async () => {
    await shop.money.control('/chain/faults', { settle: 'fail' })
    const refused = await shop.request(SPOT, { headers: await pay() })
    await shop.money.control('/chain/faults', {})
    expect(refused.status).toBe(402)
    const said = JSON.parse(atob(refused.headers.get('payment-response')!)) as Record<string, unknown>
    expect(said).toMatchObject({
      success: false,
      errorReason: 'invalid_exact_evm_transaction_failed',
      payer: PAYER.address,
    })
    expect(await receipt(refused.headers.get('payment-receipt')!)).toMatchObject({ state: 'released', charged: false })
  })

  test('an id that was not sealed here is 404', async () => {
    expect((await shop.request(`/receipts/${'A'.repeat(82)}`)).status).toBe(404)
  })
})

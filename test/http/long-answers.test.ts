import { beforeEach, describe, expect, test } from 'bun:test'
import { gunzipSync } from 'node:zlib'
import { verifyAnswer } from '../../src/canonical/verify.ts'
import { LAYOUTS } from '../../src/cli/verify.ts'
import { REDELIVERY_MS } from '../../src/store/claims/redelivery.ts'
import { authorize, base64Json, PAYER, payloadV2, signTransfer } from '../support/payer.ts'
import { fileShop, payL402, SPOT } from '../support/shop.ts'

/** Answers of hundreds of kilobytes: they lie once for all their buyers, and travel in gzip where a client takes it. */

const shop = await fileShop()
const rows = Array.from({ length: 2_000 }, (_, at) => ({ strike: at * 500, iv: `${(at * 7919) % 9973}`, kind: 'œ' }))

beforeEach(async () => {
  await shop.redis.redis.flushall()
  shop.clock.move(10_000)
  await shop.money.fund(PAYER.address)
  await shop.publish('btc/usd', '97012.34', shop.clock.now(), { rows })
})

const usdc = async () => {
  const authorization = authorize(shop.clock.now())
  return { 'payment-signature': base64Json(payloadV2(authorization, await signTransfer(authorization))) }
}
const keys = (kind: string) => shop.redis.redis.keys(`*:{p0}:${kind}:*`)
const expectSigned = (body: string) =>
  expect(verifyAnswer(JSON.parse(body), { layouts: LAYOUTS }).checks.filter(({ ok }) => !ok)).toEqual([])
const PLAIN = { 'accept-encoding': 'identity' }

describe('a long answer for USDC', () => {
  test('is kept once for all who buy it, and each is handed their own again', async () => {
    const bought: { readonly body: string; readonly headers: Record<string, string> }[] = []
    for (let n = 0; n < 3; n++) {
      const headers = { ...PLAIN, ...(await usdc()) }
      const response = await shop.request(SPOT, { headers })
      expect(response.status).toBe(200)
      bought.push({ body: await response.text(), headers })
    }
    expect(new Set(bought.map(({ body }) => body)).size).toBe(3)
    expect(bought[0]!.body.length).toBeGreaterThan(80_000)
    expect(await keys('t')).toHaveLength(2)
    for (const key of await keys('g')) expect(await shop.redis.redis.strlen(key)).toBeLessThan(500)
    for (const { body, headers } of bought) {
      expectSigned(body)
      expect(await (await shop.request(SPOT, { headers })).text()).toBe(body)
    }
  })

  test('is handed out after its snapshot was replaced, and in its receipt, as it was signed', async () => {
    const headers = { ...PLAIN, ...(await usdc()) }
    const first = await shop.request(SPOT, { headers })
    const body = await first.text()
    shop.clock.move(60_000)
    await shop.publish('btc/usd', '98000.00')
    expect(await (await shop.request(SPOT, { headers })).text()).toBe(body)
    const told = await (await shop.request(`/receipts/${first.headers.get('payment-receipt')}`)).text()
    expect(told).toContain(`"answer":${body}}`)
    shop.clock.move(REDELIVERY_MS)
    const late = await shop.request(SPOT, { headers })
    expect(late.status).toBe(402)
  })

  test('whose text was lost is not charged again and not replaced by another', async () => {
    const headers = { ...PLAIN, ...(await usdc()) }
    await shop.request(SPOT, { headers })
    await shop.redis.redis.del(...(await keys('t')))
    const again = await shop.request(SPOT, { headers })
    expect(again.status).toBe(402)
    expect(await again.json()).toMatchObject({ error: 'payment_already_used' })
  })

  test('of ordinary length lies in its claim', async () => {
    shop.clock.move(5_000)
    await shop.publish('btc/usd', '97012.35')
    expect((await shop.request(SPOT, { headers: await usdc() })).status).toBe(200)
    expect(await keys('t')).toEqual([])
  })
})

describe('in gzip', () => {
  const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())

  test('a long answer is a fraction of its size, says so, and is the signed text', async () => {
    for (const proof of [await usdc(), { authorization: (await payL402(shop)).authorization }]) {
      const response = await shop.request(SPOT, { headers: { ...proof, 'accept-encoding': 'gzip, br' } })
      expect(response.status).toBe(200)
      expect(response.headers.get('content-encoding')).toBe('gzip')
      expect(response.headers.get('vary')?.toLowerCase()).toContain('accept-encoding')
      expect(response.headers.get('content-type')).toStartWith('application/json')
      expect(response.headers.get('payment-receipt')).not.toBeNull()
      const bytes = await bytesOf(response)
      const body = gunzipSync(bytes).toString()
      expect(bytes.length * 4).toBeLessThan(body.length)
      expectSigned(body)
    }
  })

  test.each(['', 'identity', 'br', 'gzip;q=0', 'gzip; q=0.000, br'])(
    'nothing is sent to who takes %p',
    async (taken) => {
      const response = await shop.request(SPOT, { headers: { ...(await usdc()), 'accept-encoding': taken } })
      expect(response.headers.get('content-encoding')).toBeNull()
      expectSigned(await response.text())
    },
  )

  test('an ordinary answer is not sent', async () => {
    shop.clock.move(5_000)
    await shop.publish('btc/usd', '97012.35')
    const response = await shop.request(SPOT, { headers: { ...(await usdc()), 'accept-encoding': 'gzip' } })
    expect(response.headers.get('content-encoding')).toBeNull()
  })
})

import { beforeEach, describe, expect, test } from 'bun:test'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import type { ShownPayment } from '../../src/http/rails/x402-payload.ts'
import type { Settlement } from '../../src/payments/settlement.ts'
import { narrowed } from '../support/macaroon.ts'
import { PAYER, payment } from '../support/payer.ts'
import { payL402, problemOf, rawRequest, SPOT, fileShop } from '../support/shop.ts'
import { KEPT_TIME } from '../support/store-clocks.ts'

/** What clocks, facilitators and queues do on a bad day, and what a buyer must not notice of it. */

let paid: Settlement | null = null
const shop = await fileShop({ lookUp: async () => paid })

beforeEach(async () => {
  paid = null
  shop.money.overrides.clear()
  shop.clock.move(2_000)
  await shop.publish('btc/usd')
})

/** A payment by somebody new: one who has paid before is not asked about. */
const show = async () => {
  const account = privateKeyToAccount(generatePrivateKey())
  await shop.money.fund(account.address)
  const { v2, authorization } = await payment(shop.clock.now(), { from: account.address }, account)
  return { headers: v2, authorization }
}
const HOUR = 3_600_000

describe('a clock that is wrong', () => {
  test('publishes nothing, and keeps no later answer out', async () => {
    await shop.redis.redis.set(KEPT_TIME, shop.clock.now())
    expect(await shop.publish('btc/usd', '90000.00', shop.clock.now() + HOUR)).toBe(false)
    shop.clock.move(2_000)
    expect(await shop.publish('btc/usd', '70000.00')).toBe(true)
    await shop.redis.redis.del(KEPT_TIME)
    shop.clock.move(2_000)
    const { authorization } = await payL402(shop)
    const answer = (await (await shop.request(SPOT, { headers: { authorization } })).json()) as { price: string }
    expect(answer.price).toBe('70000.00')
  })

  test('does not make a worker that lags a little overwrite what is newer', async () => {
    expect(await shop.publish('btc/usd', '1.00', shop.clock.now() - 60_000)).toBe(false)
  })

  test('set back on a server, freezes no shelf', async () => {
    expect((await shop.request(SPOT)).status).toBe(402)
    shop.clock.move(HOUR)
    await shop.publish('btc/usd', '71000.00')
    shop.clock.move(2_000)
    expect((await shop.request(SPOT)).status).toBe(402)
    shop.clock.move(-HOUR)
    // The snapshot is an hour ahead of this clock now: better nothing than a price of who knows when.
    expect((await shop.request(SPOT)).status).toBe(503)
    shop.clock.move(HOUR)
  })
})

describe('a payment that a stranger has submitted', () => {
  const words = ['insufficient_funds', 'invalid_exact_evm_transaction_simulation_failed', 'invalid_payload']
  test.each(words)('buys its answer, though the facilitator only says %p', async (invalidReason) => {
    const { headers } = await show()
    paid = { transaction: `0x${'cd'.repeat(32)}`, payer: PAYER.address }
    shop.money.overrides.set('POST /facilitator/verify', () => Response.json({ isValid: false, invalidReason }))
    const response = await shop.request(SPOT, { headers })
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ signingScheme: 'ed25519' })
  })

  test('between check and settlement, too', async () => {
    const { headers } = await show()
    const failed = { success: false, errorReason: 'insufficient_funds', transaction: '', network: 'eip155:8453' }
    shop.money.overrides.set('POST /facilitator/settle', () => {
      paid = { transaction: `0x${'cd'.repeat(32)}`, payer: PAYER.address }
      return Response.json(failed)
    })
    expect((await shop.request(SPOT, { headers })).status).toBe(200)
  })
})

/** Payments whose signature only the chain can judge are checked by the facilitator before they are settled. */
const withCheck = async (use: () => Promise<void>): Promise<void> => {
  const rail = shop.paywall.rails.x402! as { isPlain: (payment: ShownPayment) => boolean }
  const { isPlain } = rail
  rail.isPlain = () => false
  await use().finally(() => (rail.isPlain = isPlain))
}

test('a slow check sells nothing that has grown too old meanwhile', () =>
  withCheck(async () => {
    const { headers } = await show()
    shop.money.overrides.set('POST /facilitator/verify', async () => {
      shop.clock.move(40_000)
      return Response.json({ isValid: true, payer: PAYER.address })
    })
    const before = (await shop.money.transfers()).length
    const response = await shop.request(SPOT, { headers })
    expect(response.status).toBe(503)
    expect((await shop.money.transfers()).length).toBe(before)
    // The same payment is good again as soon as there is something to sell.
    shop.money.overrides.clear()
    shop.clock.move(-40_000)
    shop.clock.move(2_000)
    expect((await shop.request(SPOT, { headers })).status).toBe(200)
  }))

test('a check that outlasts the hold leaves the payment to whoever has it by then', () =>
  withCheck(async () => {
    const { headers } = await show()
    const again: Response[] = []
    shop.money.overrides.set('POST /facilitator/verify', async () => {
      shop.money.overrides.clear()
      shop.clock.move(31_000)
      await shop.publish('btc/usd')
      shop.clock.move(2_000)
      again.push(await shop.request(SPOT, { headers }))
      return Response.json({ isValid: true, payer: PAYER.address })
    })
    const [charged, sold] = [(await shop.money.transfers()).length, await shop.sales()]
    const printing = () => shop.store.snapshots.printing('price/spot/BTC-USD')
    const copies = (await printing()).sold.x402
    const late = await shop.request(SPOT, { headers })
    expect(late.status).toBe(503)
    expect((await problemOf(late)).error).toBe('payment_in_progress')
    expect(again.map(({ status }) => status)).toEqual([200])
    expect((await shop.money.transfers()).length - charged).toBe(1)
    // The late one had taken an edition too, and has given it back to the server's own.
    expect([(await shop.sales()) - sold, (await printing()).sold.x402 - copies]).toEqual([1, 2])
    expect(await (await shop.request(SPOT, { headers })).text()).toBe(await again[0]!.text())
  }))

test('whatever gives way under a held payment, the answer is 503 with a receipt, and the payment goes on', async () => {
  const { headers } = await show()
  const { settler } = shop.paywall.rails.x402!
  const { settle } = settler
  settler.settle = () => Promise.reject(new Error('the queue is away'))
  const response = await shop.request(SPOT, { headers })
  settler.settle = settle
  expect(response.status).toBe(503)
  expect((await problemOf(response.clone())).error).toBe('payment_in_progress')
  const receipt = response.headers.get('payment-receipt')
  expect(receipt).not.toBeNull()
  expect(response.headers.get('retry-after')).not.toBeNull()
  expect(await (await shop.request(`/receipts/${receipt}`)).json()).toMatchObject({ state: 'sent' })
  expect((await shop.request(SPOT, { headers })).status).toBe(200)
})

test('an authorization that ran out while its settlement is not known is told where its receipt is', async () => {
  const { headers } = await show()
  const unknown = () => new Response('<h1>bad gateway</h1>', { status: 502 })
  shop.money.overrides.set('POST /facilitator/settle', unknown)
  const first = await shop.request(SPOT, { headers })
  expect(first.status).toBe(503)
  shop.clock.move(120_000)
  const receipt = first.headers.get('payment-receipt')!
  const later = await shop.request(SPOT, { headers: { ...headers, 'payment-receipt': receipt } })
  expect([later.status, later.headers.get('payment-receipt')]).toEqual([503, receipt])
  // The header alone is public: it says nothing of a receipt.
  const bare = await shop.request(SPOT, { headers })
  expect([bare.status, bare.headers.get('payment-receipt')]).toEqual([503, null])
})

test('a look at the headers of a receipt does not use up the time for its answer', async () => {
  const { authorization } = await payL402(shop)
  const sold = await shop.request(SPOT, { headers: { authorization } })
  const id = sold.headers.get('payment-receipt')!
  const name = shop.paywall.receipts.open(id)!
  const key = (await shop.redis.redis.keys('*')).find((each) => each.endsWith(name))!
  // As a sweeper leaves a claim whose buyer has gone.
  const dayLater = String(shop.clock.now() + 86_400_000)
  await shop.redis.redis.hset(key, 'until', dayLater)
  await shop.redis.redis.hdel(key, 'delivered')
  await shop.request(`/receipts/${id}`, { method: 'HEAD' })
  expect(await shop.redis.redis.hget(key, 'until')).toBe(dayLater)
})

describe('a macaroon in hex', () => {
  test.each(['macaroon', 'grpc-metadata-macaroon'])(
    'in the header %p, its preimage in a caveat, buys',
    async (name) => {
      const { macaroon, authorization } = await payL402(shop)
      const preimage = authorization.slice(authorization.lastIndexOf(':') + 1)
      const hex = (base64: string) => Buffer.from(base64, 'base64').toString('hex')
      const bare = await shop.request(SPOT, { headers: { [name]: hex(macaroon) } })
      expect(bare.status).toBe(402)
      const whole = hex(narrowed(macaroon, `preimage=${preimage}`))
      expect((await shop.request(SPOT, { headers: { [name]: whole } })).status).toBe(200)
      expect((await shop.request(SPOT, { headers: { [name]: 'zz' } })).status).toBe(402)
    },
  )
})

test.each(['65536', '99999', '999999999999'])('a Host with the port %p is nobody of ours', async (port) => {
  const said = await rawRequest(
    shop.listening.port,
    `GET /nope HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`,
  )
  expect(said.split('\r\n')[0]).toMatch(/ 4\d\d /)
})

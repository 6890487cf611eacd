import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { dirname } from 'node:path'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { createApp } from '../../../src/http/app/app.ts'
import type { Endpoint } from '../../../src/http/wire/endpoint.ts'
import type { StoreRefusalCheck } from '../../../src/http/paywall/store-refusal.ts'
import type { Settlement } from '../../../src/payments/settlement.ts'
import { REFUSAL_WORDS, type StoreRefusal } from '../../../src/store/redis/refusal.ts'
import { AILMENTS, FORGETFUL } from '../../support/ailing-redis.ts'
import { CLAIM_HOLD_MS } from '../../../src/http/paywall/product.ts'
import { payment } from '../../support/payer.ts'
import { billOf, payL402, problemOf, type Shop, SPOT, startShop } from '../../support/shop.ts'
import { until } from '../../support/until.ts'
import { systemRandom } from '../../../src/system/random.ts'

/** A store that cannot write sells nothing: nobody is asked for money, and no payment is touched. */

let shop: Shop
/** What the chain knows of a payment. */
let paid: Settlement | null = null
/** The real check of the store; a test may replace it. */
let refusalOf: StoreRefusalCheck

beforeAll(async () => {
  shop = await startShop({ lookUp: async () => paid })
  refusalOf = shop.paywall.store
})
afterAll(() => shop.stop())
beforeEach(async () => {
  shop.clock.move(2_000)
  expect(await shop.publish('btc/usd')).toBe(true)
})
afterEach(() => call(refusalOf))

/** What the paywall is told from now on, whatever the store does. */
const call = (as: StoreRefusalCheck): void => void ((shop.paywall as { store: StoreRefusalCheck }).store = as)
const unaware = () => call(async () => null)

const invoices = () => shop.money.calledOf('POST /lnd/v1/invoices')
const settled = () => shop.money.calledOf('POST /facilitator/settle') + shop.money.calledOf('POST /facilitator/verify')

const refusalIs = (refusal: StoreRefusal | null) =>
  until(`the check says ${refusal}`, async () => (await refusalOf()) === refusal)

/** The store is ill while it is used, and well afterwards. */
const whileIll = async (name: string, use: () => Promise<void>): Promise<void> => {
  const ailment = [...AILMENTS, FORGETFUL].find((each) => each.name === name)!
  const folder = dirname(shop.redis.server.address.path!)
  await ailment.begin(shop.redis.redis, folder)
  try {
    await use()
  } finally {
    await ailment.end(shop.redis.redis, folder)
  }
  await refusalIs(null)
}

const usdc = async () => {
  const account = privateKeyToAccount(generatePrivateKey())
  await shop.money.fund(account.address)
  return (await payment(shop.clock.now(), { from: account.address }, account)).v2
}

const isRefused = async (response: Response, words: string): Promise<void> => {
  expect(response.status).toBe(503)
  expect(response.headers.get('retry-after')).toBe('2')
  expect(response.headers.get('www-authenticate')).toBeNull()
  expect(response.headers.get('payment-required')).toBeNull()
  const { error, message } = await problemOf(response)
  expect(error).toBe('unavailable')
  expect(message).toContain(words)
}

describe.each([...AILMENTS, FORGETFUL].map(({ name }) => name))('%s', (name) => {
  const words = REFUSAL_WORDS[name]

  test('asks nobody for money, touches no payment, and says why; afterwards the same payments buy', async () => {
    const token = (await payL402(shop)).authorization
    const signed = await usdc()
    await whileIll(name, async () => {
      await refusalIs(name)
      const before = [invoices(), settled()]
      await isRefused(await shop.request(SPOT), words)
      expect((await shop.request(SPOT, { method: 'HEAD' })).status).toBe(503)
      await isRefused(await shop.request(SPOT, { headers: { authorization: token } }), words)
      await isRefused(await shop.request(SPOT, { headers: signed }), words)
      await isRefused(await shop.request(SPOT, { headers: { authorization: 'L402 aaaa:bbbb' } }), words)
      await isRefused(await shop.request('/health'), words)
      expect([invoices(), settled()]).toEqual(before)
      // What is read and not sold is there.
      expect((await shop.request(`${SPOT}/preview`)).status).toBe(200)
    })
    await shop.publish('btc/usd')
    for (const headers of [{ authorization: token }, signed])
      expect((await shop.request(SPOT, { headers })).status).toBe(200)
    expect((await shop.request('/health')).status).toBe(200)
    expect(billOf(await shop.request(SPOT))).not.toBeNull()
  })
})

describe.each(AILMENTS.map(({ name }) => name))('%s', (name) => {
  const words = REFUSAL_WORDS[name]

  test('between the check and the sale is 503 too, with the receipt of a Lightning payment', async () => {
    const token = (await payL402(shop)).authorization
    const signed = await usdc()
    const before = shop.money.calledOf('POST /facilitator/settle')
    let receipt: string | null = null
    await whileIll(name, async () => {
      unaware()
      const cut = await shop.request(SPOT, { headers: { authorization: token } })
      receipt = cut.headers.get('payment-receipt')
      await isRefused(cut, words)
      const unsold = await shop.request(SPOT, { headers: signed })
      expect(unsold.status).toBe(503)
      expect(unsold.headers.get('payment-required')).toBeNull()
      expect(shop.money.calledOf('POST /facilitator/settle')).toBe(before)
    })
    // A store that is out of memory still lets go of one thing for another, and so takes a hold.
    shop.clock.move(CLAIM_HOLD_MS + 1_000)
    await shop.publish('btc/usd')
    const sold = await shop.request(SPOT, { headers: { authorization: token } })
    expect([sold.status, sold.headers.get('payment-receipt')]).toEqual([200, receipt])
    expect((await shop.request(SPOT, { headers: signed })).status).toBe(200)
    expect(shop.money.calledOf('POST /facilitator/settle')).toBe(before + 1)
  })
})

test('a store that dies after the transfer keeps the receipt, and the same payment brings the answer', async () => {
  const headers = await usdc()
  const { settler } = shop.paywall.rails.x402!
  const { settle } = settler
  await whileIll('too_few_replicas', async () => {
    await shop.redis.redis.config('SET', 'min-replicas-to-write', '0')
    unaware()
    settler.settle = async (...sale) => {
      const settled = await settle(...sale)
      paid = settled.kind === 'settled' ? settled.settlement : null
      await shop.redis.redis.config('SET', 'min-replicas-to-write', '1')
      return settled
    }
    const cut = await shop.request(SPOT, { headers })
    settler.settle = settle
    expect([cut.status, (await problemOf(cut.clone())).error]).toEqual([503, 'payment_in_progress'])
    expect(cut.headers.get('payment-receipt')).not.toBeNull()
  })
  shop.clock.move(CLAIM_HOLD_MS + 1_000)
  await shop.publish('btc/usd')
  const transfers = (await shop.money.transfers()).length
  expect((await shop.request(SPOT, { headers })).status).toBe(200)
  expect((await shop.money.transfers()).length).toBe(transfers)
})

test('the cause stands in words at both rails while the store refuses', async () => {
  const { railStates } = await import('../../../src/http/endpoints/rail-states.ts')
  const states = await railStates({ ...shop.paywall, store: () => 'disk' })
  expect(states).toEqual([
    { rail: 'l402', closed: REFUSAL_WORDS.disk, warning: null },
    { rail: 'x402', closed: REFUSAL_WORDS.disk, warning: null },
  ])
  expect((await railStates({ ...shop.paywall, store: async () => null })).map(({ closed }) => closed)).toEqual([
    null,
    null,
  ])
})

describe('something thrown', () => {
  const answerTo = async (thrown: unknown, refusal: StoreRefusal | null) => {
    const endpoint = {
      ...shop.endpoints.find(({ path }) => path === '/health')!,
      handle: () => Promise.reject(thrown as Error),
    } as Endpoint
    const app = createApp([endpoint], {
      hosts: ['x.example'],
      docs: '',
      log: shop.log,
      random: systemRandom,
      store: async () => refusal,
    })
    const response = await app(new Request('http://x.example/health', { headers: { host: 'x.example' } }))
    return [response.status, (await problemOf(response)).error]
  }
  test('by the store is 503, also when it has come back meanwhile', async () => {
    for (const words of [
      'Command timed out',
      'Connection is closed.',
      'LOADING Redis is loading the dataset in memory',
    ])
      expect(await answerTo(new Error(words), null)).toEqual([503, 'unavailable'])
  })

  test('by us is a bug while the store is well, and put down to the store while it is not', async () => {
    const bug = new TypeError('x is not a function')
    expect(await answerTo(bug, null)).toEqual([500, 'internal_error'])
    expect(await answerTo(bug, 'silent')).toEqual([503, 'unavailable'])
  })
})

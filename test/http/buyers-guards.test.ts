import { beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { fixedKeys } from '../../src/actors/publisher/keyring.ts'
import { createPublisher } from '../../src/actors/publisher/publisher.ts'
import type { Json } from '../../src/canonical/jcs.ts'
import { verifyAnswer } from '../../src/canonical/verify.ts'
import { exampleOf } from '../../src/feeds/feed.ts'
import { registry } from '../../src/feeds/registry.ts'
import type { Guards } from '../../src/http/rails/guards.ts'
import { editionProduct } from '../../src/http/paywall/edition-product.ts'
import type { HeldClaim, Purchase } from '../../src/http/paywall/product.ts'
import { readMacaroon } from '../../src/http/rails/macaroon.ts'
import { systemRandom } from '../../src/system/random.ts'
import { narrowed } from '../support/macaroon.ts'
import { partOf } from '../support/part-of.ts'
import { PAYER, payment } from '../support/payer.ts'
import { billOf, fileShop, itemOf, payL402, problemOf, reasonOf, SPOT } from '../support/shop.ts'

/** Buyers' guards over both rails: judged before the 402, and again before the sale. */

const shop = await fileShop()
beforeAll(() => shop.money.fund(PAYER.address))

/** A new snapshot of this confidence, observed so long ago, and late enough that no older one is cached. */
const publish = async (confidence: number, observedAgo = 0) => {
  shop.clock.move(2_000)
  const now = shop.clock.now()
  expect(await shop.publish('btc/usd', '97012.34', now, { confidence, observed_at: now / 1000 - observedAgo })).toBe(
    true,
  )
  shop.clock.move(1_000)
}
beforeEach(() => publish(0.9))

const guarded = (query: string) => `${SPOT}?${query}`
const SURE = guarded('min_confidence=0.9')
const FRESH = guarded('max_age=10')
const invoices = () => shop.money.calledOf('POST /lnd/v1/invoices')
const transfers = async () => (await shop.money.transfers()).length
/** What sales, invoices and transfers a step adds. */
const watch = async () => {
  const [sales, made, moved] = [await shop.sales(), invoices(), await transfers()]
  return async () => ({
    sales: (await shop.sales()) - sales,
    invoices: invoices() - made,
    transfers: (await transfers()) - moved,
  })
}
const NOTHING = { sales: 0, invoices: 0, transfers: 0 }
const usdc = async () => (await payment(shop.clock.now())).v2

describe('before the 402', () => {
  test('an answer that meets them is offered at the usual address and bound to the usual request', async () => {
    const [plain, response] = [
      await shop.request(SPOT),
      await shop.request(guarded('max_age=10&min_confidence=0.9000')),
    ]
    expect(response.status).toBe(402)
    expect(response.headers.get('claros-request')).toBe(plain.headers.get('claros-request'))
    const required = (of: Response) => Buffer.from(of.headers.get('payment-required')!, 'base64').toString()
    expect(required(response)).toBe(required(plain))
  })

  test('one that does not is refused with what was found and asked, and nothing is offered', async () => {
    const added = await watch()
    const response = await shop.request(guarded('min_confidence=0.9001'))
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1'])
    expect(await response.json()).toEqual({
      error: 'data_unavailable',
      message: 'BTC/USD: its confidence is 0.9, and 0.9001 was asked for. Nothing was charged.',
      docs: shop.paywall.docs,
      details: [
        {
          path: 'query.min_confidence',
          rule: 'min_confidence',
          message: 'its confidence is 0.9, and 0.9001 was asked for',
        },
      ],
      reason: 'guard_not_met',
      confidence: 0.9,
      min_confidence: 0.9001,
    })
    for (const name of ['www-authenticate', 'payment-required']) expect(response.headers.has(name)).toBe(false)
    expect(await added()).toEqual(NOTHING)
  })

  test('every guard that is not met is named, and HEAD is refused alike', async () => {
    await publish(0.5, 40)
    const both = guarded('min_confidence=1&max_age=40')
    const response = await shop.request(both)
    expect([response.status, await response.json()]).toMatchObject([
      503,
      {
        reason: 'guard_not_met',
        confidence: 0.5,
        min_confidence: 1,
        age_seconds: 41,
        max_age: 40,
        details: [{ path: 'query.min_confidence' }, { path: 'query.max_age' }],
      },
    ])
    expect((await shop.request(both, { method: 'HEAD' })).status).toBe(503)
    expect((await shop.request(guarded('max_age=41'), { method: 'HEAD' })).status).toBe(402)
  })
})

describe('the age counts', () => {
  const sell = async (actor: string, observed: Readonly<Record<string, Json>>) => {
    const item = registry.item(actor)!
    const { observed_at: _none, ...rest } = exampleOf(item.feed, item.subject)
    const content = { ...rest, ...observed }
    await createPublisher(shop.store.snapshots, fixedKeys(shop.keys), systemRandom).publish(
      item,
      content,
      {},
      shop.clock.now(),
    )
    shop.clock.move(1_000)
    const ages = async (seconds: number) => (await shop.request(`${item.path}?max_age=${seconds}`)).status
    return { ages }
  }

  test('from observed_at', async () => {
    const { ages } = await sell('orderbook/BTC-USD', { observed_at: shop.clock.now() / 1000 - 30 })
    expect([await ages(30), await ages(31)]).toEqual([503, 402])
  })
  test('from the observation, not from the tick', async () => {
    await publish(0.9, 30)
    const at = async (seconds: number) => (await shop.request(guarded(`max_age=${seconds}`))).status
    expect([await at(30), await at(31)]).toEqual([503, 402])
  })
  test('else from timestamp', async () => {
    const { ages } = await sell('orderbook/ETH-USD', {})
    expect(await ages(1)).toBe(402)
    shop.clock.move(4_000)
    expect([await ages(4), await ages(5)]).toEqual([503, 402])
  })
})

describe('over L402', () => {
  test('an answer that meets them is the one that is sold without them', async () => {
    const added = await watch()
    const path = guarded('min_confidence=0.9&max_age=10')
    const { authorization } = await payL402(shop, path)
    const response = await shop.request(path, { headers: { authorization } })
    const body = (await response.json()) as Record<string, Json>
    expect([
      response.status,
      verifyAnswer(body, { publicKey: shop.keys.l402.publicKey, layouts: LAYOUTS }),
    ]).toMatchObject([200, { ok: true }])
    expect(body).toMatchObject({ domain: 'BTCUSD', confidence: 0.9 })
    expect(await added()).toEqual({ sales: 1, invoices: 1, transfers: 0 })
  })

  test('a token says what was asked', async () => {
    const bill = billOf(await shop.request(guarded('max_age=10&min_confidence=0.90')))!
    const { caveats } = readMacaroon(Buffer.from(bill.macaroon, 'base64'))!
    expect(caveats.filter((caveat) => /min_confidence|max_age/.test(caveat)).toSorted()).toEqual([
      'oracle_max_age=10',
      'oracle_min_confidence=0.9',
    ])
  })

  test.each([
    ['a confidence that fell', SURE, () => publish(0.89)],
    ['an observation that grew old', FRESH, async () => shop.clock.move(12_000)],
  ])('a token is not spent on %s, and stays good', async (_what, path, change) => {
    const { authorization } = await payL402(shop, path)
    await change()
    const added = await watch()
    for (const again of [1, 2]) {
      const response = await shop.request(path, { headers: { authorization } })
      const { error, message, ...more } = await problemOf(response)
      expect([again, response.status, error, more]).toMatchObject([
        again,
        503,
        'data_unavailable',
        { reason: 'guard_not_met' },
      ])
      expect(message).toEndWith('was asked for. Your payment stays good: repeat the request.')
      expect(response.headers.has('www-authenticate')).toBe(false)
    }
    expect(await added()).toEqual(NOTHING)
    await publish(0.95)
    const response = await shop.request(path, { headers: { authorization } })
    expect([response.status, await response.json()]).toMatchObject([200, { confidence: 0.95 }])
    expect(await added()).toEqual({ ...NOTHING, sales: 1 })
  })

  test.each([
    ['without guards', SPOT],
    ['with a weaker one', guarded('min_confidence=0.1')],
    ['with another one', FRESH],
  ])('what the token is bound to holds for a request %s', async (_what, path) => {
    const { authorization } = await payL402(shop, SURE)
    await publish(0.89)
    const added = await watch()
    const refused = await shop.request(path, { headers: { authorization } })
    expect([refused.status, await refused.json()]).toMatchObject([503, { min_confidence: 0.9, confidence: 0.89 }])
    expect(await added()).toEqual(NOTHING)
    await publish(0.9)
    expect((await shop.request(path, { headers: { authorization } })).status).toBe(200)
  })

  test('a stricter request is held to its own, and the token stays good for what it was made for', async () => {
    const { authorization } = await payL402(shop, SURE)
    const stricter = guarded('min_confidence=0.95')
    expect((await shop.request(stricter, { headers: { authorization } })).status).toBe(503)
    expect((await shop.request(SURE, { headers: { authorization } })).status).toBe(200)
  })

  test('a guard that a holder has added holds where answers are judged, and is unknown where none is', async () => {
    const added = async (path: string, ...caveats: readonly string[]) => {
      const { macaroon, authorization } = await payL402(shop, path)
      const preimage = authorization.slice(authorization.indexOf(':'))
      return shop.request(path, { headers: { authorization: `L402 ${narrowed(macaroon, ...caveats)}${preimage}` } })
    }
    const refused = await added(SPOT, 'oracle_min_confidence=0.95')
    expect([refused.status, await refused.json()]).toMatchObject([503, { min_confidence: 0.95 }])
    expect((await added(SPOT, 'oracle_min_confidence=0.9')).status).toBe(200)

    await shop.store.candles.record('price/spot/BTC-USD', shop.clock.now() - 600_000, '97000', 61 * 86_400)
    const past = '/oracle/history/spot/btc/usd?interval=5m'
    const unknown = await added(past, 'oracle_max_age=60')
    expect([unknown.status, await reasonOf(unknown)]).toEqual([402, 'l402_unknown_caveat'])
  })

  test('what was bought is delivered again, whatever is asked then', async () => {
    const { authorization } = await payL402(shop, SURE)
    const bought = await (await shop.request(SURE, { headers: { authorization } })).text()
    await publish(0.2)
    for (const path of [SURE, SPOT, guarded('max_age=1')]) {
      const response = await shop.request(path, { headers: { authorization } })
      expect([path, response.status, await response.text()]).toEqual([path, 200, bought])
    }
  })
})

describe('over x402', () => {
  test.each([
    ['confidence', SURE, () => publish(0.89)],
    ['age', FRESH, async () => shop.clock.move(12_000)],
  ])('a %s that is not met settles nothing, and the same payment buys when it is', async (_what, path, change) => {
    expect((await shop.request(path)).status).toBe(402)
    const headers = await usdc()
    await change()
    const added = await watch()
    const response = await shop.request(path, { headers })
    expect([response.status, await response.json()]).toMatchObject([
      503,
      { reason: 'guard_not_met', message: expect.stringContaining('Nothing was charged.') },
    ])
    expect(await added()).toEqual(NOTHING)
    await publish(0.9)
    expect((await shop.request(path, { headers })).status).toBe(200)
    expect(await added()).toEqual({ sales: 1, invoices: 0, transfers: 1 })
  })

  test('a payment is bound to the subject alone: it buys by the guards of the request that shows it', async () => {
    const headers = await usdc()
    const added = await watch()
    expect((await shop.request(guarded('min_confidence=0.95'), { headers })).status).toBe(503)
    const bought = await (await shop.request(SPOT, { headers })).text()
    expect(await added()).toEqual({ sales: 1, invoices: 0, transfers: 1 })
    expect(await (await shop.request(guarded('min_confidence=0.95'), { headers })).text()).toBe(bought)
    expect(await added()).toEqual({ sales: 1, invoices: 0, transfers: 1 })
  })
})

describe('an answer that met them when the request came', () => {
  const item = itemOf('btc/usd')
  const asked = async (guards: Guards) => {
    const product = editionProduct(shop.paywall, item, guards)
    expect(await product.closed(null)).toBeNull()
    return product
  }
  const REFUSED = { kind: 'problem', code: 'data_unavailable', more: { reason: 'guard_not_met' } }
  const purchase = (): Purchase => ({
    payment: `l402:${'7'.repeat(64)}`,
    request: 'a'.repeat(64),
    now: shop.clock.now(),
    keepSeconds: 60,
    sale: { payment: `l402:${'7'.repeat(64)}`, amount: '10', item: item.actor, event: '', receipt: 'x' },
  })

  test('and grew too old before it was sold is not sold over L402', async () => {
    const product = await asked({ max_age: 10 })
    shop.clock.move(10_000)
    const added = await watch()
    expect(await product.claim(purchase())).toMatchObject(REFUSED)
    expect(await added()).toEqual(NOTHING)
    expect(await (await asked({ max_age: 11 })).claim(purchase())).toMatchObject({ kind: 'sold' })
  })

  test.each<[string, Guards, () => Promise<void>]>([
    ['grew too old', { max_age: 10 }, async () => shop.clock.move(10_000)],
    ['was followed by one of less confidence', { min_confidence: 0.9 }, () => publish(0.5)],
  ])('and %s before it was put aside is not put aside over x402', async (_what, guards, change) => {
    const product = await asked(guards)
    await change()
    const held = partOf<HeldClaim>({ payment: 'x402:1', holder: 'a', keepSeconds: 60 })
    expect(await product.setAside(held, '{}', false)).toMatchObject(REFUSED)
  })
})

const LAYOUTS = registry.feeds.map((feed) => feed.sale.canonical)

import { describe, expect, test } from 'bun:test'
import { fixedKeys } from '../../src/actors/publisher/keyring.ts'
import { createPublisher } from '../../src/actors/publisher/publisher.ts'
import { exampleOf } from '../../src/feeds/feed.ts'
import { registry } from '../../src/feeds/registry.ts'
import { isPriced } from '../../src/http/wire/endpoint.ts'
import { createInvoiceLimit, type InvoiceLimit } from '../../src/http/rails/lightning/invoice-limit.ts'
import { systemRandom } from '../../src/system/random.ts'
import { billOf, HOST, problemOf, type Shop, SPOT, startShop } from '../support/shop.ts'
import { stillClock } from '../support/still.ts'

/** Invoices that nobody pays: limited by address, by what lies around it, and for all together. */

const NOW = 1_793_491_200_000
const ROUTES = 6
const BURST = 2 * ROUTES

const limited = (perSecond = 1_000) => {
  const clock = stillClock(NOW)
  return { clock, limit: createInvoiceLimit({ clock, pricedRoutes: () => ROUTES, perSecond }) }
}

const taken = (limit: InvoiceLimit, address: string, tries: number): number =>
  Array.from({ length: tries }, () => limit.take(address)).filter(({ kind }) => kind === 'taken').length

describe('the limit', () => {
  test('of an address is twice the number of priced routes', () => {
    const { limit } = limited()
    expect(taken(limit, '203.0.113.7', 5 * BURST)).toBe(BURST)
    expect(limit.take('203.0.113.7')).toEqual({ kind: 'withheld', why: 'too_many_unpaid_invoices', retryAfter: 1 })
  })

  test.each([
    ['/24', (host: number) => `203.0.113.${host}`, '203.0.114.1'],
    ['/48', (host: number) => `2001:db8:1:${host.toString(16)}::1`, '2001:db8:2::1'],
  ])('of a %s is ten times that', (_length, hostAt, neighbour) => {
    const { clock, limit } = limited()
    let got = 0
    for (let host = 1; host < 100; host++) {
      got += taken(limit, hostAt(host), 3)
      // Slowly enough for all clients together; what comes back to the network meanwhile is counted.
      clock.move(10)
    }
    expect(got).toBeGreaterThanOrEqual(10 * BURST)
    expect(got).toBeLessThanOrEqual(10 * BURST + 20)
    expect(limit.take(hostAt(200))).toMatchObject({ kind: 'withheld', why: 'too_many_unpaid_invoices' })
    expect(limit.take(neighbour)).toEqual({ kind: 'taken' })
  })

  test('for all together lets a network without any go first', () => {
    const { limit } = limited(1)
    // Ten networks, so that none reaches a limit of its own.
    const crowd = Array.from({ length: 10 }, (_, at) => `198.51.${at}.1`)
    for (let round = 0; round < BURST; round++) for (const address of crowd) limit.take(address)
    expect(limit.take(crowd[0]!)).toEqual({ kind: 'withheld', why: 'too_many_invoices', retryAfter: 60 })
    expect(limit.take('203.0.113.7')).toEqual({ kind: 'taken' })
    expect(limit.take('203.0.113.8')).toMatchObject({ kind: 'withheld' })
  })

  test('does not charge an address for what all together have used up', () => {
    const { clock, limit } = limited(1)
    for (let network = 0; network < 10 * BURST; network++) limit.take(`198.51.${network}.1`)
    for (let tries = 0; tries < 5 * BURST; tries++)
      expect(limit.take('203.0.113.7')).toMatchObject({ why: 'too_many_invoices' })
    clock.move(1_000)
    expect(limit.take('203.0.113.7')).toEqual({ kind: 'taken' })
  })

  test('does not count sales', () => {
    const { limit } = limited(1)
    for (let sale = 0; sale < 100 * BURST; sale++) {
      expect(limit.take('203.0.113.7')).toEqual({ kind: 'taken' })
      limit.giveBack('203.0.113.7')
    }
  })
})

const openShop = async (rails: readonly ('l402' | 'x402')[], routes?: number): Promise<Shop> => {
  const clock = stillClock(Math.floor(Date.now() / 1000) * 1000)
  let shop: Shop | null = null
  const pricedRoutes = () => routes ?? shop!.endpoints.filter(isPriced).length
  shop = await startShop({ rails, clock, limit: createInvoiceLimit({ clock, pricedRoutes, perSecond: 50 }) })
  const publisher = createPublisher(shop.store.snapshots, fixedKeys(shop.keys), systemRandom)
  for (const item of registry.items) await publisher.publish(item, exampleOf(item.feed, item.subject), {}, clock.now())
  return shop
}

const askFrom = (shop: Shop, address: string, path = SPOT, init: RequestInit = {}) =>
  shop.app(new Request(`http://${HOST}${path}`, { ...init, headers: { host: HOST } }), address)

describe('a client that pays none', () => {
  test('is told that Lightning is withheld and for how long, and offered x402', async () => {
    const shop = await openShop(['l402', 'x402'], 1)
    for (let n = 0; n < 2; n++) expect(billOf(await askFrom(shop, '203.0.113.7'))).not.toBeNull()
    const invoices = shop.money.calledOf('POST /lnd/v1/invoices')
    const third = await askFrom(shop, '203.0.113.7')
    expect(third.status).toBe(402)
    expect(third.headers.get('www-authenticate')).toBeNull()
    expect(third.headers.get('retry-after')).toBe('1')
    expect(third.headers.get('payment-required')).not.toBeNull()
    expect(await third.json()).toMatchObject({
      error: 'payment_required',
      accepts: [{ scheme: 'exact' }],
      l402: { withheld: 'too_many_unpaid_invoices', retryAfter: 1 },
    })
    expect(shop.money.calledOf('POST /lnd/v1/invoices')).toBe(invoices)
    // Another address has a budget of its own, and says nothing of the kind.
    const other = await askFrom(shop, '203.0.114.7')
    expect([billOf(other) !== null, other.headers.get('retry-after')]).toEqual([true, null])
    await shop.stop()
  })

  test('gets 429 with the same time where there is no other rail', async () => {
    const shop = await openShop(['l402'], 1)
    for (let n = 0; n < 2; n++) await askFrom(shop, '203.0.113.7')
    const third = await askFrom(shop, '203.0.113.7')
    expect([third.status, third.headers.get('retry-after'), (await problemOf(third)).error]).toEqual([
      429,
      '1',
      'too_many_requests',
    ])
    await shop.stop()
  })

  test('and only looks at the head is never told so: no invoice was asked for', async () => {
    const shop = await openShop(['l402', 'x402'], 1)
    for (let n = 0; n < 3; n++) await askFrom(shop, '203.0.113.7')
    const head = await askFrom(shop, '203.0.113.7', SPOT, { method: 'HEAD' })
    expect([head.status, head.headers.get('retry-after')]).toEqual([402, null])
    await shop.stop()
  })
})

test('a directory walks all priced routes twice from one address, and gets both rails everywhere', async () => {
  const shop = await openShop(['l402', 'x402'])
  const priced = shop.endpoints.filter(isPriced)
  expect(priced.length).toBeGreaterThan(50)
  const ready = new Set(registry.items.map(({ path }) => path))
  let seen = 0
  for (let walk = 0; walk < 2; walk++)
    for (const { method, path } of priced) {
      // What lies ready stands for all: each priced route takes one invoice.
      const at = ready.has(path) ? path : SPOT
      const response = await askFrom(shop, '203.0.113.7', at)
      expect([method, path, response.status, billOf(response) !== null]).toEqual([method, path, 402, true])
      expect(response.headers.get('payment-required')).not.toBeNull()
      seen++
    }
  expect(seen).toBe(2 * priced.length)
  expect(await (await askFrom(shop, '203.0.113.7')).json()).toMatchObject({
    l402: { withheld: 'too_many_unpaid_invoices' },
  })
  await shop.stop()
})

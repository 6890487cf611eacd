import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { receiptMark } from '../../src/canonical/receipt-mark.ts'
import { decodePaymentResponseHeader } from '@x402/core/http'
import { chainSeen } from '../../src/http/paywall/chain-seen.ts'
import { createRailAvailability } from '../../src/http/paywall/rail-availability.ts'
import { systemRandom } from '../../src/system/random.ts'
import { type Buyer, type ChainShop, startChainShop } from '../support/chain-shop.ts'
import { problemOf, SPOT } from '../support/shop.ts'

/**
 * A facilitator that says yes to everything and invents the transactions, on a chain: nothing dear leaves, the cheap
 * answers of a minute do, then it is closed and the operator is told why. An honest one follows it in the list.
 */

const CENT = 10_000
const SEVEN_DOLLARS = 7_000_000
const DLC = '/dlc/oracle/threshold'
const TERMS = JSON.stringify({ pair: 'BTCUSD', strike: 1, direction: 'below' })

const openLiar = () => {
  const said: string[] = []
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: (request) => {
      if (new URL(request.url).pathname === '/verify') return Response.json({ isValid: true })
      const transaction = `0x${Buffer.from(systemRandom.bytes(32)).toString('hex')}`
      said.push(transaction)
      return Response.json({ success: true, transaction, network: 'eip155:8453' })
    },
  })
  return { url: `http://127.0.0.1:${server.port!}`, said, stop: () => server.stop(true) }
}

/** The server's own rail availability in place of the one that tests set by hand. */
const withRealAvailability = (shop: ChainShop): void => {
  const { clock, store, paywall } = shop
  const isChainSeen = chainSeen(store.settlers, clock)
  Object.assign(
    paywall.availability,
    createRailAvailability({
      clock,
      boards: store.boards,
      settlers: store.settlers,
      pegged: false,
      ownSettlement: false,
      settler: paywall.rails.x402!.settler,
      isChainSeen,
    }),
  )
}

describe.each(['alone', 'before an honest one'] as const)('a facilitator that lies, %s', (where) => {
  const isAlone = where === 'alone'
  let liar: ReturnType<typeof openLiar>
  let shop: ChainShop

  beforeAll(async () => {
    liar = openLiar()
    shop = await startChainShop('facilitator', {
      facilitatorUrl: (honest) => (isAlone ? liar.url : `${liar.url},${honest}`),
    })
    withRealAvailability(shop)
    await Promise.all([workerIsThere(), shop.oracle.beat()])
    await shop.publish('btc/usd')
  })
  afterAll(async () => {
    await shop.stop()
    await liar.stop()
  })

  const workerIsThere = () => {
    const now = shop.clock.now()
    return shop.store.settlers.write({ open: true, address: '', wei: '0', at: now, heardAt: now })
  }
  /** Time goes by for the shop and on the chain, as the server's rounds see it. */
  const pass = async (seconds: number) => {
    await shop.pass(seconds)
    await Promise.all([workerIsThere(), shop.oracle.beat()])
    await shop.proofs.maintain()
  }
  const read = (buyer: Buyer) => buyer.pay().then(({ v2 }) => shop.request(SPOT, { headers: v2 }))
  const post = (headers: Readonly<Record<string, string>> = {}) =>
    shop.request(DLC, {
      method: 'POST',
      body: TERMS,
      headers: { 'content-type': 'application/json', ...headers },
    })
  const salesLogged = () => shop.log.lines.filter(({ event }) => event === 'sale.made')
  const marksIn = (lines: readonly { readonly fields: unknown }[]) =>
    lines.map(({ fields }) => (fields as { receipt: string }).receipt).toSorted()
  const alarms = () => shop.log.lines.filter(({ event }) => event === 'facilitator.lied')

  test('nothing above ten cents leaves, however often the same payment is shown', async () => {
    const buyer = await shop.buyer(SEVEN_DOLLARS)
    const { v2 } = await buyer.pay({ value: String(SEVEN_DOLLARS), validBefore: later(600) })
    const receipt: Record<string, string> = {}
    for (let n = 0; n < 2; n++) {
      const response = await post(v2)
      expect(response.status).toBe(503)
      // Whoever made the hold is told of his receipt; the header alone is public.
      if (n === 0) receipt['payment-receipt'] = response.headers.get('payment-receipt')!
      const body = await response.text()
      expect(body).toContain('payment_in_progress')
      expect(body).not.toContain('manageToken')
      expect(response.headers.get('payment-required')).toBeNull()
      const said = decodePaymentResponseHeader(response.headers.get('payment-response')!)
      expect(said).toMatchObject({ success: false, transaction: liar.said.at(-1)! })
    }
    expect(await buyer.balance()).toBe(SEVEN_DOLLARS)
    expect(alarms()).toEqual([])

    // The minute is over by the chain's time.
    await pass(62)
    expect(alarms()).toHaveLength(1)
    expect(alarms()[0]).toMatchObject({
      level: 'error',
      fields: {
        amount: String(SEVEN_DOLLARS),
        transaction: liar.said[0]!,
        receipt: receiptMark(receipt['payment-receipt']!),
      },
    })
    const again = await post({ ...v2, ...receipt })
    if (isAlone) expect(again.status).toBe(503)
    else {
      // The honest one settles the very same payment.
      expect(again.status).toBe(200)
      expect(await again.json()).toMatchObject({ manageToken: expect.any(String) })
      expect(await buyer.balance()).toBe(0)
    }
  })

  test('after an hour it is asked again: cheap answers of one minute are sold, then it is closed', async () => {
    await pass(3_601)
    // The lifetime of what is kept is by the wall clock of Redis.
    for (const key of await shop.redis.redis.keys('*:liar:*')) await shop.redis.redis.del(key)
    await shop.publish('btc/usd')
    shop.clock.move(2_000)
    const [before, alarmed, sold] = [liar.said.length, alarms().length, salesLogged().length]
    const buyer = await shop.buyer(10 * CENT)
    const earned = await shop.earned()
    for (let n = 0; n < 3; n++) {
      expect((await read(buyer)).status).toBe(200)
      await pass(5)
    }
    expect(liar.said.length).toBe(before + 3)
    expect(await shop.earned()).toBe(earned)
    await pass(62)
    await shop.publish('btc/usd')
    shop.clock.move(2_000)
    // All three, each with what an operator needs to know.
    expect(
      alarms()
        .slice(alarmed)
        .map(({ fields }) => (fields as { transaction: string }).transaction)
        .toSorted(),
    ).toEqual(liar.said.slice(before).toSorted())
    // An operator finds the sale of each lie by the mark of its receipt.
    expect(marksIn(alarms().slice(alarmed))).toEqual(marksIn(salesLogged().slice(sold)))
    const rails = await shop.paywall.availability.warning()
    expect(rails).toContain('never was')

    const unpaid = await shop.request(SPOT)
    expect(unpaid.status).toBe(402)
    expect(unpaid.headers.get('www-authenticate')).not.toBeNull()
    const response = await read(buyer)
    expect(liar.said.length).toBe(before + 3)
    if (isAlone) {
      expect(unpaid.headers.get('payment-required')).toBeNull()
      expect(await shop.paywall.availability.x402()).toContain('never was')
      expect([response.status, (await problemOf(response)).error]).toEqual([503, 'no_payment_rail'])
    } else {
      expect(unpaid.headers.get('payment-required')).not.toBeNull()
      expect(response.status).toBe(200)
      expect((await shop.earned()) - earned).toBe(CENT)
    }
    shop.clock.move(2_000)
    const health = (await (await shop.request('/health')).json()) as { rails: { rail: string; warning: string }[] }
    expect(health.rails.find(({ rail }) => rail === 'x402')!.warning).toContain('never was')
  })

  const later = (seconds: number) => String(Math.floor(shop.clock.now() / 1_000) + seconds)
})

describe('no worker hears the chain', () => {
  let shop: ChainShop
  beforeAll(async () => {
    shop = await startChainShop('facilitator')
    withRealAvailability(shop)
    await shop.oracle.beat()
    await shop.publish('btc/usd')
  })
  afterAll(() => shop.stop())

  const post = (headers: Readonly<Record<string, string>> = {}) =>
    shop.request(DLC, { method: 'POST', body: TERMS, headers: { 'content-type': 'application/json', ...headers } })

  test('above ten cents only Lightning is offered, and a payment shown for it is answered so and not charged', async () => {
    const buyer = await shop.buyer(SEVEN_DOLLARS)
    const { v2 } = await buyer.pay({ value: String(SEVEN_DOLLARS) })
    for (const headers of [{}, v2]) {
      const response = await post(headers)
      expect(response.status).toBe(402)
      expect(response.headers.get('www-authenticate')).toContain('L402')
      expect(response.headers.get('payment-required')).toBeNull()
      expect(((await response.json()) as { accepts: unknown[] }).accepts).toEqual([])
    }
    expect(shop.facilitator.total()).toBe(0)
    expect(await buyer.balance()).toBe(SEVEN_DOLLARS)

    // A worker comes: the same payment buys.
    const now = shop.clock.now()
    await shop.store.settlers.write({ open: true, address: '', wei: '0', at: now, heardAt: now })
    shop.clock.move(1_000)
    expect((await post()).headers.get('payment-required')).not.toBeNull()
    expect((await post(v2)).status).toBe(200)
    expect(await buyer.balance()).toBe(0)
  })

  test('small answers are sold all the same', async () => {
    await shop.pass(120)
    await shop.publish('btc/usd')
    shop.clock.move(2_000)
    expect(await shop.paywall.availability.tooMuch(SEVEN_DOLLARS)).toContain('no node')
    const buyer = await shop.buyer()
    const { v2 } = await buyer.pay()
    expect((await shop.request(SPOT)).headers.get('payment-required')).not.toBeNull()
    expect((await shop.request(SPOT, { headers: v2 })).status).toBe(200)
    expect(await buyer.balance()).toBe(0)
  })
})

describe('an honest facilitator and a node that is late', () => {
  let shop: ChainShop
  beforeAll(async () => {
    shop = await startChainShop('facilitator')
    await shop.oracle.beat()
    await shop.publish('btc/usd')
  })
  afterAll(() => shop.stop())

  test('an answer above ten cents comes with the next try of the same payment, charged once', async () => {
    const buyer = await shop.buyer(2 * SEVEN_DOLLARS)
    const { v2 } = await buyer.pay({ value: String(SEVEN_DOLLARS) })
    const post = (more: Readonly<Record<string, string>> = {}) =>
      shop.request(DLC, {
        method: 'POST',
        body: TERMS,
        headers: { 'content-type': 'application/json', ...v2, ...more },
      })
    // Our node is away from when the facilitator has settled until the buyer comes again.
    shop.asking.away = true
    const late = await post()
    expect([late.status, (await problemOf(late)).error]).toEqual([503, 'payment_in_progress'])
    expect(await buyer.balance()).toBe(SEVEN_DOLLARS)
    shop.asking.away = false
    const again = await post({ 'payment-receipt': late.headers.get('payment-receipt')! })
    expect(again.status).toBe(200)
    expect(await again.json()).toMatchObject({ manageToken: expect.any(String) })
    expect(await buyer.balance()).toBe(SEVEN_DOLLARS)
    await shop.pass(70)
    await shop.proofs.maintain()
    expect(shop.log.lines.filter(({ level }) => level === 'error')).toEqual([])
    expect(await shop.store.unproven.count()).toBe(0)
  })
})

import { beforeEach, describe, expect, test } from 'bun:test'
import { fixedKeys } from '../../src/actors/publisher/keyring.ts'
import { createPublisher } from '../../src/actors/publisher/publisher.ts'
import type { Json } from '../../src/canonical/jcs.ts'
import { verifyAnswer } from '../../src/canonical/verify.ts'
import { exampleOf } from '../../src/feeds/feed.ts'
import { registry } from '../../src/feeds/registry.ts'
import { systemRandom } from '../../src/system/random.ts'
import { authorize, base64Json, PAYER, payloadV2, signTransfer } from '../support/payer.ts'
import { fileShop, payL402 } from '../support/shop.ts'

/** A string without a nonce: one edition for each rail, sold to everybody, and what payments and receipts make of it. */

const shop = await fileShop()
const ITEM = registry.item('gas/chain/ethereum')!
const PATH = '/oracle/gas/ethereum'
const layouts = registry.feeds.map(({ sale }) => sale.canonical)
type Body = Readonly<Record<string, Json>>

const publish = async (actor = ITEM.actor): Promise<void> => {
  shop.clock.move(30_000)
  const item = registry.item(actor)!
  const publisher = createPublisher(shop.store.snapshots, fixedKeys(shop.keys), systemRandom)
  expect(await publisher.publish(item, exampleOf(item.feed, item.subject), {}, shop.clock.now())).not.toBeNull()
}
const buy = async (path = PATH) => {
  const { authorization } = await payL402(shop, path)
  const response = await shop.request(path, { headers: { authorization } })
  return {
    authorization,
    status: response.status,
    receipt: response.headers.get('payment-receipt'),
    body: await response.text(),
  }
}
const payUsdc = async () => {
  const authorization = authorize(shop.clock.now())
  return { 'payment-signature': base64Json(payloadV2(authorization, await signTransfer(authorization))) }
}

beforeEach(() => publish())

test('many buyers of one second get the same bytes, each for a payment of his own, and each sale is counted', async () => {
  const sales = await shop.sales()
  const bought = []
  for (let at = 0; at < 12; at++) bought.push(await buy())
  expect(new Set(bought.map(({ status }) => status))).toEqual(new Set([200]))
  expect(new Set(bought.map(({ body }) => body)).size).toBe(1)
  expect(new Set(bought.map(({ receipt }) => receipt)).size).toBe(12)
  expect(await shop.sales()).toBe(sales + 12)
  // The edition itself has no counter: nothing of it is used up.
  expect((await shop.store.snapshots.printing(ITEM.actor)).sold).toEqual({ l402: 0, x402: 0 })
  // Nobody was asked to sign more.
  expect(shop.asker.asked).toEqual([])
  const body = JSON.parse(bought[0]!.body) as Body
  expect(verifyAnswer(body, { layouts }).checks.filter(({ ok }) => !ok)).toEqual([])
  expect(String(body['canonical']).split('|')).toHaveLength(10)
})

test('a buyer with USDC gets the same string under the other signature', async () => {
  await shop.money.fund(PAYER.address)
  const [lightning, response] = [await buy(), await shop.request(PATH, { headers: await payUsdc() })]
  expect(response.status).toBe(200)
  const [mine, theirs] = [JSON.parse(lightning.body) as Body, (await response.json()) as Body]
  expect(theirs['canonical']).toBe(mine['canonical']!)
  expect(theirs['signature']).not.toBe(mine['signature']!)
  expect(verifyAnswer(theirs, { layouts, publicKey: shop.keys.x402.publicKey }).ok).toBe(true)
})

describe('a payment buys one answer', () => {
  test('shown again it gets the same bytes, also after the next second is sold, and never that one', async () => {
    const sales = await shop.sales()
    const { authorization, body } = await buy()
    await publish()
    const again = await shop.request(PATH, { headers: { authorization } })
    expect([again.status, await again.text()]).toEqual([200, body])
    expect((await buy()).body).not.toBe(body)
    expect(await shop.sales()).toBe(sales + 2)
    shop.clock.move(121_000)
    await publish()
    expect((await shop.request(PATH, { headers: { authorization } })).status).toBe(402)
  })

  test('and its receipt finds that answer, not the one of another buyer', async () => {
    const first = await buy()
    await publish()
    const second = await buy()
    for (const { receipt, body } of [first, second])
      expect(await (await shop.request(`/receipts/${receipt}`)).text()).toContain(`"answer":${body}}`)
  })

  test('a transfer that was not charged takes nothing from the next buyer, and buys later', async () => {
    const headers = await payUsdc()
    await shop.money.fund(PAYER.address)
    await shop.money.control('/chain/faults', { settle: 'fail' })
    expect((await shop.request(PATH, { headers })).status).toBe(402)
    await shop.money.control('/chain/faults', {})
    expect((await shop.request(PATH, { headers: await payUsdc() })).status).toBe(200)
    expect((await shop.request(PATH, { headers })).status).toBe(200)
  })
})

describe('another spelling of a chain', () => {
  test('is the same offer: a payment for one buys at the other, once', async () => {
    const sales = await shop.sales()
    const { authorization } = await payL402(shop, '/oracle/gas/eth')
    const first = await shop.request(PATH, { headers: { authorization } })
    const second = await shop.request('/oracle/gas/ETH', { headers: { authorization } })
    expect([first.status, second.status, await first.text()]).toEqual([200, 200, await second.text()])
    expect(await shop.sales()).toBe(sales + 1)
    await publish('gas/chain/optimism')
    const { authorization: other } = await payL402(shop, PATH)
    expect((await shop.request('/oracle/gas/op', { headers: { authorization: other } })).status).toBe(402)
  })

  test('has a preview, and no document lists it', async () => {
    const [full, short] = await Promise.all([PATH, '/oracle/gas/eth'].map((path) => shop.request(`${path}/preview`)))
    expect([full!.status, await full!.json()]).toEqual([short!.status, await short!.json()])
    expect((await shop.request('/oracle/gas/bitcoin')).status).toBe(404)
    const listed = JSON.stringify(await (await shop.request('/openapi.json')).json())
    expect(listed).toContain(`"${PATH}"`)
    expect(listed).not.toContain('"/oracle/gas/eth"')
  })
})

test('what is internal, as the price of POL, has no path and stands in no document', async () => {
  const known = registry.internal.map(({ actor }) => actor)
  expect(known).toContain('native/POL-USD')
  for (const actor of known) expect(registry.item(actor)).toBeUndefined()
  for (const path of ['/openapi.json', '/llms.txt', '/methodology.json', '/.well-known/agent-card.json', '/health'])
    expect([path, (await (await shop.request(path)).text()).includes('native/')]).toEqual([path, false])
  expect(shop.endpoints.map(({ path }) => path).filter((path) => /native|pol-usd|pol\/usd/.test(path))).toEqual([])
})

import { beforeEach, describe, expect, test } from 'bun:test'
import { fixedKeys } from '../../src/actors/publisher/keyring.ts'
import { createPublisher } from '../../src/actors/publisher/publisher.ts'
import { exampleOf } from '../../src/feeds/feed.ts'
import { registry } from '../../src/feeds/registry.ts'
import { editionProduct } from '../../src/http/paywall/edition-product.ts'
import type { HeldClaim } from '../../src/http/paywall/product.ts'
import { unmetGuards } from '../../src/http/paywall/unmet-guards.ts'
import { systemRandom } from '../../src/system/random.ts'
import { partOf } from '../support/part-of.ts'
import { fileShop, itemOf, payL402, reasonOf } from '../support/shop.ts'

/** Which answer guards are judged by: that of the item that is asked, and the one that is sold at last. */

const shop = await fileShop()

/** A new snapshot of this confidence, late enough that no older one is cached. */
const publish = async (confidence: number) => {
  shop.clock.move(2_000)
  const now = shop.clock.now()
  expect(await shop.publish('btc/usd', '97012.34', now, { confidence, observed_at: now / 1000 })).toBe(true)
  shop.clock.move(1_000)
}

test('of items that differ by the query, the one that is asked is judged', async () => {
  const items = ['BTC', 'ETH'].map((coin) => registry.item(`intel/persistence/${coin}`)!)
  for (const [at, item] of items.entries()) {
    const observed = { observed_at: Math.floor(shop.clock.now() / 1_000) }
    const content = { ...exampleOf(item.feed, item.subject), ...observed, confidence: at === 0 ? 0.9 : 0.4 }
    await createPublisher(shop.store.snapshots, fixedKeys(shop.keys), systemRandom).publish(
      item,
      content,
      {},
      shop.clock.now(),
    )
  }
  shop.clock.move(1_000)
  const asked = (query: string) => `${items[0]!.path}?${query}`
  const status = async (query: string) => (await shop.request(asked(query))).status
  expect([
    await status('min_confidence=0.5'),
    await status('currency=ETH&min_confidence=0.5'),
    await status('min_confidence=0.4&currency=eth'),
    await status('currency=ETH&max_age=1&min_confidence=0.4'),
  ]).toEqual([402, 503, 402, 402])
  const path = asked('currency=ETH&min_confidence=0.4')
  const { authorization } = await payL402(shop, path)
  const refused = await shop.request(asked('currency=ETH&min_confidence=0.41'), { headers: { authorization } })
  expect([refused.status, await refused.json()]).toMatchObject([503, { confidence: 0.4, min_confidence: 0.41 }])
  const other = await shop.request(asked('currency=BTC&min_confidence=0.4'), { headers: { authorization } })
  expect([other.status, await reasonOf(other)]).toEqual([402, 'l402_other_request'])
  const sold = await shop.request(path, { headers: { authorization } })
  expect([sold.status, await sold.json()]).toMatchObject([200, { currency: 'ETH', confidence: 0.4 }])
})

describe('an answer that was signed after the request was judged', () => {
  const item = itemOf('btc/usd')
  /** A paywall whose editions run out once: what is there then is the next answer. */
  const runsOut = (change: () => Promise<void>) => {
    let isFirst = true
    const blocks = Object.create(shop.paywall.blocks) as typeof shop.paywall.blocks
    Object.assign(blocks, {
      next: async (...args: Parameters<typeof blocks.next>) => {
        if (!isFirst) return shop.paywall.blocks.next(...args)
        isFirst = false
        await change()
        return null
      },
    })
    return {
      ...shop.paywall,
      blocks,
      asker: { ask: () => Promise.reject(new Error('nobody signs')), close: () => Promise.resolve() },
    }
  }
  const worse = () => publish(0.5)
  beforeEach(() => publish(0.9))

  test('is judged again over x402', async () => {
    const product = editionProduct(runsOut(worse), item, { min_confidence: 0.9 })
    const held = partOf<HeldClaim>({ payment: 'x402:2', holder: 'a', keepSeconds: 60 })
    expect(await product.setAside(held, '{}', false)).toMatchObject({
      kind: 'problem',
      more: { reason: 'guard_not_met', confidence: 0.5 },
    })
  })

  test('and over L402', async () => {
    const product = editionProduct(runsOut(worse), item, { min_confidence: 0.9 })
    const sale = { payment: `l402:${'8'.repeat(64)}`, amount: '10', item: item.actor, event: '', receipt: 'x' }
    const claimed = product.claim({
      payment: sale.payment,
      request: 'a'.repeat(64),
      now: shop.clock.now(),
      keepSeconds: 60,
      sale,
    })
    expect(await claimed).toMatchObject({ kind: 'problem', more: { reason: 'guard_not_met', confidence: 0.5 } })
  })
})

test('an answer whose confidence is not known meets no least one', () => {
  const answer = { content: {}, timestamp: 1_795_000_000 }
  expect(unmetGuards(itemOf('btc/usd'), answer, { min_confidence: 0.0001 }, 1_795_000_000_000)).toMatchObject({
    more: { reason: 'guard_not_met', confidence: null },
  })
  expect(unmetGuards(itemOf('btc/usd'), answer, { max_age: 1 }, 1_795_000_001_000)).toBeNull()
})

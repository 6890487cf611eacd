import { expect, test } from 'bun:test'
import { fixedKeys } from '../../../src/actors/publisher/keyring.ts'
import { createPublisher } from '../../../src/actors/publisher/publisher.ts'
import { exampleOf } from '../../../src/feeds/feed.ts'
import { checkedRegistry, itemOf, registry } from '../../../src/feeds/registry.ts'
import { feedEndpoints } from '../../../src/http/endpoints/feed-endpoints.ts'
import { names } from '../../../src/store/redis/names.ts'
import { systemRandom } from '../../../src/system/random.ts'
import { fileShop } from '../../support/shop.ts'

/** A feed without a free copy: an answer of a dollar that is given away is not sold. */

const shop = await fileShop()
const real = registry.item('funding/BTC-USD')!
const feed = { ...real.feed, after: () => [], sale: { ...real.feed.sale, preview: null } }
const item = itemOf(feed, real.subject)
const deps = {
  paywall: shop.paywall,
  snapshots: shop.store.snapshots,
  notices: shop.store.notices,
  publicUrl: shop.url,
}

test('has a paid route and a catalogue that names no preview, and no free route', async () => {
  const endpoints = feedEndpoints(checkedRegistry([feed]), deps)
  expect(endpoints.map(({ path }) => path)).not.toContain(`${item.path}/preview`)
  expect(endpoints.find(({ path }) => path === item.path)).toMatchObject({ access: { kind: 'paid' } })
  const [listed] = (endpoints.find(({ path }) => path === feed.sale.catalogue)!.example as { feeds: object[] }).feeds
  expect(listed).not.toHaveProperty('preview_max_age_minutes')
  expect(listed).toMatchObject({ subjects: feed.subjects.map(({ name }) => ({ name })) })
  expect(JSON.stringify(listed)).not.toContain('/preview')
})

test('is published without one', async () => {
  const publisher = createPublisher(shop.store.snapshots, fixedKeys(shop.keys), systemRandom)
  expect(await publisher.publish(item, exampleOf(feed, item.subject), {}, shop.clock.now())).not.toBeNull()
  expect(await shop.store.snapshots.preview(item.actor)).toBeNull()
  expect(await shop.redis.redis.exists(names.preview(item.actor))).toBe(0)
  // The same feed with a free copy writes one.
  shop.clock.move(60_000)
  await publisher.publish(real, exampleOf(real.feed, real.subject), {}, shop.clock.now())
  expect(await shop.store.snapshots.preview(item.actor)).not.toBeNull()
})

import { fixedKeys } from '../../../src/actors/publisher/keyring.ts'
import { createPublisher } from '../../../src/actors/publisher/publisher.ts'
import { FUNDING_PAID_BOARDS } from '../../../src/feeds/boards/funding-paid-boards.ts'
import { exampleOf } from '../../../src/feeds/feed.ts'
import { keepSeconds } from '../../../src/feeds/keeping.ts'
import { type Item, registry } from '../../../src/feeds/registry.ts'
import { systemRandom } from '../../../src/system/random.ts'
import type { Shop } from '../shop.ts'

/**
 * Publishes the example of every item, and a past to ask about.
 *
 * @param born of feeds whose subjects start on demand
 */
export const putAllOnSale = async (shop: Shop, born: readonly Item[]): Promise<void> => {
  const now = shop.clock.now()
  const publisher = createPublisher(shop.store.snapshots, fixedKeys(shop.keys), systemRandom)
  for (const item of [...registry.items, ...born])
    await publisher.publish(item, exampleOf(item.feed, item.subject), {}, now)
  const hour = Math.floor(now / 3_600_000) * 3_600_000
  for (const item of registry.items) {
    const kind = item.feed.keeps?.(item.subject)?.kind
    if (kind === 'candles')
      for (let minute = 179; minute >= 0; minute--)
        await shop.store.candles.record(item.actor, hour - minute * 60_000, '97000', 61 * 86_400)
    if (item.actor.startsWith('index/')) {
      const t = Math.floor(now / 1000) - 60
      const canonical = item.feed.sale.canonical.write(item.feed.sale.tokens(item.feed.example), {
        timestamp: t,
        nonce: 200_000,
      })
      await shop.store.rows.record(item.actor, { t, canonical, signature: '', pubkey: '' }, keepSeconds(63))
    }
  }
  const paid = [{ at: hour + 48, rate: '0.0001' }]
  await shop.store.boards.write(FUNDING_PAID_BOARDS.get('binance')!.id, now, { paid: { BTC: paid, ETH: paid } })
}

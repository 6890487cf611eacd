import { fixedKeys } from '../../../src/actors/publisher/keyring.ts'
import { createPublisher } from '../../../src/actors/publisher/publisher.ts'
import { registry } from '../../../src/feeds/registry.ts'
import { createApp } from '../../../src/http/app/app.ts'
import { listen } from '../../../src/http/app/listen.ts'
import { openPages } from '../../../src/http/app/open-pages.ts'
import { names } from '../../../src/store/redis/names.ts'
import { systemRandom } from '../../../src/system/random.ts'
import { builtPages } from '../http/pages/built-pages.ts'
import { putAllOnSale } from '../http/all-for-sale.ts'
import { PAYER } from '../payer.ts'
import { HOST, PUBLIC_URL, type Shop, startShop } from '../shop.ts'
import { stillClock } from '../still.ts'

/** The service with its pages behind a socket, everything for sale, and the play money of a demonstration. */
export interface WebShop extends Shop {
  /** Where browsers find it. */
  readonly site: string
  /** Brings the shop's clock to that of the machine, and everything on sale again. */
  renew(): Promise<void>
  /** The same for one price. */
  freshen(pair: string): Promise<void>
}

const STEP_MS = 15 * 60 * 1000
/** A day of points, and the delay before them. */
const STEPS = 108

/** Values of a day for the charts of two items: a price, and a word that changes. */
const putPastDay = async (shop: Shop, now: number): Promise<void> => {
  const publisher = createPublisher(shop.store.snapshots, fixedKeys(shop.keys), systemRandom)
  const price = registry.items.find(({ path }) => path === '/oracle/price/btc/usd')!
  const regime = registry.items.find(({ path }) => path === '/oracle/regime/liquidity')!
  for (let step = STEPS; step > 0; step--) {
    const at = now - step * STEP_MS
    const wave = Math.sin(step / 9) * 900 + Math.sin(step / 2.3) * 160 - step * 6
    await publisher.publish(price, { ...price.feed.example, price: (97_000 + wave).toFixed(2) }, {}, at)
    const word = ['DEEP', 'NORMAL', 'THIN', 'NORMAL'][Math.floor(step / 17) % 4]!
    await publisher.publish(regime, { ...regime.feed.example, regime: word }, {}, at)
  }
  // Free copies are renewed by the clock of Redis, which has not moved: the next ones are of today.
  await shop.redis.redis.del(names.preview(price.actor), names.preview(regime.actor))
}

export const startWebShop = async (mode: 'live' | 'demo' = 'demo'): Promise<WebShop> => {
  const clock = stillClock(Math.floor(Date.now() / 1000) * 1000)
  const shop = await startShop({ mode, clock })
  await putPastDay(shop, clock.now())
  await putAllOnSale(shop, [])
  await shop.oracle.beat()
  await shop.money.fund(PAYER.address)
  const app = createApp(shop.endpoints, {
    hosts: [HOST, '127.0.0.1'],
    docs: `${PUBLIC_URL}/llms.txt`,
    log: shop.log,
    random: systemRandom,
    store: shop.store.refusal,
    pages: openPages(registry, {
      files: await builtPages(),
      mode,
      version: '0.1.0',
      playMoney: mode === 'demo' ? shop.money.url : null,
    }),
  })
  const listener = listen(app, { hostname: '127.0.0.1', port: 0, share: false, trustProxy: 0 })
  return {
    ...shop,
    clock,
    site: `http://127.0.0.1:${listener.port}`,
    renew: async () => {
      clock.set(Math.floor(Date.now() / 1000) * 1000)
      await putAllOnSale(shop, [])
      await shop.oracle.beat()
    },
    freshen: async (pair) => {
      clock.set(Math.floor(Date.now() / 1000) * 1000)
      await shop.publish(pair)
    },
    stop: async () => {
      await listener.drain()
      await shop.stop()
    },
  }
}

import { expect, test } from 'bun:test'
import { SPOT, fileShop } from '../../support/shop.ts'

const shop = await fileShop()

/** How often Redis was asked for a text. */
const reads = async (): Promise<number> =>
  Number(/cmdstat_get:calls=(\d+)/.exec(await shop.redis.redis.info('commandstats'))?.[1] ?? 0)

test('a crowd that asks for a preview at once costs one read', async () => {
  await shop.publish('btc/usd', '97012.34')
  const ask = async () => (await shop.request(`${SPOT}/preview`)).text()
  await ask()
  shop.clock.move(1_000)
  const before = await reads()
  const answers = await Promise.all(Array.from({ length: 200 }, ask))
  expect(new Set(answers).size).toBe(1)
  expect((await reads()) - before).toBeLessThan(20)
})

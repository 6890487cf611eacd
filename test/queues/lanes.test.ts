import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { openAsker } from '../../src/queues/ask.ts'
import { consume } from '../../src/queues/consume.ts'
import { LANES, settlerLane } from '../../src/queues/lanes.ts'
import { redisAddress } from '../../src/store/redis.ts'
import { startTestRedis, type TestRedis } from '../support/redis.ts'

/** What strangers ask for nothing must not stand before what was paid for. */

let redis: TestRedis
beforeAll(async () => {
  redis = await startTestRedis()
})
afterAll(() => redis.stop())

describe('the lanes of the settler', () => {
  test('a settlement does not wait for look-ups and simulations, however many', async () => {
    const address = { connection: redisAddress(redis.url), prefix: '{lanes}' }
    const ignore = () => {}
    const lanes = ['settlements', 'inquiries'] as const
    const stuck = Promise.withResolvers<null>()
    const handle = ({ wish }: { readonly wish: Readonly<Record<string, string | number>> }) =>
      wish['what'] === 'settle' ? Promise.resolve('settled') : stuck.promise
    const workers = lanes.map((lane) => consume(address, lane, handle, ignore))
    const askers = {
      settlements: await openAsker(address, ignore, 'settlements'),
      inquiries: await openAsker(address, ignore, 'inquiries'),
    }
    const ask = (what: string, share: string) => {
      const wish = { what }
      return askers[settlerLane(wish)].ask({ actor: 'p', wish }, share, 5_000)
    }
    // More than a lane of either kind runs at once.
    const flood = Array.from({ length: LANES.settlements.concurrency + 100 }, (_, index) =>
      ask(index % 2 ? 'look_up' : 'simulate', String(index)),
    )
    await Bun.sleep(500)
    expect(await ask('settle', 'settle/p')).toEqual({ kind: 'done', result: 'settled' })
    stuck.resolve(null)
    await Promise.all(flood)
    await Promise.all([
      ...Object.values(askers).map((each) => each.close()),
      ...workers.map((each) => each.close(2_000)),
    ])
  }, 30_000)
})

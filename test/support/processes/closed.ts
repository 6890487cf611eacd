import { describe, expect, test } from 'bun:test'
import { connectRedis, redisAddress } from '../../../src/store/redis/redis.ts'
import { closedFeedStore } from '../../../src/store/published/closed-feeds.ts'
import type { TestStack } from '../stack.ts'
import { until } from '../until.ts'

const PATH = '/oracle/price/eth/usd'
const LACK = { source: 'dear', reason: 'not_licensed', setting: 'SOURCES_LICENSED' } as const

/** What a publisher closes, running servers close. */
export const closedWhileRunning = (running: () => TestStack): void =>
  describe('a feed that is closed while servers run', () => {
    test('is refused by all of them, and sold again when it is open', async () => {
      const redis = await connectRedis(redisAddress(running().redisUrl), 'waits')
      const closedFeeds = closedFeedStore(redis, () => {})
      const asked = () => fetch(running().baseUrl + PATH, { headers: { connection: 'close' } })
      /** Which server answers is the kernel's choice, so several answers in a row have to agree. */
      const all = (status: number) =>
        until(`${PATH} answers ${status} everywhere`, async () => {
          const answers = await Promise.all(Array.from({ length: 8 }, asked))
          return answers.every((each) => each.status === status) && answers[0]!
        })
      try {
        await all(402)
        await closedFeeds.write(new Map([['price/spot/ETH-USD', [LACK]]]))
        expect(await (await all(503)).json()).toMatchObject({ error: 'data_unavailable', details: [LACK] })
      } finally {
        await closedFeeds.write(new Map())
        redis.disconnect()
      }
      await all(402)
    })
  })

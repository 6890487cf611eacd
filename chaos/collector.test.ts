import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Redis } from 'ioredis'
import { streamedIn } from '../src/actors/publisher/stream-parts.ts'
import { registry } from '../src/feeds/registry.ts'
import type { Streamed } from '../src/feeds/stream.ts'
import type { LiquidationState } from '../src/feeds/streams/liquidation-state.ts'
import { connectRedis, redisAddress } from '../src/store/redis/redis.ts'
import { type Store, storeOn } from '../src/store/store.ts'
import { systemClock } from '../src/system/clock.ts'
import { startTestStack, type TestStack } from '../test/support/stack.ts'
import { until } from '../test/support/until.ts'

/** Two real workers and one socket per venue between them. Whoever is killed, the other goes on and says what was missed. */

const IDS = registry.streams.map(({ id }) => id)

let stack: TestStack
let redis: Redis
let store: Store

beforeAll(async () => {
  stack = await startTestStack({ workers: 2 })
  redis = await connectRedis(redisAddress(stack.redisUrl), 'waits')
  store = storeOn(redis, systemClock)
}, 120_000)

afterAll(async () => {
  redis.disconnect()
  await stack.stop()
}, 120_000)

type State = Streamed<Partial<LiquidationState>>

const states = async (): Promise<readonly State[]> =>
  (await store.boards.read(IDS)).flatMap((found, at) => {
    const state = streamedIn(registry.streams[at]!, found)
    return state ? [state as State] : []
  })

/** One venue takes two streams at one path: its liquidations and its books. */
const venueOf = (id: string): string => id.split('/')[1]!
const atOnePath = registry.streams.map(
  (one) => registry.streams.filter(({ id, path }) => venueOf(id) === venueOf(one.id) && path === one.path).length,
)

/** How many sockets were ever opened, by path. */
const opened = async (): Promise<readonly number[]> => {
  const { byProvider } = (await (await fetch(`${stack.sandboxUrl}/world/requests`)).json()) as {
    byProvider: Record<string, { paths: Record<string, number> }>
  }
  return registry.streams.map(({ id, path }) => byProvider[venueOf(id)]?.paths[path] ?? 0)
}

const order = (verbs: object) => fetch(`${stack.sandboxUrl}/world`, { method: 'POST', body: JSON.stringify(verbs) })

/** Of those that gather liquidations. */
const longs = (all: readonly State[]): readonly number[] =>
  all.flatMap(
    ({ gathered: { minutes } }) =>
      minutes?.flatMap(({ sums }) => sums).reduce((total, { longUsd }) => total + longUsd, 0) ?? [],
  )

describe('two workers', () => {
  test('open one socket per venue', async () => {
    await until('all are heard', async () => (await states()).length === IDS.length)
    expect(await opened()).toEqual(atOnePath)
  })

  test('killed one after the other lose no stream: each is handed over, with the time between as a gap', async () => {
    const before = await states()
    const began = Date.now()
    for (const name of ['worker-1', 'worker-2']) {
      const worker = stack.children.find((child) => child.name === name)!
      const { pid } = worker
      process.kill(pid, 'SIGKILL')
      await until(`${name} is back`, async () => worker.pid !== pid)
      const at = Date.now()
      // A sign of life comes every seven seconds; one after the kill says that somebody listens.
      await until('all are heard again', async () => (await states()).every(({ heardAt }) => heardAt > at))
    }
    const after = await states()
    for (const [at, { since, gaps }] of after.entries()) {
      expect(since).toBe(before[at]!.since)
      const marked = gaps.filter(({ until: end }) => end > began)
      expect([IDS[at], marked.length >= 1]).toEqual([IDS[at]!, true])
      for (const { from, until: end } of marked) expect(end).toBeGreaterThan(from)
    }
  }, 120_000)

  test('gather a cascade after that, and sell nothing of an hour that they heard minutes of', async () => {
    const before = longs(await states())
    expect((await order({ cascade: { 'spot.BTC': 0.06, 'spot.ETH': 0.06 } })).status).toBe(200)
    await until('longs everywhere', async () => longs(await states()).every((usd, at) => usd > before[at]!))
    const response = await fetch(`${stack.baseUrl}/oracle/liquidations/btc/usd`)
    expect(response.status).toBe(503)
    expect(await response.json()).toMatchObject({ reason: 'little_heard', listened: expect.any(Number) })
  }, 120_000)

  test('leave a socket that froze, and mark what it may have missed', async () => {
    const sockets = await opened()
    const okx = IDS.indexOf('liq/okx')
    const gapsOf = async () => (await states())[okx]!.gaps.length
    const gaps = await gapsOf()
    await order({ freezeSocket: ['okx'] })
    await until('opened anew', async () => (await opened())[okx]! > sockets[okx]!)
    await order({ resume: ['okx'] })
    await until('a gap', async () => (await gapsOf()) > gaps)
  }, 120_000)
})

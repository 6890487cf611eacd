import { expect, test } from 'bun:test'
import { countedLog } from '../../../src/metrics/counted-log.ts'
import { createTally } from '../../../src/metrics/meter.ts'
import { USDC } from '../../../src/payments/usdc.ts'
import { IDLE_LOAD, readWorkerLoad } from '../../../src/http/endpoints/worker-load.ts'
import { names } from '../../../src/store/redis/names.ts'
import { postMany, SHARD, sold } from '../../support/actors/bookkeeper/book-rounds.ts'
import { fileShop, rawRequest } from '../../support/shop.ts'
import { keptLog } from '../../support/still.ts'

/** What `/health` says of the work that waits, over a real store. */

const shop = await fileShop()

const read = () => readWorkerLoad(shop.store, shop.clock.now())
const rows = async () => {
  shop.clock.move(5_000)
  const response = await shop.request('/health')
  expect(response.status).toBe(200)
  const { workers } = (await response.json()) as { readonly workers: readonly { readonly role: string }[] }
  return new Map(workers.map((row) => [row.role, row]))
}

test('of a fresh store nothing waits and nothing failed', async () => {
  expect(await read()).toEqual(IDLE_LOAD)
})

test('is the backlog of each role, the age of the oldest webhook, and failures by kind', async () => {
  const { redis } = shop.redis
  const { deliveries, keys, totals } = shop.store
  const now = shop.clock.now()
  await deliveries.enter({ id: 'evt_A', eventId: 'A', url: 'https://hooks.example/', body: '{}' }, now - 3_600_000)
  await deliveries.enter({ id: 'evt_B', eventId: 'B', url: 'https://hooks.example/', body: '{}' }, now)
  await postMany(shop.redis, [sold(1, now), sold(2, now), sold(3, now)])
  await redis.zadd(names.dlc.decided(), now, 'A')
  for (const { chainId, asset } of [USDC.base, USDC['base-sepolia']])
    await redis.zadd(names.sent(SHARD), 1, `x402:${chainId}:${asset}:0x:1`.toLowerCase())
  const tally = createTally()
  countedLog(keptLog(), tally, 'worker/courier').error('courier.sweep_failed', { message: 'https://hooks.example/' })
  await totals.take({ process: 'worker/secret-host/1/0', sequence: 1, added: tally.take(), gauges: new Map() })
  expect((await read()).backlogs).toEqual({
    ...IDLE_LOAD.backlogs,
    settler: { waiting: 2, oldestSeconds: null },
    signer: { waiting: 1, oldestSeconds: null },
    courier: { waiting: 2, oldestSeconds: 3_600 },
    bookkeeper: { waiting: 3, oldestSeconds: null },
  })
  await keys.record({ dlc: '02ab' })
  const shown = await rows()
  // Rounded: how much is sold, and when, is not read off a public page.
  expect(shown.get('courier')).toMatchObject({
    processes: 0,
    waiting: 1,
    oldest_seconds: 3_600,
    failures: { 'courier.sweep_failed': 1 },
  })
  expect(shown.get('bookkeeper')).toMatchObject({ waiting: 0, oldest_seconds: null, failures: {} })
  // The page is public.
  expect(JSON.stringify([...shown.values()])).not.toMatch(/hooks\.example|evt_|secret-host|0x/)
})

test('what cannot be read is null, and the rest is told', async () => {
  const { redis } = shop.redis
  for (const key of [names.dlc.deliveries(), names.totals()]) {
    await redis.del(key)
    await redis.set(key, 'of another kind')
  }
  const shown = await rows()
  expect(shown.get('courier')).toMatchObject({ waiting: null, oldest_seconds: null, failures: null })
  expect(shown.get('bookkeeper')).toMatchObject({ waiting: 0, failures: null })
  await redis.del(names.dlc.deliveries(), names.totals())
})

test('fields that nothing of ours writes are passed over, and nobody is unready for them', async () => {
  const { redis } = shop.redis
  const cells = ['x', '5', 'null', '["claros_problems_total"', '["claros_problems_total","value",1,"error","k"]']
  for (const cell of cells) await redis.hset(names.totals(), cell, 'no number')
  await redis.hset(names.totals(), '["claros_problems_total","value","worker/courier","error","news"]', '20')
  expect((await rows()).get('courier')).toMatchObject({ failures: { news: 10 } })
  const probe = 'GET /health HTTP/1.1\r\nHost: 10.0.0.7\r\nConnection: close\r\n\r\n'
  expect(await rawRequest(shop.listening.port, probe)).toMatch(/^HTTP\/1.1 200 [^]*\r\n\r\n\{"status":"\w+"\}$/)
  await redis.del(names.totals())
})

test('is read once in five seconds, however many ask, and not for whoever asks for the status alone', async () => {
  const entered = async (count: number) => {
    await shop.redis.redis.del(names.ledger(SHARD))
    await postMany(
      shop.redis,
      Array.from({ length: count }, (_, at) => sold(at, shop.clock.now())),
    )
  }
  await entered(1_200)
  const before = (await rows()).get('bookkeeper')
  expect(before).toMatchObject({ waiting: 1_000 })
  await entered(10)
  shop.clock.move(4_000)
  const asked = async () => (await shop.request('/health')).json() as Promise<{ workers: readonly unknown[] }>
  expect((await asked()).workers).toContainEqual(before)
  expect((await rows()).get('bookkeeper')).toMatchObject({ waiting: 0 })
})

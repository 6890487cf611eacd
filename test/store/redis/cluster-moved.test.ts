import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Cluster } from 'ioredis'
import { type Asker, openAsker } from '../../../src/queues/ask.ts'
import { consume, type Consumer } from '../../../src/queues/consume.ts'
import { connectCluster } from '../../../src/store/redis/connect-cluster.ts'
import { connectQueues } from '../../../src/store/redis/connect-queues.ts'
import { lastingScript } from '../../../src/store/redis/lasting.ts'
import { names } from '../../../src/store/redis/names.ts'
import { type RedisAddress, redisAddress } from '../../../src/store/redis/redis.ts'
import { type RedisCluster, startRedisCluster } from '../../support/redis-cluster.ts'
import { type RedisProxy, startRedisProxy } from '../../support/redis-proxy.ts'
import { orNothing, until } from '../../support/until.ts'

/** All servers come back under other addresses, as pods do; the address of the setting leads to them. */

const COUNT = lastingScript(`return redis.call('INCR', KEYS[1])`, Number)

let before: RedisCluster
let after: RedisCluster
let service: RedisProxy
let address: RedisAddress

const placeIn = ({ nodes }: RedisCluster): RedisAddress => ({ host: '127.0.0.1', port: nodes[0]!.port })

beforeAll(async () => {
  const size = { primaries: 3, replicas: 1 } as const
  before = await startRedisCluster(size)
  after = await startRedisCluster(size)
  service = await startRedisProxy(placeIn(before))
  address = redisAddress(service.url.replace('redis://', 'redis+cluster://'))
}, 120_000)
afterAll(async () => {
  await Promise.all([before.stop(), after.stop(), service.stop()])
}, 60_000)

test('clients of servers, of workers and of queues find them, each client by itself', async () => {
  const clients: readonly Cluster[] = [
    await connectCluster(address, 'fails_fast'),
    await connectCluster(address, 'waits'),
  ]
  const queues = { ...connectQueues(address), prefix: names.queuePrefix }
  const consumer: Consumer = consume(
    queues,
    'asks',
    async () => null,
    () => {},
  )
  const asker: Asker = await openAsker(queues, () => {}, 'asks')
  const ask = () => asker.ask({ actor: 'price/spot/BTC-USD', wish: { what: 'conclude' } }, 'share', 5_000)
  for (const client of clients) expect(await COUNT.run(client, ['{moved}n'], [])).toBeGreaterThan(0)
  expect(await ask()).toEqual({ kind: 'done', result: null })

  // Machines that vanish close no connection.
  for (const node of before.nodes) node.signal('SIGSTOP')
  service.lead(placeIn(after))
  for (const [nth, client] of clients.entries()) {
    const counted = orNothing(() => COUNT.run(client, [`{moved}${nth}`], []))
    expect(await until('it counts at the new servers', counted, 60_000)).toBeGreaterThan(0)
  }
  await until('questions are answered', async () => (await orNothing(ask)())?.kind === 'done', 60_000)

  await asker.close()
  await consumer.close(2_000)
  for (const client of clients) client.disconnect()
}, 180_000)

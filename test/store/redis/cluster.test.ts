import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import type { Cluster } from 'ioredis'
import { consume } from '../../../src/queues/consume.ts'
import { openAsker } from '../../../src/queues/ask.ts'
import { claimStore } from '../../../src/store/claims/claims.ts'
import { ledgerStore } from '../../../src/store/claims/ledger.ts'
import { claimPlace } from '../../../src/store/claims/payment-keys.ts'
import { shardsOf } from '../../../src/store/claims/shards.ts'
import { primariesOf, probeKeyOf } from '../../../src/store/redis/cluster-nodes.ts'
import { connectCluster } from '../../../src/store/redis/connect-cluster.ts'
import { connectQueues } from '../../../src/store/redis/connect-queues.ts'
import { lastingScript, readLasting } from '../../../src/store/redis/lasting.ts'
import { NotLasting } from '../../../src/store/redis/lasting-line.ts'
import { names } from '../../../src/store/redis/names.ts'
import { BadRedis, type RedisAddress, redisAddress } from '../../../src/store/redis/redis.ts'
import { checkRedis, signingProblem } from '../../../src/store/redis/redis-check.ts'
import { refusalOf } from '../../../src/store/redis/refusal.ts'
import { readServerInfo } from '../../../src/store/redis/server-info.ts'
import { slotOfKey } from '../../../src/store/redis/slots.ts'
import { readStoreTime } from '../../../src/store/redis/store-clock.ts'
import { createWriteProbe } from '../../../src/store/redis/write-probe.ts'
import { systemClock } from '../../../src/system/clock.ts'
import { type ClusterNode, type RedisCluster, startRedisCluster } from '../../support/redis-cluster.ts'
import { orNothing, until } from '../../support/until.ts'

/** A real cluster: three primaries with a replica each. */

const VERSION = 1_795_000_000
const ACTOR = 'price/spot/BTC-USD'

let cluster: RedisCluster
let address: RedisAddress
let server: Cluster
let worker: Cluster

beforeAll(async () => {
  cluster = await startRedisCluster({ primaries: 3, replicas: 1 })
  address = redisAddress(cluster.url)
}, 60_000)
afterAll(() => cluster.stop())
beforeEach(async () => {
  server = await connectCluster(address, 'fails_fast')
  worker = await connectCluster(address, 'waits')
})
afterEach(async () => {
  for (const node of cluster.nodes) node.signal('SIGCONT')
  server.disconnect()
  worker.disconnect()
  await cluster.whole()
}, 60_000)

const payment = (n: number) => `l402:${String(n).padStart(4, '0').repeat(16)}`
const saleOf = (n: number) => ({
  payment: payment(n),
  amount: '10',
  item: ACTOR,
  event: '',
  receipt: '',
  request: 'a1'.repeat(32),
  now: VERSION * 1_000,
  keepSeconds: 9_000,
  edition: { actor: ACTOR, version: VERSION, rail: 'l402', index: n } as const,
})
const claimOf = (n: number): string => claimPlace(shardsOf(server), payment(n)).claim
const thrownBy = (act: Promise<unknown>): Promise<unknown> =>
  act.then(
    (done) => `it came to ${JSON.stringify(done)}`,
    (thrown: unknown) => thrown,
  )
const COUNT = lastingScript(`return redis.call('INCR', KEYS[1])`, Number)
/** Until the client knows who serves a slot. */
const knows = (client: Cluster, slot: number, node: ClusterNode): Promise<unknown> =>
  until('the client has learnt of it', () => client.slots[slot]?.[0] === `127.0.0.1:${node.port}`)

test('payments lie on all primaries, and each is sold once', async () => {
  const claims = claimStore(server)
  const numbers = Array.from({ length: 90 }, (_, n) => n)
  expect(new Set((await Promise.all(numbers.map((n) => claims.buy(saleOf(n))))).map(({ kind }) => kind))).toEqual(
    new Set(['bought']),
  )
  const again = await Promise.all(
    numbers.map((n) => claims.buy({ ...saleOf(n), edition: { ...saleOf(n).edition, index: 999 } })),
  )
  for (const [n, found] of again.entries())
    expect(found).toMatchObject({ kind: 'spent', spent: { deliverable: { edition: { index: n } } } })
  const places = new Set(numbers.map((n) => server.slots[slotOfKey(claimOf(n))]![0]))
  expect(places.size).toBe(3)
  // And the bookkeeper finds the posting of each.
  const books = ledgerStore(worker)
  const found = await Promise.all(books.shards.map((shard) => books.oldest(shard, 1_000)))
  expect(found.flat().flatMap(({ postings }) => postings)).toHaveLength(90)
})

test('what was sold is on a replica by the time the answer goes out', async () => {
  const claims = claimStore(server)
  for (let n = 100; n < 130; n++) {
    expect(await claims.buy(saleOf(n))).toEqual({ kind: 'bought' })
    const [replica] = await cluster.replicasOf(await cluster.primaryOf(slotOfKey(claimOf(n))))
    await replica!.hand.readonly()
    expect(await replica!.hand.exists(claimOf(n))).toBe(1)
  }
})

test('each primary is asked whether it takes writes', async () => {
  const keys = primariesOf(server).map((node) => probeKeyOf(server, node)!)
  expect(new Set(keys.map((key) => server.slots[slotOfKey(key)]![0]))).toEqual(new Set(primariesOf(server)))
  expect(await createWriteProbe(server, systemClock)()).toBeNull()
})

describe('while the replica of one primary stands still', () => {
  let primary: ClusterNode
  beforeEach(async () => {
    for (const { hand } of cluster.nodes) await hand.config('SET', 'cluster-allow-replica-migration', 'no')
    primary = await cluster.primaryOf(slotOfKey(names.dlc.journal()))
    const [replica] = await cluster.replicasOf(primary)
    replica!.signal('SIGSTOP')
  })

  test('what lies there is not known to last, and the rest is', async () => {
    const isThere = (n: number) => server.slots[slotOfKey(claimOf(n))]![0] === `127.0.0.1:${primary.port}`
    const numbers = Array.from({ length: 40 }, (_, n) => 200 + n)
    const sales = await Promise.all(
      numbers.map(async (n) => [isThere(n), await thrownBy(claimStore(server).buy(saleOf(n)))]),
    )
    for (const [there, found] of sales)
      if (there) {
        expect(found).toBeInstanceOf(NotLasting)
        expect(refusalOf(found)).toBe('too_few_replicas')
      } else expect(found).toContain('bought')
    expect(new Set(sales.map(([there]) => there))).toEqual(new Set([true, false]))
  })

  test('nothing is sold at all, before anybody is asked for money', async () => {
    expect(await createWriteProbe(server, systemClock)()).toBe('too_few_replicas')
  })

  test('nor is what is read', async () => {
    const read = (key: string, rests: boolean) =>
      thrownBy(
        readLasting(
          worker,
          key,
          (from) => from.exists(key),
          () => rests,
        ),
      )
    expect(await read(names.dlc.journal(), true)).toBeInstanceOf(NotLasting)
    expect(await read(names.dlc.journal(), false)).toBe('it came to 0')
  })
})

test('slots that move to another server are followed, and nothing is done twice', async () => {
  const slot = slotOfKey('{moves}')
  const before = await cluster.primaryOf(slot)
  const [after] = await cluster.replicasOf(before)
  let [done, isOver, refused] = [0, false, 0]
  const count = async (client: Cluster): Promise<void> => {
    while (!isOver)
      await COUNT.run(client, ['{moves}counted'], []).then(
        () => done++,
        () => refused++,
      )
  }
  const counting = [count(server), count(worker)]
  await until('some are done', () => done > 20)
  await after!.hand.call('CLUSTER', 'FAILOVER')
  await knows(server, slot, after!)
  await knows(worker, slot, after!)
  const [doneBefore] = [done]
  await until('more are done', () => done > doneBefore + 20)
  isOver = true
  await Promise.all(counting)
  // Who was refused may have been done: it is not known.
  const found = Number(await worker.get('{moves}counted'))
  expect(found).toBeGreaterThanOrEqual(done)
  expect(found).toBeLessThanOrEqual(done + refused)
}, 60_000)

test('what was under way when its server died is not sent again', async () => {
  const slot = slotOfKey('{dies}')
  const dying = await cluster.primaryOf(slot)
  const [heir] = await cluster.replicasOf(dying)
  for (const client of [server, worker]) expect(await COUNT.run(client, ['{dies}counted'], [])).toBeGreaterThan(0)
  dying.signal('SIGSTOP')
  const underWay = [server, worker].map((client) => thrownBy(COUNT.run(client, ['{dies}counted'], [])))
  const plain = thrownBy(server.incr('{dies}plain'))
  // They have left this process, and stand in a buffer of the dying one.
  await Bun.sleep(100)
  dying.signal('SIGKILL')
  for (const thrown of await Promise.all([...underWay, plain])) expect(refusalOf(thrown)).toBe('silent')
  await knows(server, slot, heir!)
  await knows(worker, slot, heir!)
  expect(
    await until(
      'it counts on',
      orNothing(() => worker.get('{dies}counted')),
    ),
  ).toBe('2')
  expect(await worker.get('{dies}plain')).toBeNull()
  await dying.again()
  // A worker waits for who comes after, and its call is done once.
  expect(await COUNT.run(worker, ['{dies}counted'], [])).toBe(3)
}, 60_000)

describe('before anything is written', () => {
  test('every primary is looked at', async () => {
    const warnings = await checkRedis(address)
    expect(warnings).toHaveLength(3)
    for (const warning of warnings) expect(warning).toMatch(/^127\.0\.0\.1:\d+: one replica is connected/)
    expect(await signingProblem(address)).toBeNull()
  })

  test.each([
    ['maxmemory-policy', 'allkeys-lru', 'noeviction'],
    ['appendonly', 'no', 'yes'],
  ])('one with %s %s is refused by name', async (setting, bad, good) => {
    const [, primary] = await cluster.primaries()
    await primary!.hand.config('SET', setting, bad)
    const refused = checkRedis(address)
    await expect(refused).rejects.toThrow(BadRedis)
    await expect(refused).rejects.toThrow(`127.0.0.1:${primary!.port} has ${setting} ${bad}`)
    await primary!.hand.config('SET', setting, good)
  })

  test('one that forgets what was signed is no place for a signer', async () => {
    const [, , primary] = await cluster.primaries()
    await primary!.hand.config('SET', 'appendfsync', 'everysec')
    expect(await signingProblem(address)).toContain(`127.0.0.1:${primary!.port}: appendfsync is everysec`)
    await primary!.hand.config('SET', 'appendfsync', 'always')
  })

  test('a cluster is not taken for a single Redis', async () => {
    const refused = checkRedis({ host: '127.0.0.1', port: cluster.nodes[0]!.port })
    await expect(refused).rejects.toThrow('redis+cluster://')
  })
})

test('its time and its state are those of all primaries', async () => {
  expect(Math.abs((await readStoreTime(server)) - Date.now())).toBeLessThan(1_000)
  const one = await (await cluster.primaries())[0]!.hand.info('clients')
  const { clients, isDiskOk, memoryBytes } = await readServerInfo(server)
  expect(clients).toBeGreaterThan(Number(/connected_clients:(\d+)/.exec(one)![1]))
  expect(isDiskOk).toBe(true)
  expect(memoryBytes).toBeGreaterThan(0)
})

test('questions are asked and answered over it, and no connection is left', async () => {
  const connections = async (): Promise<number> => (await readServerInfo(worker)).clients ?? 0
  const before = await connections()
  const problems: Error[] = []
  const queues = { ...connectQueues(address), prefix: names.queuePrefix }
  const consumer = consume(
    queues,
    'asks',
    async () => null,
    (problem) => problems.push(problem),
  )
  const asker = await openAsker(queues, (problem) => problems.push(problem), 'asks')
  const answer = await asker.ask({ actor: ACTOR, wish: { what: 'conclude' } }, 'share', 10_000)
  expect(answer).toEqual({ kind: 'done', result: null })
  expect(await connections()).toBeGreaterThan(before)
  await asker.close()
  await consumer.close(2_000)
  await until('all connections are closed', async () => (await connections()) <= before)
  expect(problems).toEqual([])
}, 30_000)

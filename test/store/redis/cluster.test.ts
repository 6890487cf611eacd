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
import { createSettingsProbe } from '../../../src/store/redis/needed-settings.ts'
import { checkRedis, signingProblem } from '../../../src/store/redis/redis-check.ts'
import { refusalOf } from '../../../src/store/redis/refusal.ts'
import { script } from '../../../src/store/redis/script.ts'
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
  cluster = await startRedisCluster({ primaries: 3, replicas: 1, fsync: 'everysec' })
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
/** As a signer needs it. */
const syncAlways = async (): Promise<void> => {
  for (const { hand } of cluster.nodes) await hand.config('SET', 'appendfsync', 'always')
}
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

test.each([0, 1, 2])('while the replica of primary %i stands still nothing is sold', async (nth) => {
  for (const { hand } of cluster.nodes) await hand.config('SET', 'cluster-allow-replica-migration', 'no')
  const primaries = (await cluster.primaries()).toSorted((a, b) => a.port - b.port)
  const [replica] = await cluster.replicasOf(primaries[nth]!)
  replica!.signal('SIGSTOP')
  expect(await createWriteProbe(server, systemClock)()).toBe('too_few_replicas')
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
  const problems: unknown[] = []
  const count = async (client: Cluster): Promise<void> => {
    while (!isOver)
      await COUNT.run(client, ['{moves}counted'], []).then(
        () => done++,
        () => refused++,
      )
  }
  const write = async (): Promise<void> => {
    while (!isOver)
      await Promise.all([worker.incr('{moves}plain'), worker.get('{moves}other')]).catch((problem: unknown) =>
        problems.push(problem),
      )
  }
  const counting = [count(server), count(worker), write()]
  await until('some are done', () => done > 20)
  await after!.hand.call('CLUSTER', 'FAILOVER')
  await knows(server, slot, after!)
  await knows(worker, slot, after!)
  const [doneBefore] = [done]
  await until('more are done', () => done > doneBefore + 20)
  isOver = true
  await Promise.all(counting)
  // What need not last is followed as well.
  expect(problems).toEqual([])
  // Who was refused may have been done: it is not known.
  const found = Number(await worker.get('{moves}counted'))
  expect(found).toBeGreaterThanOrEqual(done)
  expect(found).toBeLessThanOrEqual(done + refused)
}, 60_000)

test('what was under way when its server died is not sent again', async () => {
  const slot = slotOfKey('{dies}')
  const dying = await cluster.primaryOf(slot)
  const [heir] = await cluster.replicasOf(dying)
  for (const client of [server, worker])
    await until(
      'it counts',
      orNothing(() => COUNT.run(client, ['{dies}counted'], [])),
    )
  const before = await worker.get('{dies}counted')
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
  ).toBe(before!)
  expect(await worker.get('{dies}plain')).toBeNull()
  await dying.again()
  await cluster.whole()
  // And it goes on.
  const counted = await until(
    'it goes on',
    orNothing(() => COUNT.run(worker, ['{dies}counted'], [])),
  )
  expect(counted).toBeGreaterThan(Number(before))
}, 60_000)

test('calls of a worker that came while its server was dead all end', async () => {
  const dying = await cluster.primaryOf(slotOfKey('{dead}'))
  const [heir] = await cluster.replicasOf(dying)
  dying.signal('SIGKILL')
  let ended = 0
  let asked = 0
  const isOver = () => worker.slots[slotOfKey('{dead}')]?.[0] === `127.0.0.1:${heir!.port}`
  while (!isOver() && asked < 200) {
    asked++
    void thrownBy(COUNT.run(worker, ['{dead}counted'], [])).then(() => ended++)
    await Bun.sleep(100)
  }
  await until('another serves', isOver)
  await dying.again()
  await until('all have ended', () => ended === asked)
}, 60_000)

test('connections are cut again and again: nothing is done twice', async () => {
  const ONCE = lastingScript(`return redis.call('INCR', KEYS[1])`, Number)
  const primaries = await cluster.primaries()
  let [asked, known, isOver] = [0, 0, false]
  const send = (key: string, way: number): Promise<unknown> =>
    // What a server of ours sends without waiting for a replica is not sent again either.
    way === 2 ? server.incr(key) : ONCE.run(way === 0 ? server : worker, [key], [])
  const call = async (way: number): Promise<void> => {
    while (!isOver)
      await send(`{once/${++asked}}n`, way).then(
        () => known++,
        () => Bun.sleep(2),
      )
  }
  const calling = Array.from({ length: 16 }, (_, at) => call(at % 3))
  for (let cuts = 0; cuts < 15; cuts++) {
    await Bun.sleep(100)
    await Promise.all(primaries.map(({ hand }) => hand.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes')))
  }
  isOver = true
  await Promise.all(calling)
  const counts = await Promise.all(Array.from({ length: asked }, (_, at) => worker.get(`{once/${at + 1}}n`)))
  expect(new Set(counts.filter((each) => each !== null))).toEqual(new Set(['1']))
  expect(counts.filter((each) => each === '1').length).toBeGreaterThanOrEqual(known)
  expect(known).toBeGreaterThan(100)
}, 60_000)

describe('in a slot that moves', () => {
  const slot = slotOfKey('{moving}')
  let from: ClusterNode
  beforeEach(async () => {
    from = await cluster.primaryOf(slot)
    const to = (await cluster.primaries()).find((each) => each !== from)!
    await worker.set('{moving}kept', 'whole')
    await from.hand.call('CLUSTER', 'SETSLOT', slot, 'MIGRATING', String(await to.hand.call('CLUSTER', 'MYID')))
  })
  afterEach(() => from.hand.call('CLUSTER', 'SETSLOT', slot, 'STABLE'))

  const SOURCE = `local was = redis.call('GET', KEYS[1]) redis.call('DEL', KEYS[1]) redis.call('SET', KEYS[1], was) return was`

  test.each([
    ['plain', script(SOURCE, String)],
    ['lasting', lastingScript(SOURCE, String)],
  ])('a %s script that writes a key anew loses nothing', async (_, anew) => {
    const thrown = await thrownBy(anew.run(server, ['{moving}kept'], []))
    expect(refusalOf(thrown)).toBe('moving')
    expect(await worker.get('{moving}kept')).toBe('whole')
    await from.hand.call('CLUSTER', 'SETSLOT', slot, 'STABLE')
    expect(await anew.run(server, ['{moving}kept'], [])).toBe('whole')
  })

  test('sales elsewhere go on, also where it is the slot of the probe', async () => {
    await from.hand.call('CLUSTER', 'SETSLOT', slot, 'STABLE')
    const key = probeKeyOf(server, `127.0.0.1:${from.port}`)!
    const to = (await cluster.primaries()).find((each) => each !== from)!
    const other = String(await to.hand.call('CLUSTER', 'MYID'))
    await from.hand.call('CLUSTER', 'SETSLOT', slotOfKey(key), 'MIGRATING', other)
    await from.hand.del(key).catch(() => {})
    await until('it sells', async () => (await createWriteProbe(server, systemClock)()) === null)
    await from.hand.call('CLUSTER', 'SETSLOT', slotOfKey(key), 'STABLE')
  })
})

test('a slot without a server stops sales, and every start', async () => {
  const slot = slotOfKey('{nobody}')
  const primary = await cluster.primaryOf(slot)
  await primary.hand.call('CLUSTER', 'DELSLOTS', slot)
  expect(await createWriteProbe(server, systemClock)()).toBe('no_primary')
  await expect(checkRedis(address)).rejects.toThrow('slots')
  expect(refusalOf(await thrownBy(COUNT.run(server, ['{nobody}n'], [])))).toBe('no_primary')
  expect(refusalOf(await thrownBy(server.get('{nobody}n')))).toBe('no_primary')
  await primary.hand.call('CLUSTER', 'ADDSLOTS', slot)
  await until('it sells', async () => (await createWriteProbe(server, systemClock)()) === null)
})

test('name and password are those of every server', async () => {
  const hands = cluster.nodes.map(({ hand }) => hand)
  for (const hand of hands) await hand.config('SET', 'masterauth', 'secret')
  for (const hand of hands) await hand.call('ACL', 'SETUSER', 'default', '>secret')
  for (const hand of hands) await hand.call('ACL', 'SETUSER', 'default', 'resetpass', '>secret')
  await syncAlways()
  const closed = redisAddress(cluster.url.replace('://', '://:secret@'))
  const client = await connectCluster(closed, 'fails_fast')
  expect(await COUNT.run(client, ['{closed}n'], [])).toBeGreaterThan(0)
  expect(await checkRedis(closed)).toHaveLength(3)
  expect(await signingProblem(closed)).toBeNull()
  client.disconnect()
  for (const hand of hands) await hand.call('ACL', 'SETUSER', 'default', 'nopass')
})

test('a client that is given up leaves no connection, runs nothing more, and says nothing of the store', async () => {
  const clients = async (): Promise<number> => (await readServerInfo(worker)).clients ?? 0
  const before = await clients()
  const given = await connectCluster(address, 'waits')
  expect(await clients()).toBeGreaterThan(before)
  given.disconnect()
  await until('all connections are closed', async () => (await clients()) <= before)
  expect(refusalOf(await thrownBy(COUNT.run(given, ['{gone}n'], [])))).toBe('silent')
  expect(await worker.get('{gone}n')).toBeNull()
  for (const asked of [readStoreTime(given), readServerInfo(given)])
    expect(refusalOf(await thrownBy(asked))).toBe('silent')
})

describe('before anything is written', () => {
  beforeEach(syncAlways)

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
    expect(await createSettingsProbe(server, systemClock)()).toBe('forgetful')
    const refused = checkRedis(address)
    await expect(refused).rejects.toThrow(BadRedis)
    await expect(refused).rejects.toThrow(`127.0.0.1:${primary!.port} has ${setting} ${bad}`)
    await primary!.hand.config('SET', setting, good)
    expect(await createSettingsProbe(server, systemClock)()).toBeNull()
  })

  test('one that forgets what was signed is no place for a signer', async () => {
    const [, , primary] = await cluster.primaries()
    await primary!.hand.config('SET', 'appendfsync', 'everysec')
    expect(await signingProblem(address)).toContain(`127.0.0.1:${primary!.port}: appendfsync is everysec`)
    await primary!.hand.config('SET', 'appendfsync', 'always')
    await primary!.hand.config('SET', 'appendonly', 'no')
    expect(await signingProblem(address)).toContain(`127.0.0.1:${primary!.port}: appendonly is no`)
    await primary!.hand.config('SET', 'appendonly', 'yes')
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

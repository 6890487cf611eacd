import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import type { Cluster } from 'ioredis'
import { WRITTEN_BY } from '../../../src/release.ts'
import { claimStore } from '../../../src/store/claims/claims.ts'
import { spendFor } from '../../../src/store/claims/claim-for-event.ts'
import type { Deliverable } from '../../../src/store/claims/deliverable.ts'
import { ledgerStore } from '../../../src/store/claims/ledger.ts'
import { longText } from '../../../src/store/claims/long-body.ts'
import { paymentKeys } from '../../../src/store/claims/payment-keys.ts'
import { settlementStore } from '../../../src/store/claims/settlements.ts'
import { ONE_SHARD, shardsOf } from '../../../src/store/claims/shards.ts'
import { ForeignFormat, StoreNotReady } from '../../../src/store/format/format-faults.ts'
import { enterAtWork, openCopy } from '../../../src/store/format/format-scripts.ts'
import { ownKeys } from '../../../src/store/format/own-keys.ts'
import { storeFormat } from '../../../src/store/format/store-format.ts'
import { connectCluster } from '../../../src/store/redis/connect-cluster.ts'
import type { RedisClient } from '../../../src/store/redis/client.ts'
import { names } from '../../../src/store/redis/names.ts'
import { connectRedis, redisAddress } from '../../../src/store/redis/redis.ts'
import { openLost, saysOfStore } from '../../../src/store/relocation/open-lost.ts'
import { moveStore, type StoreMoveParts } from '../../../src/store/relocation/move-store.ts'
import { stayHere } from '../../../src/store/relocation/stay-here.ts'
import { systemClock } from '../../../src/system/clock.ts'
import { systemRandom } from '../../../src/system/random.ts'
import { systemSteady } from '../../../src/system/steady.ts'
import { insteadOf } from '../../support/instead-of.ts'
import { atDisk } from '../../support/at-disk.ts'
import { freshRedis, startTestRedis, type TestRedis } from '../../support/redis.ts'
import { type RedisCluster, startRedisCluster } from '../../support/redis-cluster.ts'
import { keptLog } from '../../support/still.ts'
import { orNothing, until } from '../../support/until.ts'

/** The store goes from one Redis to another, and into a cluster; every payment is there what it was. */

const MARK = `2 ${WRITTEN_BY}`
const HOUR = 3_600

const source = await freshRedis()
let other: TestRedis
let servers: RedisCluster
let cluster: Cluster

beforeAll(async () => {
  other = await startTestRedis()
  servers = await startRedisCluster({ primaries: 3, replicas: 1, fsync: 'everysec' })
  const { replicas: _, ...address } = redisAddress(servers.url)
  cluster = await connectCluster(address, 'fails_fast')
}, 60_000)
afterAll(async () => {
  cluster.disconnect()
  await Promise.all([other.stop(), servers.stop()])
}, 60_000)
beforeEach(async () => {
  await other.flush()
  await Promise.all(cluster.nodes('master').map((each) => each.flushall()))
  await settled(source.redis)
})

let nth = 0
/** Nothing here needs the disk of another machine. */
const clock = { ...systemClock, sleep: async () => {} }
const mover = () => ({
  clock,
  steady: systemSteady,
  process: `store/test/${nth++}/1`,
  own: source.redis,
  random: systemRandom,
  replicas: { from: 0, to: 0 },
  isNeverUsed: false,
})
const partsTo = (to: RedisClient, more: Partial<StoreMoveParts> = {}): StoreMoveParts => ({
  from: source.redis,
  to,
  ...mover(),
  by: WRITTEN_BY,
  isNeverUsed: false,
  onProgress: () => {},
  ...(more.from && { own: more.from }),
  ...more,
})
const markOf = (redis: RedisClient) => redis.get(names.format.mark())
const cameByOf = (redis: RedisClient) => redis.get(names.format.cameBy())
/** The copy says that other servers had all of it. */
const onOtherServers = async (redis: RedisClient): Promise<void> => {
  await redis.set(names.format.cameBy(), (await cameByOf(redis))!.replace(/\/.*/, `/${'0'.repeat(16)}`))
}
/** The word of an operator that the old one is lost. */
const lost = (more: object = {}) => ({
  said: null,
  process: 'store/test/1',
  replicas: 0,
  isLost: true,
  isRestarted: false,
  ...more,
})
/** As a process of the service does at its start. */
const settled = async (redis: RedisClient): Promise<void> => {
  const format = storeFormat(redis, systemClock)
  await format.settle({ process: 'worker/test/1/1', by: WRITTEN_BY }, keptLog())
  await format.watch(() => {})()
}
const refused = async (
  work: Promise<unknown>,
  words: string,
  kind: typeof StoreNotReady | typeof ForeignFormat = StoreNotReady,
): Promise<void> => {
  const problem: unknown = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  expect(problem).toBeInstanceOf(kind)
  expect((problem as Error).message).toContain(words)
}

/** What lies under a key, in an order that does not depend on the server. */
const contentOf = async (redis: RedisClient, key: string): Promise<unknown> => {
  const hex = (bytes: Buffer | null): string => bytes?.toString('hex') ?? ''
  switch (await redis.type(key)) {
    case 'string':
      return hex(await redis.getBuffer(key))
    case 'hash':
      return Object.entries(await redis.hgetallBuffer(key))
        .map(([field, value]) => `${field} ${hex(value)}`)
        .toSorted()
    case 'set':
      return (await redis.smembers(key)).toSorted()
    case 'zset':
      return redis.zrange(key, '0', '-1', 'WITHSCORES')
    case 'list':
      return redis.lrange(key, 0, -1)
    case 'stream': {
      const info = (await redis.xinfo('STREAM', key)) as readonly unknown[]
      return [await redis.xrange(key, '-', '+'), info[info.indexOf('last-generated-id') + 1]]
    }
    default:
      throw new Error(`a key of another type: ${key}`)
  }
}

/** Every key of ours, with what lies there and its end to the minute. */
const allOf = async (redis: RedisClient): Promise<ReadonlyMap<string, unknown>> => {
  const found = new Map<string, unknown>()
  for await (const page of ownKeys(redis))
    for (const key of page) {
      const life = await redis.pttl(key)
      found.set(key, [await contentOf(redis, key), life < 0 ? life : Math.round(life / 60_000)])
    }
  return found
}

const NOW = Math.floor(Date.now() / 1_000) * 1_000
const REQUEST = 'a1'.repeat(32)
const TX = `0x${'0a'.repeat(32)}`
const TEXT = longText(JSON.stringify({ rows: Array.from({ length: 2_000 }, (_, at) => at * 7_919) }).slice(0, -1))
const over = (rail: string, n: number): string => `${rail}:${String(n).padStart(4, '0').repeat(16)}`
const saleOf = (payment: string) => ({ payment, amount: '10', item: 'price/spot/BTC-USD', event: '', receipt: '' })
const holdOf = (payment: string) => ({
  payment,
  request: REQUEST,
  now: NOW,
  holder: 'h',
  holdMs: 30_000,
  keepSeconds: HOUR,
  network: '4:cb0071',
  sale: saleOf(payment),
})
const COUNT = 60

/** Payments in every state, as the service leaves them. */
const trade = async (redis: RedisClient): Promise<readonly string[]> => {
  const claims = claimStore(redis)
  const payments: string[] = []
  const each = async (rail: string, act: (payment: string, n: number) => Promise<unknown>): Promise<void> => {
    for (let n = 0; n < COUNT; n++) {
      const payment = over(`${rail}`, payments.length)
      payments.push(payment)
      if (rail !== 'l402') expect(await claims.hold(holdOf(payment))).toEqual({ kind: 'held' })
      expect(await act(payment, n)).toBeTruthy()
    }
  }
  const edition = (n: number) => ({ canonical: `v1|ROWS|${n}|ü`, signature: `c2ln${n}==` })
  const sendLong = (payment: string, n: number) =>
    claims.sendLong({ ...holdOf(payment), text: TEXT, edition: edition(n), transfer: '{"to":"0x1"}' })
  const answer = { kind: 'answer', status: 200, body: '{"a":1}', headers: {} } as const
  await each('l402', (payment, n) =>
    claims.buy({
      ...saleOf(payment),
      request: REQUEST,
      now: NOW,
      keepSeconds: HOUR,
      edition: { actor: 'price/spot/BTC-USD', version: NOW / 1_000, rail: 'l402', index: n },
    }),
  )
  await each('used', (payment) => claims.useUp(payment, 'h', answer, NOW, HOUR))
  await each('sent', sendLong)
  await each('owed', async (payment, n) => {
    await sendLong(payment, n)
    return claims.spend(payment, TX, NOW, HOUR, false)
  })
  await each('told', async (payment, n) => {
    await sendLong(payment, n)
    return claims.spend(payment, TX, NOW, HOUR, true)
  })
  await each('event', async (payment) => {
    const spend = { payment, holder: 'h', deliverable: answer, transaction: TX, told: true } as const
    return spendFor(redis, { ...spend, keepSeconds: 'for_ever' }, 'threshold-1', NOW)
  })
  await each('held', async () => true)
  return payments
}

/** What servers, the settler and the bookkeeper see of them. */
const seenOf = async (redis: RedisClient, payments: readonly string[]) => {
  const claims = claimStore(redis)
  const shards = shardsOf(redis)
  // The key of its text is another one, the text is not.
  const told = async (deliverable: Deliverable | null) =>
    deliverable?.kind === 'long'
      ? { edition: deliverable.edition, body: await claims.longBody(deliverable) }
      : deliverable
  const looked = await Promise.all(
    payments.map(async (payment) => {
      const found = await claims.look({ payment, request: REQUEST, now: NOW + 60_000 })
      const keys = paymentKeys(shards, payment)
      const lives = await Promise.all([keys.claim, keys.deliverable].map((key) => redis.pttl(key)))
      const ends = lives.map((life) => (life < 0 ? life : Math.round(life / 60_000)))
      if (found.kind === 'spent') {
        const { deliverable, ...spent } = found.spent
        return { kind: found.kind, spent, told: await told(deliverable), ends }
      }
      return found.kind === 'sent' ? { ...found, deliverable: await told(found.deliverable), ends } : { ...found, ends }
    }),
  )
  const settlements = settlementStore(redis, systemClock)
  const books = ledgerStore(redis)
  const lists = async (list: 'owed' | 'sent') =>
    (await Promise.all(shards.map((shard) => redis.zrange(names[list](shard), '0', '-1', 'WITHSCORES'))))
      .flatMap((flat) => flat.flatMap((member, at) => (at % 2 === 0 ? [`${member} ${flat[at + 1]}`] : [])))
      .toSorted()
  const sales = await Promise.all(shards.map((shard) => redis.hgetall(names.owing(shard))))
  return {
    looked,
    transfers: await Promise.all(
      payments.filter((payment) => !payment.startsWith('l402')).map((payment) => settlements.read(payment)),
    ),
    sent: await lists('sent'),
    owed: await lists('owed'),
    owing: Object.fromEntries(sales.flatMap((each) => Object.entries(each)).toSorted()),
    postings: (await Promise.all(books.shards.map((shard) => books.oldest(shard, 10_000)))).flat(),
  }
}

/** A key of each type, with and without an end. */
const keepAllTypes = async (redis: RedisClient): Promise<void> => {
  await redis.set('claros:one', Buffer.from([0, 255, 10, 13]), 'EX', HOUR)
  await redis.rpush('{claros:ticks}:ticks:wait', '1', '2')
  await redis.sadd('claros:set', 'a', 'b')
  await redis.zadd('claros:{dlc}:due', 1.5, 'x', 2, 'y')
  await redis.hset('claros:{dlc}:event:1', { a: '1', b: '' })
  for (let n = 1; n < 5; n++) await redis.xadd('claros:{dlc}:journal', `${n}-0`, 'line', String(n))
  await redis.xdel('claros:{dlc}:journal', '4-0')
  await redis.set('of-somebody-else', '1')
}

test('in a cluster every payment is what it was, wherever it is looked for', async () => {
  const payments = await trade(source.redis)
  const before = await seenOf(source.redis, payments)
  expect(new Set(before.looked.map(({ kind }) => kind))).toEqual(new Set(['spent', 'sent', 'free']))
  expect([before.sent.length, before.owed.length, Object.keys(before.owing).length]).toEqual([COUNT, COUNT, COUNT])
  await moveStore(partsTo(cluster))
  expect(await markOf(cluster)).toBe(MARK)
  await settled(cluster)
  expect(await seenOf(cluster, payments)).toEqual(before)
  // In the one shard of before lie its books, and what belongs to it among 256.
  expect(shardsOf(cluster)).toContain(ONE_SHARD[0]!)
  const left = (await Promise.all(cluster.nodes('master').map((each) => each.keys('claros:{p0}:*')))).flat()
  expect(left.length).toBeLessThan(30)
}, 60_000)

test('what was sold before is not sold again there, and new postings follow the old ones', async () => {
  const payments = (await trade(source.redis)).filter((payment) => payment.startsWith('l402'))
  const before = await ledgerStore(source.redis).oldest('p0', 10_000)
  await moveStore(partsTo(cluster))
  const claims = claimStore(cluster)
  const sell = (payment: string) =>
    claims.buy({
      ...saleOf(payment),
      request: REQUEST,
      now: NOW,
      keepSeconds: HOUR,
      edition: { actor: 'price/spot/BTC-USD', version: NOW / 1_000, rail: 'l402', index: 999 },
    })
  for (const payment of payments) expect((await sell(payment)).kind).toBe('spent')
  for (let n = 0; n < 600; n++) expect((await sell(over('new', n))).kind).toBe('bought')
  const after = await ledgerStore(cluster).oldest('p0', 10_000)
  expect(after.slice(0, before.length)).toEqual([...before])
  expect(after.length).toBeGreaterThan(before.length)
}, 60_000)

test('what is under way and what is owed there ends there, each in its own list', async () => {
  const payments = await trade(source.redis)
  await moveStore(partsTo(cluster))
  const of = (rail: string) => payments.filter((payment) => payment.startsWith(rail))
  const settlements = settlementStore(cluster, systemClock)
  for (const payment of of('sent')) expect(await settlements.spend(payment, TX)).toBe(true)
  for (const payment of [...of('owed'), ...of('sent')])
    expect(await claimStore(cluster).delivered(payment, NOW, 'maker')).toBe(true)
  const left = shardsOf(cluster).flatMap((shard) => [names.sent(shard), names.owed(shard), names.owing(shard)])
  for (const key of left) expect(await cluster.exists(key)).toBe(0)
}, 60_000)

test('a long text lives where it is needed, as long as it was to', async () => {
  const payments = await trade(source.redis)
  await moveStore(partsTo(cluster))
  const settlements = settlementStore(cluster, systemClock)
  for (const payment of payments.filter((each) => each.startsWith('sent')))
    expect(await settlements.spend(payment, TX)).toBe(true)
  const texts = (await Promise.all(cluster.nodes('master').map((each) => each.keys('claros:*:t:*')))).flat()
  expect(texts.filter((key) => !key.endsWith(':needs')).length).toBeGreaterThan(20)
  // Nobody settles any of them now: each has an end.
  for (const key of texts) expect(await cluster.pttl(key)).toBeGreaterThan(0)
}, 60_000)

test('between two alike every key is the same, with its end', async () => {
  await trade(source.redis)
  await keepAllTypes(source.redis)
  const before = await allOf(source.redis)
  expect(await moveStore(partsTo(other.redis))).toBe(before.size)
  expect(await allOf(other.redis)).toEqual(before)
  expect(await other.redis.exists('of-somebody-else')).toBe(0)
  expect([await markOf(source.redis), await markOf(other.redis)]).toEqual([
    expect.stringMatching(/^left [0-9a-f]{16} 2 claros/),
    MARK,
  ])
}, 60_000)

describe('no process uses', () => {
  test('the end that was left', async () => {
    await moveStore(partsTo(other.redis))
    await refused(settled(source.redis), 'Set REDIS_URL to that one', ForeignFormat)
    await settled(other.redis)
    // Nor is it moved once more, with what it knew then.
    await refused(moveStore(partsTo(cluster)), 'Set REDIS_URL to that one')
    await refused(stayHere(source.redis, other.redis, mover()), 'Set REDIS_URL to that one')
    expect(await moveStore(partsTo(other.redis))).toBeNull()
    expect(await markOf(other.redis)).toBe(MARK)
  })

  test('either end while it is under way', async () => {
    await keepAllTypes(source.redis)
    const looks: Promise<void>[] = []
    const marks: Promise<string | null>[] = []
    // It holds the end back until all have looked: before it is left and after that.
    const sleep = async (): Promise<void> => {
      const words = looks.length === 0 ? 'on its way to another one' : 'Set REDIS_URL to that one'
      looks.push(refused(settled(source.redis), words, ForeignFormat))
      looks.push(refused(settled(other.redis), 'not open yet', ForeignFormat))
      looks.push(refused(moveStore(partsTo(other.redis)), 'Another process moves this store'))
      await Promise.all(looks)
    }
    const before = await markOf(source.redis)
    const onProgress = (): void => void marks.push(source.redis.get(names.format.mark()))
    await moveStore(partsTo(other.redis, { onProgress, clock: atDisk(sleep) }))
    expect(looks).toHaveLength(6)
    expect(before).toBe(MARK)
    expect((await Promise.all(marks)).every((mark) => mark?.startsWith('leaving '))).toBe(true)
  })

  test('a store that goes while it is at work: then it does not go', async () => {
    await enterAtWork(source.redis, 'server/host/7/1', 2)
    await refused(moveStore(partsTo(other.redis)), 'server/host/7/1')
    expect([await markOf(source.redis), await markOf(other.redis)]).toEqual([MARK, null])
  })
})

/** Stops after the first page. */
const cut = async (to: RedisClient): Promise<void> => {
  const onProgress = (): never => {
    throw new Error('Connection is closed.')
  }
  await refused(moveStore(partsTo(to, { onProgress })), 'run it again, and it goes on')
}

/** A clock whose so many-th sleep is cut off, and the process with it. */
const endsIn = (nth: number) => {
  let sleeps = 0
  const sleep = async (): Promise<void> => {
    if (++sleeps === nth) throw new Error('Connection is closed.')
  }
  return atDisk(sleep)
}
/** The copy is whole and the old end says so, but it was not opened. */
const between = async (to: RedisClient): Promise<void> => {
  await refused(moveStore(partsTo(to, { clock: endsIn(2) })), 'run it again, and it goes on')
  expect([await markOf(source.redis), await markOf(to)]).toEqual([
    expect.stringMatching(/^left /),
    expect.stringMatching(/^filling /),
  ])
}

describe('where it stopped', () => {
  beforeEach(async () => {
    await trade(source.redis)
    await keepAllTypes(source.redis)
  })

  test('it goes on, with the same end', async () => {
    const before = await allOf(source.redis)
    await cut(other.redis)
    expect(await markOf(other.redis)).toStartWith('filling ')
    await refused(settled(other.redis), 'not open yet', ForeignFormat)
    await moveStore(partsTo(other.redis))
    expect(await allOf(other.redis)).toEqual(before)
    await settled(other.redis)
  })

  test('before its disk has it all of it is copied once more', async () => {
    const before = await allOf(source.redis)
    await refused(moveStore(partsTo(other.redis, { clock: endsIn(1) })), 'run it again, and it goes on')
    expect([await markOf(source.redis), await markOf(other.redis)]).toEqual([
      expect.stringMatching(/^copied /),
      expect.stringMatching(/^filling /),
    ])
    await other.redis.del('claros:set')
    await moveStore(partsTo(other.redis))
    expect(await allOf(other.redis)).toEqual(before)
    expect(await markOf(other.redis)).toBe(MARK)
  })

  test('between the two marks the copy is opened as it is: somebody may have used it by then', async () => {
    await between(other.redis)
    // It was opened and used, and then it was a replica without the mark that took over: another server.
    await other.redis.set('claros:one', 'used there')
    await onOtherServers(other.redis)
    expect(await moveStore(partsTo(other.redis))).toBeNull()
    expect([await other.redis.get('claros:one'), await markOf(other.redis)]).toEqual(['used there', MARK])
    expect(await moveStore(partsTo(other.redis))).toBeNull()
  })

  test('between the two marks it is taken back: whoever would open the copy comes too late', async () => {
    const before = await allOf(source.redis)
    await between(other.redis)
    const [filling, came] = [(await markOf(other.redis))!, (await cameByOf(other.redis))!]
    // It may have been opened and used, and the mark that said so lost: who goes back says that it was not.
    await refused(stayHere(source.redis, other.redis, mover()), 'Set REDIS_URL to that one')
    expect(await stayHere(source.redis, other.redis, { ...mover(), isNeverUsed: true })).toBe(true)
    expect([await markOf(source.redis), await markOf(other.redis)]).toEqual([MARK, null])
    expect(await openCopy(other.redis, filling, MARK, came)).toBe(false)
    expect(await allOf(source.redis)).toEqual(before)
    expect((await allOf(other.redis)).size).toBe(0)
    await moveStore(partsTo(other.redis))
  })

  test('between the two marks a cluster that has other servers by then is not opened: it may have lost some of it', async () => {
    const before = await allOf(source.redis)
    await between(cluster)
    await onOtherServers(cluster)
    await refused(moveStore(partsTo(cluster)), 'take it back with --undo --never-used')
    expect([await markOf(source.redis), await markOf(cluster)]).toEqual([
      expect.stringMatching(/^left /),
      expect.stringMatching(/^filling /),
    ])
    await stayHere(source.redis, cluster, { ...mover(), isNeverUsed: true })
    expect(await allOf(source.redis)).toEqual(before)
    await between(cluster)
    // A copy that nobody says is whole is made once more, whoever had it.
    await cluster.del(names.format.cameBy())
    expect(await moveStore(partsTo(cluster))).toBeGreaterThan(0)
    expect(await markOf(cluster)).toBe(MARK)
  }, 60_000)

  test('between the two marks a copy whose servers could not be looked at is as whole as it was', async () => {
    let looks = 0
    // Once before anything is closed, and before the copy is filled, whole and opened.
    const cutting = insteadOf(other.redis, 'client', (go) => (...args) => {
      if (args[0] === 'LIST' && ++looks === 4) throw new Error('Connection is closed.')
      return go(...args)
    })
    await refused(moveStore(partsTo(cutting)), 'run it again')
    expect(await markOf(source.redis)).toStartWith('left ')
    expect(await moveStore(partsTo(other.redis))).toBeNull()
    expect(await markOf(other.redis)).toBe(MARK)
  })

  test('between the two marks a copy whose server is another one by then is made once more', async () => {
    let sleeps = 0
    const changing = atDisk(async () => {
      if (++sleeps < 2) return
      await other.redis.replicaof('127.0.0.1', 1)
      await other.redis.replicaof('NO', 'ONE')
    })
    await refused(moveStore(partsTo(other.redis, { clock: changing })), 'was started again or replaced meanwhile')
    expect(await markOf(source.redis)).toStartWith('left ')
    expect(await cameByOf(other.redis)).toBeNull()
    await refused(openLost(other.redis, lost()), 'not whole')
    expect(await moveStore(partsTo(other.redis))).toBeGreaterThan(0)
    expect(await markOf(other.redis)).toBe(MARK)
  })

  test('between the two marks and the old one is lost while it runs: the copy stays whole, and is opened on a word', async () => {
    const before = await allOf(source.redis)
    let isLost = false
    const dying = insteadOf(source.redis, 'get', (go) => (...args) => {
      if (isLost) throw new Error('Connection is closed.')
      return go(...args)
    })
    let sleeps = 0
    const losing = atDisk(async () => {
      if (++sleeps === 2) isLost = true
    })
    await refused(moveStore(partsTo(other.redis, { from: dying, own: source.redis, clock: losing })), 'run it again')
    expect(await openLost(other.redis, lost())).toBe(true)
    expect([await allOf(other.redis), await markOf(other.redis)]).toEqual([before, MARK])
  })

  test('between the two marks and the old one is lost: the copy is opened on that word alone', async () => {
    const before = await allOf(source.redis)
    await between(other.redis)
    await refused(openLost(other.redis, lost({ said: await saysOfStore(source.redis) })), 'without --open')
    // A backup of the old one, put back in its place, is a store that is open. It must not be moved over the copy.
    await source.redis.set(names.format.mark(), MARK)
    await refused(moveStore(partsTo(other.redis)), 'a whole copy of a store')
    await refused(openLost(other.redis, lost({ said: await saysOfStore(source.redis) })), 'If that is a backup')
    // The setting may name the new one by then.
    const said = await saysOfStore(other.redis)
    await refused(openLost(other.redis, lost({ said, isLost: false })), 'named as the old one too')
    await openLost(other.redis, lost({ said }))
    expect([await allOf(other.redis), await markOf(other.redis)]).toEqual([before, MARK])
    await settled(other.redis)
    // Whoever asks once more is told so.
    expect(await openLost(other.redis, lost())).toBe(false)
  })

  test('opened on that word, with the old one back and still on its way: only that it was left is said there', async () => {
    await between(other.redis)
    const [, move] = (await markOf(source.redis))!.split(' ')
    await source.redis.set(names.format.mark(), `copied ${move} ${MARK}`)
    await openLost(other.redis, lost())
    await other.redis.set('claros:sold', '1')
    await refused(stayHere(source.redis, other.redis, mover()), 'The copy in the other Redis is open')
    // Nobody who does not name the copy knows that it is open.
    await refused(stayHere(source.redis, null, mover()), 'may have been opened with --open')
    await refused(moveStore(partsTo(cluster)), 'may have been opened with --open')
    expect([await markOf(source.redis), await markOf(cluster)]).toEqual([`copied ${move} ${MARK}`, null])
    expect(await moveStore(partsTo(other.redis))).toBeNull()
    expect([await markOf(source.redis), await other.redis.get('claros:sold')]).toEqual([`left ${move} ${MARK}`, '1'])
    await refused(stayHere(source.redis, other.redis, { ...mover(), isNeverUsed: true }), 'Set REDIS_URL to that one')
  })

  test('a cluster with other servers is opened only where each has all that it had', async () => {
    await between(cluster)
    await onOtherServers(cluster)
    await refused(openLost(cluster, lost()), '--restarted')
    expect(await openLost(cluster, lost({ isRestarted: true }))).toBe(true)
    await settled(cluster)
    expect(await markOf(cluster)).toBe(MARK)
  })

  test('what is not whole is not opened on any word, nor what another release copied', async () => {
    await cut(other.redis)
    await refused(openLost(other.redis, lost()), 'not whole')
    expect(await markOf(other.redis)).toStartWith('filling ')
    await other.flush()
    await refused(openLost(other.redis, lost()), 'no copy of a store here')
    const move = '0'.repeat(16)
    await other.redis.mset(names.format.mark(), `filling ${move} 1 claros/0`, names.format.cameBy(), move)
    await refused(openLost(other.redis, lost()), 'that release has to end it')
  })

  test('taken back, nothing is deleted before the disk knows that the copy is void', async () => {
    await between(other.redis)
    const all = await other.redis.dbsize()
    const seen: unknown[] = []
    const looking = atDisk(async () => {
      const came = await other.redis.get(names.format.cameBy())
      seen.push([await other.redis.dbsize(), came, (await markOf(source.redis))!.split(' ')[0]])
    })
    await stayHere(source.redis, other.redis, { ...mover(), clock: looking, isNeverUsed: true })
    expect(seen).toEqual([[all - 1, null, 'leaving']])
  })

  test('taken back where a server was replaced meanwhile, the copy keeps its mark: something of it may be left', async () => {
    await cut(other.redis)
    const changing = atDisk(async () => {
      await other.redis.replicaof('127.0.0.1', 1)
      await other.redis.replicaof('NO', 'ONE')
    })
    await refused(
      stayHere(source.redis, other.redis, { ...mover(), clock: changing }),
      'something of the copy may be left',
    )
    expect([await markOf(source.redis), await markOf(other.redis)]).toEqual([
      expect.stringMatching(/^leaving /),
      expect.stringMatching(/^filling /),
    ])
    expect(await stayHere(source.redis, other.redis, mover())).toBe(true)
    expect([await markOf(source.redis), await markOf(other.redis)]).toEqual([MARK, null])
  })

  test('taken back while something is written there, the copy keeps its mark', async () => {
    await cut(other.redis)
    const writing = insteadOf(other.redis, 'unlink', (go) => async (...args) => {
      const done = await go(...args)
      await other.redis.set('claros:late', '1')
      return done
    })
    await refused(stayHere(source.redis, writing, mover()), 'something of the copy may be left')
    expect(await markOf(other.redis)).toStartWith('filling ')
    await stayHere(source.redis, other.redis, mover())
    expect((await allOf(other.redis)).size).toBe(0)
  })

  test('taken back half-way, both ends say so, and it is taken back or goes on from there', async () => {
    const before = await allOf(source.redis)
    await between(other.redis)
    const [text, came] = [(await markOf(other.redis))!, (await cameByOf(other.redis))!]
    let unlinks = 0
    const cutting = insteadOf(other.redis, 'unlink', (go) => (...args) => {
      if (++unlinks > 3) throw new Error('Connection is closed.')
      return go(...args)
    })
    await refused(stayHere(source.redis, cutting, { ...mover(), isNeverUsed: true }), 'run it again')
    expect([await markOf(source.redis), await markOf(other.redis)]).toEqual([
      expect.stringMatching(/^leaving /),
      expect.stringMatching(/^filling /),
    ])
    // Nobody opens what is half deleted, whatever text he has read.
    for (const each of [text, (await markOf(other.redis))!])
      expect(await openCopy(other.redis, each, MARK, came)).toBe(false)
    await moveStore(partsTo(other.redis))
    expect(await allOf(other.redis)).toEqual(before)
  })

  test('between the two marks and without the new one: only who says that it is lost goes back', async () => {
    await between(other.redis)
    await refused(stayHere(source.redis, null, mover()), 'Set REDIS_URL to that one')
    await other.flush()
    await refused(stayHere(source.redis, other.redis, mover()), 'Set REDIS_URL to that one')
    expect(await stayHere(source.redis, null, { ...mover(), isNeverUsed: true })).toBe(false)
    await settled(source.redis)
  })

  test('a run that plans before another one opens the copy changes nothing', async () => {
    await between(other.redis)
    // The other one opens it when this one has read both marks and looks who is at work.
    const opened = insteadOf(source.redis, 'hgetall', (go) => async (...args) => {
      await openCopy(other.redis, (await markOf(other.redis))!, MARK, (await cameByOf(other.redis))!)
      return go(...args)
    })
    expect(await moveStore(partsTo(other.redis, { from: opened, own: source.redis }))).toBeNull()
    expect([await markOf(source.redis), await markOf(other.redis)]).toEqual([expect.stringMatching(/^left /), MARK])
    await refused(stayHere(source.redis, null, mover()), 'Set REDIS_URL to that one')
  })

  test('a full Redis is left, and one that would be full is not moved into', async () => {
    const before = await allOf(source.redis)
    await source.redis.config('SET', 'maxmemory', '1mb')
    try {
      await cut(other.redis)
      await stayHere(source.redis, other.redis, mover())
      await moveStore(partsTo(other.redis))
      expect(await allOf(other.redis)).toEqual(before)
    } finally {
      await source.redis.config('SET', 'maxmemory', '0')
    }
    await settled(other.redis)
  })

  test('full when it is to be opened, it is opened: nothing more is needed then', async () => {
    let times = 0
    const sleep = async (): Promise<void> => {
      if (++times === 2) await other.redis.config('SET', 'maxmemory', '1mb')
    }
    try {
      await moveStore(partsTo(other.redis, { clock: atDisk(sleep) }))
      expect(await markOf(other.redis)).toBe(MARK)
    } finally {
      await other.redis.config('SET', 'maxmemory', '0')
    }
  })

  test('full before it is opened by another run, it is opened as well', async () => {
    await between(other.redis)
    await other.redis.config('SET', 'maxmemory', '1mb')
    try {
      expect(await moveStore(partsTo(other.redis))).toBeNull()
      expect(await markOf(other.redis)).toBe(MARK)
    } finally {
      await other.redis.config('SET', 'maxmemory', '0')
    }
  })

  test('it may go elsewhere, and what was begun is never used', async () => {
    const before = await allOf(source.redis)
    await cut(cluster)
    await moveStore(partsTo(other.redis))
    expect(await allOf(other.redis)).toEqual(before)
    await refused(settled(cluster), 'not open yet', ForeignFormat)
    await refused(moveStore(partsTo(cluster)), 'Set REDIS_URL to that one')
  })

  test('it is taken back: the copy is gone, and the store is used as before', async () => {
    const before = await allOf(source.redis)
    await cut(cluster)
    await stayHere(source.redis, cluster, mover())
    expect(await allOf(source.redis)).toEqual(before)
    expect([await markOf(source.redis), await markOf(cluster)]).toEqual([MARK, null])
    expect((await allOf(cluster)).size).toBe(0)
    await settled(source.redis)
    await refused(stayHere(source.redis, cluster, mover()), 'not on its way')
  })

  test('it is taken back without the new one, which stays closed', async () => {
    await cut(other.redis)
    await stayHere(source.redis, null, mover())
    await settled(source.redis)
    await refused(settled(other.redis), 'not open yet', ForeignFormat)
    await refused(moveStore(partsTo(other.redis)), 'a part of another store')
  })

  test('once the copy may be whole it goes elsewhere on a word alone, and is taken back with its copy without one', async () => {
    const before = await allOf(source.redis)
    await refused(moveStore(partsTo(other.redis, { clock: endsIn(1) })), 'run it again, and it goes on')
    // Also after a run that stops before it has touched the copy.
    await cut(other.redis)
    expect(await markOf(source.redis)).toStartWith('copied ')
    await refused(moveStore(partsTo(cluster)), 'may have been opened with --open')
    await stayHere(source.redis, other.redis, mover())
    expect(await allOf(source.redis)).toEqual(before)
    await refused(moveStore(partsTo(other.redis, { clock: endsIn(1) })), 'run it again, and it goes on')
    await moveStore(partsTo(cluster, { isNeverUsed: true }))
    expect(await markOf(cluster)).toBe(MARK)
  })

  test('a part of another move is not mixed with this one, nor deleted by it', async () => {
    await cut(other.redis)
    await other.redis.set(names.format.mark(), `filling ${'0'.repeat(16)} ${MARK}`)
    await refused(moveStore(partsTo(other.redis)), 'a part of another store')
    await refused(stayHere(source.redis, other.redis, mover()), 'a part of another store')
    expect((await allOf(other.redis)).size).toBeGreaterThan(0)
  })
})

describe('a run that was held up', () => {
  beforeEach(() => keepAllTypes(source.redis).then(() => {}))

  test('writes nothing more when the right to has gone to another one', async () => {
    const pipeline = source.redis.pipeline()
    for (let n = 0; n < 5_000; n++) pipeline.set(`claros:n:${n}`, String(n))
    await pipeline.exec()
    let at = systemClock.now()
    const held = { ...clock, now: () => at }
    const copied: number[] = []
    const onProgress = (done: number): void => {
      copied.push(done)
      at += 25_000
    }
    await refused(moveStore(partsTo(other.redis, { clock: held, onProgress })), 'run it again, and it goes on')
    expect(copied).toHaveLength(1)
    expect(await other.redis.dbsize()).toBeLessThan(3_000)
    expect(await markOf(source.redis)).toStartWith('leaving ')
  })

  test('does not leave a store whose copy somebody has taken away', async () => {
    const onProgress = (): void => void other.redis.del(names.format.mark())
    await refused(moveStore(partsTo(other.redis, { onProgress })), 'Somebody else writes')
    expect(await markOf(source.redis)).toStartWith('copied ')
  })

  test('does not open what another one fills', async () => {
    const sleep = async (): Promise<void> => {
      const filling = (await markOf(other.redis))!
      await other.redis.set(names.format.mark(), filling.replace(/\/[0-9a-f]+/, `/${'0'.repeat(16)}`))
    }
    await refused(moveStore(partsTo(other.redis, { clock: atDisk(sleep) })), 'Somebody else writes')
    expect(await markOf(other.redis)).toStartWith('filling ')
  })

  test('and a server that is another one by then: the copy is not opened', async () => {
    const [one] = cluster.nodes('master')
    const onProgress = (): void => void servers.nodes.find(({ port }) => port === one!.options.port)!.signal('SIGKILL')
    await refused(moveStore(partsTo(cluster, { onProgress })), '')
    expect(await markOf(source.redis)).toMatch(/^(?:leaving|copied) /)
    await servers.nodes.find(({ port }) => port === one!.options.port)!.again()
    await servers.whole()
    await until(
      'the client knows them',
      orNothing(async () => (await moveStore(partsTo(cluster))) !== null),
      60_000,
    )
    expect(await markOf(cluster)).toBe(MARK)
  }, 120_000)
})

describe('it does not go', () => {
  test.each([
    ['where a store is', async () => settled(other.redis), 'There is a store'],
    ['where keys without a format are', async () => other.redis.set('claros:set', '1'), 'no format'],
    [
      'where a store has left',
      async () => other.redis.set(names.format.mark(), `left ${'0'.repeat(16)} ${MARK}`),
      'gone',
    ],
    ['from where none is', async () => source.redis.del(names.format.mark()), 'There is no store'],
    [
      'when an older release has to move it first',
      async () => source.redis.set(names.format.mark(), '1 claros/0'),
      'format 1',
    ],
  ])('%s', async (_, prepare, words) => {
    await prepare()
    const before = [await markOf(source.redis), await markOf(other.redis)]
    await refused(moveStore(partsTo(other.redis)), words)
    expect([await markOf(source.redis), await markOf(other.redis)]).toEqual(before)
  })

  test('from a cluster to one Redis, and does to itself neither', async () => {
    await settled(cluster)
    await refused(moveStore(partsTo(other.redis, { from: cluster })), 'another cluster')
    await refused(moveStore(partsTo(source.redis)), 'There is a store')
  })

  test('from or to one server of a cluster that is named alone', async () => {
    const [primary] = await servers.primaries()
    await refused(moveStore(partsTo(other.redis, { from: primary!.hand })), 'redis+cluster://')
    await refused(moveStore(partsTo(primary!.hand)), 'redis+cluster://')
  })

  test('where keys may not be written in this way: then nothing is closed', async () => {
    await other.redis.call('ACL', 'SETUSER', 'mute', 'on', '>mute', '~*', '+@all', '-restore')
    const { path } = other.server.address
    const mute = await connectRedis({ path: path!, username: 'mute', password: 'mute' }, 'takes_time')
    await refused(moveStore(partsTo(mute)), 'restore')
    expect([await markOf(source.redis), await markOf(other.redis)]).toEqual([MARK, null])
    mute.disconnect()
    await other.redis.call('ACL', 'DELUSER', 'mute')
  })

  test('between two whose clocks differ: ends of keys are times', async () => {
    const ahead = insteadOf(source.redis, 'time', (go) => async () => {
      const [seconds, micros] = (await go()) as [number, number]
      return [Number(seconds) + 3, micros]
    })
    await refused(moveStore(partsTo(other.redis, { from: ahead })), 'clocks of the two Redis differ by 3')
    expect([await markOf(source.redis), await markOf(other.redis)]).toEqual([MARK, null])
  })

  test.each(['run_id', 'master_replid'])('where a Redis does not say its %s', async (field) => {
    const silent = insteadOf(
      other.redis,
      'info',
      (go) =>
        async (...args) =>
          String(await go(...args)).replaceAll(new RegExp(`^${field}:.*$`, 'gm'), ''),
    )
    await refused(moveStore(partsTo(silent)), 'does not say which start')
    expect([await markOf(source.redis), await markOf(other.redis)]).toEqual([MARK, null])
  })

  test('but a probe of an earlier run does not hold it up', async () => {
    await other.redis.set(names.writeProbe(), '')
    await moveStore(partsTo(other.redis))
    expect(await markOf(other.redis)).toBe(MARK)
  })

  test('further than replicas have it', async () => {
    for (const { hand } of servers.nodes) await hand.config('SET', 'cluster-allow-replica-migration', 'no')
    await trade(source.redis)
    const [primary] = await servers.primaries()
    const [replica] = await servers.replicasOf(primary!)
    replica!.signal('SIGSTOP')
    await refused(moveStore(partsTo(cluster, { replicas: { from: 0, to: 1 } })), 'too few replicas')
    // Nothing is closed for what cannot come to its end.
    expect([await markOf(source.redis), await markOf(cluster)]).toEqual([MARK, null])
    replica!.signal('SIGCONT')
    await servers.whole()
    const onProgress = (): void => replica!.signal('SIGSTOP')
    await refused(moveStore(partsTo(cluster, { replicas: { from: 0, to: 1 }, onProgress })), 'too few replicas')
    expect(await markOf(source.redis)).toStartWith('leaving ')
    expect(await markOf(cluster)).toStartWith('filling ')
    replica!.signal('SIGCONT')
    await servers.whole()
    await moveStore(partsTo(cluster, { replicas: { from: 0, to: 1 } }))
    expect(await markOf(cluster)).toBe(MARK)
  }, 120_000)
})

test('from one cluster to another all keys keep their names', async () => {
  await settled(cluster)
  const payments = await trade(cluster)
  const before = await seenOf(cluster, payments)
  const second = await startRedisCluster({ primaries: 3, replicas: 0, fsync: 'everysec' })
  const { replicas: _, ...address } = redisAddress(second.url)
  const there = await connectCluster(address, 'fails_fast')
  try {
    const keys = await allOf(cluster)
    await moveStore(partsTo(there, { from: cluster }))
    expect(await allOf(there)).toEqual(keys)
    expect(await seenOf(there, payments)).toEqual(before)
  } finally {
    there.disconnect()
    await second.stop()
  }
}, 90_000)

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Redis } from 'ioredis'
import { freePorts } from '../../../src/launch/free-port.ts'
import { type ClaimStore, claimStore } from '../../../src/store/claims/claims.ts'
import { ledgerStore } from '../../../src/store/claims/ledger.ts'
import { claimPlace } from '../../../src/store/claims/payment-keys.ts'
import { settlementStore } from '../../../src/store/claims/settlements.ts'
import { takeOver } from '../../../src/store/claims/claim-for-event.ts'
import { eventStore } from '../../../src/store/events/events.ts'
import { snapshotStore } from '../../../src/store/published/snapshots.ts'
import { lastingScript, NotLasting } from '../../../src/store/redis/lasting.ts'
import { names } from '../../../src/store/redis/names.ts'
import { checkRedis, signingProblem } from '../../../src/store/redis/redis-check.ts'
import { connectRedis, type Patience, type RedisAddress } from '../../../src/store/redis/redis.ts'
import { refusalOf } from '../../../src/store/redis/refusal.ts'
import { createWriteProbe } from '../../../src/store/redis/write-probe.ts'
import { systemClock } from '../../../src/system/clock.ts'
import { systemRandom } from '../../../src/system/random.ts'
import { type RedisMember, startMember } from '../../support/redis-member.ts'
import { startRedisProxy } from '../../support/redis-proxy.ts'
import { orNothing, until } from '../../support/until.ts'
import { dated, NOW, open, threshold } from '../../support/store/dlc-events.ts'
import { ANY_TIME } from '../../support/store-clocks.ts'
import { ONE_SHARD } from '../../../src/store/claims/shards.ts'

/** A primary with one replica, which stands still when it is told to: what must last is then not known to last. */

const VERSION = 1_795_000_000
const ACTOR = 'price/spot/BTC-USD'

let folder: string
let primary: RedisMember
let replica: RedisMember
let address: RedisAddress
let server: Redis
let claims: ClaimStore

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'claros-lasting-'))
  const ports = await freePorts(systemRandom, 'primary', 'replica')
  primary = await startMember(folder, ports.primary)
  replica = await startMember(folder, ports.replica)
  await replica.copies(primary.port)
  address = { host: '127.0.0.1', port: primary.port, replicas: 1 }
})
afterAll(async () => {
  await Promise.all([primary.stop(), replica.stop()])
  rmSync(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  await primary.hand.flushall()
  server = await connectRedis(address, 'fails_fast')
  claims = claimStore(server)
})
afterEach(() => {
  replica.signal('SIGCONT')
  server.disconnect()
})

const payment = (n: number) => `l402:${String(n).padStart(2, '0').repeat(32)}`
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
const thrownBy = (act: Promise<unknown>): Promise<unknown> =>
  act.then(
    (done) => `it came to ${JSON.stringify(done)}`,
    (thrown: unknown) => thrown,
  )
/** How often Redis has run a command. */
const calls = async (command: string): Promise<number> =>
  Number(new RegExp(`cmdstat_${command}:calls=(\\d+)`).exec(await primary.hand.info('commandstats'))?.[1] ?? 0)

describe('while the replica stands still', () => {
  beforeEach(async () => {
    // Redis knows the script, so the first wait of this connection decides.
    await claimStore(primary.hand).buy(saleOf(98))
    // What was written before it has: a wait that counts that alone would say yes.
    await primary.hand.call('WAIT', 1, 0)
    replica.signal('SIGSTOP')
  })

  test('a sale is not known, and made: its payment gets the same edition once the replica is back', async () => {
    const thrown = await thrownBy(claims.buy(saleOf(1)))
    expect(thrown).toBeInstanceOf(NotLasting)
    expect(refusalOf(thrown)).toBe('too_few_replicas')
    expect(await primary.hand.exists(claimPlace(ONE_SHARD, payment(1)).claim)).toBe(1)
    replica.signal('SIGCONT')
    const again = { ...saleOf(1), edition: { ...saleOf(1).edition, index: 2 } }
    const found = await until(
      'it sells again',
      orNothing(() => claims.buy(again)),
    )
    expect(found).toMatchObject({ kind: 'spent', spent: { deliverable: { edition: { index: 1 } } } })
  })

  test('a sale of another process, which no replica has, is handed out by nobody', async () => {
    const plain = await connectRedis({ host: '127.0.0.1', port: primary.port }, 'fails_fast')
    expect(await claimStore(plain).buy(saleOf(3))).toEqual({ kind: 'bought' })
    plain.disconnect()
    const { payment, request, now } = saleOf(3)
    const acts = [claims.buy(saleOf(3)), claims.look({ payment, request, now }), claims.receipt(payment)]
    for (const thrown of await Promise.all(acts.map(thrownBy))) expect(thrown).toBeInstanceOf(NotLasting)
    // Nor does the bookkeeper book it.
    const { shard } = claimPlace(ONE_SHARD, payment)
    expect(await thrownBy(ledgerStore(server).oldest(shard, 10))).toBeInstanceOf(NotLasting)
  })

  test('editions that were taken are sold by nobody', async () => {
    const lines = Array.from({ length: 4 }, (_, at) => `sig${at}== v1|${VERSION}|${at}`)
    await primary.hand.rpush(names.editions(ACTOR, VERSION, 'l402'), ...lines)
    const snapshots = snapshotStore(server)
    expect(await thrownBy(snapshots.take(ACTOR, VERSION, 'l402', 2))).toBeInstanceOf(NotLasting)
    replica.signal('SIGCONT')
    const taken = await until(
      'they are taken',
      orNothing(() => snapshots.take(ACTOR, VERSION, 'l402', 1)),
    )
    expect(taken.first).toBeGreaterThanOrEqual(2)
  })

  test('a transfer is neither sent, nor settled, nor signed', async () => {
    const { payment, request, now } = saleOf(4)
    const deliverable = { kind: 'kept', id: 'x' } as const
    const held = {
      payment,
      request,
      now,
      holder: 'h',
      holdMs: 30_000,
      keepSeconds: 9_000,
      network: '',
      sale: saleOf(4),
    }
    const acts = [
      claims.hold(held),
      claims.send(payment, 'h', deliverable, '{}', now, 30_000),
      settlementStore(server, systemClock).storeTransaction(payment, { hash: '0x1', raw: '0x2' }, null),
      claims.spend(payment, `0x${'ab'.repeat(32)}`, now, 9_000, true),
      claims.useUp(payment, 'h', deliverable, now, 9_000),
    ]
    for (const thrown of await Promise.all(acts.map(thrownBy))) expect(thrown).toBeInstanceOf(NotLasting)
  })

  test('no event is offered, held, taken back, decided or read for a signature', async () => {
    const events = eventStore(server, ANY_TIME)
    const onPrimary = eventStore(primary.hand, ANY_TIME)
    await open(onPrimary, threshold({ id: 'T-1', payment: 'made' }, { direction: 'above', strike: '70000' }), 'T-1')
    await open(onPrimary, dated({ id: 'E-1', payment: 'other' }), 'E-1')
    const acts = [
      events.offer(dated({ id: 'E-2', payment: 'p' }), NOW),
      events.askAgain('E-1'),
      events.holdCancellation('T-1', 'p', NOW, 'r'),
      takeOver(server, 'p', null, NOW),
      events.decide('E-1', { trigger: 'resolve', outcome: ['a'], evidence: null, now: NOW, graceMs: 0 }),
      events.sealed(['E-1']),
    ]
    for (const thrown of await Promise.all(acts.map(thrownBy))) expect(thrown).toBeInstanceOf(NotLasting)
  })

  test('whoever waits behind others is refused with them, and not one after the other', async () => {
    const before = await calls('wait')
    const asked = Array.from({ length: 1_500 }, (_, n) => thrownBy(claims.receipt(payment(n % 90))))
    for (const thrown of await Promise.all(asked)) expect(thrown).toBeInstanceOf(NotLasting)
    expect((await calls('wait')) - before).toBeLessThanOrEqual(2)
  })

  test('nothing is sold, before anybody is asked for money', async () => {
    expect(await createWriteProbe(server, systemClock)()).toBe('too_few_replicas')
  })

  test('what need not last goes on', async () => {
    expect(await claims.delivered(payment(1), VERSION * 1_000, 'maker')).toBe(false)
  })
})

describe('with a replica', () => {
  test('it has what was sold by the time the answer goes out', async () => {
    for (let n = 10; n < 40; n++) {
      expect(await claims.buy(saleOf(n))).toEqual({ kind: 'bought' })
      expect(await replica.hand.exists(claimPlace(ONE_SHARD, payment(n)).claim)).toBe(1)
    }
  })

  test('all sales of one turn share one wait', async () => {
    const before = await calls('wait')
    const sales = Array.from({ length: 60 }, (_, n) => claims.buy(saleOf(n + 10)))
    expect(new Set((await Promise.all(sales)).map(({ kind }) => kind))).toEqual(new Set(['bought']))
    // The first may have gone alone.
    expect((await calls('wait')) - before).toBeLessThanOrEqual(2)
  })

  test('a Redis that has lost its scripts is given them, and the sale is made once', async () => {
    await claims.buy(saleOf(10))
    await primary.hand.script('FLUSH')
    expect(await claims.buy(saleOf(11))).toEqual({ kind: 'bought' })
    expect(await claims.buy(saleOf(11))).toMatchObject({ kind: 'spent' })
  })

  test.each<Patience>(['fails_fast', 'waits'])('a lost reply is not asked for again: %s', async (patience) => {
    const proxy = await startRedisProxy({ host: '127.0.0.1', port: primary.port })
    const client = await connectRedis({ ...proxy.address, replicas: 1 }, patience)
    const counted = lastingScript(`return redis.call('INCR', KEYS[1])`, Number)
    try {
      expect(await counted.run(client, ['counted'], [])).toBe(1)
      proxy.loseReply()
      const thrown = await thrownBy(counted.run(client, ['counted'], []))
      expect(refusalOf(thrown)).toBe('silent')
      expect(
        await until(
          'it is back',
          orNothing(() => counted.run(client, ['counted'], [])),
        ),
      ).toBe(3)
    } finally {
      client.disconnect()
      await proxy.stop()
    }
  })
})

test('on a Redis that needs no replica nothing waits, and there is one connection', async () => {
  const [waits, clients] = [await calls('wait'), await primary.hand.info('clients')]
  const plain = await connectRedis({ host: '127.0.0.1', port: primary.port }, 'fails_fast')
  const count = (text: string) => Number(/connected_clients:(\d+)/.exec(text)![1])
  expect(count(await primary.hand.info('clients')) - count(clients)).toBe(1)
  replica.signal('SIGSTOP')
  expect(await claimStore(plain).buy(saleOf(50))).toEqual({ kind: 'bought' })
  expect(await calls('wait')).toBe(waits)
  plain.disconnect()
})

describe('the check at start', () => {
  test('warns where one replica is all there is, and says nothing of them where they are not waited for', async () => {
    expect(await checkRedis(address)).toEqual([expect.stringContaining('one replica is connected')])
    expect(await checkRedis({ host: '127.0.0.1', port: primary.port })).toEqual([])
  })

  test('refuses a replica that would throw payments away once it is the primary', async () => {
    await replica.hand.config('SET', 'maxmemory-policy', 'allkeys-lru')
    const refused = checkRedis(address)
    await expect(refused).rejects.toThrow(`its replica at 127.0.0.1:${replica.port}, has maxmemory-policy allkeys-lru`)
    await replica.hand.config('SET', 'maxmemory-policy', 'noeviction')
  })

  test('lets nothing be signed where a replica may forget a decision', async () => {
    expect(await signingProblem(address)).toBeNull()
    await replica.hand.config('SET', 'appendfsync', 'everysec')
    expect(await signingProblem(address)).toContain(`its replica at 127.0.0.1:${replica.port}: appendfsync is everysec`)
    await replica.hand.config('SET', 'appendfsync', 'always')
  })

  test('warns of a replica that is elected before another, or never', async () => {
    await replica.hand.config('SET', 'replica-priority', '0')
    expect(await checkRedis(address)).toContainEqual(expect.stringContaining('different priorities'))
    await replica.hand.config('SET', 'replica-priority', '100')
  })

  test('refuses a user who may not wait', async () => {
    await primary.hand.call('ACL', 'SETUSER', 'limited', 'on', 'nopass', '~*', '&*', '+@all', '-wait')
    const refused = checkRedis({ ...address, username: 'limited', password: 'any' })
    await expect(refused).rejects.toThrow('does not let this user WAIT')
    await primary.hand.call('ACL', 'DELUSER', 'limited')
  })

  test('warns where there is none, and starts', async () => {
    await replica.hand.replicaof('NO', 'ONE')
    await until('it is gone', async () => (await primary.hand.info('replication')).includes('connected_slaves:0'))
    expect(await checkRedis(address)).toEqual([expect.stringContaining('no replica is connected')])
    await replica.copies(primary.port)
  })
})

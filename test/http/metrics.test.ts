import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { fixedKeys } from '../../src/actors/publisher/keyring.ts'
import { createPublisher } from '../../src/actors/publisher/publisher.ts'
import { createTickBook } from '../../src/actors/publisher/tick-book.ts'
import { registry } from '../../src/feeds/registry.ts'
import { unheard } from '../../src/feeds/stream.ts'
import { type AdminDeps, adminApp } from '../../src/http/app/admin.ts'
import { createBeats } from '../../src/metrics/beats.ts'
import { laneMeter } from '../../src/metrics/lanes.ts'
import { createTally } from '../../src/metrics/meter.ts'
import { type Reporter, startReporter } from '../../src/metrics/reporter.ts'
import { sourceMeter } from '../../src/metrics/sources.ts'
import { USDC } from '../../src/payments/usdc.ts'
import { names } from '../../src/store/redis/names.ts'
import { systemRandom } from '../../src/system/random.ts'
import { systemSteady } from '../../src/system/steady.ts'
import { BOOKKEEPER } from '../../src/store/published/health.ts'
import { closeAll, openRound, post, saleOf, SHARD, sold, x402Sale } from '../support/actors/bookkeeper/book-rounds.ts'
import { testFolder } from '../support/test-folder.ts'
import { PAYER, payment } from '../support/payer.ts'
import { adminDeps } from '../support/http/admin-deps.ts'
import { readPrometheus } from '../support/prometheus.ts'
import { signerState } from '../support/signer-state.ts'
import { payL402, type Shop, SPOT, startShop } from '../support/shop.ts'

/** `/metrics` over a real shop and a real Redis: known traffic, and the numbers that it must come to. */

const BTC = 'price/spot/BTC-USD'
const LANE = { lane: 'ticks', jobs: { waiting: 3, active: 2, delayed: 130, failed: 0 }, oldestMs: 1_500 }

const server = createTally()
const worker = createTally()
const reporters: Reporter[] = []
let shop: Shop
let deps: AdminDeps

const reporting = (name: string, tally: typeof server) => {
  const self = { name, startedAt: 1_795_000_000, residentBytes: () => 1_000 }
  const beats = createBeats(tally, systemSteady)
  const reporter = startReporter({ self, beats, tally, clock: shop.clock, take: shop.store.totals.take })
  reporters.push(reporter)
  return reporter
}

beforeAll(async () => {
  shop = await startShop({ meter: server })
  await shop.money.fund(PAYER.address)
  await shop.publish('btc/usd')
  shop.clock.move(1_000)
  const own = reporting('server/a/1/0', server)
  deps = adminDeps(shop, { facilitators: ['facilitator.example'], flush: own.flush, lanes: async () => [LANE] })
})
afterAll(async () => {
  await Promise.all(reporters.map((each) => each.close()))
  await shop.stop()
})

const get = (path: string, host = '127.0.0.1:8403', init?: RequestInit) =>
  adminApp(deps)(new Request(`http://${host}${path}`, init))

const scrape = async () => {
  const response = await get('/metrics')
  expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
  return readPrometheus(await response.text())
}

describe('/metrics', () => {
  test('shows a socket that was tried and never heard, as one that fell silent: the same alarm', async () => {
    const [never, heard, closed, spoilt] = registry.streams.map(({ id }) => id) as [string, string, string, string]
    const seconds = async (what: string) => (await scrape()).by(`claros_stream_${what}_seconds`, 'stream')
    expect(await seconds('heard')).toEqual({})
    await shop.store.health.failed(never, shop.clock.now(), 'closed with 1006')
    await shop.store.health.failed(heard, shop.clock.now(), 'closed with 1006')
    await shop.store.health.failed(closed, shop.clock.now() - 600_000, 'closed with 1006')
    await shop.store.health.failed(spoilt, shop.clock.now(), 'closed with 1006')
    await shop.store.health.succeeded(spoilt, shop.clock.now())
    await shop.store.boards.write(heard, shop.clock.now(), {
      ...unheard({}),
      heardAt: shop.clock.now() - 3_000,
      spokeAt: shop.clock.now() - 4_000,
    })
    expect(await seconds('heard')).toEqual({ [never]: Number.POSITIVE_INFINITY, [heard]: 3 })
    expect(await seconds('spoke')).toEqual({ [heard]: 4 })
  })

  test('counts challenges and refusals by rail', async () => {
    await shop.request(SPOT)
    const { authorization } = await payL402(shop)
    expect((await shop.request(SPOT, { headers: { authorization } })).status).toBe(200)
    // The same answer handed out again is no sale.
    await shop.request(SPOT, { headers: { authorization } })
    expect((await shop.request(SPOT, { headers: (await payment(shop.clock.now())).v2 })).status).toBe(200)
    await shop.request(SPOT, { headers: { authorization: `L402 AAAA:${'0'.repeat(64)}` } })
    await shop.request(SPOT, { headers: { 'x-payment': 'bm90aGluZw==' } })
    const found = await scrape()
    // Two without a payment, and one for each that was refused.
    expect(found.by('claros_challenges_total', 'rail')).toEqual({ l402: 2, x402: 4 })
    expect(found.by('claros_invoices_total', 'outcome')).toEqual({ made: 2, failed: 0, limited: 0 })
    expect(found.by('claros_refusals_total', 'rail')).toEqual({ l402: 1, x402: 1 })
  })

  test('counts sales and revenue by the books alone, at what was charged, and what became of them', async () => {
    // Sales of other tests are none of this one's.
    await shop.redis.redis.del(names.ledger(SHARD))
    const now = shop.clock.now()
    const event = x402Sale(1, { item: 'dlc/threshold', amount: '7000000' })
    await post(shop.redis, sold(1, now), sold(2, now - 40 * 86_400_000), {
      what: 'given_back',
      at: now,
      sale: saleOf(1),
    })
    await post(shop.redis, { what: 'settled', at: now, sale: event }, { what: 'settled', at: now, sale: x402Sale(2) })
    await post(shop.redis, { what: 'delivered_late', at: now, sale: event })
    await shop.redis.redis.zadd(names.owed(SHARD), '1', x402Sale(2).payment)
    const waiting = await scrape()
    expect(waiting.of('claros_ledger_waiting')).toBe(3)
    expect(waiting.by('claros_sales_total', 'rail')).toEqual({})
    const { folder, remove } = testFolder()
    await (await openRound(shop.store, folder, undefined, now)).move()
    await shop.store.health.succeeded(BOOKKEEPER, now)
    await closeAll()
    const found = await scrape()
    expect(found.of('claros_sales_total', { rail: 'l402', actor: BTC })).toBe(2)
    expect(found.of('claros_sales_total', { rail: 'x402', actor: BTC })).toBe(1)
    expect(found.of('claros_sales_total', { rail: 'x402', actor: 'dlc/threshold' })).toBe(1)
    expect(found.of('claros_revenue_sats_total')).toBe(20)
    expect(found.of('claros_given_back_sats_total')).toBe(10)
    expect(found.of('claros_revenue_microusd_total', { network: 'eip155:8453' })).toBe(7_010_000)
    expect(found.by('claros_settled_total', 'state')).toEqual({
      settled: 2,
      delivered: 0,
      delivered_late: 1,
      undelivered: 0,
    })
    expect(found.of('claros_settled_unanswered')).toBe(1)
    expect(found.of('claros_ledger_waiting')).toBe(0)
    expect(found.of('claros_bookkeeper_success_timestamp_seconds')).toBe(now / 1000)
    // Another process reads the same: nothing of it lies in this one's memory.
    const money = (await (await get('/money')).json()) as Record<string, unknown>
    const none = { sales: 0, revenue: '0 sats' }
    expect(money).toMatchObject({
      rails: [
        { rail: 'l402', network: 'lightning', today: none, month: none, total: { sales: 1, revenue: '10 sats' } },
        { rail: 'x402', network: 'eip155:8453', today: { sales: 2, revenue: '$7.010000' } },
      ],
      settled: { settled: 2, delivered: 0, delivered_late: 1, undelivered: 0 },
      unanswered: 1,
      waiting: 0,
      bookkeeper: { succeededAt: now, failedAt: 0, reason: '' },
    })
    expect((money.items as { item: string }[]).map(({ item }) => item)).toEqual([BTC, 'dlc/threshold', BTC])
    remove()
  })

  test('shows what workers counted: ticks, lanes and sources', async () => {
    const reporter = reporting('worker/a/2/0', worker)
    const book = createTickBook({ registry, meter: worker, log: shop.log, clock: shop.clock, clockFault: () => null })
    const now = shop.clock.now()
    await book.run(BTC, now - 40, async () => ({ kind: 'published' }))
    const quorum = { kind: 'declined', cause: 'quorum_missed', reason: 'quorum missed: 2 of 6' } as const
    await book.run(BTC, now, async () => quorum)
    await book.run(BTC, now, async () => quorum)
    const lanes = laneMeter(worker)
    lanes({ lane: 'ticks', waitedMs: 40, outcome: 'done' })
    lanes({ lane: 'ticks', waitedMs: 70_000, outcome: 'failed' })
    const { onReply, onCircuit } = sourceMeter(worker)
    onReply('kraken', 'ok', 120)
    onReply('kraken', 'timeout', 2_500)
    onReply('kraken', 'circuit_open', 0)
    onCircuit('kraken', 'open')
    await reporter.flush()
    const found = await scrape()
    expect(found.by('claros_ticks_total', 'outcome')).toEqual({ published: 1, declined: 2, crashed: 0 })
    expect(found.of('claros_tick_declines_total', { actor: BTC, cause: 'quorum_missed' })).toBe(2)
    expect(found.of('claros_tick_delay_seconds_sum', { actor: BTC })).toBe(0.04)
    expect(found.by('claros_lane_finished_total', 'outcome')).toEqual({ done: 1, failed: 1 })
    expect(found.of('claros_lane_wait_seconds_bucket', { lane: 'ticks', le: '60' })).toBe(1)
    expect(found.of('claros_lane_wait_seconds_count', { lane: 'ticks' })).toBe(2)
    expect(found.by('claros_source_replies_total', 'outcome')).toEqual({ ok: 1, timeout: 1, circuit_open: 1 })
    // What our own limits held back took no time of the provider's.
    expect(found.of('claros_source_seconds_count', { source: 'kraken' })).toBe(2)
    expect(found.of('claros_source_circuit', { source: 'kraken', process: 'worker/a/2/0' })).toBe(2)
    expect(Object.keys(found.by('claros_process_start_time_seconds', 'process'))).toEqual([
      'server/a/1/0',
      'worker/a/2/0',
    ])
  })

  test('says of every actor how old its word is and whether it is for sale', async () => {
    const now = shop.clock.now()
    await shop.store.health.succeeded('ticker/kraken', now - 7_000)
    await shop.store.health.failed('ticker/okx', now - 3_000, 'timeout after 2500 ms')
    const found = await scrape()
    expect(found.of('claros_actor_age_seconds', { actor: BTC })).toBe(1)
    expect(found.of('claros_actor_age_seconds', { actor: 'ticker/kraken' })).toBe(7)
    expect(found.of('claros_actor_last_success_timestamp_seconds', { actor: 'ticker/kraken' })).toBe(
      (now - 7_000) / 1000,
    )
    expect(found.of('claros_actor_last_failure_timestamp_seconds', { actor: 'ticker/okx' })).toBe((now - 3_000) / 1000)
    expect(() => found.of('claros_actor_age_seconds', { actor: 'ticker/okx' })).toThrow('no series')
    expect(found.of('claros_actor_period_seconds', { actor: BTC })).toBe(registry.item(BTC)!.feed.everySeconds)
    const sellable = found.by('claros_actor_sellable', 'actor')
    expect(Object.keys(sellable)).toHaveLength(registry.items.length)
    expect(Object.entries(sellable).filter(([, value]) => value === 1)).toEqual([[BTC, 1]])
    // What the operator's settings close is no outage, so no alarm sees it.
    deps = { ...deps, closed: { of: ({ actor }) => (actor === BTC ? [] : null) } }
    expect(Object.keys((await scrape()).by('claros_actor_sellable', 'actor'))).not.toContain(BTC)
    deps = { ...deps, closed: shop.paywall.closedFeeds }
  })

  test('says of every role who plays it, and how long ago it went round well, by the clock of the store', async () => {
    let now = 5_000
    const tally = createTally()
    const beats = createBeats(tally, { ms: () => now })
    const courier = beats.plays('courier', ['news', 'sweep'])
    now += 40_000
    courier.worked('news')
    beats.report()
    const report = {
      process: 'worker/courier/4/0',
      sequence: 1,
      added: new Map<string, number>(),
      gauges: tally.gauges(),
    }
    await shop.store.totals.take(report)
    const found = await scrape()
    expect(found.by('claros_role_processes', 'role')).toEqual({
      settler: 0,
      publisher: 0,
      signer: 0,
      courier: 1,
      bookkeeper: 0,
      server: 0,
    })
    expect(Object.keys(found.by('claros_role_beat_age_seconds', 'role'))).toEqual(['courier'])
    // The report grows older in the store.
    const age = found.of('claros_role_beat_age_seconds', { role: 'courier' })
    expect(age).toBeGreaterThanOrEqual(40)
    expect(age).toBeLessThan(60)
    expect(
      found.of('claros_process_beat_age_seconds', { role: 'courier', loop: 'news', process: report.process }),
    ).toBe(0)
    await shop.redis.redis.hdel(names.processes(), report.process)
    expect((await scrape()).of('claros_role_processes', { role: 'courier' })).toBe(0)
  })

  test('says how many webhooks wait, and how long the oldest has, however often it was tried', async () => {
    const { deliveries } = shop.store
    const oldest = (found: Awaited<ReturnType<typeof scrape>>) => found.of('claros_webhook_oldest_seconds')
    const empty = await scrape()
    expect([empty.of('claros_webhooks_waiting'), oldest(empty)]).toEqual([0, 0])
    const now = shop.clock.now()
    const webhook = (event: string) => ({
      id: `evt_${event}`,
      eventId: event,
      url: 'https://hooks.example/',
      body: '{}',
    })
    await deliveries.enter(webhook('A'), now - 3_700_000)
    await deliveries.enter(webhook('B'), now - 5_000)
    const [tried] = await deliveries.claim(now, 60_000, 1)
    const line = { at: now, status: 503, tookMs: 1, outcome: 'retry', visit: 'answered' } as const
    await deliveries.record(tried!, line, { kind: 'retry', at: now + 86_400_000 })
    const found = await scrape()
    expect([found.of('claros_webhooks_waiting'), oldest(found)]).toEqual([2, 3_700])
    // What the release before entered: it waits, and its age is not shown as zero.
    await shop.redis.redis.del(names.dlc.deliveriesEntered())
    const unknown = await scrape()
    expect(unknown.of('claros_webhooks_waiting')).toBe(2)
    expect(() => oldest(unknown)).toThrow('no series')
    await shop.redis.redis.del(names.dlc.deliveries())
  })

  test('says what lies in the lanes, which rails are open, and what the oracle waits for', async () => {
    shop.availability.closed = 'USDC is off its peg'
    const { base, 'base-sepolia': earlier } = USDC
    const sent = [base, earlier, earlier].map(({ chainId, asset }, at) =>
      shop.redis.redis.zadd(names.sent(SHARD), 1, `x402:${chainId}:${asset}:0x:${at}`.toLowerCase()),
    )
    await Promise.all(sent)
    const found = await scrape()
    await shop.redis.redis.del(names.sent(SHARD))
    shop.availability.closed = null
    expect(found.by('claros_lane_jobs', 'state')).toEqual(LANE.jobs)
    expect(found.of('claros_lane_oldest_wait_seconds', { lane: 'ticks' })).toBe(1.5)
    expect(found.by('claros_rail_open', 'rail')).toEqual({ l402: 1, x402: 0 })
    const unresolved = { [base.caip2]: 1, [earlier.caip2]: 2 }
    expect(found.by('claros_settlements_unresolved', 'network')).toEqual(unresolved)
    expect((await scrape()).by('claros_settlements_unresolved', 'network')).toEqual({})
    expect(found.by('claros_oracle_events', 'state')).toEqual({ open: 0, overdue: 0, unsigned: 0 })
    expect(found.of('claros_build_info', { version: '9.9.9' })).toBe(1)
  })

  test('speaks of the settler where it settles, and not of what one said that is no longer wanted', async () => {
    const at = shop.clock.now() - 4_000
    await shop.store.settlers.write({ open: false, address: '0xgas', wei: '12', at, heardAt: at })
    expect(Object.keys((await scrape()).by('claros_settler_open', 'rail'))).toEqual([])
    const text = await (
      await adminApp({ ...deps, ownSettlement: true })(new Request('http://localhost/metrics'))
    ).text()
    const found = readPrometheus(text)
    expect(found.of('claros_settler_open')).toBe(0)
    expect(found.of('claros_settler_seen_timestamp_seconds')).toBe(at / 1000)
    expect(text).not.toContain('0xgas')
  })

  test('says whether the signer signs, by its own state', async () => {
    const { signers } = shop.store
    const signs = async (problem: string | null) => {
      await signers.write(signerState(shop.clock.now(), { problem }))
      return (await scrape()).of('claros_signer_signs')
    }
    expect([await signs('appendfsync is everysec'), await signs(null)]).toEqual([0, 1])
  })

  test('never falls from one look to the next, whichever server is asked', async () => {
    const other = createTally()
    const reporter = reporting('server/b/3/0', other)
    const looks: number[] = []
    for (let look = 0; look < 6; look++) {
      other.count('claros_challenges_total', { rail: 'x402' })
      server.count('claros_challenges_total', { rail: 'x402' })
      const flush = look % 2 === 0 ? deps.flush : reporter.flush
      const text = await (await adminApp({ ...deps, flush })(new Request('http://localhost:8403/metrics'))).text()
      looks.push(readPrometheus(text).of('claros_challenges_total', { rail: 'x402' }))
    }
    expect(looks).toEqual(looks.toSorted((a, b) => a - b))
    expect(new Set(looks).size).toBe(6)
  })

  test('names no buyer, no payment and no address', async () => {
    const text = await (await get('/metrics')).text()
    const { invoice, macaroon, authorization } = await payL402(shop)
    for (const secret of [PAYER.address.slice(2), invoice, macaroon, authorization.slice(-64)])
      expect(text.toLowerCase()).not.toContain(secret.toLowerCase())
    const labels = new Set([...text.matchAll(/([a-z]+)="/g)].map((match) => match[1]))
    expect([...labels].toSorted()).toEqual([
      'access',
      'actor',
      'cause',
      'facilitator',
      'lane',
      'le',
      'level',
      'network',
      'outcome',
      'part',
      'process',
      'rail',
      'reason',
      'role',
      'route',
      'source',
      'state',
      'status',
      'stream',
      'version',
    ])
  })

  test('says how Redis is: memory, disk, connections', async () => {
    const found = await scrape()
    const used = found.of('claros_redis_memory_bytes')
    expect([used > 500_000, used < 500_000_000]).toEqual([true, true])
    expect(found.of('claros_redis_memory_limit_bytes')).toBe(0)
    expect(found.of('claros_redis_disk_bytes')).toBeGreaterThan(0)
    expect(found.of('claros_redis_disk_ok')).toBe(1)
    expect(found.of('claros_redis_delayed_fsyncs_total')).toBeGreaterThanOrEqual(0)
    expect(found.of('claros_redis_evicted_keys_total')).toBe(0)
    expect(found.of('claros_redis_clients')).toBeGreaterThanOrEqual(1)
    const silent = { ...shop.store, serverInfo: async () => ({ isDiskOk: false, clients: 3 }) }
    const text = await (await adminApp({ ...deps, store: silent })(new Request('http://localhost/metrics'))).text()
    expect(text).not.toContain('claros_redis_memory')
    const failing = readPrometheus(text)
    expect([failing.of('claros_redis_disk_ok'), failing.of('claros_redis_clients')]).toEqual([0, 3])
  })

  test('leaves out a part that cannot be read, and says so, instead of showing zeros', async () => {
    const broken = { ...deps, lanes: () => Promise.reject(new Error('the queue is away')) }
    const text = await (await adminApp(broken)(new Request('http://localhost:8403/metrics'))).text()
    const found = readPrometheus(text)
    expect(found.by('claros_metrics_up', 'part')).toEqual({
      counted: 1,
      actors: 1,
      silenced: 1,
      streams: 1,
      models: 1,
      lanes: 0,
      money: 1,
      books: 1,
      oracle: 1,
      redis: 1,
    })
    expect(text).not.toContain('claros_lane_jobs')
  })
})

describe('the admin port', () => {
  test('lists what it has, and hands the dashboard what is below its path', async () => {
    expect(await (await get('/')).json()).toEqual({ paths: ['/metrics', '/queues', '/printing', '/actors', '/money'] })
    for (const path of ['/queues', '/queues/', '/queues/api/queues'])
      expect(await (await get(path)).text()).toBe('the dashboard')
    expect((await get('/queuesque')).status).toBe(404)
    const { items } = (await (await get('/actors')).json()) as { items: { actor: string; sellable: boolean }[] }
    expect(items.filter((each) => each.sellable).map(({ actor }) => actor)).toEqual([BTC])
  })

  test('shows what is not sold beside what is, with its age and its last failure, and never as sellable', async () => {
    const [kept] = registry.internal
    const { actor } = kept!
    const shown = async () =>
      (await (await get('/actors')).json()) as { items: { actor: string }[]; internal: unknown[] }
    expect((await shown()).internal).toEqual(registry.internal.map((each) => ({ actor: each.actor, ageSeconds: null })))
    expect((await scrape()).by('claros_actor_age_seconds', 'actor')[actor]).toBeUndefined()
    const now = shop.clock.now()
    const publisher = createPublisher(shop.store.snapshots, fixedKeys(shop.keys), systemRandom)
    expect(await publisher.keep(kept!, {}, {}, now - 7_000)).toBe(true)
    await shop.store.health.failed(actor, now, 'quorum missed: 1 of 2')
    const { items, internal } = await shown()
    expect(internal[0]).toMatchObject({ actor, ageSeconds: 7, failedAt: now, reason: 'quorum missed: 1 of 2' })
    expect(items.map((each) => each.actor)).not.toContain(actor)
    const found = await scrape()
    expect(found.of('claros_actor_age_seconds', { actor })).toBe(7)
    expect(found.of('claros_actor_last_failure_timestamp_seconds', { actor })).toBe(now / 1000)
    expect(found.of('claros_actor_period_seconds', { actor })).toBe(kept!.feed.everySeconds)
    expect(found.by('claros_actor_sellable', 'actor')[actor]).toBeUndefined()
    // The public page tells of it neither by name nor in its sums.
    const health = await (await shop.request('/health')).text()
    expect([health.includes('native'), (JSON.parse(health) as { total: number }).total]).toEqual([
      false,
      registry.items.length,
    ])
  })

  test('answers to loopback names alone: no page may read it under a name of its own', async () => {
    for (const host of ['127.0.0.1:8403', 'localhost:8403', '[::1]:8403'])
      expect((await get('/', host)).status).toBe(200)
    for (const host of ['rebound.example:8403', '127.0.0.1.example', '10.0.0.5:8403'])
      expect((await get('/metrics', host)).status).toBe(421)
  })

  test('answers to this machine alone, whatever Host another one writes', async () => {
    const from = (address: string) => adminApp(deps)(new Request('http://127.0.0.1:8403/actors'), address)
    for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) expect((await from(address)).status).toBe(200)
    for (const address of ['10.0.0.9', '::ffff:10.0.0.9', '2001:db8::7', '0.0.0.0', '127.0.0.1.example'])
      expect([address, (await from(address)).status]).toEqual([address, 421])
  })

  test('changes nothing: other methods are refused on every path', async () => {
    for (const path of ['/metrics', '/queues/api/queues/pause', '/money'])
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
        expect((await get(path, undefined, { method })).status).toBe(405)
  })
})

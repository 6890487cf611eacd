import { afterAll, expect, test } from 'bun:test'
import { Queue } from 'bullmq'
import type { ClockWatch } from '../../src/actors/clock-watch.ts'
import { fixedKeys } from '../../src/actors/publisher/keyring.ts'
import { createKeys, loadKeys } from '../../src/actors/publisher/keys.ts'
import { createPublisher } from '../../src/actors/publisher/publisher.ts'
import { prepareKey, revokeKey } from '../../src/actors/publisher/rotate-keys.ts'
import { ecdsaSigner, ed25519Signer } from '../../src/canonical/signature.ts'
import { readConfig, WorkerConfig } from '../../src/config.ts'
import { exampleOf } from '../../src/feeds/feed.ts'
import { registry } from '../../src/feeds/registry.ts'
import { methodologyPath } from '../../src/feeds/route-paths.ts'
import { createTally } from '../../src/metrics/meter.ts'
import type { Clock } from '../../src/ports.ts'
import { startPublisher } from '../../src/roles/publisher.ts'
import type { Closings } from '../../src/store/published/closed-feeds.ts'
import { redisAddress } from '../../src/store/redis/redis.ts'
import { systemClock } from '../../src/system/clock.ts'
import { systemRandom } from '../../src/system/random.ts'
import { testFolder } from '../support/test-folder.ts'
import { fileRedis } from '../support/redis.ts'
import { deafBeats, heardBeats } from '../support/heard-beats.ts'
import { keptLog } from '../support/still.ts'
import { until } from '../support/until.ts'
import { lanePrefix } from '../../src/queues/connection.ts'

/** The boards that a worker under `SOURCES_RIGHTS=open` may ask. */
const OPEN = registry.boards.filter(({ source: { rights, keyed } }) => rights === 'open' && !keyed?.needed)

/** The publisher as a worker starts it, of whose clock the test says whether it is right. */

const stack = await fileRedis()
// The store knows one pair of keys.
const { folder, remove } = testFolder()
createKeys(folder, systemRandom)
afterAll(remove)

const turnable = () => {
  const hearers: ((isRight: boolean) => void)[] = []
  let fault: string | null = 'a day ahead'
  const watch: ClockWatch = { fault: () => fault, onTurn: (hear) => void hearers.push(hear), close: () => {} }
  const turn = (to: string | null): void => {
    fault = to
    for (const hear of hearers) hear(to === null)
  }
  return { watch, turn }
}

test('a worker that may ask everybody says so as it starts', async () => {
  const log = keptLog()
  const queues = { connection: redisAddress(stack.url), prefix: 'rights' }
  const config = readConfig(WorkerConfig, {
    KEYS_DIR: folder,
    UPSTREAM_ORIGIN: 'http://127.0.0.1:9',
    SOURCES_RIGHTS: 'all',
  })
  const place = {
    store: stack.store,
    queues,
    clock: systemClock,
    log,
    meter: createTally(),
    beats: deafBeats,
    onQueueError: () => {},
  }
  // With a wrong clock it does nothing else.
  const role = await startPublisher(config, place, turnable().watch)
  await role.close(1_000)
  expect(log.lines.filter(({ event }) => event === 'sources.all_allowed')).toHaveLength(1)
})

test('with a wrong clock it leaves nothing behind, neither timetable nor notice; it begins when the clock is right, and ends again', async () => {
  // Providers answer at once that they have nothing.
  const asked = new Set<string>()
  const fetch = ({ url }: Request) => {
    asked.add(new URL(url).pathname.split('/')[1]!)
    return new Response('', { status: 404 })
  }
  const providers = Bun.serve({ port: 0, fetch })
  const { watch, turn } = turnable()
  const heard = heardBeats()
  const queues = { connection: redisAddress(stack.url), prefix: 'publisher' }
  const config = readConfig(WorkerConfig, {
    KEYS_DIR: folder,
    UPSTREAM_ORIGIN: providers.url.origin,
    SOURCES_RIGHTS: 'open',
  })
  const meter = createTally()
  const place = {
    store: stack.store,
    queues,
    clock: systemClock,
    log: keptLog(),
    meter,
    beats: { plays: () => heard.beats, report: () => {} },
    onQueueError: () => {},
  }
  const role = await startPublisher(config, place, watch)
  const ticks = new Queue('ticks', { ...queues, prefix: lanePrefix(queues.prefix, 'ticks') })
  const ran = () => [...meter.take().keys()].filter((cell) => cell.includes('claros_ticks_total')).length
  const timetable = () => ticks.getJobSchedulers(0, -1, true)

  await ticks.add('tick', { actor: 'ticker/kraken', wish: {} })
  await Bun.sleep(500)
  expect(await timetable()).toEqual([])
  expect(await ticks.getWaitingCount()).toBe(1)
  expect(ran()).toBe(0)
  expect(await stack.redis.keys('claros:*notice*')).toEqual([])
  expect(heard.worked).toEqual([])

  turn(null)
  while ((await timetable()).length < OPEN.length) await Bun.sleep(20)
  while ((await ticks.getWaitingCount()) > 0 || ran() === 0 || asked.size === 0) await Bun.sleep(20)
  await until('a tick that is done', () => heard.count('ticks') > 0)

  turn('a day ahead')
  while ((await ticks.getActiveCount()) > 0) await Bun.sleep(20)
  const before = (await ticks.getCompletedCount()) + (await ticks.getFailedCount())
  await ticks.add('tick', { actor: 'ticker/kraken', wish: {} }, { jobId: 'left' })
  await Bun.sleep(1_000)
  // One may have been on its way to us: it was declined.
  expect((await ticks.getCompletedCount()) + (await ticks.getFailedCount())).toBeLessThanOrEqual(before + 1)
  turn(null)
  while ((await ticks.getJobState('left')) === 'waiting') await Bun.sleep(20)

  // A board that may not be asked is not asked by a job that was left behind either.
  const allowed = OPEN.map(({ source }) => new URL(source.origin).host)
  expect([...asked].filter((host) => !allowed.includes(host))).toEqual([])
  const closed = await stack.store.closedFeeds.read()
  expect(closed!.get('price/spot/BTC-USD')).toContainEqual({
    source: 'kraken',
    reason: 'not_licensed',
    setting: 'SOURCES_LICENSED',
  })
  expect(closed!.has('price/metals/XAU-USD')).toBe(false)
  const { l402, x402 } = loadKeys(folder)
  expect(await stack.store.keyDocuments.all()).toMatchObject([
    { purpose: 'answers-ed25519', publicKey: x402.publicKey },
    { purpose: 'answers-secp256k1', publicKey: l402.publicKey },
  ])

  await role.close(2_000)
  await ticks.close()
  await providers.stop(true)
}, 120_000)

test('a start that fails when the clock comes right is tried again until it works', async () => {
  const log = keptLog()
  const queues = { connection: redisAddress(stack.url), prefix: 'begins' }
  const config = readConfig(WorkerConfig, {
    KEYS_DIR: folder,
    UPSTREAM_ORIGIN: 'http://127.0.0.1:9',
    SOURCES_RIGHTS: 'open',
  })
  const clock: Clock = { ...systemClock, sleep: (ms, signal) => systemClock.sleep(ms / 50, signal) }
  let failures = 0
  const write = async (closed: Closings): Promise<void> => {
    if (++failures <= 2) throw new Error('the store was away')
    await stack.store.closedFeeds.write(closed)
  }
  const store = { ...stack.store, closedFeeds: { ...stack.store.closedFeeds, write } }
  const { watch, turn } = turnable()
  const place = { store, queues, clock, log, meter: createTally(), beats: deafBeats, onQueueError: () => {} }
  const role = await startPublisher(config, place, watch)
  const ticks = new Queue('ticks', { ...queues, prefix: lanePrefix(queues.prefix, 'ticks') })
  turn(null)
  await until('its timetable', async () => (await ticks.getJobSchedulersCount()) >= OPEN.length)
  expect(log.lines.filter(({ event }) => event === 'publisher.not_begun')).toHaveLength(2)
  await role.close(1_000)
  await ticks.close()
})

test('a revocation while all workers stood, and one while they run: what is for sale is concluded anew, and methodologies are signed again', async () => {
  const providers = Bun.serve({ port: 0, fetch: () => new Response('', { status: 404 }) })
  const config = readConfig(WorkerConfig, {
    KEYS_DIR: folder,
    UPSTREAM_ORIGIN: providers.url.origin,
    SOURCES_RIGHTS: 'open',
  })
  const { watch, turn } = turnable()
  turn(null)
  // Nothing but the look at what is for sale runs it today.
  const item = registry.items.toSorted((a, b) => b.feed.everySeconds - a.feed.everySeconds)[0]!
  const revoked = fixedKeys({
    l402: ecdsaSigner(new Uint8Array(32).fill(11)),
    x402: ed25519Signer(new Uint8Array(32).fill(12)),
  })
  const example = exampleOf(item.feed, item.subject)
  await createPublisher(stack.store.snapshots, revoked, systemRandom).publish(item, example, {}, Date.now() - 60_000)
  await stack.store.health.forget([item.actor])
  const place = {
    store: stack.store,
    queues: { connection: redisAddress(stack.url), prefix: 'revoked' },
    clock: systemClock,
    log: keptLog(),
    meter: createTally(),
    beats: deafBeats,
    onQueueError: () => {},
  }
  const role = await startPublisher(config, place, watch)
  await until('it is run', async () => item.actor in (await stack.store.health.all()))

  const path = registry.items.flatMap((each) =>
    each.feed.methodologyOf?.(each.subject) ? [methodologyPath(each)] : [],
  )[0]!
  const signedBy = async () =>
    (JSON.parse((await stack.store.notices.read(path))!) as { readonly pubkey: string }).pubkey
  const rotation = { rail: 'x402', folder, store: stack.store, random: systemRandom, clock: systemClock } as const
  expect(await signedBy()).toBe(loadKeys(folder).x402.publicKey)
  await prepareKey(rotation)
  const { chain } = await revokeKey(rotation, { since: Math.floor(Date.now() / 1000) - 1 })
  await until('methodologies bear the new key', async () => (await signedBy()) === chain.at(-1)!.publicKey)
  await role.close(2_000)
  await providers.stop(true)
}, 120_000)

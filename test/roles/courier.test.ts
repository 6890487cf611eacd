import { afterEach, beforeEach, expect, test } from 'bun:test'
import { Queue } from 'bullmq'
import { createTally } from '../../src/metrics/meter.ts'
import { createNostrKey, loadNostrKey } from '../../src/actors/courier/nostr-key.ts'
import { createWebhookKey, loadWebhookKey } from '../../src/actors/courier/webhook-key.ts'
import { BadKeys } from '../../src/actors/secret-file.ts'
import { readConfig, WorkerConfig } from '../../src/config.ts'
import { openScheduler } from '../../src/queues/scheduler.ts'
import { startCourier } from '../../src/roles/courier.ts'
import type { Role, Workplace } from '../../src/roles/role.ts'
import { redisAddress } from '../../src/store/redis/redis.ts'
import { systemClock } from '../../src/system/clock.ts'
import { openDated, says, fileCustomerServer } from '../support/actors/courier/courier-desk.ts'
import { systemRandom } from '../../src/system/random.ts'
import { startNostrRelay } from '../support/nostr-relay.ts'
import { testFolder } from '../support/test-folder.ts'
import { freshRedis } from '../support/redis.ts'
import { keptLog, seededRandom } from '../support/still.ts'
import { deafBeats } from '../support/heard-beats.ts'
import { lanePrefix } from '../../src/queues/connection.ts'

/** The courier as a worker starts it: with its key, its lane and its loops. */

const stack = await freshRedis()
const stranger = await fileCustomerServer()
let folder: string
let remove: () => void
let roles: Role[]

beforeEach(() => {
  stranger.answer(says(200, 'yes'))
  ;({ folder, remove } = testFolder())
  roles = []
})
afterEach(async () => {
  await Promise.all(roles.map((role) => role.close(2_000)))
  remove()
})

const place = (): Workplace => ({
  store: stack.store,
  queues: { connection: redisAddress(stack.url), prefix: 'courier' },
  clock: systemClock,
  log: keptLog(),
  meter: createTally(),
  beats: deafBeats,
  onQueueError: () => {},
})
const start = async (env: Readonly<Record<string, string>>) => {
  const role = await startCourier(readConfig(WorkerConfig, { KEYS_DIR: folder, ...env }), place())
  roles.push(role)
}

test('an event’s own job settles it and goes; the public key is there for everybody', async () => {
  createWebhookKey(folder, seededRandom())
  await start({ OUTBOUND_ALLOW: `example.com:80,${stranger.place}` })
  const { publicKey } = loadWebhookKey(folder)
  expect((await stack.store.keys.read()).webhook).toBe(publicKey)
  expect(await stack.store.keyDocuments.all()).toMatchObject([{ purpose: 'webhook', publicKey }])

  const { queues } = place()
  const scheduler = openScheduler(queues, () => {})
  const queue = new Queue('maturities', { ...queues, prefix: lanePrefix(queues.prefix, 'maturities') })
  const now = systemClock.now()
  const maturityTs = Math.ceil(now / 1000) + 1
  await openDated(
    stack.store.events,
    {
      id: 'E-1',
      descriptor: { kind: 'enum', outcomes: ['yes', 'no'] },
      maturityTs,
      resolver: { kind: 'webhook', url: `${stranger.origin}/` },
    },
    now,
  )
  await scheduler.from('maturities', 'E-1', 5_000, maturityTs * 1000)
  expect(await queue.getJobSchedulersCount()).toBe(1)
  while ((await queue.getJobSchedulersCount()) > 0) await Bun.sleep(20)
  const event = await stack.store.events.read('E-1')
  expect(event?.decision?.outcome).toEqual(['yes'])
  expect(event?.decision?.decidedAt).toBeGreaterThanOrEqual(maturityTs * 1000)
  const signing = new Queue('signing', { ...queues, prefix: lanePrefix(queues.prefix, 'signing') })
  const [wish] = await signing.getJobs(['waiting'])
  expect(wish?.data).toEqual({ actor: 'E-1', wish: { what: 'attest' } })
  await Promise.all([scheduler.close(), queue.close(), signing.close()])
})

test('nobody’s private address is called unless it is named', async () => {
  createWebhookKey(folder, seededRandom())
  const now = systemClock.now()
  await openDated(
    stack.store.events,
    {
      id: 'E-1',
      descriptor: { kind: 'enum', outcomes: ['yes', 'no'] },
      maturityTs: Math.floor(now / 1000),
      resolver: { kind: 'webhook', url: `${stranger.origin}/` },
    },
    now,
  )
  const before = stranger.heard.length
  await start({})
  while ((await stack.store.attempts.of('E-1')).lastProblem === null) await Bun.sleep(20)
  expect(await stack.store.attempts.of('E-1')).toMatchObject({ lastProblem: 'refused' })
  expect(stranger.heard).toHaveLength(before)
})

test('a missing key, and another than the recorded one, stop the start', async () => {
  await expect(start({})).rejects.toBeInstanceOf(BadKeys)
  createWebhookKey(folder, seededRandom())
  await stack.store.keys.record({ webhook: 'whpk_another' })
  await expect(start({})).rejects.toThrow('does not match')
  expect(roles).toEqual([])
})

test('with relays it publishes under the key of its own, and names it', async () => {
  createWebhookKey(folder, seededRandom())
  createNostrKey(folder, systemRandom)
  const relay = startNostrRelay()
  try {
    const now = systemClock.now()
    const event = { id: 'E-1', maturityTs: Math.floor(now / 1000) + 60, resolver: null }
    await openDated(stack.store.events, { ...event, descriptor: { kind: 'enum', outcomes: ['yes', 'no'] } }, now)
    await start({ NOSTR_RELAYS: relay.url, OUTBOUND_ALLOW: relay.place, NOSTR_KIND_ANNOUNCEMENT: '1088' })
    while (relay.kept.size === 0) await Bun.sleep(20)
    const { publicKey } = loadNostrKey(folder)
    expect([...relay.kept.values()][0]).toMatchObject({ kind: 1_088, pubkey: publicKey })
    expect((await stack.store.keys.read()).nostr).toBe(publicKey)
    await Promise.all(roles.splice(0).map((role) => role.close(2_000)))
    await start({})
    expect(await stack.store.posts.relays()).toEqual([])
  } finally {
    await relay.stop()
  }
})

test('relays without a key, with another key, with the oracle’s own, or that may not be: refused at start', async () => {
  createWebhookKey(folder, seededRandom())
  const relays = { NOSTR_RELAYS: 'wss://relay.example' }
  await expect(start(relays)).rejects.toThrow('nostr.bip340.key is missing')
  createNostrKey(folder, systemRandom)
  const bad = start({ NOSTR_RELAYS: 'ws://relay.example,nonsense', NOSTR_KIND_ATTESTATION: '88' })
  await expect(bad).rejects.toThrow(/relay\.example.*OUTBOUND_ALLOW[^]*nonsense[^]*NOSTR_KIND_ATTESTATION/)
  const { publicKey } = loadNostrKey(folder)
  await stack.store.keys.record({ dlc: `02${publicKey}` })
  await expect(start(relays)).rejects.toThrow('is the key of the DLC oracle')
  await stack.flush()
  await stack.store.keys.record({ nostr: 'ab'.repeat(32) })
  await expect(start(relays)).rejects.toThrow('does not match')
  expect(roles).toEqual([])
})

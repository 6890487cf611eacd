import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import type { Redis } from 'ioredis'
import type { Snapshot } from '../../src/canonical/snapshot.ts'
import { createBlocks } from '../../src/http/paywall/blocks.ts'
import { editionProduct } from '../../src/http/paywall/edition-product.ts'
import type { CachedEditions } from '../../src/http/paywall/edition-cache.ts'
import { NO_GUARDS } from '../../src/http/rails/guards.ts'
import type { PaywallContext } from '../../src/http/paywall/context.ts'
import type { HeldClaim } from '../../src/http/paywall/product.ts'
import { type ClaimStore, claimStore } from '../../src/store/claims/claims.ts'
import { names } from '../../src/store/redis/names.ts'
import { connectRedis } from '../../src/store/redis/redis.ts'
import { refusalOf } from '../../src/store/redis/refusal.ts'
import { snapshotStore } from '../../src/store/published/snapshots.ts'
import { postingsIn } from '../support/ledger.ts'
import { type RedisProxy, startRedisProxy } from '../support/redis-proxy.ts'
import { startTestRedis, type TestRedis } from '../support/redis.ts'
import { itemOf } from '../support/shop.ts'
import { stillClock } from '../support/still.ts'
import type { EditionCache } from '../../src/http/paywall/edition-cache.ts'
import { partOf } from '../support/part-of.ts'

/**
 * A move was made and its reply was lost with the connection. A server that sent it again by itself would be told that
 * somebody else has made it: it would sell the same edition to another buyer, or throw away what was paid for.
 */

let redis: TestRedis
let proxy: RedisProxy
let client: Redis
let claims: ClaimStore
const VERSION = 1_795_000_000
const clock = stillClock(VERSION * 1_000)
const item = itemOf('btc/usd')
const REQUEST = 'a1'.repeat(32)
const TRANSFER = JSON.stringify({})

beforeAll(async () => {
  redis = await startTestRedis()
  proxy = await startRedisProxy(redis.server.address)
  client = await connectRedis(proxy.address, 'fails_fast')
  claims = claimStore(client)
})
afterAll(async () => {
  client.disconnect()
  await proxy.stop()
  await redis.stop()
})
beforeEach(async () => {
  await redis.flush()
  await redis.redis.rpush(
    names.editions(item.actor, VERSION, 'l402'),
    ...Array.from({ length: 8 }, (_, at) => `sig${at}== v1|${VERSION}|${at}`),
  )
  await redis.redis.rpush(
    names.editions(item.actor, VERSION, 'x402'),
    ...Array.from({ length: 8 }, (_, at) => `sig${at}== v1|${VERSION}|${at}`),
  )
})

/** Until commands are taken again: the connection is made anew by itself. */
const back = async (): Promise<void> => {
  while (!(await client.ping().catch(() => null))) await Bun.sleep(20)
}

/** What is done while the reply to its last step is lost; scripts are known by then. */
const silent = async (act: () => Promise<unknown>): Promise<unknown> => {
  proxy.loseReply()
  const problem = await act().then(
    (done) => `it came to ${JSON.stringify(done)}`,
    (thrown: unknown) => refusalOf(thrown),
  )
  await back()
  return problem
}

const sale = (payment: string) => ({ payment, amount: '10', item: item.actor, event: '', receipt: '' })
const token = (n: number) => `l402:${String(n).repeat(64)}`
const product = (blocks: PaywallContext['blocks']) => {
  const cached: CachedEditions = {
    snapshot: { actor: item.actor, timestamp: VERSION, stem: `v1|${VERSION}|` } as Snapshot,
    bodyPrefix: () => `{"timestamp":${VERSION}`,
    longPrefix: () => null,
  }
  const editionCache = partOf<EditionCache>({ current: async () => cached, latest: async () => cached })
  const closedFeeds = partOf<PaywallContext['closedFeeds']>({ of: () => null })
  return editionProduct(partOf<PaywallContext>({ claims, clock, blocks, editionCache, closedFeeds }), item, NO_GUARDS)
}
const purchase = (payment: string) => ({
  payment,
  request: REQUEST,
  now: clock.now(),
  keepSeconds: 9_000,
  sale: sale(payment),
})
const held = async (payment: string): Promise<HeldClaim> => {
  const claim = {
    payment,
    request: REQUEST,
    holder: 'h',
    payer: '0x1',
    keepSeconds: 9_000,
    sale: sale(payment),
    network: '',
  }
  const { keepSeconds, network } = claim
  const on = { payment, request: REQUEST, now: clock.now(), holder: 'h', holdMs: 30_000, keepSeconds, network }
  expect(await claims.hold({ ...on, sale: claim.sale })).toEqual({ kind: 'held' })
  return claim
}
const bodyOf = (found: { kind: string; delivery?: { body: string }; ready?: { body: string } | null }) =>
  (found.delivery ?? found.ready)!.body

describe('the reply is lost', () => {
  test('of a sale in one step: its edition is sold to nobody else, and its buyer gets it', async () => {
    const blocks = createBlocks(snapshotStore(redis.redis), clock)
    await product(blocks).claim(purchase(token(1)))
    expect(await silent(async () => product(blocks).claim(purchase(token(2))))).toBe('silent')
    const next = await product(blocks).claim(purchase(token(3)))
    const again = await claims.look(purchase(token(2)))
    expect(again).toMatchObject({ kind: 'spent', spent: { deliverable: { edition: { index: 1 } } } })
    expect(bodyOf(next)).toContain(`|${VERSION}|2`)
    expect((await postingsIn(redis.redis)).map(({ payment }) => payment)).toEqual([token(1), token(2), token(3)])
  })

  test('of putting an edition aside: it is put aside for nobody else', async () => {
    const blocks = createBlocks(snapshotStore(redis.redis), clock)
    await product(blocks).setAside(await held('x402:1:0xa:0xb:0x1'), TRANSFER, false)
    const claim = await held('x402:1:0xa:0xb:0x2')
    expect(await silent(() => product(blocks).setAside(claim, TRANSFER, false))).toBe('silent')
    const next = await product(blocks).setAside(await held('x402:1:0xa:0xb:0x3'), TRANSFER, false)
    expect(bodyOf(next)).toContain(`|${VERSION}|2`)
  })

  test('of using a payment up: the server knows that it does not know', async () => {
    await held(token(4))
    expect(await claims.useUp(token(4), 'another', { kind: 'kept', id: 'x' }, clock.now(), 9_000)).toBe(false)
    const use = () => claims.useUp(token(4), 'h', { kind: 'kept', id: 'x' }, clock.now(), 9_000)
    expect(await silent(use)).toBe('silent')
    expect(await claims.look(purchase(token(4)))).toMatchObject({ kind: 'spent', spent: { deliverable: { id: 'x' } } })
  })

  test('of a hold and of a release: the same', async () => {
    await held(token(5))
    expect(await silent(() => held(token(6)))).toBe('silent')
    expect(await claims.release(token(5), 'another', clock.now())).toBe(false)
    expect(await silent(() => claims.release(token(5), 'h', clock.now()))).toBe('silent')
    expect(await claims.look(purchase(token(5)))).toEqual({ kind: 'free' })
  })
})

test('a request whose claim went on without it gives its edition back to nobody', async () => {
  const blocks = createBlocks(snapshotStore(redis.redis), clock)
  const claim = await held('x402:1:0xa:0xb:0x4')
  const mine = product(blocks)
  await mine.setAside(claim, TRANSFER, false)
  const { payment, keepSeconds, network } = claim
  const later = { payment, request: REQUEST, now: clock.now() + 31_000, holder: 'another', holdMs: 30_000 }
  expect(await claims.hold({ ...later, keepSeconds, network, sale: claim.sale })).toMatchObject({ kind: 'sent' })
  await mine.release(claim)
  const next = await product(blocks).setAside(await held('x402:1:0xa:0xb:0x5'), TRANSFER, false)
  expect(bodyOf(next)).toContain(`|${VERSION}|1`)
})

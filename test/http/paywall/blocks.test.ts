import { beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { LONGEST_SALE_SECONDS, type Snapshot } from '../../../src/canonical/snapshot.ts'
import { type Blocks, createBlocks, type EditionInHand } from '../../../src/http/paywall/blocks.ts'
import type { CachedEditions } from '../../../src/http/paywall/edition-cache.ts'
import { type ClaimStore, claimStore } from '../../../src/store/claims/claims.ts'
import { names } from '../../../src/store/redis/names.ts'
import { snapshotStore } from '../../../src/store/published/snapshots.ts'
import { postingsIn } from '../../support/ledger.ts'
import { freshRedis } from '../../support/redis.ts'
import { seededRandom, stillClock } from '../../support/still.ts'

/** Editions taken in blocks, over a real Redis: each is sold once, whoever dies and whatever answer is lost. */

const redis = await freshRedis()
const clock = stillClock(1_795_000_000_000)
const ACTOR = 'price/spot/BTC-USD'
const VERSION = 1_795_000_000

beforeAll(async () => {
  await redis.redis.config('SET', 'appendfsync', 'no')
})
beforeEach(async () => {})

const cachedEditions = (version = VERSION): CachedEditions => ({
  snapshot: { actor: ACTOR, timestamp: version, stem: `v1|${version}|` } as Snapshot,
  bodyPrefix: () => '{"price":"1"',
  longPrefix: () => null,
})
const print = (copies: number, from = 0, version = VERSION) =>
  redis.redis.rpush(
    names.editions(ACTOR, version, 'l402'),
    ...Array.from({ length: copies }, (_, at) => `sig${from + at}== v1|${version}|${from + at}`),
  )
const store = () => snapshotStore(redis.redis)
const taken = async () => Number(await redis.redis.get(names.sold(ACTOR, VERSION, 'l402')))
const indexOf = (found: EditionInHand | null) => found?.edition.index ?? null

describe('a block', () => {
  test('holds what was sold in the last quarter of a second, at least one, at most 64', async () => {
    await print(500)
    const sizes: number[] = []
    const asked = (...args: Parameters<ReturnType<typeof store>['take']>) => (
      sizes.push(args[3]),
      store().take(...args)
    )
    const blocks = createBlocks({ ...store(), take: asked }, clock)
    const cached = cachedEditions()
    expect(indexOf(await blocks.next(cached, 'l402', 5))).toBe(0)
    // Nothing was sold before: no more than was asked for is taken.
    expect(await taken()).toBe(1)
    expect(await redis.redis.ttl(names.sold(ACTOR, VERSION, 'l402'))).toBeGreaterThan(LONGEST_SALE_SECONDS - 60)
    for (let n = 1; n < 40; n++) expect(indexOf(await blocks.next(cached, 'l402', 5))).toBe(n)
    // A quarter of what was sold by then, each time.
    expect(sizes).toEqual([1, 1, 1, 1, 1, 1, 1, 2, 2, 3, 3, 4, 5, 6, 8])
    for (let n = 40; n < 400; n++) expect(indexOf(await blocks.next(cached, 'l402', 5))).toBe(n)
    expect(Math.max(...sizes)).toBe(64)
    expect(blocks.signed(cached, 'l402')).toBe(500)
  })

  test('holds no more than is sold before the next snapshot, and forgets old demand', async () => {
    await print(200)
    const blocks = createBlocks(store(), clock)
    for (let n = 0; n < 100; n++) await blocks.next(cachedEditions(), 'l402', 0)
    expect(await taken()).toBe(100)
    clock.move(60_000)
    const busy = createBlocks(store(), clock)
    for (let n = 0; n < 10; n++) await busy.next(cachedEditions(), 'l402', 5)
    const before = await taken()
    clock.move(60_000)
    while (indexOf(await busy.next(cachedEditions(), 'l402', 5))! < before);
    expect(await taken()).toBe(before + 1)
  })

  test('of an older snapshot is dropped, and what was given back of it is not sold', async () => {
    await print(10)
    await print(10, 0, VERSION + 5)
    const blocks = createBlocks(store(), clock)
    const old = await blocks.next(cachedEditions(), 'l402', 5)
    const next = await blocks.next(cachedEditions(VERSION + 5), 'l402', 5)
    expect(next?.edition).toMatchObject({ version: VERSION + 5, index: 0 })
    blocks.giveBack(old!)
    expect((await blocks.next(cachedEditions(VERSION + 5), 'l402', 5))?.edition.index).toBe(1)
  })

  test('keeps its editions while a late request takes one of the snapshot before', async () => {
    await print(10)
    await print(12, 0, VERSION + 5)
    const blocks = createBlocks(store(), clock)
    const [before, now] = [cachedEditions(), cachedEditions(VERSION + 5)]
    const take = async (cached: CachedEditions) => indexOf(await blocks.next(cached, 'l402', 5))
    // Demand makes a block of several editions.
    for (let n = 0; n < 8; n++) await take(now)
    const counted = Number(await redis.redis.get(names.sold(ACTOR, VERSION + 5, 'l402')))
    expect(counted).toBeGreaterThan(8)
    expect([await take(before), await take(now), await take(before)]).toEqual([0, 8, 1])
    // One that is older still takes from the store, and pushes out nobody.
    await print(3, 0, VERSION - 5)
    expect([await take(cachedEditions(VERSION - 5)), await take(now), await take(before)]).toEqual([0, 9, 2])
  })

  test('a returned edition is sold next; when all are taken it says so, and finds later ones', async () => {
    await print(2)
    const blocks = createBlocks(store(), clock)
    const [first, second] = [
      await blocks.next(cachedEditions(), 'l402', 5),
      await blocks.next(cachedEditions(), 'l402', 5),
    ]
    expect([indexOf(first), indexOf(second)]).toEqual([0, 1])
    expect(await blocks.next(cachedEditions(), 'l402', 5)).toBeNull()
    blocks.giveBack(first!)
    expect(indexOf(await blocks.next(cachedEditions(), 'l402', 5))).toBe(0)
    await print(1, 2)
    expect(indexOf(await blocks.next(cachedEditions(), 'l402', 5))).toBe(2)
    expect(first!.body).toBe('{"price":"1","canonical":"v1|1795000000|0","signature":"sig0=="}')
  })

  test('whoever finds the list used up knows how many found it so with him: more is signed for all of them', async () => {
    await print(30)
    const blocks = createBlocks(store(), clock)
    const cached = cachedEditions()
    const told: number[] = []
    const ask = async () => {
      const found = await blocks.next(cached, 'l402', 5)
      if (!found) told.push(blocks.unserved(cached, 'l402'))
      return found
    }
    const found = await Promise.all(Array.from({ length: 100 }, ask))
    expect(found.filter((each) => each !== null)).toHaveLength(30)
    expect(told).toEqual(Array.from({ length: 70 }, () => 70))
    await print(70, 30)
    expect((await Promise.all(Array.from({ length: 70 }, ask))).every((each) => each !== null)).toBe(true)
    expect(blocks.unserved(cached, 'l402')).toBe(0)
  })

  test('a hundred buyers at once wait for few steps in the store, and a store that fails fails them all', async () => {
    await print(100)
    let steps = 0
    const counted = {
      ...store(),
      take: (...args: Parameters<ReturnType<typeof store>['take']>) => (steps++, store().take(...args)),
    }
    const blocks = createBlocks(counted, clock)
    const got = await Promise.all(Array.from({ length: 100 }, () => blocks.next(cachedEditions(), 'l402', 5)))
    expect(new Set(got.map(indexOf)).size).toBe(100)
    expect(steps).toBeLessThanOrEqual(4)
    // Those for whom nothing is left learn it together, not one after the other.
    await print(10, 100)
    steps = 0
    const more = await Promise.all(Array.from({ length: 100 }, () => blocks.next(cachedEditions(), 'l402', 5)))
    expect([more.filter((each) => each !== null).length, steps <= 4]).toEqual([10, true])
    const failing = createBlocks({ ...store(), take: () => Promise.reject(new Error('away')) }, clock)
    const failed = await Promise.allSettled([1, 2, 3].map(() => failing.next(cachedEditions(), 'l402', 5)))
    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  })
})

test('of a string without a nonce everybody gets the only edition, and nothing is counted', async () => {
  await print(1)
  const only = {
    ...cachedEditions(),
    snapshot: { actor: ACTOR, timestamp: VERSION, stem: `v1|${VERSION}` } as Snapshot,
  }
  let reads = 0
  const counted = {
    ...store(),
    editions: (...args: Parameters<ReturnType<typeof store>['editions']>) => (reads++, store().editions(...args)),
  }
  const [mine, theirs] = [createBlocks(counted, clock), createBlocks(counted, clock)]
  const got = await Promise.all(Array.from({ length: 60 }, (_, at) => (at % 2 ? mine : theirs).next(only, 'l402', 5)))
  expect(new Set(got.map((each) => each?.body))).toEqual(
    new Set(['{"price":"1","canonical":"v1|1795000000|0","signature":"sig0=="}']),
  )
  expect(new Set(got.map(indexOf))).toEqual(new Set([0]))
  expect(mine.signed(only, 'l402')).toBe(1)
  expect(await redis.redis.exists(names.sold(ACTOR, VERSION, 'l402'))).toBe(0)
  // Copies of a quarter of a second come with one read.
  expect(reads).toBeLessThan(20)
  // A version that is no longer kept has none.
  await redis.redis.del(names.editions(ACTOR, VERSION, 'l402'))
  const late = createBlocks(store(), clock)
  expect(await late.next(only, 'l402', 5)).toBeNull()
  expect(late.signed(only, 'l402')).toBe(0)
})

interface Bought {
  readonly payment: string
  readonly index: number
}

/** A server with its blocks; requests and replies between it and the store may be lost. */
const serverOver = (random: ReturnType<typeof seededRandom>, losses: { count: number }) => {
  const lossy = new Proxy(redis.redis, {
    get: (target, name) => {
      const value = Reflect.get(target, name, target) as unknown
      if (name !== 'evalsha' || typeof value !== 'function')
        return typeof value === 'function' ? value.bind(target) : value
      return async (...args: unknown[]) => {
        const fate = random.integer(0, 19)
        if (fate === 0) {
          losses.count++
          throw new Error('the request was lost')
        }
        const reply = await (value as (...all: unknown[]) => Promise<unknown>).apply(target, args)
        if (fate === 1) {
          losses.count++
          throw new Error('the reply was lost')
        }
        return reply
      }
    },
  })
  return { blocks: createBlocks(snapshotStore(lossy), clock), claims: claimStore(lossy) }
}

const sale = (payment: string) => ({ payment, amount: '10', item: ACTOR, event: '', receipt: '' })

/** As a paid route does: take, claim, and give back what certainly nobody was sold. */
const buyOnce = async (
  { blocks, claims }: { readonly blocks: Blocks; readonly claims: ClaimStore },
  payment: string,
): Promise<Bought | 'again' | 'other' | 'sold_out'> => {
  try {
    const inHand = await blocks.next(cachedEditions(), 'l402', 5)
    if (!inHand) return 'sold_out'
    const request = 'a1'.repeat(32)
    const { edition } = inHand
    const got = await claims.buy({ ...sale(payment), request, now: clock.now(), edition, keepSeconds: 9_000 })
    if (got.kind === 'bought') return { payment, index: edition.index }
    blocks.giveBack(inHand)
    if (got.kind !== 'spent') return 'other'
    const { deliverable } = got.spent
    return deliverable?.kind === 'edition' ? { payment, index: deliverable.edition.index } : 'other'
  } catch {
    return 'again'
  }
}

test('servers die, requests and replies are lost, tokens are shown again: no edition twice, no charge without an answer', async () => {
  const random = seededRandom(7)
  const losses = { count: 0 }
  await print(6_000)
  const fleet = Array.from({ length: 4 }, () => serverOver(random, losses))
  const answers = new Map<string, number>()
  let twice = 0
  const buyer = async (n: number): Promise<void> => {
    const payment = `l402:${n.toString(16).padStart(64, '0')}`
    // Some show their token at two servers at once, and once more later.
    for (let tries = 0; tries < 40; tries++) {
      const shows = random.integer(0, 3) === 0 ? 2 : 1
      const got = await Promise.all(Array.from({ length: shows }, () => buyOnce(fleet[random.integer(0, 3)]!, payment)))
      for (const each of got)
        if (typeof each === 'object') {
          const before = answers.get(payment)
          if (before !== undefined) {
            twice++
            expect(each.index).toBe(before)
          }
          answers.set(payment, each.index)
        }
      if (random.integer(0, 199) === 0) fleet[random.integer(0, 3)] = serverOver(random, losses)
      if (answers.has(payment) && random.integer(0, 1) === 0) return
    }
  }
  const BUYERS = 1_500
  for (let n = 0; n < BUYERS; n += 50) await Promise.all(Array.from({ length: 50 }, (_, at) => buyer(n + at)))

  // How many steps are shared, and so how many are lost, is for the machine's load to say.
  expect(losses.count).toBeGreaterThan(30)
  expect(twice).toBeGreaterThan(30)
  expect(answers.size).toBe(BUYERS)
  expect(new Set(answers.values()).size).toBe(BUYERS)
  // One posting for each payment, whose edition is the one that was answered.
  const posted = await postingsIn(redis.redis)
  expect(posted.map(({ what }) => what).filter((what) => what !== 'sold')).toEqual([])
  expect(new Set(posted.map(({ payment }) => payment))).toEqual(new Set(answers.keys()))
  expect(posted).toHaveLength(BUYERS)
}, 120_000)

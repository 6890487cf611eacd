import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import type { ClaimStore, Held } from '../../src/store/claims.ts'
import type { Goods } from '../../src/store/goods.ts'
import { REDELIVERY_MS } from '../../src/store/claims.ts'
import { names } from '../../src/store/names.ts'
import { startTestRedis, type TestRedis } from '../support/redis.ts'
import { settlementStore } from '../../src/store/settlements.ts'
import { seededRandom, stillClock } from '../support/still.ts'

/** Claims against a real Redis: every state and move, then a long random walk beside a model in memory. */

let redis: TestRedis
let claims: ClaimStore

beforeAll(async () => {
  redis = await startTestRedis()
  await redis.redis.config('SET', 'appendfsync', 'no')
  claims = redis.store.claims
})
afterAll(() => redis.stop())
beforeEach(() => redis.flush())

const NOW = 1_795_000_000_000
const HOLD_MS = 30_000
const KEEP = 86_400
const FROM = { actor: 'price/spot/BTC-USD', version: 1_795_000_000, rail: 'x402' } as const
const TOKEN_FROM = { ...FROM, rail: 'l402' } as const
const ANSWER: Goods = { kind: 'answer', status: 200, body: '{"price":"1|2 é"}', headers: { age: '1' } }

const on = (changes: Partial<{ payment: string; request: string; now: number }> = {}) => ({
  payment: 'x402:8453:0xasset:0xpayer:0xnonce',
  request: 'request a',
  now: NOW,
  ...changes,
})
const hold = (holder: string, changes: Parameters<typeof on>[0] = {}) =>
  claims.hold({ ...on(changes), holder, holdMs: HOLD_MS, keepSeconds: KEEP })
const send = (holder: string, now = NOW) => claims.send(on().payment, holder, ANSWER, '', now, HOLD_MS)
const spend = (now = NOW) => claims.spend(on().payment, '{"transaction":"0x1"}', now, KEEP)
const buy = (changes: Parameters<typeof on>[0] = {}, printed = 2) =>
  claims.buy({ ...on(changes), from: TOKEN_FROM, printed, keepSeconds: KEEP })
const STEM = '{"price":"1|2 é"'
const lineOf = (version: number, index: number) => `sig${index}== v1|"${version}"|${index}`
const bodyAt = (version: number, index: number) =>
  `${STEM},"canonical":${JSON.stringify(`v1|"${version}"|${index}`)},"signature":"sig${index}=="}`
/** Puts editions on a version's list, as a publisher does. */
const print = (version: number, copies: number) =>
  redis.redis.rpush(
    names.editions(FROM.actor, version, 'x402'),
    ...Array.from({ length: copies }, (_, index) => lineOf(version, index)),
  )
const sendNext = (
  holder: string,
  printed = 2,
  changes: Parameters<typeof on>[0] = {},
  version: number = FROM.version,
) => {
  const { payment, now } = on(changes)
  const from = { ...FROM, version }
  return claims.sendNext({
    payment,
    holder,
    from,
    printed,
    stem: STEM,
    transfer: '{}',
    now,
    holdMs: HOLD_MS,
    keepSeconds: KEEP,
  })
}
const unresolved = () => redis.redis.zrange(names.unresolved(), '0', '-1')

describe('holding', () => {
  test('one holder, until the hold runs out; then another', async () => {
    expect(await hold('a')).toEqual({ kind: 'held' })
    expect(await hold('b')).toEqual({ kind: 'busy' })
    expect(await hold('b', { now: NOW + HOLD_MS - 1 })).toEqual({ kind: 'busy' })
    expect(await hold('b', { now: NOW + HOLD_MS })).toEqual({ kind: 'held' })
    expect(await send('a', NOW + HOLD_MS)).toBe(false)
    expect(await send('b', NOW + HOLD_MS)).toBe(true)
  })

  test('another request never gets it, not even after the hold ran out', async () => {
    await hold('a')
    expect(await hold('b', { request: 'request b' })).toEqual({ kind: 'other_request' })
    expect(await hold('b', { request: 'request b', now: NOW + 10 * HOLD_MS })).toEqual({ kind: 'other_request' })
  })

  test('released it is as good as new, for any request', async () => {
    await hold('a')
    expect(await claims.release(on().payment, 'b')).toBe(false)
    expect(await hold('b', { request: 'request b' })).toEqual({ kind: 'other_request' })
    expect(await claims.release(on().payment, 'a')).toBe(true)
    expect(await claims.release(on().payment, 'a')).toBe(false)
    expect(await hold('b', { request: 'request b' })).toEqual({ kind: 'held' })
  })

  test('payments do not know one another', async () => {
    await hold('a')
    expect(await hold('a', { payment: 'x402:8453:0xasset:0xpayer:0xother' })).toEqual({ kind: 'held' })
  })

  test('it is remembered as long as it was asked to be', async () => {
    await hold('a')
    expect(await redis.redis.ttl(names.claim(on().payment))).toBe(KEEP)
    await send('a')
    expect(await redis.redis.ttl(names.claim(on().payment))).toBe(KEEP)
    await claims.spend(on().payment, '', NOW, 2 * KEEP)
    expect(await redis.redis.ttl(names.claim(on().payment))).toBe(2 * KEEP)
  })
})

describe('sending', () => {
  test('only the holder, only once, only from held', async () => {
    expect(await send('a')).toBe(false)
    await hold('a')
    expect(await send('b')).toBe(false)
    expect(await send('a')).toBe(true)
    expect(await send('a')).toBe(false)
    expect(await unresolved()).toEqual([on().payment])
  })

  test('while it is under way nobody else may resolve it; afterwards one at a time', async () => {
    await hold('a')
    await send('a', NOW + 1_000)
    expect(await hold('b', { now: NOW + 1_000 + HOLD_MS - 1 })).toEqual({ kind: 'busy' })
    const later = NOW + 1_000 + HOLD_MS
    expect(await hold('b', { now: later })).toEqual({ kind: 'sent', goods: ANSWER, settlement: '' })
    expect(await hold('c', { now: later })).toEqual({ kind: 'busy' })
    expect(await claims.release(on().payment, 'a')).toBe(false)
    expect(await claims.yield(on().payment, 'a')).toBe(false)
    expect(await claims.yield(on().payment, 'b')).toBe(true)
    expect(await hold('c', { now: later })).toMatchObject({ kind: 'sent' })
  })

  test('yielding moves nothing but a claim that was sent', async () => {
    expect(await claims.yield(on().payment, 'a')).toBe(false)
    await hold('a')
    expect(await claims.yield(on().payment, 'a')).toBe(false)
    expect(await hold('b')).toEqual({ kind: 'busy' })
    await send('a')
    await spend()
    expect(await claims.yield(on().payment, 'a')).toBe(false)
    expect(await hold('b')).toMatchObject({ kind: 'spent_fresh' })
  })

  test('released by its holder, who knows that it failed, it is no longer unresolved', async () => {
    await hold('a')
    await send('a')
    expect(await claims.release(on().payment, 'a')).toBe(true)
    expect(await unresolved()).toEqual([])
    expect(await hold('b')).toEqual({ kind: 'held' })
  })

  test('looking touches nothing', async () => {
    expect(await claims.look(on())).toEqual({ kind: 'free' })
    await hold('a')
    expect(await claims.look(on())).toEqual({ kind: 'busy' })
    expect(await claims.look(on({ now: NOW + HOLD_MS }))).toEqual({ kind: 'free' })
    await send('a')
    await claims.yield(on().payment, 'a')
    expect(await claims.look(on())).toMatchObject({ kind: 'sent', goods: ANSWER })
    expect(await claims.look(on())).toMatchObject({ kind: 'sent' })
    expect(await claims.look(on({ request: 'request b' }))).toEqual({ kind: 'other_request' })
    await spend()
    expect(await claims.look(on())).toMatchObject({ kind: 'spent_fresh' })
    expect(await claims.look(on({ now: NOW + REDELIVERY_MS + 1 }))).toEqual({ kind: 'spent' })
  })
})

describe('sending the next edition', () => {
  const sold = () => redis.redis.get(names.sold(FROM.actor, FROM.version, 'x402'))

  test('takes it, keeps its whole text, and marks the settlement as sent, in one step', async () => {
    await print(FROM.version, 2)
    await hold('a')
    expect(await sendNext('a', 2, { now: NOW + 1_000 })).toEqual({ kind: 'taken', edition: { ...FROM, index: 0 } })
    expect(await unresolved()).toEqual([on().payment])
    expect(await sold()).toBe('1')
    expect(await redis.redis.ttl(names.sold(FROM.actor, FROM.version, 'x402'))).toBeGreaterThan(3_000)
    expect(await redis.redis.hgetall(names.claim(on().payment))).toMatchObject({
      transfer: '{}',
      sentAt: String(NOW + 1_000),
      until: String(NOW + 1_000 + HOLD_MS),
      keep: String(KEEP),
    })
    // The list runs out long before the claim does.
    await redis.redis.del(names.editions(FROM.actor, FROM.version, 'x402'))
    const goods: Goods = { kind: 'answer', status: 200, body: bodyAt(FROM.version, 0), headers: {} }
    await claims.yield(on().payment, 'a')
    expect(await hold('b')).toEqual({ kind: 'sent', goods, settlement: '' })
    expect(await spend()).toBe(true)
    expect(await hold('b')).toMatchObject({ kind: 'spent_fresh', goods })
    expect(await claims.receipt(on().payment)).toMatchObject({ state: 'spent', goods })
  })

  test('only for the holder, only once: nothing leaves the shelf otherwise', async () => {
    await print(FROM.version, 2)
    expect(await sendNext('a')).toEqual({ kind: 'not_held' })
    await hold('a')
    expect(await sendNext('b')).toEqual({ kind: 'not_held' })
    expect(await sold()).toBeNull()
    expect(await sendNext('a')).toMatchObject({ kind: 'taken' })
    expect(await sendNext('a')).toEqual({ kind: 'not_held' })
    expect(await sold()).toBe('1')
  })

  test('sold out, or its text no longer kept: the claim stays held and the count what it was', async () => {
    await hold('a')
    expect(await sendNext('a', 2)).toEqual({ kind: 'sold_out' })
    expect(await sold()).toBeNull()
    await print(FROM.version, 1)
    expect(await sendNext('a', 0)).toEqual({ kind: 'sold_out' })
    expect(await sendNext('a', 2)).toMatchObject({ kind: 'taken', edition: { index: 0 } })
    await hold('a', { payment: 'other' })
    expect(await sendNext('a', 2, { payment: 'other' })).toEqual({ kind: 'sold_out' })
    expect(await sold()).toBe('1')
    expect(await unresolved()).toEqual([on().payment])
    expect(await hold('b', { payment: 'other' })).toEqual({ kind: 'busy' })
    expect(await redis.redis.hget(names.claim('other'), 'state')).toBe('held')
  })
})

describe('spending', () => {
  test('the same goods for the redelivery window and not a millisecond longer', async () => {
    await hold('a')
    await send('a')
    expect(await spend(NOW + 5)).toBe(true)
    expect(await unresolved()).toEqual([])
    const fresh: Held = { kind: 'spent_fresh', goods: ANSWER, spentAt: NOW + 5, settlement: '{"transaction":"0x1"}' }
    expect(await hold('b', { now: NOW + 5 + REDELIVERY_MS })).toEqual(fresh)
    expect(await hold('b', { now: NOW + 6 + REDELIVERY_MS })).toEqual({ kind: 'spent' })
    expect(await hold('b', { request: 'request b' })).toEqual({ kind: 'other_request' })
  })

  test('once: not again, not released, not sent, and nothing is spent that was never held', async () => {
    expect(await spend()).toBe(false)
    expect(await redis.redis.exists(names.claim(on().payment))).toBe(0)
    await hold('a')
    // Without goods that were put aside there is nothing to hand out.
    expect(await spend()).toBe(false)
    expect(await hold('b')).toEqual({ kind: 'busy' })
    await send('a')
    expect(await spend()).toBe(true)
    expect(await spend(NOW + 1)).toBe(false)
    expect(await send('a')).toBe(false)
    expect(await claims.release(on().payment, 'a')).toBe(false)
    expect(await hold('a')).toMatchObject({ kind: 'spent_fresh', spentAt: NOW })
  })
})

describe('buying', () => {
  test('takes editions in order and stops at what was printed', async () => {
    const kinds: unknown[] = []
    for (const payment of ['p0', 'p1', 'p2']) kinds.push(await buy({ payment }))
    expect(kinds).toEqual([
      { kind: 'bought', edition: { ...TOKEN_FROM, index: 0 }, spentAt: NOW },
      { kind: 'bought', edition: { ...TOKEN_FROM, index: 1 }, spentAt: NOW },
      { kind: 'sold_out' },
    ])
    expect(await claims.look(on({ payment: 'p2' }))).toEqual({ kind: 'free' })
    expect(await buy({ payment: 'p2' }, 3)).toMatchObject({ kind: 'bought', edition: { index: 2 } })
  })

  test('the same payment gets the same edition for the window, then none', async () => {
    await buy()
    expect(await buy({ now: NOW + REDELIVERY_MS })).toMatchObject({
      kind: 'spent_fresh',
      goods: { kind: 'edition', edition: { ...TOKEN_FROM, index: 0 } },
    })
    expect(await buy({ now: NOW + REDELIVERY_MS + 1 })).toEqual({ kind: 'spent' })
    expect(await buy({ request: 'request b' })).toEqual({ kind: 'other_request' })
    expect(await redis.redis.get(names.sold(FROM.actor, FROM.version, 'l402'))).toBe('1')
  })

  test('what is held or sent is not bought over its holder', async () => {
    await hold('a')
    expect(await buy()).toEqual({ kind: 'busy' })
    await send('a')
    expect(await buy()).toEqual({ kind: 'busy' })
    expect(await buy({ now: NOW + 10 * HOLD_MS })).toEqual({ kind: 'busy' })
  })

  test('rails, versions and actors are counted apart', async () => {
    let payments = 0
    const next = async (
      changes: Partial<{ actor: string; version: number; rail: 'l402' | 'x402' }>,
      printed = 2,
    ): Promise<number | null> => {
      const from = { ...FROM, ...changes }
      const bought = await claims.buy({ ...on({ payment: `n${payments++}` }), from, printed, keepSeconds: KEEP })
      return bought.kind === 'bought' ? bought.edition.index : null
    }
    expect(await next({})).toBe(0)
    expect(await next({ rail: 'l402' })).toBe(0)
    expect(await next({ version: FROM.version + 5 })).toBe(0)
    expect(await next({ actor: 'price/spot/ETH-USD' })).toBe(0)
    expect(await next({})).toBe(1)
    expect(await next({})).toBeNull()
    expect(await next({}, 3)).toBe(2)
  })

  test('counters expire, and a version without editions leaves none behind', async () => {
    await buy({}, 1)
    const key = names.sold(TOKEN_FROM.actor, TOKEN_FROM.version, 'l402')
    expect(await redis.redis.ttl(key)).toBeGreaterThan(3_000)
    await redis.flush()
    expect(await buy({}, 0)).toEqual({ kind: 'sold_out' })
    expect(await redis.redis.keys('*')).toEqual([])
  })

  test('two hundred payments at once over one version get distinct editions', async () => {
    const bought = await Promise.all(Array.from({ length: 200 }, (_, at) => buy({ payment: `p${at}` }, 150)))
    const indices = bought.flatMap((each) => (each.kind === 'bought' ? [each.edition.index] : []))
    expect(indices.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 150 }, (_, at) => at))
    expect(bought.filter((each) => each.kind === 'sold_out')).toHaveLength(50)
  })
})

test('a restarted Redis that has forgotten its scripts is taught them again, and claims survive', async () => {
  await hold('a')
  await redis.redis.script('FLUSH')
  await print(FROM.version, 1)
  expect(await sendNext('a')).toMatchObject({ kind: 'taken' })
  await redis.redis.script('FLUSH')
  expect(await Promise.all([spend(), spend(), spend()])).toEqual([true, false, false])
  await redis.redis.script('FLUSH')
  expect(await hold('b')).toMatchObject({ kind: 'spent_fresh', goods: { body: bodyAt(FROM.version, 0) } })
})

/** What a claim is, told without Redis. */
type Modelled =
  | { state: 'held'; request: string; holder: string; until: number }
  | { state: 'sent'; request: string; holder: string; until: number; goods: string }
  | { state: 'spent'; request: string; goods: string; until: number }

/** The rules again, in the plainest words; returns what the store should answer. */
const createModel = () => {
  const paid = new Map<string, Modelled>()
  const sold = new Map<string, number>()
  let editions = 0

  const seen = (payment: string, request: string, now: number): string | null => {
    const claim = paid.get(payment)
    if (!claim) return null
    if (claim.request !== request) return 'other_request'
    if (claim.state === 'spent') return now > claim.until ? 'spent' : `spent_fresh ${claim.goods}`
    if (claim.until > now) return 'busy'
    return claim.state === 'sent' ? `sent ${claim.goods}` : null
  }
  const takeFrom = (rail: string, version: number, printed: number): number | null => {
    const n = sold.get(`${rail}/${version}`) ?? 0
    if (n >= printed) return null
    sold.set(`${rail}/${version}`, n + 1)
    editions++
    return n
  }
  return {
    paid,
    editions: () => editions,
    look: (payment: string, request: string, now: number) => seen(payment, request, now) ?? 'free',
    hold: (payment: string, request: string, now: number, holder: string) => {
      const found = seen(payment, request, now)
      const claim = paid.get(payment)
      if (found?.startsWith('sent ') && claim?.state === 'sent')
        paid.set(payment, { ...claim, holder, until: now + HOLD_MS })
      if (found) return found
      paid.set(payment, { state: 'held', request, holder, until: now + HOLD_MS })
      return 'held'
    },
    buy: (payment: string, request: string, now: number, version: number, printed: number) => {
      const found = seen(payment, request, now)
      if (found) return found.startsWith('sent ') ? 'busy' : found
      const index = takeFrom('l402', version, printed)
      if (index === null) return 'sold_out'
      const goods = `l402/${version}/${index}`
      paid.set(payment, { state: 'spent', request, goods, until: now + REDELIVERY_MS })
      return `bought ${goods}`
    },
    send: (payment: string, holder: string, goods: string, now: number) => {
      const claim = paid.get(payment)
      if (claim?.state !== 'held' || claim.holder !== holder) return false
      paid.set(payment, { ...claim, state: 'sent', goods, until: now + HOLD_MS })
      return true
    },
    sendNext: (payment: string, holder: string, version: number, printed: number, now: number) => {
      const claim = paid.get(payment)
      if (claim?.state !== 'held' || claim.holder !== holder) return 'not_held'
      const index = takeFrom('x402', version, Math.min(printed, COPIES))
      if (index === null) return 'sold_out'
      paid.set(payment, { ...claim, state: 'sent', goods: bodyAt(version, index), until: now + HOLD_MS })
      return `taken ${index}`
    },
    yield: (payment: string, holder: string) => {
      const claim = paid.get(payment)
      if (claim?.state !== 'sent' || claim.holder !== holder) return false
      paid.set(payment, { ...claim, until: 0 })
      return true
    },
    spend: (payment: string, now: number) => {
      const claim = paid.get(payment)
      if (claim?.state !== 'sent') return false
      const { request, goods } = claim
      paid.set(payment, { state: 'spent', request, goods, until: now + REDELIVERY_MS })
      return true
    },
    /** A settling or sweeping worker: the goods that lie there, a day for the buyer to come back. */
    sweep: (payment: string, now: number) => {
      const claim = paid.get(payment)
      if (claim?.state !== 'sent') return false
      paid.set(payment, { state: 'spent', request: claim.request, goods: claim.goods, until: now + 86_400_000 })
      return true
    },
    drop: (payment: string) => paid.get(payment)?.state === 'sent' && paid.delete(payment),
    delivered: (payment: string, now: number) => {
      const claim = paid.get(payment)
      if (claim?.state !== 'spent' || claim.until <= now + REDELIVERY_MS) return false
      paid.set(payment, { ...claim, until: now + REDELIVERY_MS })
      return true
    },
    release: (payment: string, holder: string) => {
      const claim = paid.get(payment)
      if (!claim || claim.state === 'spent' || claim.holder !== holder) return false
      return paid.delete(payment)
    },
  }
}

const shown = (goods: Goods): string => {
  if (goods.kind === 'promise') return goods.event
  if (goods.kind === 'kept') return goods.id
  return goods.kind === 'answer' ? goods.body : `${goods.edition.rail}/${goods.edition.version}/${goods.edition.index}`
}

const told = (found: { readonly kind: string; readonly goods?: Goods }): string =>
  found.goods ? `${found.kind} ${shown(found.goods)}` : found.kind

const OPERATIONS = 120_000
/** Of each version, on the list of x402. */
const COPIES = 150

test(`${OPERATIONS} interleaved moves on few payments agree with a model`, async () => {
  const random = seededRandom(20_261_121)
  const model = createModel()
  const pick = <T>(from: readonly T[]): T => from[random.integer(0, from.length - 1)]!
  const holders = ['a', 'b', 'c']
  const requests = ['r1', 'r1', 'r1', 'r2']
  const workerClock = stillClock(NOW)
  const settlements = settlementStore(redis.redis, workerClock)
  let now = NOW
  let generation = 0
  const delivered = new Map<string, string>()
  const seenKinds = new Map<string, number>()

  const step = (): { readonly what: string; readonly expected: unknown; readonly got: Promise<unknown> } => {
    // Few payments at a time, replaced now and then, so that all states come up again and again.
    if (random.integer(0, 199) === 0) generation++
    const payment = `x402:${generation - random.integer(0, 1)}:${random.integer(0, 4)}`
    const [request, holder, version] = [pick(requests), pick(holders), 1_795_000_000 + random.integer(0, 2)]
    const body = `goods ${random.integer(0, 9_999)}`
    const goods: Goods = { kind: 'answer', status: 200, body, headers: {} }
    const asked = { payment, request, now }
    now += pick([0, 0, 1, 1_000, 7_000, HOLD_MS])
    const printed = 20 + generation
    switch (random.integer(0, 9)) {
      case 8: {
        const expected = model.sendNext(payment, holder, version, printed, asked.now)
        if (expected.startsWith('taken')) delivered.set(`x402/${version}/${expected}`, payment)
        const got = sendNext(holder, printed, { payment, now: asked.now }, version).then((found) =>
          found.kind === 'taken' ? `taken ${found.edition.index}` : found.kind,
        )
        return { what: 'sendNext', expected, got }
      }
      case 7: {
        const kind = random.integer(0, 2)
        workerClock.set(asked.now)
        if (kind === 0)
          return { what: 'sweep', expected: model.sweep(payment, asked.now), got: settlements.spend(payment, '{}') }
        if (kind === 1) return { what: 'drop', expected: model.drop(payment), got: settlements.release(payment) }
        return {
          what: 'delivered',
          expected: model.delivered(payment, asked.now),
          got: claims.delivered(payment, asked.now),
        }
      }
      case 0:
        return {
          what: 'send',
          expected: model.send(payment, holder, body, asked.now),
          got: claims.send(payment, holder, goods, '', asked.now, HOLD_MS),
        }
      case 1: {
        if (random.integer(0, 2) > 0)
          return { what: 'look', expected: model.look(payment, request, asked.now), got: claims.look(asked).then(told) }
        return {
          what: 'spend',
          expected: model.spend(payment, asked.now),
          got: claims.spend(payment, '', asked.now, KEEP),
        }
      }
      case 2:
        return { what: 'release', expected: model.release(payment, holder), got: claims.release(payment, holder) }
      case 3:
        return { what: 'yield', expected: model.yield(payment, holder), got: claims.yield(payment, holder) }
      case 4: {
        const from = { actor: FROM.actor, version, rail: 'l402' } as const
        const got = claims
          .buy({ ...asked, from, printed, keepSeconds: KEEP })
          .then((found) =>
            found.kind === 'bought' ? `bought ${shown({ kind: 'edition', edition: found.edition })}` : told(found),
          )
        const expected = model.buy(payment, request, asked.now, version, printed)
        const edition = /^bought (.*)$/.exec(expected)?.[1]
        if (edition !== undefined) {
          expect(delivered.get(edition)).toBeUndefined()
          delivered.set(edition, payment)
        }
        return { what: 'buy', expected, got }
      }
      default: {
        const got = claims.hold({ ...asked, holder, holdMs: HOLD_MS, keepSeconds: KEEP }).then(told)
        return { what: 'hold', expected: model.hold(payment, request, asked.now, holder), got }
      }
    }
  }

  // Taught beforehand: a script that has to be sent twice would fall behind in the order of one batch.
  for (const warm of [hold('a'), send('a'), claims.yield(on().payment, 'a'), claims.look(on())]) await warm
  await Promise.all([spend(), claims.release('nobody', 'a'), buy({ payment: 'nobody' }, 0)])
  for (const warm of [settlements.spend('nobody', '{}'), settlements.release('nobody')]) await warm
  await claims.delivered('nobody', NOW)
  await sendNext('nobody')
  await redis.flush()
  for (const version of [0, 1, 2]) await print(FROM.version + version, COPIES)

  for (let done = 0; done < OPERATIONS; done += 200) {
    const batch = Array.from({ length: 200 }, step)
    const got = await Promise.all(batch.map((each) => each.got))
    batch.forEach((each, at) => {
      if (got[at] !== each.expected)
        expect({ what: each.what, got: got[at] }).toEqual({ what: each.what, got: each.expected })
      const kind = `${each.what} ${String(each.expected).split(' ')[0]}`
      seenKinds.set(kind, (seenKinds.get(kind) ?? 0) + 1)
    })
  }

  // The walk went everywhere.
  const everywhere = [
    ...['held', 'busy', 'sent', 'spent_fresh', 'spent', 'other_request'].map((each) => `hold ${each}`),
    ...['bought', 'sold_out', 'busy', 'spent_fresh', 'spent', 'other_request'].map((each) => `buy ${each}`),
    ...['free', 'busy', 'sent', 'spent_fresh', 'spent', 'other_request'].map((each) => `look ${each}`),
    ...['taken', 'sold_out', 'not_held'].map((each) => `sendNext ${each}`),
    ...['send', 'spend', 'release', 'yield', 'sweep', 'drop', 'delivered'].flatMap((each) => [
      `${each} true`,
      `${each} false`,
    ]),
  ]
  expect(everywhere.filter((kind) => (seenKinds.get(kind) ?? 0) < 10)).toEqual([])

  // No spent claim was lost, and as many editions are gone as were bought.
  for (const [payment, claim] of model.paid) {
    const state = await redis.redis.hget(names.claim(payment), 'state')
    expect([payment, state]).toEqual([payment, claim.state])
  }
  expect(delivered.size).toBe(model.editions())

  // No claim is stuck for ever: what is sent is in the sweeper's list, and one sweep leaves none.
  const open = [...model.paid].filter(([, claim]) => claim.state === 'sent').map(([payment]) => payment)
  const listed = await settlements.listSent(now + 1)
  expect(listed.toSorted()).toEqual(open.toSorted())
  for (const payment of listed) expect(await settlements.spend(payment, '{}')).toBe(true)
  expect(await settlements.listSent(now + 1)).toEqual([])
  // And a hold whose holder died is anybody's for the same request.
  for (const [payment, claim] of [...model.paid].filter(([, each]) => each.state === 'held').slice(0, 50)) {
    const late = { payment, request: claim.request, now: now + HOLD_MS + 1 }
    expect(await claims.hold({ ...late, holder: 'next', holdMs: HOLD_MS, keepSeconds: KEEP })).toEqual({ kind: 'held' })
  }
}, 60_000)

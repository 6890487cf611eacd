import { beforeEach, describe, expect, test } from 'bun:test'
import type { Direction } from '../../../src/dlc/terms/threshold.ts'
import { type FirstPrice, judgePrice, type Observed } from '../../../src/dlc/terms/breaching.ts'
import { GRACE_SECONDS, isBreached } from '../../../src/dlc/terms/threshold.ts'
import { applySlice } from '../../../src/store/events/breaches.ts'
import { eventStore } from '../../../src/store/events/events.ts'
import { names } from '../../../src/store/redis/names.ts'
import type { Tick } from '../../../src/store/events/ticks.ts'
import { dice } from '../../support/dlc/random.ts'
import { drawn } from '../../support/draws.ts'
import { freshRedis } from '../../support/redis.ts'
import { NOW, NOW_TS, open, threshold } from '../../support/store/dlc-events.ts'
import { ANY_TIME } from '../../support/store-clocks.ts'

const CONTRACTS = 10_000

const stack = await freshRedis()
const events = eventStore(stack.redis, ANY_TIME)

/** A price of votes of its own moment, unless they are older. */
const append = async (
  at: number,
  price: string,
  observed: Observed | null = { majorityAt: at, newestAt: at },
): Promise<Tick> => {
  const appended = await events.ticks.append('BTCUSD', { at, price, sources: ['a', 'b'], observed })
  if (appended.kind !== 'appended') throw new Error(appended.kind)
  return { at, price, sources: ['a', 'b'], sequence: appended.sequence, observed, only: null }
}
/** A price and the one that confirms it. */
const appendTwice = async (at: number, price: string): Promise<Tick> => {
  await append(at, price)
  return append(at + 5_000, price)
}
const applyAll = async (now = NOW): Promise<readonly string[]> =>
  (await Array.fromAsync(events.ticks.applyAll('BTCUSD', () => now))).flatMap(({ breached }) => breached)
/** One slice of one tick, as whoever applies all of them applies it. */
const apply = async (tick: Tick, pending: readonly FirstPrice[] = []) =>
  applySlice(stack.redis, 'BTCUSD', tick, judgePrice(pending, tick), NOW)
const watch = (direction: Direction, strike: string) => ({ direction, strike })

test('many contracts and a price path: who was touched is breached by that tick, nobody else', async () => {
  const random = dice(3)
  const expected = new Map<string, number>()
  const contracts = Array.from({ length: drawn(CONTRACTS) }, (_, i) => {
    const direction: Direction = random.chance(0.5) ? 'above' : 'below'
    // Around 97,000 with up to 16 places: many strikes that one double stands for.
    const strike = `${random.integer(96_000, 98_000)}.${random.bytes(random.integer(0, 3)).toHex().replace(/\D/g, '7')}0`
    const maturityTs = NOW_TS + (random.chance(0.2) ? random.integer(1, 150) : 3600)
    const registered = NOW + (random.chance(0.2) ? random.integer(1, 150) * 1000 : 0)
    return { id: `P-${i}`, direction, strike, maturityTs, registered }
  })
  await Promise.all(
    contracts.map(async ({ id, direction, strike, maturityTs, registered }) => {
      await events.offer(threshold({ id, maturityTs }, watch(direction, strike)), NOW)
      await events.activate(id, registered, null)
    }),
  )
  const told = new Map<string, number>()
  const repeated: string[] = []
  /** Whoever applies ticks dies after so many slices, between one and the next. */
  const applyFor = async (slices: number): Promise<void> => {
    let left = slices
    for await (const { tick, breached } of events.ticks.applyAll('BTCUSD', () => NOW)) {
      for (const id of breached) {
        if (told.has(id)) repeated.push(id)
        told.set(id, tick.sequence)
      }
      if (--left === 0) return
    }
  }
  const ticks: Tick[] = []
  let price = 97_000
  for (let i = 1; i <= 60; i++) {
    price += random.integer(-120, 120) + random.integer(-99, 99) / 100
    const at = NOW + i * 5_000
    const age = random.chance(0.2) ? 9_000 : 0
    const observed = random.chance(0.9) ? { majorityAt: at - age, newestAt: at } : null
    ticks.push(await append(at, price.toFixed(2), observed))
    // In the middle of the path nobody applies anything for twenty ticks, and now and then several wait.
    if (i >= 20 && i < 40) continue
    if (i === 40) expect((await events.ticks.unapplied('BTCUSD')).length).toBeGreaterThan(20)
    if (random.chance(0.4)) await applyFor(random.chance(0.5) ? 1 : Number.POSITIVE_INFINITY)
  }
  await applyFor(Number.POSITIVE_INFINITY)
  expect(await events.ticks.progress('BTCUSD')).toMatchObject({ appended: 60, applied: 60, appliedAt: NOW + 300_000 })
  // Each once, and none before one of an earlier tick.
  const order = [...told.values()]
  expect(order).toEqual(order.toSorted((a, b) => a - b))
  expect(repeated).toEqual([])
  const firstOf = new Map<string, Tick>()
  for (const { id, direction, strike, maturityTs, registered } of contracts) {
    const isPast = ticks.map((tick) => isBreached(direction, strike, tick.price))
    const mayBeFirst = ticks.map(({ at, observed }) => observed && registered <= at && at <= maturityTs * 1000)
    for (const [j, next] of ticks.entries()) {
      const i = ticks.findIndex(
        (first, at) =>
          at < j &&
          mayBeFirst[at] &&
          isPast.slice(at, j + 1).every(Boolean) &&
          (next.observed?.majorityAt ?? 0) > first.at,
      )
      if (i < 0 || next.at > (maturityTs + GRACE_SECONDS) * 1000) continue
      expected.set(id, next.sequence)
      firstOf.set(id, ticks[i]!)
      break
    }
  }
  expect(expected.size).toBeWithin(0.05 * contracts.length, 0.95 * contracts.length)
  const wrong = contracts.filter(({ id }) => told.get(id) !== expected.get(id))
  expect(wrong.slice(0, 3)).toEqual([])
  const found = await events.readMany(contracts.map(({ id }) => id))
  for (const event of found) {
    const sequence = expected.get(event!.id)
    if (sequence === undefined) {
      expect(event!.decision).toBeNull()
      continue
    }
    const { at, price: said, sources } = ticks[sequence - 1]!
    const first = firstOf.get(event!.id)!
    expect(event!.decision).toMatchObject({ outcome: ['breached'], reason: 'breach' })
    expect(event!.decision!.evidence).toEqual({
      kind: 'tick',
      pair: 'BTCUSD',
      sequence,
      at,
      price: said,
      sources,
      first: { sequence: first.sequence, at: first.at, price: first.price },
    })
  }
  const left = await Promise.all(
    ['above', 'below'].map((direction) => stack.redis.zcard(names.dlc.strikes('BTCUSD', direction))),
  )
  expect(left[0]! + left[1]!).toBe(contracts.length - expected.size)
})

test('one tick breaches nothing, however far it lies; the one that confirms it does, and both are the evidence', async () => {
  await open(events, threshold({ id: 'T-1' }, watch('above', '100')), 'T-1')
  await append(NOW, '99')
  await append(NOW + 5_000, '1000000')
  expect(await applyAll()).toEqual([])
  await append(NOW + 10_000, '99')
  expect(await applyAll()).toEqual([])
  await append(NOW + 15_000, '150')
  await append(NOW + 20_000, '120')
  expect(await applyAll()).toEqual(['T-1'])
  expect((await events.read('T-1'))?.decision?.evidence).toEqual({
    kind: 'tick',
    pair: 'BTCUSD',
    sequence: 5,
    at: NOW + 20_000,
    price: '120',
    sources: ['a', 'b'],
    first: { sequence: 4, at: NOW + 15_000, price: '150' },
  })
})

test('a tick from before the registration leaves the contract in the set, and is no first price of it', async () => {
  await open(events, threshold({ id: 'T-1' }, watch('above', '100')), 'T-1', NOW + 5000)
  await append(NOW + 4999, '500')
  await append(NOW + 9999, '500')
  expect(await applyAll()).toEqual([])
  await append(NOW + 14_999, '100')
  expect(await applyAll()).toEqual(['T-1'])
})

test('a price that was recorded before the activation does not count, whatever the clocks say', async () => {
  await append(NOW + 60_000, '500')
  await events.offer(threshold({ id: 'T-1' }, watch('above', '100')), NOW)
  expect(await events.activate('T-1', NOW, null)).toEqual({ kind: 'activated', watchedFrom: NOW + 60_001 })
  expect(await applyAll()).toEqual([])
  await append(NOW + 65_001, '500')
  expect(await applyAll()).toEqual([])
  await append(NOW + 70_001, '500')
  expect(await applyAll()).toEqual(['T-1'])
})

test('a first price at the second of the expiry counts, one later does not; what confirms it may come within the grace', async () => {
  for (const id of ['T-1', 'T-2'])
    await open(events, threshold({ id, maturityTs: NOW_TS + (id === 'T-1' ? 10 : 9) }, watch('below', '100')), id)
  await append(NOW + 10_000, '99.99')
  await append(NOW + 10_000 + GRACE_SECONDS * 1000, '99.99')
  expect(await applyAll()).toEqual(['T-1'])
  expect((await events.read('T-2'))?.state).toBe('announced')
})

test('what confirms it may not come after the grace', async () => {
  await open(events, threshold({ id: 'T-1', maturityTs: NOW_TS + 10 }, watch('below', '100')), 'T-1')
  await append(NOW + 10_000, '99.99')
  await append(NOW + 10_001 + GRACE_SECONDS * 1000, '99.99')
  expect(await applyAll()).toEqual([])
})

describe('at its expiry a contract with a first price', () => {
  const expiry = NOW + 10_000
  const expire = (now: number) =>
    events.decide('T-1', {
      trigger: 'expire',
      outcome: ['safe'],
      evidence: null,
      now,
      graceMs: GRACE_SECONDS * 1000,
    })
  beforeEach(async () => {
    await open(events, threshold({ id: 'T-1', maturityTs: NOW_TS + 10 }, watch('below', '100')), 'T-1')
    await append(expiry, '99')
    await applyAll()
  })

  test('waits for what confirms it, and is breached', async () => {
    // A gap: of the votes that the first one had.
    await append(expiry + 5_000, '99', { majorityAt: expiry, newestAt: expiry + 4_000 })
    await applyAll()
    expect(await expire(expiry + 6_000)).toEqual({ kind: 'too_early' })
    await append(expiry + 10_000, '99')
    expect(await applyAll()).toEqual(['T-1'])
    expect(await expire(expiry + 11_000)).toMatchObject({ kind: 'before', decision: { outcome: ['breached'] } })
  })

  test('is safe once a price has come back', async () => {
    await append(expiry + 5_000, '101')
    await applyAll()
    expect(await expire(expiry + 6_000)).toMatchObject({ kind: 'decided', decision: { outcome: ['safe'] } })
  })

  test('is safe when nothing confirms it within the grace', async () => {
    expect(await expire(expiry + GRACE_SECONDS * 1000)).toEqual({ kind: 'too_early' })
    expect(await expire(expiry + GRACE_SECONDS * 1000 + 1)).toMatchObject({ kind: 'decided' })
  })

  test('does not wait for one that lies behind its expiry or before its registration', async () => {
    await append(expiry + 5_000, '101')
    await append(expiry + 10_000, '99')
    await applyAll()
    expect(await expire(expiry + 11_000)).toMatchObject({ kind: 'decided' })
    const late = threshold({ id: 'T-2', maturityTs: NOW_TS + 10 }, watch('below', '100'))
    await open(events, late, 'T-2', expiry + 10_001)
    await append(expiry + 15_000, '99', null)
    await applyAll()
    const candidate = { trigger: 'expire', outcome: ['safe'], evidence: null, graceMs: 0 } as const
    expect(await events.decide('T-2', { ...candidate, now: expiry + 16_000 })).toMatchObject({ kind: 'decided' })
  })

  test('is not expired by who looked before another tick was applied', async () => {
    await append(expiry + 5_000, '101')
    await applyAll()
    const late = Object.create(stack.redis) as typeof stack.redis
    late.hmget = (async (...args: Parameters<typeof stack.redis.hmget>) => {
      const found = await stack.redis.hmget(...args)
      if (args[0] === names.dlc.tick('BTCUSD')) {
        await append(expiry + 10_000, '101')
        await applyAll()
      }
      return found
    }) as typeof late.hmget
    const candidate = { trigger: 'expire', outcome: ['safe'], evidence: null, graceMs: GRACE_SECONDS * 1000 } as const
    const looked = eventStore(late, ANY_TIME).decide('T-1', { ...candidate, now: expiry + 11_000 })
    expect(await looked).toEqual({ kind: 'too_early' })
    expect(await expire(expiry + 11_000)).toMatchObject({ kind: 'decided' })
  })
})

test('ticks are applied in sequence, each once', async () => {
  await open(events, threshold({ id: 'T-1' }, watch('above', '100')), 'T-1')
  const [first, second] = [await append(NOW + 1, '150'), await append(NOW + 5_001, '150')]
  expect(await apply(second)).toEqual({ kind: 'gap', applied: 0 })
  expect(await apply(first)).toEqual({ kind: 'applied', breached: [], more: false })
  expect(await apply(first)).toEqual({ kind: 'old' })
  const { pending } = await events.ticks.progress('BTCUSD')
  expect(await apply(second, pending)).toEqual({ kind: 'applied', breached: ['T-1'], more: false })
  const never = { ...second, sequence: 3 }
  expect(await apply(never, pending)).toEqual({ kind: 'gap', applied: 2 })
})

test('six workers on one tick of 3,000 breaches share the slices and breach each contract once', async () => {
  const ids = Array.from({ length: 3000 }, (_, i) => `S-${i}`)
  await Promise.all(
    ids.map((id, i) => open(events, threshold({ id }, watch(i % 2 ? 'above' : 'below', i % 2 ? '99' : '101')), id)),
  )
  await appendTwice(NOW + 1, '100')
  const next = await append(NOW + 10_001, '100')
  const all = (await Promise.all(Array.from({ length: 6 }, () => applyAll()))).flat()
  expect(all).toHaveLength(3000)
  expect(new Set(all).size).toBe(3000)
  const found = await events.readMany(ids)
  for (const event of found) expect(event?.decision?.evidence).toMatchObject({ sequence: 2, first: { sequence: 1 } })
  expect((await events.ticks.progress('BTCUSD')).applied).toBe(next.sequence)
})

test('a slice takes at most 500 contracts, and contracts that stay do not hold up those behind them', async () => {
  const ids = Array.from({ length: 1200 }, (_, i) => `S-${String(i).padStart(4, '0')}`)
  // The lowest strikes are registered too late for the tick: the first two slices breach nobody.
  await Promise.all(
    ids.map((id, i) => open(events, threshold({ id }, watch('above', String(10 + i))), id, i < 1000 ? NOW + 10 : NOW)),
  )
  await apply(await append(NOW + 1, '5000'))
  const tick = await append(NOW + 5_001, '5000')
  const { pending } = await events.ticks.progress('BTCUSD')
  const slices = []
  for (let more = true; more;) {
    const applied = await apply(tick, pending)
    if (applied.kind !== 'applied') throw new Error(applied.kind)
    slices.push(applied.breached.length)
    more = applied.more
  }
  expect(slices).toEqual([0, 0, 200])
})

test('the tick stream answers what settles and keeps a week, and all that is not applied', async () => {
  const day = 86_400_000
  for (let i = 0; i <= 10; i++) await append(NOW + i * day, String(100 + i))
  expect(await events.ticks.firstFrom('BTCUSD', NOW + day)).toMatchObject({ sequence: 2, price: '101' })
  expect(await events.ticks.firstFrom('BTCUSD', NOW + day + 1)).toMatchObject({ sequence: 3 })
  expect(await events.ticks.firstFrom('BTCUSD', NOW + 11 * day)).toBeNull()
  expect(await events.ticks.lastBefore('BTCUSD', NOW + day)).toMatchObject({ sequence: 1, sources: ['a', 'b'] })
  expect(await events.ticks.lastBefore('BTCUSD', NOW)).toBeNull()
  expect(await events.ticks.unapplied('BTCUSD')).toHaveLength(11)
  await applyAll()
  for (let i = 0; i < 300; i++) await append(NOW + 20 * day + i, '1')
  // Trimmed by whole nodes of the stream: at least a week stays, and the old ones go in time.
  expect((await events.ticks.firstFrom('BTCUSD', 0))?.at).toBeGreaterThanOrEqual(NOW)
  expect(await events.ticks.firstFrom('BTCUSD', NOW + 20 * day)).toMatchObject({ sequence: 12 })
})

test('the same tick twice is known, an older one is superseded, nonsense is refused', async () => {
  await append(NOW, '100')
  expect(await events.ticks.append('BTCUSD', { at: NOW, price: '100', sources: [] })).toEqual({
    kind: 'known',
    sequence: 1,
  })
  expect(await events.ticks.append('BTCUSD', { at: NOW, price: '101', sources: [] })).toEqual({ kind: 'superseded' })
  expect(await events.ticks.append('BTCUSD', { at: NOW - 1, price: '100', sources: [] })).toEqual({
    kind: 'superseded',
  })
  for (const price of ['-1', 'NaN'])
    await expect(events.ticks.append('BTCUSD', { at: NOW + 1, price, sources: [] })).rejects.toThrow(RangeError)
  expect(await events.ticks.progress('ETHUSD')).toEqual({ appended: 0, applied: 0, appliedAt: null, pending: [] })
})

test('of the millisecond of the activation, a price that lay there before does not count and one that comes after does', async () => {
  await append(NOW, '200')
  await open(events, threshold({ id: 'T-1' }, watch('above', '150')), 'T-1')
  // Nobody had applied it when the contract was made.
  await append(NOW + 5_000, '200')
  expect(await applyAll()).toEqual([])
  await append(NOW + 10_000, '200')
  expect(await applyAll()).toEqual(['T-1'])

  await open(events, threshold({ id: 'T-2' }, watch('above', '150')), 'T-2', NOW + 10_001)
  await append(NOW + 10_001, '200')
  await append(NOW + 15_001, '200')
  expect(await applyAll()).toEqual(['T-2'])
})

test('a price that nobody has applied is kept for as long as nobody does', async () => {
  const day = 86_400_000
  // More than one node of the stream, which is trimmed by whole nodes.
  const before = Array.from({ length: 300 }, (_, i) => NOW + i)
  for (const at of before) await append(at, '1')
  await open(events, threshold({ id: 'T-1', maturityTs: NOW_TS + 1 }, watch('below', '50')), 'T-1', NOW)
  const after = Array.from({ length: 300 }, (_, i) => NOW + 20 * day + i)
  for (const at of after) await append(at, '100')
  const waiting = await events.ticks.unapplied('BTCUSD', 1_000)
  expect(waiting.map(({ at }) => at)).toEqual([...before, ...after])
})

test('a tick is judged by what pended before it, also when that one is applied while it is looked at', async () => {
  await open(events, threshold({ id: 'T-1' }, watch('above', '100')), 'T-1')
  const [first, second] = [await append(NOW, '150'), await append(NOW + 5_000, '150')]
  const { redis } = stack
  const slow = new Proxy(redis, {
    get: (target, name) => {
      if (name !== 'hmget') return Reflect.get(target, name, target) as unknown
      return async (key: string, ...fields: string[]) => {
        const found = await redis.hmget(key, ...fields)
        await apply(first)
        return found
      }
    },
  })
  const looked = await Array.fromAsync(eventStore(slow, ANY_TIME).ticks.applyAll('BTCUSD', () => NOW))
  expect(looked).toEqual([{ tick: second, breached: ['T-1'] }])
})

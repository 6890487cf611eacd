import { describe, expect, test } from 'bun:test'
import { eventStore } from '../../src/store/events/events.ts'
import { MOST_OFF_MS } from '../../src/store/redis/store-clock.ts'
import { names } from '../../src/store/redis/names.ts'
import { freshRedis } from '../support/redis.ts'
import { clockAt } from '../support/store-clocks.ts'
import { threshold } from '../support/store/dlc-events.ts'

/** Times that prices say they have, judged by the store's own clock in the step that would keep them. */

const DAY = 86_400_000
const PAIR = 'BTCUSD'

const stack = await freshRedis()
/** Judged by Redis itself. */
const events = eventStore(stack.redis)

const append = (at: number, price = '100', by = events) => by.ticks.append(PAIR, { at, price, sources: ['a'] })
const kept = (by = events) => by.ticks.progress(PAIR)

describe('a price whose time', () => {
  const NOW = 1_800_000_000_000

  test.each([1_900, MOST_OFF_MS, -1_900, -MOST_OFF_MS, 0])('is %p ms off is kept', async (off) => {
    const still = eventStore(stack.redis, clockAt(NOW))
    expect(await append(NOW + off, '100', still)).toEqual({ kind: 'appended', sequence: 1 })
  })

  test.each([2_001, 2_100, 119_000, DAY, -2_001, -2_100, -119_000, -DAY])(
    'is %p ms off is refused, and nothing is left of it',
    async (off) => {
      const still = eventStore(stack.redis, clockAt(NOW))
      expect(await append(NOW + off, '100', still)).toEqual({ kind: 'outside', aheadMs: off })
      expect(await stack.redis.keys('*')).toEqual([])
    },
  )

  test('was right when it was computed is refused when it comes too late, and known when it came before', async () => {
    const [then, late] = [eventStore(stack.redis, clockAt(NOW)), eventStore(stack.redis, clockAt(NOW + 9_000))]
    expect(await append(NOW, '100', then)).toEqual({ kind: 'appended', sequence: 1 })
    expect(await append(NOW, '100', late)).toEqual({ kind: 'known', sequence: 1 })
    expect(await append(NOW + 1, '100', late)).toEqual({ kind: 'outside', aheadMs: -8_999 })
  })
})

test('ages of votes are read as they were: with a fraction, and of a vote from after the price', async () => {
  const at = Date.now()
  const observed = { majorityAt: at - 1_500.5, newestAt: at + 250.25 }
  await events.ticks.append(PAIR, { at, price: '100', sources: ['a'], observed })
  expect((await events.ticks.firstFrom(PAIR, at))?.observed).toEqual(observed)
})

describe('a clock that is wrong', () => {
  test.each([119_000, DAY])('%p ms ahead keeps no right price of its pair out', async (off) => {
    expect(await append(Date.now() + off, '1')).toMatchObject({ kind: 'outside' })
    expect(await append(Date.now(), '100')).toEqual({ kind: 'appended', sequence: 1 })
    expect(await kept()).toMatchObject({ appended: 1, appliedAt: null })
  })

  test.each([-119_000, -DAY])('%p ms gives no price of today a time of the past', async (off) => {
    expect(await append(Date.now() + off, '1')).toMatchObject({ kind: 'outside' })
    expect(await events.ticks.firstFrom(PAIR, 0)).toBeNull()
  })

  test('ahead settles no event with a price from before its time', async () => {
    const maturity = Date.now() + 60_000
    await append(maturity + 59_000, '1')
    expect(await events.ticks.firstFrom(PAIR, maturity)).toBeNull()
  })

  test.each([119_000, DAY])('%p ms ahead says of no contract that its time is over', async (off) => {
    const maturityTs = Math.ceil(Date.now() / 1000) + 60
    await events.offer(threshold({ id: 'T-1', maturityTs }, { direction: 'above', strike: '500' }), Date.now() + 60_000)
    await events.activate('T-1', Date.now(), null)
    await append(Date.now() + off, '100')
    await Array.fromAsync(events.ticks.applyAll(PAIR, Date.now))
    const safe = { trigger: 'expire', outcome: ['safe'], evidence: null, graceMs: 0 } as const
    // Not by a tick of its own, and not by its own word for the time either.
    expect(await events.decide('T-1', { ...safe, now: Date.now() + off })).toEqual({ kind: 'too_early' })
    expect(await stack.redis.zcard(names.dlc.strikes(PAIR, 'above'))).toBe(1)
  })
})

describe('an activation by a machine whose clock', () => {
  const NOW = 1_800_000_000_000

  test.each([0, 5_000, -5_000, DAY, -DAY])('is %p ms off counts from the time of the store', async (off) => {
    const still = eventStore(stack.redis, clockAt(NOW))
    await still.offer(threshold({ id: 'T-1' }, { direction: 'above', strike: '100' }), NOW + 60_000)
    await append(NOW - 5, '101', still)
    expect(await still.activate('T-1', NOW + off, null)).toEqual({ kind: 'activated', watchedFrom: NOW })
    expect(await still.read('T-1')).toMatchObject({ activatedAt: NOW, watchedFrom: NOW })
  })

  test.each([0, 5_000, -5_000])('is %p ms off counts from after the last price that was kept', async (off) => {
    const still = eventStore(stack.redis, clockAt(NOW))
    await still.offer(threshold({ id: 'T-1' }, { direction: 'above', strike: '100' }), NOW + 60_000)
    await append(NOW + 1_500, '101', still)
    expect(await still.activate('T-1', NOW + off, null)).toEqual({ kind: 'activated', watchedFrom: NOW + 1_501 })
    expect(await still.read('T-1')).toMatchObject({ activatedAt: NOW })
  })
})

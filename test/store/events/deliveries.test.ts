import { describe, expect, test } from 'bun:test'
import {
  type DeliveryEnd,
  type DeliveryLine,
  deliveryStore,
  LINES,
  type StoredDelivery,
} from '../../../src/store/events/deliveries.ts'
import { names } from '../../../src/store/redis/names.ts'
import { freshRedis } from '../../support/redis.ts'
import { lifetimes } from '../../support/lifetimes.ts'

const NOW = 1_800_000_000_000
const MONTH = 30 * 86_400

const stack = await freshRedis()
const deliveries = deliveryStore(stack.redis)
const { expectLife } = lifetimes(() => stack.redis)

const made = (event: string) => ({
  id: `evt_${event}_attested`,
  eventId: event,
  url: 'https://hooks.example.com/in?a=1',
  body: '{"text": "ü ✓",  "n":1}',
})
const line = (at: number): DeliveryLine => ({ at, status: 500, tookMs: 12, outcome: 'retry', visit: 'answered' })
const claimOne = async (now: number): Promise<StoredDelivery> => {
  const [claimed] = await deliveries.claim(now, 60_000, 1)
  if (!claimed) throw new Error('nothing is due')
  return claimed
}

describe('a delivery', () => {
  test('is entered once and read back as it was given', async () => {
    expect(await deliveries.of('E-1')).toBeNull()
    expect(await deliveries.enter(made('E-1'), NOW)).toBe(true)
    expect(await deliveries.enter({ ...made('E-1'), body: 'other' }, NOW + 5)).toBe(false)
    const stored = { ...made('E-1'), state: 'pending' as const, made: 0, lines: [] }
    expect(await deliveries.of('E-1')).toEqual(stored)
    expect(await deliveries.claim(NOW, 60_000, 10)).toEqual([stored])
  })

  test('is handed to one of many, and to the next when that one is gone', async () => {
    await deliveries.enter(made('E-1'), NOW)
    const claims = await Promise.all(Array.from({ length: 20 }, () => deliveries.claim(NOW, 60_000, 5)))
    expect(claims.flat()).toHaveLength(1)
    expect(await deliveries.claim(NOW + 59_999, 60_000, 5)).toEqual([])
    expect(await deliveries.claim(NOW + 60_000, 60_000, 5)).toHaveLength(1)
  })

  test('is not due before its time, and the longest overdue comes first', async () => {
    await deliveries.enter(made('E-1'), NOW + 2)
    await deliveries.enter(made('E-2'), NOW + 1)
    expect(await deliveries.claim(NOW, 60_000, 5)).toEqual([])
    expect((await deliveries.claim(NOW + 2, 60_000, 1)).map(({ eventId }) => eventId)).toEqual(['E-2'])
    expect((await deliveries.claim(NOW + 2, 60_000, 5)).map(({ eventId }) => eventId)).toEqual(['E-1'])
  })

  test('keeps count and lines from attempt to attempt', async () => {
    await deliveries.enter(made('E-1'), NOW)
    expect(await deliveries.record(await claimOne(NOW), line(NOW), { kind: 'retry', at: NOW + 5_000 })).toBe(true)
    expect(await deliveries.claim(NOW + 4_999, 60_000, 5)).toEqual([])
    const again = await claimOne(NOW + 5_000)
    expect(again).toEqual({ ...made('E-1'), state: 'pending', made: 1, lines: [line(NOW)] })
    await deliveries.record(again, line(NOW + 5_000), { kind: 'retry', at: NOW + 9_000 })
    expect(await deliveries.of('E-1')).toMatchObject({ made: 2, lines: [line(NOW), line(NOW + 5_000)] })
    expect(await stack.redis.ttl(names.dlc.delivery(made('E-1').id))).toBe(-1)
  })

  test('keeps no more lines than it may', async () => {
    await deliveries.enter(made('E-1'), NOW)
    for (let n = 0; n < LINES + 3; n++)
      await deliveries.record(await claimOne(NOW + n), line(n), { kind: 'retry', at: NOW + n + 1 })
    const read = await deliveries.of('E-1')
    expect(read?.made).toBe(LINES + 3)
    expect(read?.lines.map(({ at }) => at)).toEqual(Array.from({ length: LINES }, (_, n) => n + 3))
  })

  test.each(['delivered', 'gone', 'given_up'] satisfies DeliveryEnd[])(
    'that ended as %p is not sent again, and can be read for a month',
    async (end) => {
      await deliveries.enter(made('E-1'), NOW)
      const claimed = await claimOne(NOW)
      expect(await deliveries.record(claimed, { ...line(NOW), outcome: end }, { kind: end })).toBe(true)
      expect(await deliveries.claim(NOW + 10 ** 9, 60_000, 5)).toEqual([])
      expect(await deliveries.of('E-1')).toMatchObject({ state: end, made: 1 })
      expect(await deliveries.enter(made('E-1'), NOW)).toBe(false)
      for (const key of [names.dlc.delivery(claimed.id), names.dlc.deliveryOf('E-1')]) await expectLife(key, MONTH)
      // Whatever else is written into the order of what is due.
      await stack.redis.zadd(names.dlc.deliveries(), NOW, claimed.id)
      expect(await deliveries.claim(NOW + 10 ** 9, 60_000, 5)).toEqual([])
      expect(await stack.redis.zcard(names.dlc.deliveries())).toBe(0)
    },
  )

  test('takes one outcome per attempt, though two couriers made it', async () => {
    await deliveries.enter(made('E-1'), NOW)
    const slow = await claimOne(NOW)
    const quick = await claimOne(NOW + 60_000)
    expect(await deliveries.record(quick, line(NOW + 60_000), { kind: 'delivered' })).toBe(true)
    expect(await deliveries.record(slow, line(NOW), { kind: 'retry', at: NOW + 70_000 })).toBe(false)
    expect(await deliveries.of('E-1')).toMatchObject({ state: 'delivered', made: 1, lines: [line(NOW + 60_000)] })
    expect(await stack.redis.zcard(names.dlc.deliveries())).toBe(0)
  })

  test('counts an attempt that two couriers made once, while it goes on', async () => {
    await deliveries.enter(made('E-1'), NOW)
    const slow = await claimOne(NOW)
    const quick = await claimOne(NOW + 60_000)
    await deliveries.record(quick, line(NOW + 60_000), { kind: 'retry', at: NOW + 65_000 })
    expect(await deliveries.record(slow, line(NOW), { kind: 'gone' })).toBe(false)
    expect(await deliveries.of('E-1')).toMatchObject({ state: 'pending', made: 1, lines: [line(NOW + 60_000)] })
    expect(await deliveries.claim(NOW + 65_000, 60_000, 1)).toHaveLength(1)
  })
})

describe('what is not delivered yet', () => {
  const backlog = () => deliveries.backlog()
  const HOUR = 3_600_000

  test('is counted from when it was entered, however often it was tried', async () => {
    expect(await backlog()).toEqual({ waiting: 0, oldestAt: null })
    await deliveries.enter(made('E-1'), NOW)
    await deliveries.enter(made('E-2'), NOW + 7)
    await deliveries.record(await claimOne(NOW), line(NOW), { kind: 'retry', at: NOW + HOUR })
    expect(await backlog()).toEqual({ waiting: 2, oldestAt: NOW })
    // It was taken by a courier that died.
    await claimOne(NOW + HOUR)
    expect(await backlog()).toEqual({ waiting: 2, oldestAt: NOW })
    // What is entered again is no younger.
    await deliveries.enter(made('E-1'), NOW + HOUR)
    expect(await backlog()).toEqual({ waiting: 2, oldestAt: NOW })
  })

  test.each(['delivered', 'gone', 'given_up'] satisfies DeliveryEnd[])('is left by what was %p', async (end) => {
    await deliveries.enter(made('E-1'), NOW)
    await deliveries.enter(made('E-2'), NOW + 7)
    await deliveries.record(await claimOne(NOW), { ...line(NOW), outcome: end }, { kind: end })
    expect(await backlog()).toEqual({ waiting: 1, oldestAt: NOW + 7 })
    await deliveries.record(await claimOne(NOW + 7), { ...line(NOW), outcome: end }, { kind: end })
    expect(await backlog()).toEqual({ waiting: 0, oldestAt: null })
    expect(await stack.redis.exists(names.dlc.deliveriesEntered())).toBe(0)
  })

  /** The release before knows nothing of the list by time of entry. */
  const enteredBefore = (event: string) =>
    deliveries.enter(made(event), NOW).then(() => stack.redis.zrem(names.dlc.deliveriesEntered(), made(event).id))

  test('that the release before entered waits too; its age is not known', async () => {
    await enteredBefore('E-1')
    expect(await backlog()).toEqual({ waiting: 1, oldestAt: null })
    await deliveries.enter(made('E-2'), NOW + 7)
    expect(await backlog()).toEqual({ waiting: 2, oldestAt: NOW + 7 })
  })

  test('does not grow old by what a courier of the release before has delivered', async () => {
    for (const [at, event] of ['E-1', 'E-2', 'E-3'].entries()) await deliveries.enter(made(event), NOW + at)
    for (const event of ['E-1', 'E-2']) {
      await stack.redis.zrem(names.dlc.deliveries(), made(event).id)
      await stack.redis.hset(names.dlc.delivery(made(event).id), 'state', 'delivered')
    }
    expect(await backlog()).toEqual({ waiting: 1, oldestAt: NOW + 2 })
    // A courier that looks for work forgets them, one each time.
    for (let n = 0; n < 3; n++) await deliveries.claim(NOW - 1, 60_000, 1)
    expect(await stack.redis.zrange(names.dlc.deliveriesEntered(), '0', '-1')).toEqual([made('E-3').id])
  })

  test('is not what is listed and has ended', async () => {
    await deliveries.enter(made('E-1'), NOW)
    await stack.redis.hset(names.dlc.delivery(made('E-1').id), 'state', 'delivered')
    expect(await deliveries.claim(NOW, 60_000, 5)).toEqual([])
    expect(await backlog()).toEqual({ waiting: 0, oldestAt: null })
    expect(await stack.redis.exists(names.dlc.deliveriesEntered())).toBe(0)
  })
})

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

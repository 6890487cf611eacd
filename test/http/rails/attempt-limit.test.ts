import { describe, expect, test } from 'bun:test'
import {
  type AttemptLimit,
  type AttemptLimitOptions,
  ATTEMPTS,
  createAttemptLimit,
} from '../../../src/http/rails/attempt-limit.ts'
import { seededRandom, stillClock } from '../../support/still.ts'

const SHARED = '203.0.113.7'

const limited = (changes: Partial<AttemptLimitOptions> = {}) => {
  const clock = stillClock(1_793_491_200_000)
  return { clock, limit: createAttemptLimit({ clock, random: seededRandom(3), ...ATTEMPTS, ...changes }) }
}

let accounts = 0
/** Costs nothing to make. */
const fresh = (): string => `0x${(++accounts).toString(16).padStart(40, '0')}`

/** A valid signature of an empty account. */
const fail = (limit: AttemptLimit, address = SHARED, payer = fresh()): boolean => {
  const may = limit.take(address, payer)
  if (may) limit.failed(address, payer)
  return may
}

const buy = (limit: AttemptLimit, payer: string, address = SHARED): boolean => {
  const may = limit.take(address, payer)
  if (may) limit.paid(address, payer)
  return may
}

const count = (times: number, step: () => boolean): number => Array.from({ length: times }, step).filter(Boolean).length

describe('who has paid', () => {
  test('is let through however many fail beside him', () => {
    const { limit } = limited()
    const buyer = fresh()
    expect(buy(limit, buyer)).toBe(true)
    count(5_000, () => fail(limit))
    expect(count(1_000, () => buy(limit, buyer))).toBe(1_000)
    // From elsewhere too, in another spelling.
    expect(buy(limit, buyer.toUpperCase().replace('0X', '0x'), '198.51.100.1')).toBe(true)
  })

  test('does not count against others there', () => {
    const { limit } = limited()
    const buyer = fresh()
    buy(limit, buyer)
    // Under way all at once, none of them settled yet.
    expect(count(ATTEMPTS.burst, () => limit.take(SHARED, buyer))).toBe(ATTEMPTS.burst)
    expect(count(ATTEMPTS.burst / 2, () => fail(limit))).toBe(ATTEMPTS.burst / 2)
  })

  test('cannot keep a facilitator busy with what is under way', () => {
    const { limit } = limited()
    const buyer = fresh()
    buy(limit, buyer)
    const free = count(10_000, () => limit.take(SHARED, buyer))
    expect(free).toBeLessThanOrEqual(2 * ATTEMPTS.burst)
  })

  test('and fails is one of many', () => {
    const { limit } = limited()
    const buyer = fresh()
    buy(limit, buyer)
    expect(fail(limit, SHARED, buyer)).toBe(true)
    count(5_000, () => fail(limit))
    expect(count(100, () => limit.take(SHARED, buyer))).toBe(0)
  })

  test('is forgotten after a day without a payment', () => {
    const { clock, limit } = limited({ perSecond: 0.000_001 })
    const buyer = fresh()
    buy(limit, buyer)
    count(5_000, () => fail(limit))
    clock.move(86_399_999)
    expect(limit.take(SHARED, buyer)).toBe(true)
    clock.move(1)
    expect(count(100, () => limit.take(SHARED, buyer))).toBeLessThan(20)
  })
})

describe('who is new', () => {
  test('is always let through while half of the budget is left', () => {
    const { limit } = limited()
    expect(count(ATTEMPTS.burst / 2 + 1, () => fail(limit))).toBe(ATTEMPTS.burst / 2 + 1)
  })

  test('is always let through beside another client that fails no faster than the budget fills', () => {
    const { clock, limit } = limited()
    for (let second = 0; second < 3_600; second++) {
      for (let n = 0; n < ATTEMPTS.perSecond - 1; n++) fail(limit)
      if (second % 60 === 0) expect(buy(limit, fresh())).toBe(true)
      clock.move(1_000)
    }
  })

  test.each([20, 50, 100])('has fair odds beside another client that fails %p times a second', (rate) => {
    const { clock, limit } = limited()
    let simulated = 0
    let tries = 0
    let served = 0
    const seconds = 600
    for (let second = 0; second < seconds; second++)
      for (let n = 0; n < rate; n++) {
        // In the middle of each second, whoever comes first.
        if (n === rate >> 1 && second >= 60) {
          tries++
          if (buy(limit, fresh())) served++
        }
        if (fail(limit)) simulated++
        clock.move(1_000 / rate)
      }
    const odds = ATTEMPTS.perSecond / rate
    expect(served / tries).toBeGreaterThan(odds * 0.7)
    // What the stranger cost, whatever he did.
    expect(simulated).toBeLessThanOrEqual(ATTEMPTS.burst + ATTEMPTS.perSecond * seconds)
  })

  test('draws again soon, who failed lately waits until he is new', () => {
    const { clock, limit } = limited()
    const empty = fresh()
    fail(limit, SHARED, empty)
    count(5_000, () => fail(limit))
    expect(limit.waitSeconds(SHARED, fresh())).toBe(2)
    expect(limit.waitSeconds(SHARED, empty)).toBe(60)
    clock.move(1_000)
    // Some of it has come back: the odds of others are not nil, his are.
    expect(count(200, () => limit.take(SHARED, empty))).toBe(0)
    expect(count(200, () => fail(limit))).toBeGreaterThan(0)
    clock.move(59_000)
    expect(limit.waitSeconds(SHARED, empty)).toBe(2)
    expect(limit.take(SHARED, empty)).toBe(true)
  })

  test('is not counted where nobody could judge the payment', () => {
    const { limit } = limited()
    for (let n = 0; n < 1_000; n++) {
      const payer = fresh()
      expect(limit.take(SHARED, payer)).toBe(true)
      limit.giveBack(SHARED, payer)
    }
    expect(count(ATTEMPTS.burst / 2, () => fail(limit))).toBe(ATTEMPTS.burst / 2)
  })

  test('is not held responsible for what is done in his name elsewhere', () => {
    const { limit } = limited()
    const wallet = fresh()
    fail(limit, '198.51.100.1', wallet)
    while (fail(limit));
    expect(limit.waitSeconds(SHARED, wallet)).toBe(2)
  })
})

describe('an address', () => {
  test('does not pay for others', () => {
    const { limit } = limited()
    count(5_000, () => fail(limit))
    expect(count(50, () => buy(limit, fresh(), '198.51.100.1'))).toBe(50)
    expect(count(50, () => buy(limit, fresh(), '203.0.113.8'))).toBe(50)
  })

  test.each([
    ['/24', (host: number) => `203.0.113.${host % 256}`, '203.0.114.1'],
    ['/48', (host: number) => `2001:db8:1:${host.toString(16)}::1`, '2001:db8:2::1'],
  ])('shares what its %s may have, ten times as much', (_length, hostAt, neighbour) => {
    const { limit } = limited()
    let simulated = 0
    for (let round = 0; round < 300; round++)
      for (let host = 0; host < 256; host++) if (fail(limit, hostAt(host))) simulated++
    expect(simulated).toBeLessThanOrEqual(10 * ATTEMPTS.burst)
    expect(simulated).toBeGreaterThan(9 * ATTEMPTS.burst)
    expect(count(50, () => buy(limit, fresh(), neighbour))).toBe(50)
  })
})

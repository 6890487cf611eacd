import { describe, expect, test } from 'bun:test'
import {
  type FillState,
  fillOf,
  filledMinutes,
  isTold,
  minutesAsked,
  fillWindow,
} from '../../../src/feeds/history/minute-fill.ts'
import { registry } from '../../../src/feeds/registry.ts'
import { MINUTE_VENUES } from '../../../src/sources/minutes/minute-venues.ts'
import type { MinuteBar } from '../../../src/sources/minutes/minute-bar.ts'

const HOUR = 3_600
const NOON = 1_795_003_200
const MINUTE = NOON * 1_000
const stateAt = (next: number, tries = 0): FillState => ({ next, tries, firstHour: null })

const bar = (close: number, more: Partial<MinuteBar> = {}, start = MINUTE): MinuteBar => ({
  start,
  open: String(close - 1),
  high: String(close + 2),
  low: String(close - 2),
  close: String(close),
  volume: '1.5',
  ...more,
})

describe('a minute of the past', () => {
  test('is the median of three, value by value, and what they traded together', () => {
    const replies = [
      [bar(97_000, { volume: '0.10' })],
      [bar(97_010, { high: '97015.5', volume: '2' })],
      [bar(97_004.5, { volume: '0.003' })],
    ]
    expect(filledMinutes(replies, 2)).toEqual([
      { t: NOON, o: '97003.50', h: '97006.50', l: '97002.50', c: '97004.50', n: 0, filled: 1, v: '2.103' },
    ])
  })

  test('of two that agree is their mean, of two that do not there is none', () => {
    expect(filledMinutes([[bar(97_000)], [bar(97_001)]], 2)).toMatchObject([{ c: '97000.50' }])
    expect(filledMinutes([[bar(97_000)], [bar(98_000)]], 2)).toEqual([])
  })

  test('is not moved by one of three that lies', () => {
    const lie = bar(150_000)
    expect(filledMinutes([[bar(97_000)], [bar(97_010)], [lie]], 2)).toMatchObject([{ c: '97010.00' }])
  })

  test('of two is none when any of its four values differ: a high that nobody else saw is no high', () => {
    for (const lie of [{ high: '5000000' }, { low: '0.01' }, { open: '99000', high: '99000' }])
      expect(filledMinutes([[bar(97_000)], [bar(97_001, lie)]], 2)).toEqual([])
  })

  test('has no volume that one exchange alone claims', () => {
    const v = (volume: string) => filledMinutes([[bar(97_000)], [bar(97_001)], [bar(97_002, { volume })]], 2)[0]!.v
    expect(v('1e30'.replace('e30', '0'.repeat(30)))).toBeNull()
    expect(v('900')).toBe('903.0')
  })

  test('is none from one exchange alone, nor from minutes without trades', () => {
    expect(filledMinutes([[bar(97_000)]], 2)).toEqual([])
    expect(filledMinutes([[bar(97_000)], [bar(97_000, { volume: '0' })]], 2)).toEqual([])
  })

  test('stands in its place, oldest first, and a missing one stays missing', () => {
    const starts = [3, 0, 1].map((at) => MINUTE + at * 60_000)
    const replies = [0, 1].map(() => starts.map((start) => bar(97_000, {}, start)))
    expect(filledMinutes(replies, 2).map(({ t }) => (t - NOON) / 60)).toEqual([0, 1, 3])
  })
})

describe('how far the past is filled in', () => {
  test('goes back five hours at a time, to the oldest that is sold and no further', () => {
    const now = NOON + 1_234
    let next = NOON
    let windows = 0
    for (;;) {
      const window = fillWindow({ days: 60 }, stateAt(next), now)
      if (window === null) break
      expect(window.to).toBe(next)
      expect(window.to - window.from).toBeWithin(HOUR, 5 * HOUR + 1)
      next = window.from
      windows++
    }
    expect(next).toBe(NOON - 60 * 24 * HOUR)
    expect(windows).toBe(288)
  })

  test('begins within an hour, and is no longer for it', () => {
    const window = fillWindow({ days: 60 }, stateAt(NOON + 55 * 60), NOON + 55 * 60)!
    expect([(window.from - NOON) / HOUR, (window.to - NOON) / 60]).toEqual([-4, 55])
  })

  test('takes a window for told when half of it is, or when nobody tells more after five times', () => {
    const window = { from: NOON - 5 * HOUR, to: NOON }
    expect([isTold(window, 150, stateAt(NOON)), isTold(window, 149, stateAt(NOON))]).toEqual([true, false])
    expect([isTold(window, 0, stateAt(NOON, 3)), isTold(window, 0, stateAt(NOON, 4))]).toEqual([false, true])
  })

  test('asks each venue for no more than it tells at once', () => {
    const fill = registry.fill('fill/price/spot/BTC-USD')!
    expect(fill.venues.map(({ venue }) => venue)).toEqual([...MINUTE_VENUES])
    const questions = minutesAsked(fill, fillWindow(fill, stateAt(NOON), NOON)!)
    expect(questions.map(({ provider }) => provider.name).toSorted()).toEqual(['bitfinex', 'bitstamp', 'coinbase'])
  })
})

test('every price that is kept as candles has its past filled in by at least two venues, in its own digits', () => {
  expect(registry.fills.map(({ id, decimals }) => [id, decimals])).toEqual([
    ['fill/price/spot/BTC-USD', 2],
    ['fill/price/spot/ETH-USD', 2],
  ])
  for (const { venues } of registry.fills) expect(venues.length).toBeGreaterThanOrEqual(2)
  expect(
    fillOf('x', { key: '', domain: '', name: 'NO/NE', path: {} }, { days: 1, decimals: 2, points: 0 }).venues,
  ).toEqual([])
})

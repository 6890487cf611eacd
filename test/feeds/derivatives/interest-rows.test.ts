import { describe, expect, test } from 'bun:test'
import {
  type InterestRow,
  mergedInterest,
  nearestRow,
  pastRows,
  rowsSince,
  valuedRows,
  withInterest,
} from '../../../src/feeds/derivatives/interest-rows.ts'

const NOON = Date.UTC(2026, 10, 20, 12)
const SECOND = NOON / 1_000
const HOUR = 3_600_000

test('a row is rounded to whole dollars and four decimals of a coin', () => {
  const seen = { mark: 1, openInterestUsd: 1_234.5, openInterestCoins: 0.000_051, at: 0 }
  expect(withInterest([], seen, NOON + 999)).toEqual([[SECOND, 0.0001, 1_235]])
  expect(pastRows([{ at: NOON, coins: '1.00005', usd: '2.5' }])).toEqual([[SECOND, 1.0001, 3]])
  expect(pastRows([{ at: NOON, coins: '5', usd: null }])).toEqual([[SECOND, 5, null]])
})

test('of two rows of five minutes the upper stays, in order, and none from after now or of long ago', () => {
  const under: InterestRow[] = [
    [SECOND - 300, 1, 1],
    [SECOND, 2, 2],
    [SECOND + 300, 9, 9],
    [SECOND - 27 * 3_600 - 1, 9, 9],
  ]
  const over: InterestRow[] = [
    [SECOND + 60, 3, 3],
    [SECOND - 600, 4, 4],
  ]
  expect(mergedInterest(under, over, NOON + 60_000).map(([, coins]) => coins)).toEqual([4, 1, 3])
})

describe('the nearest row', () => {
  const rows = [
    [SECOND - 100, 1, 1],
    [SECOND + 100, 2, 2],
    [SECOND + 1_000, 3, 3],
  ] as const
  test('is at most so far away, and of two as near the earlier', () => {
    expect(nearestRow(rows, NOON, 100_000)?.[1]).toBe(1)
    expect(nearestRow(rows, NOON + 1_000, 100_000)?.[1]).toBe(2)
    expect(nearestRow(rows, NOON, 99_999)).toBeNull()
    expect(nearestRow([], NOON, HOUR)).toBeNull()
  })

  test('is one of those of the last hours, where these are asked for', () => {
    expect(rowsSince(rows, NOON + 1_000_000, 900_000).map(([, coins]) => coins)).toEqual([2, 3])
  })
})

describe('coins without dollars', () => {
  const coins: readonly InterestRow[] = [
    [SECOND + 10, 10, null],
    [SECOND + 310, 10, null],
  ]
  test('are worth what the others say in the same five minutes, in the middle', () => {
    const others: InterestRow[][] = [[[SECOND, 1, 100]], [[SECOND + 299, 2, 220]], [[SECOND + 5, 1, 900]]]
    expect<unknown>(valuedRows([coins, ...others])).toEqual([[[SECOND + 10, 10, 1_100]], ...others])
  })

  test('are left out where nobody says anything, or no coins', () => {
    expect(valuedRows([coins, [[SECOND, 0, 100]]])).toEqual([[], [[SECOND, 0, 100]]])
  })
})

import { expect, test } from 'bun:test'
import { checkedPeriod, endOfPeriod, periodFrom, yearBefore } from '../../../src/sources/statistics/period.ts'
import { decimalDifference, isSameDecimal, shifted } from '../../../src/sources/decimal-text.ts'

test('a period ends where the next one begins', () => {
  const ends = ['2026-05', '2026-12', '2026-Q1', '2026-Q4', '2026-02-28'].map((each) =>
    new Date(endOfPeriod(each)).toISOString().slice(0, 10),
  )
  expect(ends).toEqual(['2026-06-01', '2027-01-01', '2026-04-01', '2027-01-01', '2026-03-01'])
  expect([yearBefore('2026-05'), yearBefore('2026-Q1')]).toEqual(['2025-05', '2025-Q1'])
})

test('periods of another form are refused', () => {
  expect(periodFrom('2026-10-01', 'quarter')).toBe('2026-Q4')
  for (const wrong of ['2026-13', '2026-Q5', '2026', '2026-05-01'])
    expect(() => checkedPeriod(wrong, 'month')).toThrow()
  expect(() => checkedPeriod('2026-02-30', 'day')).toThrow('not a calendar date')
  expect(() => periodFrom('2026-05-02', 'month')).toThrow('first day of a month')
})

test('decimals are subtracted, moved and compared digit by digit', () => {
  expect(decimalDifference('4.63', '4.180')).toBe('0.450')
  expect(decimalDifference('1', '1.01')).toBe('-0.01')
  expect([shifted('23876100', -3), shifted('1.5', 3), shifted('7', 0)]).toEqual(['23876.100', '1500', '7'])
  expect([isSameDecimal('3.50', '3.5'), isSameDecimal('-0.0', '0'), isSameDecimal('3.5', '3.51')]).toEqual([
    true,
    true,
    false,
  ])
})

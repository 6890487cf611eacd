import { describe, expect, test } from 'bun:test'
import { expiryType, isFriday, nextFridays } from '../../../src/feeds/math/expiry-calendar.ts'
import { named } from '../../support/near.ts'
import vectors from '../../vectors/quant-options.json'

describe('the calendar of expiries', () => {
  test.each(named(vectors.expiry_calendar.cases))('%s', (_id, { inputs, expected }) => {
    const found = nextFridays(inputs.now * 1_000, 8).map((at) => ({
      expiry: at / 1_000,
      date: new Date(at).toISOString().slice(0, 10),
      tag: expiryType(at),
    }))
    expect(expected.fridays).toEqual(found)
  })

  test('at eight exactly the expiry of today is gone, a millisecond before it is not', () => {
    const eight = Date.parse('2026-12-25T08:00:00Z')
    expect(nextFridays(eight - 1, 1)).toEqual([eight])
    expect(nextFridays(eight, 1)).toEqual([Date.parse('2027-01-01T08:00:00Z')])
    expect(nextFridays(eight + 1, 1)).toEqual([Date.parse('2027-01-01T08:00:00Z')])
  })

  test.each([
    ['2026-12-25', 'quarterly'],
    ['2026-12-18', 'weekly'],
    ['2026-10-30', 'monthly'],
    ['2026-09-25', 'quarterly'],
    ['2027-01-29', 'monthly'],
    ['2028-02-25', 'monthly'],
    ['2027-06-25', 'quarterly'],
    ['2027-01-01', 'weekly'],
  ] as const)('%s is %s, by its date alone', (date, type) => {
    const at = Date.parse(`${date}T08:00:00Z`)
    expect([isFriday(at), expiryType(at)]).toEqual([true, type])
  })

  test('a Thursday is no Friday', () => {
    expect(isFriday(Date.parse('2026-12-24T08:00:00Z'))).toBe(false)
    expect(isFriday(Date.parse('2026-12-24T23:59:59Z'))).toBe(false)
  })
})

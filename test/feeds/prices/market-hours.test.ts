import { describe, expect, test } from 'bun:test'
import { marketHours } from '../../../src/feeds/prices/market-hours.ts'
import { zonedTime } from '../../../src/sources/zoned.ts'

const at = (text: string): number => Date.parse(text)
const hours = (text: string) => {
  const { status, since } = marketHours(at(text))
  return { status, since: new Date(since).toISOString() }
}

describe('foreign exchange and bullion', () => {
  test('close on Friday at 17:00 New York, to the second (summer time, UTC-4)', () => {
    expect(hours('2026-07-10T20:59:59.999Z')).toEqual({ status: 'open', since: '2026-07-05T21:00:00.000Z' })
    expect(hours('2026-07-10T21:00:00.000Z')).toEqual({ status: 'closed', since: '2026-07-10T21:00:00.000Z' })
  })

  test('open on Sunday at 17:00 New York, to the second (summer time)', () => {
    expect(hours('2026-07-12T20:59:59.999Z')).toEqual({ status: 'closed', since: '2026-07-10T21:00:00.000Z' })
    expect(hours('2026-07-12T21:00:00.000Z')).toEqual({ status: 'open', since: '2026-07-12T21:00:00.000Z' })
  })

  test('do so an hour later by UTC in winter (UTC-5)', () => {
    expect(hours('2026-01-16T21:59:59Z')).toEqual({ status: 'open', since: '2026-01-11T22:00:00.000Z' })
    expect(hours('2026-01-16T22:00:00Z')).toEqual({ status: 'closed', since: '2026-01-16T22:00:00.000Z' })
    expect(hours('2026-01-18T21:59:59Z').status).toBe('closed')
    expect(hours('2026-01-18T22:00:00Z')).toEqual({ status: 'open', since: '2026-01-18T22:00:00.000Z' })
  })

  test('close by winter time and open by summer time on the weekend in March', () => {
    // New York changes on Sunday 8 March 2026 at 02:00, in the middle of the closed days.
    expect(hours('2026-03-06T22:00:00Z')).toEqual({ status: 'closed', since: '2026-03-06T22:00:00.000Z' })
    for (const between of ['2026-03-08T06:59:59Z', '2026-03-08T07:00:00Z', '2026-03-08T20:59:59Z'])
      expect(hours(between)).toEqual({ status: 'closed', since: '2026-03-06T22:00:00.000Z' })
    expect(hours('2026-03-08T21:00:00Z')).toEqual({ status: 'open', since: '2026-03-08T21:00:00.000Z' })
    expect(hours('2026-03-13T21:00:00Z').status).toBe('closed')
  })

  test('close by summer time and open by winter time on the weekend in November', () => {
    // The hour from 01:00 to 02:00 comes twice on Sunday 1 November 2026.
    expect(hours('2026-10-30T20:59:59Z').status).toBe('open')
    for (const between of [
      '2026-10-30T21:00:00Z',
      '2026-11-01T05:30:00Z',
      '2026-11-01T06:30:00Z',
      '2026-11-01T21:59:59Z',
    ])
      expect(hours(between)).toEqual({ status: 'closed', since: '2026-10-30T21:00:00.000Z' })
    expect(hours('2026-11-01T22:00:00Z')).toEqual({ status: 'open', since: '2026-11-01T22:00:00.000Z' })
    expect(hours('2026-11-06T21:59:59Z')).toEqual({ status: 'open', since: '2026-11-01T22:00:00.000Z' })
  })

  test('run from Sunday 17:00 to Friday 17:00 by the New York wall in every week of four years', () => {
    for (let week = 0; week < 209; week++) {
      const date = (day: number) => new Date(Date.UTC(2025, 0, day + week * 7)).toISOString().slice(0, 10)
      // Weeks that touch a holiday, themselves or by the weekend after, have tests of their own.
      if (
        Array.from({ length: 9 }, (_, at) => date(4 + at).slice(5)).some((day) => /12-24|12-25|12-31|01-01/.test(day))
      )
        continue
      const opens = zonedTime(date(5), 17, 0, 'America/New_York')
      const closes = zonedTime(date(10), 17, 0, 'America/New_York')
      expect(marketHours(opens - 1).status).toBe('closed')
      for (const moment of [opens, opens + 1_500, (opens + closes) / 2, closes - 1])
        expect(marketHours(moment)).toEqual({ status: 'open', since: opens })
      for (const moment of [closes, closes + 86_400_000, closes + 40 * 3_600_000])
        expect(marketHours(moment)).toEqual({ status: 'closed', since: closes })
    }
  })
})

describe('24 and 31 December', () => {
  test('in the middle of a week close for a day from 17:00', () => {
    // 2024: a Tuesday both times.
    expect(hours('2024-12-24T21:59:59Z')).toEqual({ status: 'open', since: '2024-12-22T22:00:00.000Z' })
    for (const between of ['2024-12-24T22:00:00Z', '2024-12-25T12:00:00Z', '2024-12-25T21:59:59Z'])
      expect(hours(between)).toEqual({ status: 'closed', since: '2024-12-24T22:00:00.000Z' })
    expect(hours('2024-12-25T22:00:00Z')).toEqual({ status: 'open', since: '2024-12-25T22:00:00.000Z' })
    expect(hours('2025-01-01T21:59:59Z')).toEqual({ status: 'closed', since: '2024-12-31T22:00:00.000Z' })
    expect(hours('2025-01-03T21:59:59Z')).toEqual({ status: 'open', since: '2025-01-01T22:00:00.000Z' })
  })

  test('on a Thursday go over into the weekend', () => {
    // 2026: one closed stretch from Thursday to Sunday, twice.
    for (const between of ['2026-12-24T22:00:00Z', '2026-12-25T22:00:00Z', '2026-12-27T21:59:59Z'])
      expect(hours(between)).toEqual({ status: 'closed', since: '2026-12-24T22:00:00.000Z' })
    expect(hours('2026-12-27T22:00:00Z')).toEqual({ status: 'open', since: '2026-12-27T22:00:00.000Z' })
    expect(hours('2027-01-03T21:59:59Z')).toEqual({ status: 'closed', since: '2026-12-31T22:00:00.000Z' })
  })

  test('on a Friday or a Saturday lie within the weekend', () => {
    expect(hours('2027-12-25T22:30:00Z')).toEqual({ status: 'closed', since: '2027-12-24T22:00:00.000Z' })
    expect(hours('2022-12-25T21:59:59Z')).toEqual({ status: 'closed', since: '2022-12-23T22:00:00.000Z' })
    expect(hours('2022-12-25T22:00:00Z')).toEqual({ status: 'open', since: '2022-12-25T22:00:00.000Z' })
  })

  test('on a Sunday hold the weekend until Monday', () => {
    expect(hours('2023-12-25T21:59:59Z')).toEqual({ status: 'closed', since: '2023-12-22T22:00:00.000Z' })
    expect(hours('2023-12-25T22:00:00Z')).toEqual({ status: 'open', since: '2023-12-25T22:00:00.000Z' })
  })
})

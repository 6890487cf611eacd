import { describe, expect, test } from 'bun:test'
import { UnreadableReply } from '../../src/sources/query.ts'
import { addDays, zonedDate, zonedTime } from '../../src/sources/zoned.ts'

const iso = (at: number) => new Date(at).toISOString().slice(0, 16)

describe('a wall clock time', () => {
  // Dates of the changes: EU 2026-03-29 and 2026-10-25, US 2026-03-08 and 2026-11-01, Sydney 2026-04-05 and 2026-10-04.
  test.each([
    ['2026-03-28', 14, 15, 'Europe/Berlin', '2026-03-28T13:15'],
    ['2026-03-29', 14, 15, 'Europe/Berlin', '2026-03-29T12:15'],
    ['2026-10-24', 14, 15, 'Europe/Berlin', '2026-10-24T12:15'],
    ['2026-10-25', 14, 15, 'Europe/Berlin', '2026-10-25T13:15'],
    ['2026-03-07', 16, 30, 'America/New_York', '2026-03-07T21:30'],
    ['2026-03-08', 16, 30, 'America/New_York', '2026-03-08T20:30'],
    ['2026-10-31', 16, 30, 'America/New_York', '2026-10-31T20:30'],
    ['2026-11-01', 16, 30, 'America/New_York', '2026-11-01T21:30'],
    ['2026-03-28', 16, 0, 'Europe/London', '2026-03-28T16:00'],
    ['2026-03-29', 16, 0, 'Europe/London', '2026-03-29T15:00'],
    ['2026-04-04', 16, 0, 'Australia/Sydney', '2026-04-04T05:00'],
    ['2026-04-05', 16, 0, 'Australia/Sydney', '2026-04-05T06:00'],
    ['2026-10-03', 16, 0, 'Australia/Sydney', '2026-10-03T06:00'],
    ['2026-10-04', 16, 0, 'Australia/Sydney', '2026-10-04T05:00'],
    ['2026-01-01', 0, 0, 'Asia/Kolkata', '2025-12-31T18:30'],
    ['2026-12-31', 23, 59, 'UTC', '2026-12-31T23:59'],
  ])('%s %i:%i in %s is %s UTC', (date, hour, minute, timeZone, expected) => {
    expect(iso(zonedTime(date, hour, minute, timeZone))).toBe(expected)
  })

  test('that comes twice is its first run', () => {
    expect(iso(zonedTime('2026-10-25', 2, 30, 'Europe/Berlin'))).toBe('2026-10-25T00:30')
    expect(iso(zonedTime('2026-11-01', 1, 30, 'America/New_York'))).toBe('2026-11-01T05:30')
  })

  test('that is skipped is counted on by the clock before the change', () => {
    expect(iso(zonedTime('2026-03-29', 2, 30, 'Europe/Berlin'))).toBe('2026-03-29T01:30')
    expect(iso(zonedTime('2026-03-08', 2, 30, 'America/New_York'))).toBe('2026-03-08T07:30')
  })

  test('returns to itself through two years', () => {
    for (const timeZone of ['Europe/Prague', 'America/New_York', 'Australia/Sydney']) {
      for (let at = Date.UTC(2025, 0, 1, 0, 30); at < Date.UTC(2027, 0, 1); at += 97 * 3_600_000) {
        const [hour = '', minute = ''] = new Date(at).toLocaleTimeString('en-GB', { timeZone }).split(':')
        const back = zonedTime(zonedDate(at, timeZone), Number(hour), Number(minute), timeZone)
        // In the hour that comes twice the first run is also right.
        expect([at, at - 3_600_000]).toContain(back)
      }
    }
  })

  test.each(['2026-02-30', '2026-13-01', '2026-1-5', '20260105', '17 Mar 2026', ''])(
    'needs a real date, not "%s"',
    (date) => {
      expect(() => zonedTime(date, 12, 0, 'UTC')).toThrow(UnreadableReply)
    },
  )
})

describe('a date', () => {
  test('is the one on the wall there', () => {
    const at = Date.UTC(2026, 2, 17, 23, 30)
    expect(zonedDate(at, 'Europe/Prague')).toBe('2026-03-18')
    expect(zonedDate(at, 'Europe/London')).toBe('2026-03-17')
    expect(zonedDate(at, 'Australia/Sydney')).toBe('2026-03-18')
    expect(zonedDate(Date.UTC(2026, 2, 18, 2), 'America/New_York')).toBe('2026-03-17')
  })

  test('moves over months, years and leap days', () => {
    expect(addDays('2026-03-02', -10)).toBe('2026-02-20')
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29')
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
    expect(addDays('2026-03-29', 1)).toBe('2026-03-30')
  })
})

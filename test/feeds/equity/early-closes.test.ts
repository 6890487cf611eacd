import { describe, expect, test } from 'bun:test'
import { Value } from '@sinclair/typebox/value'
import { CLOSES_BOARDS, recentCloses } from '../../../src/feeds/equity/closes-boards.ts'
import { areClosesUnknown, closeOf, EARLY_CLOSES, EarlyCloses } from '../../../src/feeds/equity/early-closes.ts'
import { completeDays } from '../../../src/feeds/equity/market-series.ts'
import { isForeignSession, isInSession, isWeekday } from '../../../src/feeds/equity/session.ts'

const utc = (text: string): number => Date.parse(`${text}Z`)

describe('the file of half days', () => {
  test('has the form of its kind, and each row says where it was read', () => {
    expect([...Value.Errors(EarlyCloses, EARLY_CLOSES)]).toEqual([])
  })

  test('names weekdays in order, each once, none after it ends', () => {
    const dates = EARLY_CLOSES.rows.map(({ date }) => date)
    expect(dates).toEqual([...new Set(dates)].toSorted())
    for (const date of dates) {
      expect([date, isWeekday(date)]).toEqual([date, true])
      expect([date, date <= EARLY_CLOSES.covers_until]).toEqual([date, true])
    }
  })

  test('has the days around Thanksgiving and Christmas that the exchange announced', () => {
    // The fourth Thursday of November is a holiday, the day after it short.
    const thanksgiving = [2026, 2027, 2028].map((year) => {
      const first = new Date(Date.UTC(year, 10, 1)).getUTCDay()
      return new Date(Date.UTC(year, 10, 1 + ((4 - first + 7) % 7) + 21 + 1)).toISOString().slice(0, 10)
    })
    const dates = EARLY_CLOSES.rows.map(({ date }) => date)
    expect(dates).toEqual(expect.arrayContaining([...thanksgiving, '2026-12-24']))
  })

  test('ends with its last day in New York, and nobody knows closes after it', () => {
    expect(areClosesUnknown(utc('2026-11-27T12:00'))).toBe(false)
    expect(areClosesUnknown(utc('2029-01-01T04:59'))).toBe(false)
    expect(areClosesUnknown(utc('2029-01-01T05:00'))).toBe(true)
  })
})

describe('a session of New York', () => {
  test('ends at 16:00, on half days at 13:00, in summer and in winter', () => {
    const hours = (...dates: readonly string[]) =>
      dates.map((date) => new Date(closeOf(date)).toISOString().slice(0, 16))
    expect(hours('2026-11-25', '2026-11-27', '2026-11-30', '2026-12-24', '2028-07-03', '2028-07-05')).toEqual([
      '2026-11-25T21:00',
      '2026-11-27T18:00',
      '2026-11-30T21:00',
      '2026-12-24T18:00',
      '2028-07-03T17:00',
      '2028-07-05T20:00',
    ])
  })

  test('of a half day is asked for until a while after it ended', () => {
    const asked = ['14:29', '14:30', '18:35', '18:36'].map((hour) => isInSession(utc(`2026-11-27T${hour}`)))
    expect(asked).toEqual([false, true, true, false])
    expect([isInSession(utc('2026-11-25T21:35')), isInSession(utc('2026-11-25T21:36'))]).toEqual([true, false])
  })

  test('of a half day is complete a quarter of an hour after it ended', () => {
    const day = { open: '1', high: '1', low: '1', close: '1' }
    const series = { level: null, days: ['2026-11-25', '2026-11-27'].map((date) => ({ date, ...day })) }
    const known = (hour: string) => completeDays(series, utc(`2026-11-27T${hour}`)).length
    expect([known('18:14'), known('18:15')]).toEqual([1, 2])
  })

  test('of a half day has its bitcoin of 13:00', () => {
    const board = CLOSES_BOARDS.find(({ id }) => id === 'closes/coinbase')!
    const now = utc('2026-11-27T18:02')
    expect([recentCloses(now - 1)[0], recentCloses(now)[0]]).toEqual(['2026-11-26', '2026-11-27'])
    const [newest, before] = board.asks({ now, state: board.empty, listed: null })
    expect(newest!.query.path).toContain('start=2026-11-27T18:00:00.000Z')
    expect(before!.query.path).toContain('start=2026-11-26T21:00:00.000Z')
    const row = [utc('2026-11-27T18:00') / 1_000, 1, 3, 2, 2, 3]
    expect(newest!.enter(JSON.stringify([row]), now, board.empty).prices).toEqual({ '2026-11-27': '2' })
  })
})

test('another market than New York moves from midnight until 13:30 UTC, Monday to Friday', () => {
  const foreign = ['2026-11-15T12:00', '2026-11-16T00:00', '2026-11-16T13:29', '2026-11-16T13:30', '2026-11-20T23:59']
  expect(foreign.map((moment) => isForeignSession(utc(moment)))).toEqual([false, true, true, false, false])
  expect(isForeignSession(utc('2026-11-21T01:00'))).toBe(false)
})

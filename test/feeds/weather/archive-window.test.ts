import { describe, expect, test } from 'bun:test'
import { archiveWindow, askedDays } from '../../../src/feeds/weather/archive-window.ts'
import { utcDay } from '../../../src/time-units.ts'
import { readWindow, WEATHER_WINDOWS, type MetricName } from '../../../src/feeds/weather/windows.ts'
import { addDays } from '../../../src/sources/zoned.ts'
import { nothingKnown } from '../../support/feeds/weather/days.ts'

const NOW = Date.UTC(2026, 10, 20, 12)

/** Days up to `end` with one millimetre each, but for those named. */
const rainy = (end: string, count: number, without: readonly string[] = []) =>
  Array.from({ length: count }, (_, index) => addDays(end, index + 1 - count)).map((date) => ({
    ...nothingKnown(date),
    rainMm: without.includes(date) ? null : 1,
  }))

const windowOf = (days: ReturnType<typeof rainy>, length: number, now = NOW, spinUpDays = 0) =>
  archiveWindow(days, ({ rainMm }) => rainMm, { now, days: length, spinUpDays })

describe('a window segment', () => {
  test.each(Object.entries(WEATHER_WINDOWS) as [MetricName, readonly number[]][])(
    'of %s is one of those offered',
    (metric, offered) => {
      for (const days of offered) {
        expect(readWindow(metric, `${days}d`)).toEqual({ kind: 'window', days })
        expect(readWindow(metric, `${days}D`)).toEqual({ kind: 'window', days })
      }
      for (const days of [1, 8, 31, 91, 365].filter((each) => !offered.includes(each)))
        expect(readWindow(metric, `${days}d`)).toMatchObject({ kind: 'refused', refusal: { rule: 'window_offered' } })
    },
  )

  test('that the contract does not list for a metric is refused', () => {
    expect(readWindow('wrsi', '7d')).toMatchObject({ refusal: { message: 'wrsi is sold over 30d, 60d, 90d' } })
    expect(readWindow('wind', '60d').kind).toBe('refused')
  })

  test.each(['', '30', 'd', '030d', '30dd', ' 30d', '-30d', '3e1d', '30.0d', '30w', '٣٠d', '30d/x'])(
    '%p is not a number of days',
    (segment) => {
      expect(readWindow('rainfall', segment)).toMatchObject({
        kind: 'refused',
        refusal: { path: 'path.window', rule: 'days' },
      })
    },
  )
})

describe('a window', () => {
  test('ends yesterday when yesterday is known', () => {
    expect(windowOf(rainy('2026-11-19', 40), 30)).toMatchObject({
      kind: 'window',
      start: '2026-10-21',
      end: '2026-11-19',
      known: 30,
    })
  })

  test('never contains today, which is not over', () => {
    expect(windowOf(rainy('2026-11-20', 40), 7)).toMatchObject({ end: '2026-11-19' })
  })

  test('ends on the last day that is known, at most ten days back', () => {
    expect(windowOf(rainy('2026-11-10', 40), 7)).toMatchObject({ start: '2026-11-04', end: '2026-11-10' })
    expect(windowOf(rainy('2026-11-09', 40), 7)).toEqual({
      kind: 'input_missing',
      input: 'a complete day since 2026-11-10',
    })
  })

  test('moves with midnight in UTC', () => {
    const days = rainy('2026-12-31', 400)
    expect(windowOf(days, 7, Date.UTC(2026, 10, 20, 0, 0))).toMatchObject({ end: '2026-11-19' })
    expect(windowOf(days, 7, Date.UTC(2026, 10, 19, 23, 59, 59, 999))).toMatchObject({ end: '2026-11-18' })
  })

  test.each([
    [7, 0],
    [14, 0],
    [30, 1],
    [60, 3],
    [90, 4],
  ])('of %i days may lack %i of them', (length, spare) => {
    const end = '2026-11-19'
    const missing = Array.from({ length: spare + 1 }, (_, index) => addDays(end, -1 - index))
    expect(windowOf(rainy(end, 130, missing.slice(0, spare)), length)).toMatchObject({
      kind: 'window',
      end,
      known: length - spare,
    })
    expect(windowOf(rainy(end, 130, missing), length)).toEqual({
      kind: 'quorum_missed',
      have: length - spare - 1,
      need: length - spare,
    })
  })

  test('misses days that were never sent just as those that are null', () => {
    expect(windowOf(rainy('2026-11-19', 29), 30)).toMatchObject({ kind: 'window', known: 29 })
    expect(windowOf(rainy('2026-11-19', 28), 30)).toEqual({ kind: 'quorum_missed', have: 28, need: 29 })
  })

  test('needs its spin-up as much as itself, and does not count it', () => {
    const days = rainy('2026-11-19', 60)
    const window = windowOf(days, 30, NOW, 30)
    expect(window).toMatchObject({ kind: 'window', start: '2026-10-21', known: 30 })
    expect(window.kind === 'window' && [window.spinUp.length, window.values.length]).toEqual([30, 30])
    expect(windowOf(days.slice(2), 30, NOW, 30)).toEqual({ kind: 'quorum_missed', have: 28, need: 29 })
  })

  test('over a year’s end and a leap day has as many days as it says', () => {
    const spans = [
      [Date.UTC(2027, 0, 3, 6), '2026-12-27', '2027-01-02'],
      [Date.UTC(2028, 2, 2, 6), '2028-02-24', '2028-03-01'],
      [Date.UTC(2027, 2, 2, 6), '2027-02-23', '2027-03-01'],
      [Date.UTC(2028, 2, 1, 0), '2028-02-23', '2028-02-29'],
    ] as const
    for (const [now, start, end] of spans)
      expect(windowOf(rainy(end, 20), 7, now)).toMatchObject({ kind: 'window', start, end, known: 7 })
    expect(windowOf(rainy('2028-03-01', 100), 90, Date.UTC(2028, 2, 2))).toMatchObject({ start: '2027-12-03' })
  })

  test('knows a place without data from an archive that is late or silent', () => {
    const nowhere = rainy('2026-11-19', 40).map(({ date }) => nothingKnown(date))
    expect(windowOf(nowhere, 7)).toMatchObject({ kind: 'no_data_here' })
    expect(windowOf([], 7)).toEqual({ kind: 'input_missing', input: 'the days of the archive' })
  })
})

test('the archive is asked for exactly the days that a window can reach', () => {
  expect(utcDay(NOW)).toBe('2026-11-20')
  const { from, to } = askedDays(NOW, 120)
  expect([from, to]).toEqual([addDays('2026-11-10', -119), '2026-11-19'])
  // A window of 90 days and its spin-up, ending ten days back, begins on the first day that is asked for.
  const days = rainy('2026-11-10', 120)
  expect(days[0]?.date).toBe(from)
  expect(windowOf(days, 90, NOW, 30)).toMatchObject({ kind: 'window', known: 90 })
})

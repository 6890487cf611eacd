import { describe, expect, test } from 'bun:test'
import { type CalendarSource, clockTime } from '../../../src/sources/calendars/announced.ts'
import { bea } from '../../../src/sources/calendars/bea.ts'
import { bls } from '../../../src/sources/calendars/bls.ts'
import { ecb } from '../../../src/sources/calendars/ecb.ts'
import { eurostat } from '../../../src/sources/calendars/eurostat.ts'
import { fed } from '../../../src/sources/calendars/fed.ts'
import { fred } from '../../../src/sources/calendars/fred.ts'
import { japan } from '../../../src/sources/calendars/japan.ts'
import { ons } from '../../../src/sources/calendars/ons.ts'
import { unreadable } from '../../support/unreadable.ts'

/** No calendar was recorded. These replies are constructed from what is known of each form; values are written by hand. */

const NOW = Date.UTC(2026, 9, 20, 12)

const list = (calendar: CalendarSource, name = 'all', now = NOW) =>
  calendar.lists(now).find((each) => each.name === name)!.query
const read = (calendar: CalendarSource, body: string, name = 'all') => list(calendar, name).read(body)
const utc = (text: string): number => Date.parse(text)

describe('a time of day', () => {
  test.each([
    ['2:00 p.m.', { hour: 14, minute: 0 }],
    ['7:30 am', { hour: 7, minute: 30 }],
    ['12:15 PM', { hour: 12, minute: 15 }],
    ['12:00 a.m.', { hour: 0, minute: 0 }],
    ['N/A', null],
    ['13:00 pm', null],
    ['', null],
  ])('%s', (text, time) => expect(clockTime(text)).toEqual(time))
})

describe('the Federal Reserve', () => {
  const rows = (...each: readonly object[]): string =>
    JSON.stringify({ events: each.map((row) => ({ type: 'FOMC', time: '2:00 p.m.', ...row })) })
  const days = (month: string, written: string) =>
    read(fed, rows({ title: 'FOMC Meeting', month, days: written })).map(({ date }) => date)

  test('decides on the last day, in the time of New York on both sides of a change', () => {
    const body = rows(
      { title: ' FOMC meeting ', month: '2026-10', days: '27-28' },
      { title: 'FOMC Meeting', month: '2026-12', days: '8, 9' },
      { title: 'Speech', type: 'Speeches', month: '2026-10', days: '21' },
    )
    expect(read(fed, body)).toEqual([
      { title: 'FOMC meeting', date: '2026-10-28', at: utc('2026-10-28T18:00:00Z'), period: null },
      { title: 'FOMC Meeting', date: '2026-12-09', at: utc('2026-12-09T19:00:00Z'), period: null },
    ])
  })

  test.each([
    ['2026-12', '9', '2026-12-09'],
    ['2026-12', '8-9', '2026-12-09'],
    ['2026-10', '27-28', '2026-10-28'],
    ['2027-01', '31-1', '2027-02-01'],
    ['2026-12', '31-1', '2027-01-01'],
    ['2026-10', '27 – 28', '2026-10-28'],
  ])('%s, %s is %s', (month, written, date) => expect(days(month, written)).toEqual([date]))

  test('a row of the past that cannot be read is passed over, and one that may lie ahead is not', () => {
    const meeting = { title: 'FOMC Meeting', month: '2026-12', days: '9' }
    expect(read(fed, rows({ title: 'FOMC Meeting', month: '2019-10', days: '' }, meeting))).toHaveLength(1)
    for (const odd of [
      { month: '2026-10', days: '' },
      { month: '2026-11', days: '31' },
      { month: 'next', days: '9' },
    ])
      expect(unreadable(() => read(fed, rows({ title: 'FOMC Meeting', ...odd }, meeting)))).toContain('on no day')
  })

  test('without an hour the day alone is known', () => {
    expect(read(fed, rows({ title: 'FOMC Minutes', month: '2026-11', days: '18', time: '' }))).toMatchObject([
      { date: '2026-11-18', at: null },
    ])
  })

  test('without any meeting there is no answer', () => {
    expect(unreadable(() => read(fed, '{"events":[]}'))).toBe('no event at all')
    expect(unreadable(() => read(fed, '<html>'))).toContain('not JSON')
  })
})

test('the Bureau of Economic Analysis: each time once, and no metadata', () => {
  const body = JSON.stringify({
    'Gross Domestic Product': { release_dates: ['2026-10-29T12:30:00+00:00', '2026-10-29T12:30:00+00:00'] },
    'Personal Income and Outlays': { release_dates: ['2026-11-25T15:00:00+00:00'] },
    file_last_updated: '2026-10-01T00:00:00+00:00',
  })
  expect(read(bea, body)).toEqual([
    { title: 'Gross Domestic Product', date: '2026-10-29', at: utc('2026-10-29T12:30:00Z'), period: null },
    { title: 'Personal Income and Outlays', date: '2026-11-25', at: utc('2026-11-25T15:00:00Z'), period: null },
  ])
  expect(unreadable(() => read(bea, '{"file_last_updated":"now"}'))).toBe('no event at all')
  for (const none of ['2026-10-29', '2027-02-30T13:30:00Z', '2026-11-31T13:30:00+00:00'])
    expect(unreadable(() => read(bea, `{"GDP":{"release_dates":["${none}"]}}`))).toContain('ISO 8601')
})

describe('the Bureau of Labor Statistics', () => {
  const file = (...events: readonly string[]): string =>
    ['BEGIN:VCALENDAR', ...events.map((event) => `BEGIN:VEVENT\n${event}\nEND:VEVENT`), 'END:VCALENDAR'].join('\n')

  test('tells in the time of New York, on both sides of a change, behind folded lines', () => {
    const body = file(
      'DTSTART;TZID=US-Eastern:20261014T083000\nSUMMARY:Consumer Pr\n ice Index',
      'DTSTART;TZID=US-Eastern:20261110T083000\nSUMMARY:Consumer Price Index',
      'DTSTART:20261204T133000Z\nSUMMARY:Employment Situation',
      'DTSTART;VALUE=DATE:20261215\nSUMMARY:Producer Price Index',
      'DTSTART;TZID=US-Eastern:20261216T083000\nSTATUS:CANCELLED\nSUMMARY:Consumer Price Index',
    )
    expect(read(bls, body)).toEqual([
      { title: 'Consumer Price Index', date: '2026-10-14', at: utc('2026-10-14T12:30:00Z'), period: null },
      { title: 'Consumer Price Index', date: '2026-11-10', at: utc('2026-11-10T13:30:00Z'), period: null },
      { title: 'Employment Situation', date: '2026-12-04', at: utc('2026-12-04T13:30:00Z'), period: null },
      { title: 'Producer Price Index', date: '2026-12-15', at: null, period: null },
    ])
  })

  test.each([
    ['DTSTART;TZID=Mars:20261014T083000\nSUMMARY:x', 'in the zone Mars'],
    ['DTSTART;TZID=US-Eastern:20261314T083000\nSUMMARY:x', 'not a start'],
    ['DTSTART;TZID=US-Eastern:20260230T083000\nSUMMARY:x', 'not a start'],
    ['DTSTART;VALUE=DATE:20260230\nSUMMARY:x', 'not a start'],
    ['DTSTART;TZID=US-Eastern:20261014T083000', 'without a name'],
  ])('%j is refused', (event, why) => {
    expect(unreadable(() => read(bls, file(event)))).toContain(why)
  })
})

describe('the release calendar of FRED', () => {
  const page = (rows: string, count = '1 - 2 of 2', zone = 'All times are US Central Time.') =>
    `<p>Releases ${count}</p><div id="release-dates-pager"><table><tbody>${rows}</tbody></table></div><p>${zone}</p>`
  const rows = (day: string, time: string, rid = 10) =>
    `<tr class="odd"><td colspan="2"><span>${day}</span> <span>Updated</span></td></tr>
     <tr><td>${time}</td><td><a href="/release?rid=${rid}">Consumer Price Index</a></td></tr>`

  test('tells in the time of St. Louis, on both sides of a change', () => {
    const body = page(rows('Wednesday October 14, 2026', '7:30 am') + rows('Tuesday November 10, 2026', '7:30 am'))
    expect(read(fred, body, '10/2026')).toEqual([
      { title: 'Consumer Price Index', date: '2026-10-14', at: utc('2026-10-14T12:30:00Z'), period: null },
      { title: 'Consumer Price Index', date: '2026-11-10', at: utc('2026-11-10T13:30:00Z'), period: null },
    ])
    expect(read(fred, page(rows('Tuesday November 10, 2026', 'N/A')), '10/2026')).toMatchObject([{ at: null }])
  })

  test('asks for five releases, of this year and the next', () => {
    expect(fred.lists(NOW).map(({ name }) => name)).toEqual(
      [10, 50, 46, 53, 54].flatMap((rid) => [`${rid}/2026`, `${rid}/2027`]),
    )
    expect(list(fred, '10/2027').path).toBe('/releases/calendar?rid=10&y=2027')
  })

  const day = rows('Tuesday November 10, 2026', '7:30 am')
  test.each([
    [page(day, '1 - 1 of 2'), '1 of 2 rows'],
    [page(day, '1 - 2 of 2', ''), 'US Central'],
    [page(rows('Tuesday November 10, 2026', '7:30 am', 50)), 'release 10 was asked for, and 50 came'],
    [page(rows('Monday November 10, 2025', '7:30 am')), 'the calendar of 2026 has a day in 2025'],
    [page(rows('Tuesday November 31, 2026', '7:30 am')), 'not a calendar date'],
    [page(''), 'no event at all'],
    ['<html>Access denied</html>', 'no calendar on the page'],
  ])('%#: another page is refused', (body, why) => {
    expect(unreadable(() => read(fred, body, '10/2026'))).toContain(why)
  })
})

test('Eurostat: the day is taken and the hour is eleven in Luxembourg, on both sides of a change', () => {
  const body = JSON.stringify([
    { title: 'Inflation (HICP)', period: 'September 2026', start: '2026-10-16T11:00Z' },
    { title: 'Flash estimate inflation euro area ', period: '', start: '2026-11-03T11:00Z' },
  ])
  expect(read(eurostat, body)).toEqual([
    { title: 'Inflation (HICP)', date: '2026-10-16', at: utc('2026-10-16T09:00:00Z'), period: 'September 2026' },
    { title: 'Flash estimate inflation euro area', date: '2026-11-03', at: utc('2026-11-03T10:00:00Z'), period: null },
  ])
  expect(unreadable(() => read(eurostat, '[]'))).toBe('no event at all')
  const asked = new URL(`https://x${list(eurostat).path}`).searchParams
  expect([asked.get('start'), asked.get('end')]).toEqual(['2026-10-17T00:00:00Z', '2027-04-28T00:00:00Z'])
})

describe('the Office for National Statistics', () => {
  const told = (title: string, more: object = {}) => ({
    description: { title, release_date: '2026-11-18T07:00:00.000Z', cancelled: false, finalised: true, ...more },
  })
  const found = (rows: readonly object[], total = rows.length): string =>
    JSON.stringify({ releases: rows, breakdown: { total } })
  const CPI = told('Consumer price inflation, UK: October 2026')

  test('leaves out what was called off and what may still move', () => {
    const rows = [
      CPI,
      told('Consumer price inflation, UK: October 2026', { cancelled: true }),
      told('GDP monthly estimate, UK: September 2026', { finalised: false }),
      told('Retail sales, Great Britain: September 2026', { release_date: '2026-10-23T06:00:00.000Z' }),
    ]
    expect(read(ons, found(rows))).toEqual([
      {
        title: 'Consumer price inflation, UK',
        period: 'October 2026',
        date: '2026-11-18',
        at: utc('2026-11-18T07:00:00Z'),
      },
      {
        title: 'Retail sales, Great Britain',
        period: 'September 2026',
        date: '2026-10-23',
        at: utc('2026-10-23T06:00:00Z'),
      },
    ])
  })

  test('a cut page is refused, and so is one without the flags', () => {
    expect(unreadable(() => read(ons, found([CPI], 2)))).toBe('1 of 2 rows: the list was cut')
    expect(unreadable(() => read(ons, found([told('x', { cancelled: undefined })])))).toContain('cancelled is missing')
    expect(unreadable(() => read(ons, found([])))).toBe('no event at all')
  })
})

test('the European Central Bank: the second day of a meeting on monetary policy, and no other', () => {
  const entry = (day: string, words: string) => `<dt>${day}</dt><dd>Governing Council of the ECB: ${words}</dd>`
  const body = `<dl>${[
    entry('28/10/2026', 'monetary policy meeting in Frankfurt (Day 1)'),
    entry('29/10/2026', 'monetary policy meeting in Frankfurt (Day 2), followed by press conference'),
    entry('11/11/2026', 'non-monetary policy meeting in Frankfurt (Day 2)'),
    entry('17/06/2027', 'monetary policy meeting in Frankfurt (Day 2)'),
  ].join('')}</dl>`
  expect(read(ecb, body).map(({ date, at }) => [date, at])).toEqual([
    ['2026-10-29', utc('2026-10-29T13:15:00Z')],
    ['2027-06-17', utc('2027-06-17T12:15:00Z')],
  ])
  expect(unreadable(() => read(ecb, body.replace('29/10/2026', '2026-10-29')))).toContain('not a day')
  expect(unreadable(() => read(ecb, '<html>busy</html>'))).toBe('no event at all')
})

describe('the Statistics Bureau of Japan', () => {
  const release = (year: number, month: number, day: number, hour = 8, minute = '30') =>
    `<class_3 name=""><class_4 name=""><class_5 name=""><release_year>${year}</release_year><release_month>${month}</release_month><release_day>${day}</release_day><release_hour>${hour}</release_hour><release_minute>${minute}</release_minute></class_5></class_4></class_3>`
  const entry = (name: string, inside: string) => `<class_2 name="${name}">${inside}</class_2>`
  const file = (survey: string, area: string, entries: string) =>
    `<?xml version="1.0" encoding="UTF-16"?><os_code name="${survey}"><class_1 name="${area}">${entries}</class_1></os_code>`
  const NOVEMBER = entry('2026年10月分', release(2026, 11, 20))

  test('prices: of the whole country, by the month, once each', () => {
    const body = file(
      '消費者物価指数',
      '全国',
      `${NOVEMBER}${entry('2026年平均', release(2027, 1, 22))}${entry('2026年10月分', release(2026, 11, 20, 14))}`,
    )
    expect(read(japan, body, 'e-stat_cpi')).toEqual([
      { title: '消費者物価指数', date: '2026-11-20', at: utc('2026-11-19T23:30:00Z'), period: '2026-10' },
    ])
    expect(unreadable(() => read(japan, body.replace('全国', '東京都区部'), 'e-stat_cpi'))).toBe('no event at all')
  })

  test('labour: the usual tables, not the detailed ones', () => {
    const body = file(
      '労働力調査',
      '全国',
      `${entry('基本集計 2026年10月分', release(2026, 12, 1))}${entry('詳細集計 2026年7～9月期', release(2026, 11, 10, 14, '00'))}`,
    )
    expect(read(japan, body, 'e-stat_roudou').map(({ date, period }) => [date, period])).toEqual([
      ['2026-12-01', '2026-10'],
    ])
  })

  test('a day that is not decided is no event, and an hour that is not leaves the day', () => {
    const open = release(2026, 12, 18).replace('<release_day>18<', '<release_day>未定<')
    const noHour = release(2027, 1, 22).replace('<release_hour>8<', '<release_hour><')
    const entries = `${NOVEMBER}${entry('2026年11月分', open)}${entry('2026年12月分', noHour)}`
    expect(
      read(japan, file('消費者物価指数', '全国', entries), 'e-stat_cpi').map(({ date, at }) => [date, at]),
    ).toEqual([
      ['2026-11-20', utc('2026-11-19T23:30:00Z')],
      ['2027-01-22', null],
    ])
  })

  test('labour: a table that does not name its month is known by its day', () => {
    const entries = entry('基本集計', release(2026, 12, 1)) + entry('基本集計', release(2026, 12, 25))
    expect(
      read(japan, file('労働力調査', '全国', entries), 'e-stat_roudou').map(({ date, period }) => [date, period]),
    ).toEqual([
      ['2026-12-01', null],
      ['2026-12-25', null],
    ])
  })

  test('is read as UTF-16, and another survey or a release without its day is refused', () => {
    expect(japan.lists(NOW).map(({ query }) => query.charset)).toEqual(['utf-16le', 'utf-16le'])
    const whole = file('消費者物価指数', '全国', NOVEMBER)
    const refused = (body: string) => unreadable(() => read(japan, body, 'e-stat_cpi'))
    expect(refused(whole.replace('消費者物価指数', '家計調査'))).toContain('not the calendar of')
    expect(refused(whole.replace('<release_day>20</release_day>', ''))).toContain('release_day')
    expect(refused(whole.replace('<release_hour>8<', '<release_hour>24<'))).toContain('is at 24:30')
    expect(refused(whole.replace('</os_code>', ''))).toContain('does not close')
  })
})

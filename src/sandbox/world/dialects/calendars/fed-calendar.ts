import { MINUTE_MS } from '../../../../time-units.ts'
import { localDate, localTime, plusDays } from '../../calendar.ts'
import { type Dialect, textual } from '../../dialect.ts'
import { releasesOf } from '../../releases.ts'
import type { View } from '../../view.ts'

/**
 * The calendar of the Federal Reserve: everything that it does, as JSON behind a byte order mark. A meeting of two days
 * stands in one row; titles differ in case and blanks. https://www.federalreserve.gov/newsevents/calendar.htm
 */
const ZONE = 'America/New_York'
const HALF_AN_HOUR = 30 * MINUTE_MS

const clock = (at: number): string => {
  const [hour = 0, minute = 0] = localTime(at, ZONE).split(':').map(Number)
  return `${hour % 12 || 12}:${String(minute).padStart(2, '0')} ${hour < 12 ? 'a.m.' : 'p.m.'}`
}

/** `27-28`, or `31-1` under the month of the first day. */
const twoDays = (date: string) => {
  const before = plusDays(date, -1)
  return { month: before.slice(0, 7), days: `${Number(before.slice(8))}-${Number(date.slice(8))}` }
}

const rows = (view: View) =>
  releasesOf(view, 'US').flatMap(({ kind, at }, place) => {
    const date = localDate(at, ZONE)
    const one = { month: date.slice(0, 7), days: String(Number(date.slice(8))) }
    if (kind === 'rate_decision')
      return [
        { title: place % 2 ? 'FOMC Meeting' : 'FOMC meeting', type: 'FOMC', time: clock(at), ...twoDays(date) },
        { title: 'FOMC Press Conference', type: 'FOMC', time: clock(at + HALF_AN_HOUR), ...one },
      ]
    if (kind === 'rate_minutes') return [{ title: ' FOMC Minutes', type: 'FOMC', time: clock(at), ...one }]
    return kind === 'cpi' ? [{ title: 'Speech -- Governor', type: 'Speeches', time: '10:00 a.m.', ...one }] : []
  })

/** The list has rows of the past that nobody mends. */
const ODD = { title: 'FOMC Meeting', type: 'FOMC', month: '2019-10', days: '', time: '' }

export const fedCalendar: Dialect = {
  provider: 'fedcalendar',
  hosts: ['www.federalreserve.gov'],
  below: '/json/calendar.json',
  serves: 'the calendar of the Federal Reserve as JSON with a byte order mark',
  answer: (_asked, view) =>
    textual('application/json', `\uFEFF${JSON.stringify({ events: [ODD, ...rows(view)], announcement: '' })}`),
}

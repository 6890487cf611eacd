import { localDate, localTime } from '../../calendar.ts'
import { type Dialect, textual } from '../../dialect.ts'
import type { Announcement } from '../../announced.ts'
import { releasesOf } from '../../releases.ts'

/** All releases of the Bureau of Labor Statistics as an iCalendar file with LF. https://www.bls.gov/schedule/news_release/ */
const ZONE = 'America/New_York'

const TITLES: Readonly<Record<string, string>> = {
  cpi: 'Consumer Price Index',
  payrolls: 'Employment Situation',
  ppi: 'Producer Price Index',
  trade: 'Employment Situation of Veterans',
}

/** No line is longer than this; the rest goes on behind a blank. Short here, so that titles are folded too. */
const LONGEST_LINE = 20

const folded = (line: string): string => {
  const pieces = line.match(new RegExp(`.{1,${LONGEST_LINE}}`, 'g')) ?? []
  return pieces.join('\n ')
}

const event = ({ kind, at }: Announcement): readonly string[] => {
  const start = `${localDate(at, ZONE)}T${localTime(at, ZONE)}00`.replaceAll(/[-:]/g, '')
  return [
    'BEGIN:VEVENT',
    `UID:${kind}-${start}@bls.gov`,
    `DTSTART;TZID=US-Eastern:${start}`,
    'DURATION:PT0M',
    `SUMMARY:${TITLES[kind]}`,
    'LOCATION:Washington\\, DC',
    'END:VEVENT',
  ]
}

export const blsCalendar: Dialect = {
  provider: 'blscalendar',
  hosts: ['www.bls.gov'],
  below: '/schedule/news_release/bls.ics',
  serves: 'releases of the Bureau of Labor Statistics as a calendar file with folded lines',
  answer(_asked, view) {
    const events = releasesOf(view, 'US').filter(({ kind }) => kind in TITLES)
    const lines = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//BLS//EN', ...events.flatMap(event), 'END:VCALENDAR']
    return textual('text/calendar', `${lines.map(folded).join('\n')}\n`)
  },
}

import { localDate, plusDays } from '../../calendar.ts'
import { type Dialect, textual } from '../../dialect.ts'
import { releasesOf } from '../../releases.ts'

/** Meetings of the Governing Council as a page. https://www.ecb.europa.eu/press/calendars/mgcgc/html/index.en.html */
const written = (date: string): string => date.split('-').toReversed().join('/')

const entry = (date: string, words: string): string => `<dt>${written(date)}</dt><dd>${words}<br/></dd>`

const meeting = (date: string): string =>
  [
    entry(plusDays(date, -15), 'Governing Council of the ECB: non-monetary policy meeting in Frankfurt (Day 2)'),
    entry(plusDays(date, -1), 'Governing Council of the ECB: monetary policy meeting in Frankfurt (Day 1)'),
    entry(
      date,
      'Governing Council of the ECB: monetary policy meeting in Frankfurt (Day 2), followed by press conference',
    ),
  ].join('\n')

export const ecbCalendar: Dialect = {
  provider: 'ecbcalendar',
  hosts: ['www.ecb.europa.eu'],
  below: '/press/calendars/mgcgc/html/index.en.html',
  serves: 'meetings of the Governing Council as a page, those not on monetary policy too',
  answer(_asked, view) {
    const days = releasesOf(view, 'EU')
      .filter(({ kind, at }) => kind === 'rate_decision' && at > view.now)
      .map(({ at }) => meeting(localDate(at, 'Europe/Brussels')))
    return textual('text/html', `<html><body><main><dl>\n${days.join('\n')}\n</dl></main></body></html>`)
  },
}

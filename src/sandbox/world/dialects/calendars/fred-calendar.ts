import { localDate, localTime } from '../../calendar.ts'
import { type Dialect, textual } from '../../dialect.ts'
import type { Announcement } from '../../announced.ts'
import { monthName, releasesOf } from '../../releases.ts'

/** The release calendar of FRED: a page per release and year, in the time of St. Louis. https://fred.stlouisfed.org/releases/calendar */
const ZONE = 'America/Chicago'

const RELEASES: Readonly<Record<string, readonly [kind: string, name: string]>> = {
  10: ['cpi', 'Consumer Price Index'],
  46: ['ppi', 'Producer Price Index'],
  50: ['payrolls', 'Employment Situation'],
  53: ['gdp', 'Gross Domestic Product'],
  54: ['pce', 'Personal Income and Outlays'],
}

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

const rowsOf = (rid: string, name: string, { at }: Announcement): string => {
  const date = localDate(at, ZONE)
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
  const [hour = 0, minute = 0] = localTime(at, ZONE).split(':').map(Number)
  const weekday = WEEKDAYS[new Date(`${date}T00:00:00Z`).getUTCDay()]
  const time = `${hour % 12 || 12}:${String(minute).padStart(2, '0')} ${hour < 12 ? 'am' : 'pm'}`
  return `<tr class="odd"><td colspan="2"><span style="font-weight: bold;">${weekday} ${monthName(month)} ${day}, ${year}</span></td></tr>
<tr><td style="width:20%;">${time}</td><td><a href="/release?rid=${rid}">${name}</a></td></tr>`
}

const page = (year: string, rid: string, name: string, releases: readonly Announcement[]): string => {
  const rows = releases.map((release) => rowsOf(rid, name, release))
  const count = rows.length
  return `<!DOCTYPE html>
<html><head><title>${year} Economic Announcement Calendar - ${name} | FRED | St. Louis Fed</title></head><body>
<table><tr><td>Search</td></tr></table>
<p>Releases 1 - ${count} of ${count}</p>
<div id="release-dates-pager"><div class="table-responsive"><table class="table"><tbody>
${rows.join('\n')}
</tbody></table></div></div>
<p>All times are US Central Time.</p></body></html>`
}

export const fredCalendar: Dialect = {
  provider: 'fredcalendar',
  hosts: ['fred.stlouisfed.org'],
  below: '/releases/calendar',
  serves: 'the release calendar of one release and year as a page, in US Central time',
  answer({ query }, view) {
    const [rid, year] = [query.get('rid') ?? '', query.get('y') ?? '']
    const [kind, name] = RELEASES[rid] ?? []
    if (kind === undefined || name === undefined || !/^\d{4}$/.test(year))
      return textual('text/html', '<p>No release dates are available for the selected options.</p>')
    const found = releasesOf(view, 'US').filter(
      (each) => each.kind === kind && localDate(each.at, ZONE).startsWith(year),
    )
    return textual('text/html; charset=utf-8', page(year, rid, name, found))
  },
}

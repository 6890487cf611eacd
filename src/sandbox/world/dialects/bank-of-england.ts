import type { Schedule } from '../calendar.ts'
import { type Dialect, textual } from '../dialect.ts'
import { daysAsked, dayMonthYear, fixed, fromDayMonthYear, rounded } from '../fixings.ts'

/** Bank of England database, CSV: currency per pound at about 16:00, published the next London morning. */
const SCHEDULE: Schedule = { zone: 'Europe/London', set: '16:00', published: '09:30', dayAfter: true }

const SERIES: Readonly<Record<string, string>> = {
  XUDLUSS: 'USD',
  XUDLERS: 'EUR',
  XUDLJYS: 'JPY',
  XUDLCDS: 'CAD',
  XUDLSFS: 'CHF',
  XUDLADS: 'AUD',
  XUDLNKS: 'NOK',
  XUDLBK25: 'CZK',
  XUDLBK89: 'CNY',
}

/** The reply of this host to every request that it does not accept, with status 200. */
const page = (title: string) =>
  textual(
    'text/html; charset=utf-8',
    `<!DOCTYPE html>\n<html><head><title>${title}</title></head><body></body></html>\n`,
  )

export const bankOfEngland: Dialect = {
  provider: 'bankofengland',
  hosts: ['www.bankofengland.co.uk'],
  serves: 'the database as CSV; a web page for clients without a name of their own',
  answer({ path, query, headers }, view) {
    if (path !== '/boeapps/database/_iadb-fromshowcolumns.asp') return textual('text/html', '<h1>Not found</h1>', 404)
    // Clients without a user agent of their own get a web page, so a reader that does not send that header fails here
    // too.
    const agent = headers.get('user-agent') ?? ''
    if (agent === '' || agent.startsWith('Bun/')) return page('Access denied')
    const codes = (query.get('SeriesCodes') ?? '').split(',')
    const isTable = query.get('csv.x') === 'yes' && query.get('CSVF') === 'TN' && query.get('UsingCodes') === 'Y'
    if (!isTable || codes.some((code) => SERIES[code] === undefined)) return page('Error')
    const days = daysAsked(view, SCHEDULE, {
      from: fromDayMonthYear(query.get('Datefrom')),
      until: fromDayMonthYear(query.get('Dateto')),
      last: null,
    })
    const rows = days.map((day) => [
      dayMonthYear(day.date, ' '),
      ...codes.map((code) => rounded(fixed(view, day, 'GBP', SERIES[code] ?? ''), 4)),
    ])
    return textual('application/csv', [['DATE', ...codes], ...rows].map((row) => `${row.join(',')}\r\n`).join(''))
  },
}

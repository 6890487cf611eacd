import type { Schedule } from '../calendar.ts'
import { type Dialect, textual } from '../dialect.ts'
import { dayMonthYear, fixed, publishedDays } from '../fixings.ts'
import type { View } from '../view.ts'

/** RBA table F11.1: currency per Australian dollar. https://www.rba.gov.au/statistics/tables/#exchange-rates */
const SCHEDULE: Schedule = { zone: 'Australia/Sydney', set: '16:00', published: '16:30' }

/**
 * Title, description, currency (or none), source, series. One of them is an index: it has no currency and is not a
 * rate.
 */
const COLUMNS: readonly (readonly [title: string, code: string, source: string, series: string])[] = [
  ['A$1=USD', 'USD', 'WM/Reuters', 'FXRUSD'],
  ['Trade-weighted Index May 1970 = 100', '', 'RBA', 'FXRTWI'],
  ['A$1=CNY', 'CNY', 'RBA', 'FXRCR'],
  ['A$1=JPY', 'JPY', 'RBA', 'FXRJY'],
  ['A$1=EUR', 'EUR', 'RBA', 'FXREUR'],
  ['A$1=GBP', 'GBP', 'RBA', 'FXRUKPS'],
  ['A$1=CAD', 'CAD', 'RBA', 'FXRCD'],
  ['A$1=ZAR', '', 'RBA', 'FXRSARD'],
  ['A$1=CHF', 'CHF', 'RBA', 'FXRSF'],
]

/** The real file ends in more than a thousand blank lines. */
const BLANK_LINES = 1200

export const rba: Dialect = {
  provider: 'rba',
  hosts: ['www.rba.gov.au'],
  serves: 'table F11.1: byte order mark, header block, a thousand blank lines',
  answer: ({ path }, view) =>
    path === '/statistics/tables/csv/f11.1-data.csv'
      ? textual('text/csv', table(view))
      : textual('text/html', '<h1>Page not found</h1>', 404),
}

const table = (view: View): string => {
  const days = publishedDays(view, SCHEDULE)
  const published = dayMonthYear(days[0]?.date ?? '', '-')
  const lines = [
    ['F11.1  EXCHANGE RATES'],
    ['Title', ...COLUMNS.map(([title]) => title)],
    ['Description', ...COLUMNS.map(([, code]) => (code === '' ? 'See notes.' : `AUD/${code} Exchange Rate`))],
    ['Frequency', ...COLUMNS.map(() => 'Daily')],
    ['Type', ...COLUMNS.map(() => 'Indicative')],
    ['Units', ...COLUMNS.map(([, code]) => (code === '' ? 'Index' : code))],
    [],
    [],
    ['Source', ...COLUMNS.map(([, , source]) => source)],
    ['Publication date', ...COLUMNS.map(() => published)],
    ['Series ID', ...COLUMNS.map(([, , , series]) => series)],
    ...days.toReversed().map((day) => [
      dayMonthYear(day.date, '-'),
      ...COLUMNS.map(([title, code]) => {
        if (code !== '') return fixed(view, day, 'AUD', code).toFixed(code === 'JPY' ? 2 : 4)
        // The index has its own values; the discontinued column is blank.
        return title.startsWith('Trade') ? (view.fixing('AUD', day.date, day.at) * 92.5).toFixed(2) : ''
      }),
    ]),
  ]
  return `\uFEFF${lines.map((line) => `${line.join(',')}\r\n`).join('')}${'\r\n'.repeat(BLANK_LINES)}`
}

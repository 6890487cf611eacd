import { type Dialect, textual } from '../dialect.ts'
import { type Printed, printedDays } from '../statistics/told.ts'

/** Daily par yields of the US Treasury, a table a year. https://home.treasury.gov */
const COLUMNS = ['1 Mo', '1.5 Month', '2 Mo', '3 Mo', '4 Mo', '6 Mo', '1 Yr', '2 Yr', '3 Yr', '5 Yr', '7 Yr', '10 Yr']
const ALL = [...COLUMNS, '20 Yr', '30 Yr']
const PATH = /^\/resource-center\/data-chart-center\/interest-rates\/daily-treasury-rates\.csv\/(\d{4})\/all$/
const DAYS_TOLD = 250

export const usTreasury: Dialect = {
  provider: 'ustreasury',
  hosts: ['home.treasury.gov'],
  serves: 'daily par yields of a year as CSV',
  answer({ path, query }, view) {
    const year = PATH.exec(path)?.[1]
    if (year === undefined || query.get('type') !== 'daily_treasury_yield_curve')
      return textual('text/html', '<!DOCTYPE html>\n<html><body>Page not found</body></html>', 404)
    const days = { decimals: 2, lagDays: 0, count: DAYS_TOLD }
    const [long, short] = [printedDays(view, 'rate.10Y', days), printedDays(view, 'rate.2Y', days)]
    const rows = long
      .map((row, at) => ({ row, other: short[at]! }))
      .filter(({ row }) => row.period.name.startsWith(year))
      .toReversed()
      .map(({ row, other }) => line(row, other))
    return textual('text/csv', [['Date', ...ALL.map((name) => `"${name}"`)].join(','), ...rows, ''].join('\n'))
  },
}

/** Only the two and the ten years move; what lies around them is near one of the two. */
const line = ({ period, value }: Printed, other: Printed): string => {
  const [year = '', month = '', day = ''] = period.name.split('-')
  const cells = ALL.map((name) => (name.endsWith('0 Yr') ? value : other.value))
  return [`${month}/${day}/${year}`, ...cells].join(',')
}

import { csvRecords, csvRows } from '../csv.ts'
import type { FixingSource } from '../market.ts'
import type { Source } from '../query.ts'
import { zonedTime } from '../zoned.ts'
import { type Bank, CURRENCIES, fromDayMonthYear, newestFixing } from './fixing.ts'

const source: Source = {
  name: 'rba',
  origin: 'https://www.rba.gov.au',
  rate: { requests: 10, perSeconds: 60 },
  timeoutMs: 10_000,
  // The file has every day since 2023, about 200 kB, and grows.
  maxBytes: 2_097_152,
  rights: 'attribution',
  terms: 'https://www.rba.gov.au/copyright/',
  termsNote: 'CC BY 4.0: name the RBA. The US dollar column is sourced from WM/Reuters; not reviewed by counsel.',
}

const bank: Bank = {
  base: 'AUD',
  quotedPerBase: true,
  setAt: (date) => zonedTime(date, 16, 0, 'Australia/Sydney'),
}

/**
 * Currency per one Australian dollar. About ten lines of description come before the days. The line that begins with
 * `Title` names the columns (`A$1=USD`), and its first column holds the dates.
 * https://www.rba.gov.au/statistics/tables/#exchange-rates (F11.1)
 */
export const rba: FixingSource = {
  source,
  latest: () => ({
    provider: source,
    path: '/statistics/tables/csv/f11.1-data.csv',
    read: (body) => {
      const rows = csvRows(body)
      const titles = rows.findIndex(([first]) => first === 'Title')
      const records = csvRecords(titles === -1 ? rows : rows.slice(titles), ['Title', 'A$1=USD', 'A$1=EUR'])
      return newestFixing(
        bank,
        records.flatMap((record) => {
          const date = fromDayMonthYear(record.Title ?? '')
          if (date === null) return []
          return CURRENCIES.map((currency) => ({ date, currency, value: record[`A$1=${currency}`] ?? '' }))
        }),
      )
    },
  }),
}

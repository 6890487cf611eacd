import { csvRecords, csvRows } from '../csv.ts'
import type { FixingSource } from '../market.ts'
import { type Source, UnreadableReply } from '../query.ts'
import { addDays, zonedDate, zonedTime } from '../zoned.ts'
import { type Bank, fromDayMonthYear, newestFixing, toDayMonthYear } from './fixing.ts'

const source: Source = {
  name: 'bankofengland',
  origin: 'https://www.bankofengland.co.uk',
  rate: { requests: 10, perSeconds: 60 },
  timeoutMs: 10_000,
  maxBytes: 262_144,
  // Without the name of a browser the database answers with a web page.
  headers: { 'user-agent': 'Mozilla/5.0 (compatible; claros/1.0)' },
  rights: 'attribution',
  terms: 'https://www.bankofengland.co.uk/legal',
  termsNote: 'Said to resemble the Open Government Licence: name the source. Unconfirmed; not reviewed by counsel.',
}

const TIME_ZONE = 'Europe/London'

const bank: Bank = {
  base: 'GBP',
  quotedPerBase: true,
  // Spot rates observed at about this time and published on the next London morning.
  setAt: (date) => zonedTime(date, 16, 0, TIME_ZONE),
}

/** Series of the database. Each is the spot rate of a currency into sterling. */
const SERIES = {
  XUDLUSS: 'USD',
  XUDLERS: 'EUR',
  XUDLJYS: 'JPY',
  XUDLCDS: 'CAD',
  XUDLSFS: 'CHF',
  XUDLBK89: 'CNY',
} as const

/** Longer than Christmas or Easter, so that a reply always has a business day. */
const DAYS_BACK = 10

/**
 * Currency per one pound: one row per day, one column per series.
 * https://www.bankofengland.co.uk/boeapps/database/help.asp
 */
export const bankOfEngland: FixingSource = {
  source,
  latest: (now) => {
    const today = zonedDate(now, TIME_ZONE)
    const from = toDayMonthYear(addDays(today, -DAYS_BACK))
    const codes = Object.keys(SERIES).join(',')
    return {
      provider: source,
      path:
        `/boeapps/database/_iadb-fromshowcolumns.asp?csv.x=yes&Datefrom=${from}&Dateto=${toDayMonthYear(today)}` +
        `&SeriesCodes=${codes}&CSVF=TN&UsingCodes=Y`,
      read: (body) => {
        const records = csvRecords(csvRows(body), ['DATE', 'XUDLUSS', 'XUDLERS'])
        return newestFixing(
          bank,
          records.flatMap((record) => {
            const date = fromDayMonthYear(record.DATE ?? '')
            if (date === null) throw new UnreadableReply(`DATE is not like 17 Mar 2026: ${record.DATE}`)
            return Object.entries(SERIES).map(([code, currency]) => ({ date, currency, value: record[code] ?? '' }))
          }),
        )
      },
    }
  },
}

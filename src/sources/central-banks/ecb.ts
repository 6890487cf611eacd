import { csvRecords, csvRows } from '../csv.ts'
import type { FixingSource } from '../market.ts'
import { type Source, UnreadableReply } from '../query.ts'
import { zonedTime } from '../zoned.ts'
import { type Bank, newestFixing } from './fixing.ts'

/** The ECB's data portal: exchange rates and statistics. */
export const ecbSource: Source = {
  name: 'ecb',
  origin: 'https://data-api.ecb.europa.eu',
  rate: { requests: 10, perSeconds: 60 },
  timeoutMs: 10_000,
  maxBytes: 262_144,
  rights: 'attribution',
  terms: 'https://www.ecb.europa.eu/home/disclaimer/html/index.en.html',
  termsNote:
    'Free reuse with the ECB named as source. Reference rates are for information only; not reviewed by counsel.',
}

const bank: Bank = {
  base: 'EUR',
  quotedPerBase: true,
  // The time of the daily concertation between central banks. The rates appear about 16:00 on TARGET days.
  setAt: (date) => zonedTime(date, 14, 15, 'Europe/Berlin'),
}

/**
 * Euro reference rates, currency per one euro, as SDMX data in CSV: one row per series and day.
 * https://data.ecb.europa.eu/help/api/data
 *
 * Three observations of each, because `lastNObservations=1` gives every series its own last date. If the dollar were
 * late, no complete day would remain. The file at www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml has the same
 * numbers without that history, in XML, and is not read.
 */
export const ecb: FixingSource = {
  source: ecbSource,
  latest: () => ({
    provider: ecbSource,
    path: '/service/data/EXR/D.USD+GBP+JPY+CHF+CAD+CNY+SEK.EUR.SP00.A?format=csvdata&lastNObservations=3',
    read: (body) => {
      const records = csvRecords(csvRows(body), ['CURRENCY', 'TIME_PERIOD', 'OBS_VALUE'])
      return newestFixing(
        bank,
        records.map(({ CURRENCY = '', CURRENCY_DENOM = 'EUR', TIME_PERIOD = '', OBS_VALUE = '' }) => {
          if (CURRENCY_DENOM !== 'EUR')
            throw new UnreadableReply(`${CURRENCY} is counted per ${CURRENCY_DENOM}, not per EUR`)
          return { date: TIME_PERIOD, currency: CURRENCY, value: OBS_VALUE }
        }),
      )
    },
  }),
}

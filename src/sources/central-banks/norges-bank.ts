import { csvRecords, csvRows } from '../csv.ts'
import type { FixingSource } from '../market.ts'
import { type Source, UnreadableReply } from '../query.ts'
import { zonedTime } from '../zoned.ts'
import { type Bank, newestFixing } from './fixing.ts'

const source: Source = {
  name: 'norgesbank',
  origin: 'https://data.norges-bank.no',
  rate: { requests: 10, perSeconds: 60 },
  timeoutMs: 10_000,
  maxBytes: 262_144,
  rights: 'attribution',
  terms: 'https://www.norges-bank.no/en/topics/Statistics/open-data/',
  termsNote: 'Norwegian Licence for Open Government Data (NLOD): name the source; not reviewed by counsel.',
}

const bank: Bank = {
  base: 'NOK',
  quotedPerBase: false,
  // `COLLECTION` is C: the rates come from the ECB concertation.
  setAt: (date) => zonedTime(date, 14, 15, 'Europe/Oslo'),
}

/**
 * Kroner per 10^`UNIT_MULT` of a currency (yen, yuan and franc per hundred), as SDMX data in CSV.
 * https://www.norges-bank.no/en/topics/Statistics/open-data/
 */
export const norgesBank: FixingSource = {
  source,
  latest: () => ({
    provider: source,
    path: '/api/data/EXR/B.USD+EUR+GBP+JPY+CHF+CAD+CNY+SEK.NOK.SP?format=csvdata&lastNObservations=3',
    read: (body) => {
      const needed = ['BASE_CUR', 'QUOTE_CUR', 'UNIT_MULT', 'TIME_PERIOD', 'OBS_VALUE']
      const records = csvRecords(csvRows(body), needed)
      return newestFixing(
        bank,
        records.map(({ BASE_CUR = '', QUOTE_CUR = '', UNIT_MULT = '', TIME_PERIOD = '', OBS_VALUE = '' }) => {
          if (QUOTE_CUR !== 'NOK') throw new UnreadableReply(`${BASE_CUR} is quoted in ${QUOTE_CUR}, not in NOK`)
          return { date: TIME_PERIOD, currency: BASE_CUR, value: OBS_VALUE, unit: unitOf(UNIT_MULT, BASE_CUR) }
        }),
      )
    },
  }),
}

const unitOf = (power: string, currency: string): number => {
  if (!/^\d$/.test(power)) throw new UnreadableReply(`UNIT_MULT of ${currency} is not a power of ten: ${power}`)
  return 10 ** Number(power)
}

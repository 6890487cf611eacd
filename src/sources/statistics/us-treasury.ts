import { csvRecords, csvRows } from '../csv.ts'
import { decimalDifference, decimalText } from '../decimal-text.ts'
import { type Query, type Source, UnreadableReply } from '../query.ts'
import { isMissing, type Observation, type SeriesReply, seriesOf } from './observation.ts'
import { checkedPeriod } from './period.ts'

/** The US Treasury's daily par yields. https://home.treasury.gov/resource-center/data-chart-center/interest-rates */
export const usTreasury: Source = {
  name: 'ustreasury',
  origin: 'https://home.treasury.gov',
  rate: { requests: 10, perSeconds: 60 },
  timeoutMs: 20_000,
  maxBytes: 262_144,
  rights: 'open',
  terms: 'https://home.treasury.gov/subfooter/site-policies-and-notices',
  termsNote: 'US government work.',
}

const [LONG, SHORT] = ['10 Yr', '2 Yr'] as const

/** The ten-year yield less the two-year one on each business day of a year, in percentage points. */
export const yieldCurveOf = (year: number): Query<SeriesReply> => ({
  provider: usTreasury,
  path:
    `/resource-center/data-chart-center/interest-rates/daily-treasury-rates.csv/${year}/all` +
    `?type=daily_treasury_yield_curve&field_tdr_date_value=${year}&page&_format=csv`,
  // Columns are added at times: the one of six weeks came in 2025.
  read: (body) => seriesOf('the yield curve', csvRecords(csvRows(body), ['Date', LONG, SHORT]).flatMap(spread)),
})

const spread = (record: Readonly<Record<string, string>>): readonly Observation[] => {
  const period = fromAmerican(record['Date'] ?? '')
  const [long = '', short = ''] = [record[LONG], record[SHORT]]
  if (isMissing(long) || isMissing(short)) return []
  const parts = [
    { name: LONG, value: decimalText(long, `${LONG} of ${period}`) },
    { name: SHORT, value: decimalText(short, `${SHORT} of ${period}`) },
  ]
  return [{ period, value: decimalDifference(long, short), parts }]
}

/** `08/05/2026` as `2026-08-05`. */
const fromAmerican = (date: string): string => {
  const [, month, day, year] = /^(\d\d)\/(\d\d)\/(\d{4})$/.exec(date) ?? []
  if (year === undefined) throw new UnreadableReply(`not a date of the Treasury: ${date.slice(0, 40)}`)
  return checkedPeriod(`${year}-${month}-${day}`, 'day')
}

import { csvRows } from '../csv.ts'
import { type Source, UnreadableReply } from '../query.ts'
import { type Cell, COT_CODE, cotReport, type CotSource, newestFirst, type PositionNames, type Traders } from './cot.ts'

const source: Source = {
  name: 'cftctext',
  origin: 'https://www.cftc.gov',
  rate: { requests: 6, perSeconds: 60 },
  timeoutMs: 20_000,
  maxBytes: 1_048_576,
  rights: 'open',
  terms: 'https://www.cftc.gov/WebPolicy/index.htm',
  termsNote: 'Work of the United States government: public domain; no endorsement implied.',
}

/**
 * The weekly file has no header. Its 87 columns are those of the yearly file, which has one: these are its names, up to the
 * last that is read, and the places of the two that say again whose row it is.
 */
const COLUMNS: readonly string[] = `
  Name Day Date Code Market Region Commodity OpenInterest Dealer_Long Dealer_Short Dealer_Spread
  Asset_Long Asset_Short Asset_Spread Lev_Long Lev_Short Lev_Spread Other_Long Other_Short Other_Spread
  Reported_Long Reported_Short Rest_Long Rest_Short Change_OpenInterest Change_Dealer_Long
  Change_Dealer_Short Change_Dealer_Spread Change_Asset_Long Change_Asset_Short Change_Asset_Spread
  Change_Lev_Long Change_Lev_Short Change_Lev_Spread Change_Other_Long Change_Other_Short
  Change_Other_Spread Change_Reported_Long Change_Reported_Short Change_Rest_Long Change_Rest_Short
  Pct_OpenInterest Pct_Dealer_Long Pct_Dealer_Short Pct_Dealer_Spread Pct_Asset_Long Pct_Asset_Short
  Pct_Asset_Spread Pct_Lev_Long Pct_Lev_Short
`
  .trim()
  .split(/\s+/)
const CODE_AT = COLUMNS.indexOf('Code')
const CODE_AGAIN_AT = 82
const KIND_AT = 86

const named = (group: string): PositionNames => ({
  long: `${group}_Long`,
  short: `${group}_Short`,
  changeLong: `Change_${group}_Long`,
  changeShort: `Change_${group}_Short`,
  pctLong: `Pct_${group}_Long`,
  pctShort: `Pct_${group}_Short`,
})

const NAMES: Readonly<Record<Traders, PositionNames>> = {
  leveraged_funds: named('Lev'),
  asset_managers: named('Asset'),
  dealers: named('Dealer'),
}

const reportOf = (row: readonly string[]) => {
  // A column more or less would move every number to its neighbour. The code stands in the row twice, so it tells.
  if (row[CODE_AGAIN_AT] !== COT_CODE || row[KIND_AT] !== 'FutOnly')
    throw new UnreadableReply(`a row of ${row.length} columns, again ${row[CODE_AGAIN_AT]}, ${row[KIND_AT]}`)
  const cell: Cell = (name) => {
    const found = row[COLUMNS.indexOf(name)] ?? ''
    return found === '.' || found === '' ? null : found
  }
  return cotReport(cell('Date') ?? '', cell, 'OpenInterest', NAMES)
}

/**
 * The report of this week as text: all contracts, without a header. `.` is no value.
 * https://www.cftc.gov/MarketReports/CommitmentsofTraders/HistoricalViewable/index.htm
 */
export const cftcText: CotSource = {
  source,
  newest: {
    provider: source,
    path: '/dea/newcot/FinFutWk.txt',
    read: (body) =>
      newestFirst(
        csvRows(body)
          .filter((row) => row[CODE_AT] === COT_CODE)
          .map(reportOf),
      ),
  },
}

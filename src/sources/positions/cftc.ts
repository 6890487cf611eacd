import type { Source } from '../query.ts'
import { field, items, optional, type Piece, reply, same, text } from '../shape.ts'
import { type Cell, COT_CODE, cotReport, type CotSource, newestFirst, type PositionNames, type Traders } from './cot.ts'

const source: Source = {
  name: 'cftc',
  origin: 'https://publicreporting.cftc.gov',
  rate: { requests: 10, perSeconds: 60 },
  timeoutMs: 20_000,
  maxBytes: 131_072,
  rights: 'open',
  terms: 'https://www.cftc.gov/WebPolicy/index.htm',
  termsNote: 'Work of the United States government: public domain; no endorsement implied.',
}

/** The last part of a name is `_all` for dealers alone. */
const named = (group: string, all: '' | '_all'): PositionNames => ({
  long: `${group}_positions_long${all}`,
  short: `${group}_positions_short${all}`,
  changeLong: `change_in_${group}_long${all}`,
  changeShort: `change_in_${group}_short${all}`,
  pctLong: `pct_of_oi_${group}_long${all}`,
  pctShort: `pct_of_oi_${group}_short${all}`,
})

const NAMES: Readonly<Record<Traders, PositionNames>> = {
  leveraged_funds: named('lev_money', ''),
  asset_managers: named('asset_mgr', ''),
  dealers: named('dealer', '_all'),
}

const trimmed = (of: Piece): Piece => ({ ...of, value: text(of).trim() })

const reportOf = (row: Piece) => {
  // Codes carry trailing blanks. The names of other contracts begin alike, so only the code says whose numbers these are.
  same(trimmed(field(row, 'cftc_contract_market_code')), COT_CODE)
  same(trimmed(field(row, 'futonly_or_combined')), 'FutOnly')
  const cell: Cell = (name) => {
    const found = optional(row, name)
    return found === null || found.value === null ? null : text(found).trim()
  }
  const date = text(field(row, 'report_date_as_yyyy_mm_dd'))
  return cotReport(date.replace(/T00:00:00\.000$/, ''), cell, 'open_interest_all', NAMES)
}

const asked = new URLSearchParams({
  $where: `cftc_contract_market_code='${COT_CODE}'`,
  $order: 'report_date_as_yyyy_mm_dd DESC',
  $limit: '2',
})

/**
 * Socrata table of Traders in Financial Futures, futures only. Every number is a text; a field without a value is left out.
 * https://publicreporting.cftc.gov/Commitments-of-Traders/TFF-Futures-Only/gpe5-46if
 */
export const cftc: CotSource = {
  source,
  newest: {
    provider: source,
    path: `/resource/gpe5-46if.json?${asked.toString()}`,
    read: (body) => newestFirst(items(reply(body)).map(reportOf)),
  },
}

import { csvRecords, csvRows } from '../../sources/csv.ts'
import {
  lastDays,
  MARKET_SYMBOLS,
  type MarketDay,
  type MarketSymbol,
  NEW_YORK,
} from '../../sources/equities/market-day.ts'
import { piece, positive } from '../../sources/shape.ts'
import { zonedDate } from '../../sources/zoned.ts'
import type { OperatorFile } from '../inputs.ts'
import type { MarketTable } from './market-series.ts'

/** A file that can be used, or everything that is wrong with it. */
export type CheckedMarkets =
  { readonly ok: true; readonly table: MarketTable } | { readonly ok: false; readonly faults: readonly string[] }

const PRICES = ['open', 'high', 'low', 'close'] as const
const COLUMNS = ['symbol', 'time', ...PRICES]
const MOST_ROWS = 20_000
const MOST_FAULTS = 8

interface OwnRow {
  readonly symbol: MarketSymbol
  readonly at: number
  readonly day: MarketDay
}

const momentOf = (written: string): number | null => {
  const at = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2})?Z$/.test(written) ? Date.parse(written) : Number.NaN
  // Engines read 30 February as a day in March.
  return Number.isNaN(at) || !new Date(at).toISOString().startsWith(written.slice(0, 16)) ? null : at
}

const faultOf = (problem: unknown): string => (problem instanceof Error ? problem.message : String(problem))

const readRow = (row: Readonly<Record<string, string>>, place: number): OwnRow | string => {
  const where = `row ${place + 1}:`
  const symbol = MARKET_SYMBOLS.find((each) => each === row['symbol'])
  const at = momentOf(row['time'] ?? '')
  if (symbol === undefined) return `${where} ${row['symbol']?.slice(0, 20)} is none of ${MARKET_SYMBOLS.join(', ')}`
  if (at === null) return `${where} ${row['time']?.slice(0, 40)} is no time in UTC like 2026-11-20T21:00Z`
  try {
    const [open, high, low, close] = PRICES.map((name) => positive(piece(row[name], name)))
    return { symbol, at, day: { date: zonedDate(at, NEW_YORK), open: open!, high: high!, low: low!, close: close! } }
  } catch (problem) {
    return `${where} ${faultOf(problem)}`
  }
}

/**
 * Days as `symbol,time,open,high,low,close`: the symbols of `MARKET_SYMBOLS`, one row for each trading day of New York, and
 * as time the moment of its close in UTC (of a running session, that of its last level).
 */
export const checkedMarkets = (csv: string): CheckedMarkets => {
  try {
    const rows = csvRecords(csvRows(csv), COLUMNS)
    if (rows.length > MOST_ROWS) return { ok: false, faults: [`${rows.length} rows, at most ${MOST_ROWS}`] }
    const read = rows.map(readRow)
    const faults = read.filter((each) => typeof each === 'string')
    if (faults.length > 0) return { ok: false, faults: faults.slice(0, MOST_FAULTS) }
    const own = read.filter((each) => typeof each !== 'string')
    if (own.length === 0) return { ok: false, faults: ['no row'] }
    const tables = [...Map.groupBy(own, ({ symbol }) => symbol)].map(([symbol, theirs]) => {
      const newest = theirs.toSorted((a, b) => a.at - b.at).at(-1)!
      const days = lastDays(
        symbol,
        theirs.map(({ day }) => day),
      )
      return [symbol, { level: { value: newest.day.close, at: newest.at }, days }] as const
    })
    return { ok: true, table: Object.fromEntries(tables) }
  } catch (problem) {
    return { ok: false, faults: [faultOf(problem)] }
  }
}

/** Where the operator's days lie, once a worker has read them; none without a file. */
export const OWN_MARKETS: OperatorFile<{ readonly table: MarketTable }> = {
  id: 'market/own',
  setting: 'EQUITY_FILE',
  empty: { table: {} },
}

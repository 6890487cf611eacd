import { impliedVolatility } from '../../../../src/feeds/math/implied-vol.ts'
import type { KeptOption } from '../../../../src/feeds/options/kept/kept-option.ts'
import { recorded } from '../../recorded.ts'

/** Chains of Deribit that a third party joined and renamed: good for numbers, not for readers. */

const YEAR_MS = 365 * 86_400_000

/** What these files have of an option. Prices in coins; 0 means no quote. */
interface Row {
  readonly symbol: string
  readonly expiry: number
  readonly strike: number
  readonly kind: 'call' | 'put'
  readonly bid: number
  readonly ask: number
  readonly forward: number
  /** Per cent a year. */
  readonly markIv: number
  readonly interest: number
}

/** The options of one of these files, with the time of the file. */
export interface RecordedChain {
  readonly now: number
  readonly options: readonly KeptOption[]
}

const optionOf = (row: Row, now: number): KeptOption => {
  const { strike, forward, kind, symbol, expiry, markIv, interest } = row
  const terms = { kind, strike, forward, years: (expiry - now) / YEAR_MS, rate: 0 }
  const dollars = (coins: number): number | null => (coins > 0 ? coins * forward : null)
  const ivOf = (price: number | null): number | null => {
    const sigma = price === null ? null : impliedVolatility(price, terms)
    return sigma === null ? null : 100 * sigma
  }
  const [bid, ask] = [dollars(row.bid), dollars(row.ask)]
  return {
    symbol,
    expiry,
    strike,
    kind,
    markIv,
    bid,
    ask,
    bidIv: ivOf(bid),
    askIv: ivOf(ask),
    forward,
    interest,
    volumeUsd: null,
  }
}

type Cell = string | number | null
type Cells = Readonly<Record<string, Cell>>

interface File {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly Cell[])[]
  readonly snapshot_at?: string
  readonly snapshot_time?: string
  readonly forwards?: readonly { readonly expiry: string; readonly forward_price: number }[]
}

const kindOf = (cell: Cell | undefined) => (String(cell).toUpperCase().startsWith('C') ? 'call' : 'put')

/** `chain_BTC_20260822T0350`, a name in `crypto/deribit`. */
export const recordedChain = (name: string): RecordedChain => {
  const file: File = JSON.parse(recorded(`crypto/deribit/${name}`).body)
  const cells = file.rows.map((row): Cells => Object.fromEntries(file.columns.map((column, at) => [column, row[at]!])))
  const said = file.snapshot_at ?? file.snapshot_time ?? cells[0]?.['snapshot_ts']
  const now = Date.parse(String(said))
  const forwards = new Map(file.forwards?.map((each) => [Date.parse(each.expiry), each.forward_price]))
  const options = cells.map((cell) => {
    const day = String(cell['expiry_datetime'] ?? cell['expiry'])
    const expiry = Date.parse(day.length === 10 ? `${day}T08:00:00Z` : day)
    const kind = kindOf(cell['option_type'])
    const row: Row = {
      symbol: String(cell['instrument_name'] ?? `${day}-${cell['strike']}-${kind === 'call' ? 'C' : 'P'}`),
      expiry,
      kind,
      strike: Number(cell['strike']),
      bid: Number(cell['bid_price'] ?? cell['bid'] ?? cell['best_bid']),
      ask: Number(cell['ask_price'] ?? cell['ask'] ?? cell['best_ask']),
      forward: Number(cell['futures_price'] ?? cell['forward_price'] ?? forwards.get(expiry)),
      markIv: Number(cell['deribit_mark_iv'] ?? 100 * Number(cell['implied_volatility'] ?? cell['implied_vol'])),
      interest: Number(cell['open_interest']),
    }
    return optionOf(row, now)
  })
  return { now, options }
}

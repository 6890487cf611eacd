import type { DecimalText } from '../market.ts'
import { type Query, type Source, UnreadableReply } from '../query.ts'
import { addDays } from '../zoned.ts'

/** The groups of traders that are read of a report, by their names in answers. */
export const TRADERS = ['leveraged_funds', 'asset_managers', 'dealers'] as const
export type Traders = (typeof TRADERS)[number]

/** What one group holds, in contracts. Positions that offset each other (spreads) are not in it. */
export interface Positions {
  readonly long: number
  readonly short: number
  /** Since the report before; `null` where the report leaves it out, as in the first week of a contract. */
  readonly changeLong: number | null
  readonly changeShort: number | null
  /** Per cent of open interest as the report prints it, one decimal; `null` where it is left out. */
  readonly pctLong: DecimalText | null
  readonly pctShort: DecimalText | null
}

/** One weekly report on one contract: Traders in Financial Futures, futures only. */
export interface CotReport {
  /** The Tuesday whose positions these are, `YYYY-MM-DD`. */
  readonly date: string
  /** Contracts. */
  readonly openInterest: number
  readonly traders: Readonly<Record<Traders, Positions>>
}

/** One place where the reports are published. */
export interface CotSource {
  readonly source: Source
  /** The newest reports on bitcoin futures, the newest first. At least one. */
  readonly newest: Query<readonly CotReport[]>
}

/** Bitcoin futures of the Chicago Mercantile Exchange. Others have codes of their own: 133742 is a fiftieth of it. */
export const COT_CODE = '133741'

/** One number of a report by its name in the source; `null` where the source has none. */
export type Cell = (name: string) => string | null

/** The names of a group's numbers in one source. */
export interface PositionNames {
  readonly long: string
  readonly short: string
  readonly changeLong: string
  readonly changeShort: string
  readonly pctLong: string
  readonly pctShort: string
}

const whole = (cell: Cell, name: string): number => {
  const text = cell(name)
  if (text === null) throw new UnreadableReply(`${name} is missing`)
  const read = /^-?\d+$/.test(text) ? Number(text) : Number.NaN
  if (!Number.isSafeInteger(read)) throw new UnreadableReply(`${name} is not a whole number: ${text.slice(0, 40)}`)
  return read
}

const wholeOrNull = (cell: Cell, name: string): number | null => (cell(name) === null ? null : whole(cell, name))

const pctOrNull = (cell: Cell, name: string): DecimalText | null => {
  const text = cell(name)
  if (text !== null && !/^\d{1,3}(?:\.\d)?$/.test(text))
    throw new UnreadableReply(`${name} is no percentage: ${text.slice(0, 40)}`)
  return text
}

/** A position: not negative, and nobody holds more than all that is open. */
const held = (cell: Cell, name: string, openInterest: number): number => {
  const read = whole(cell, name)
  if (read < 0 || read > openInterest)
    throw new UnreadableReply(`${name} is ${read}, and ${openInterest} contracts are open`)
  return read
}

/** The report in one row of a source. Throws `Unreadable` naming the first number that is missing or impossible. */
export const cotReport = (
  date: string,
  cell: Cell,
  openInterestName: string,
  names: Readonly<Record<Traders, PositionNames>>,
): CotReport => {
  addDays(date, 0)
  const openInterest = whole(cell, openInterestName)
  if (openInterest <= 0) throw new UnreadableReply(`${openInterestName} is ${openInterest}`)
  const of = (group: Traders): Positions => ({
    long: held(cell, names[group].long, openInterest),
    short: held(cell, names[group].short, openInterest),
    changeLong: wholeOrNull(cell, names[group].changeLong),
    changeShort: wholeOrNull(cell, names[group].changeShort),
    pctLong: pctOrNull(cell, names[group].pctLong),
    pctShort: pctOrNull(cell, names[group].pctShort),
  })
  return {
    date,
    openInterest,
    traders: {
      leveraged_funds: of('leveraged_funds'),
      asset_managers: of('asset_managers'),
      dealers: of('dealers'),
    },
  }
}

/** Newest first. After a pause several weeks come at once, in whatever order. */
export const newestFirst = (reports: readonly CotReport[]): readonly CotReport[] => {
  if (reports.length === 0) throw new UnreadableReply(`no report on ${COT_CODE}`)
  const sorted = reports.toSorted((a, b) => (a.date < b.date ? 1 : -1))
  const twice = sorted.find(({ date }, at) => sorted[at + 1]?.date === date)
  if (twice) throw new UnreadableReply(`two reports of ${twice.date}`)
  return sorted
}

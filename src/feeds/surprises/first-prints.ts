import { fixed } from '../../canonical/decimal.ts'
import type { ReleaseCountry } from '../../sources/calendars/tradingview.ts'
import { decimalDifference, shifted } from '../../sources/decimal-text.ts'
import type { DecimalText } from '../../sources/market.ts'
import { DAY_MS } from '../../time-units.ts'
import type { Boards } from '../board.ts'
import { EUROSTAT_BOARD } from '../econ/eu-boards.ts'
import type { Vintage } from '../econ/kept-series.ts'
import type { StatsBoard } from '../econ/stats-board.ts'
import { BLS_BOARD, FREDGRAPH_BOARD } from '../econ/us-boards.ts'
import type { MeasureWord } from './measures.ts'
import type { Release } from './release.ts'

/**
 * The first value that an agency itself printed, for estimates of the operator's file. Nobody owns these numbers, but few
 * measures of the index are made of what agencies tell as a series.
 */
export interface FirstPrint {
  readonly actual: DecimalText
  readonly period: string
  /** The name of the source. */
  readonly source: string
  /** Another who tells of the same release may differ by so much: our growth is worked out from levels. */
  readonly within: number
}

/** A value may be read so long after its release: the board of the BLS rests for hours. */
const READ_WITHIN_MS = 7 * DAY_MS
/** Clocks of authorities and ours differ by less. */
const EARLY_MS = 60_000

const firstSeen = ({ was, seen }: Vintage): number => was?.[0]?.seen ?? seen
const firstValue = ({ was, value }: Vintage): DecimalText => was?.[0]?.value ?? value

/** What was known of a period at this moment. */
const valueAt = ({ was = [], seen, value }: Vintage, at: number): DecimalText =>
  seen <= at ? value : (was.findLast((former) => former.seen <= at)?.value ?? was[0]?.value ?? value)

/** The number of the headline, from the value of a period and the one before it as both were then. */
type Headline = (now: DecimalText, before: DecimalText) => DecimalText

const level: Headline = (now) => now
/** Levels are in thousands of persons. */
const addedPersons: Headline = (now, before) => shifted(decimalDifference(now, before), 3)
/** Growth on the quarter as if it went on for a year, per cent, as the BEA prints it. */
const annualized: Headline = (now, before) => fixed(((Number(now) / Number(before)) ** 4 - 1) * 100, 1)

interface Series {
  readonly board: StatsBoard
  readonly series: string
  readonly headline: Headline
  readonly within?: number
}

const PRINTED: Readonly<Partial<Record<ReleaseCountry, Readonly<Partial<Record<MeasureWord, Series>>>>>> = {
  US: {
    payrolls: { board: BLS_BOARD, series: 'CES0000000001', headline: addedPersons },
    unemployment: { board: BLS_BOARD, series: 'LNS14000000', headline: level },
    gdp_annualized: { board: FREDGRAPH_BOARD, series: 'GDPC1', headline: annualized, within: 0.1 },
  },
  EU: { unemployment: { board: EUROSTAT_BOARD, series: 'unrate', headline: level } },
}

export const PRINT_BOARDS: readonly StatsBoard[] = [BLS_BOARD, FREDGRAPH_BOARD, EUROSTAT_BOARD]

/** The oldest good answer among these series, Unix milliseconds; `null` if none was ever read. */
export const printsReadAt = (boards: Boards): number | null => {
  const reads = Object.values(PRINTED).flatMap((measures) =>
    Object.values(measures).flatMap(({ board, series }) => boards.read(board)?.series[series]?.readAt ?? []),
  )
  return reads.length === 0 ? null : Math.min(...reads)
}

/**
 * The first print of the release at this moment: the period that appeared within a week after it, while this service was
 * looking. What was there at our first look has no known day, and does not count.
 */
export const firstPrint = (
  boards: Boards,
  { country, measure, at }: Pick<Release, 'country' | 'measure' | 'at'>,
): FirstPrint | null => {
  const told = PRINTED[country]?.[measure]
  const rows = told ? (boards.read(told.board)?.series[told.series]?.rows ?? []) : []
  const place = rows.findIndex((row, index) => {
    const before = rows[index - 1]
    const seen = firstSeen(row)
    return before !== undefined && firstSeen(before) < seen && seen >= at - EARLY_MS && seen <= at + READ_WITHIN_MS
  })
  const [before, row] = [rows[place - 1], rows[place]]
  if (told === undefined || before === undefined || row === undefined) return null
  return {
    actual: told.headline(firstValue(row), valueAt(before, firstSeen(row))),
    period: row.period,
    source: told.board.source.name,
    within: told.within ?? 0,
  }
}

import { bea, beaLine, PCE_PRICES, REAL_GDP } from '../../sources/statistics/bea.ts'
import { bls, blsSeries } from '../../sources/statistics/bls.ts'
import { fred, fredSeries } from '../../sources/statistics/fred.ts'
import { fredGraph, fredGraphSeries } from '../../sources/statistics/fredgraph.ts'
import { effectiveFundsRate, nyFed } from '../../sources/statistics/nyfed.ts'
import type { Frequency } from '../../sources/statistics/observation.ts'
import { yieldCurveOf, usTreasury } from '../../sources/statistics/us-treasury.ts'
import { HOUR_SECONDS } from '../../time-units.ts'
import type { PollContext } from '../board.ts'
import type { Limits } from './kept-series.ts'
import { single, statsBoard, type StatsState } from './stats-board.ts'

/** Possible values of what several publishers tell. */
const PRICES: Limits = { low: 150, high: 1_500 }
const RATE: Limits = { low: -2, high: 30 }
const JOBS: Limits = { low: 80_000, high: 400_000 }
const GDP: Limits = { low: 10_000, high: 100_000 }
const DEFLATOR: Limits = { low: 50, high: 500 }
const SPREAD: Limits = { low: -10, high: 10 }
const OIL: Limits = { low: -60, high: 400 }
const GAS: Limits = { low: -5, high: 60 }

const BLS_LIMITS = { CUUR0000SA0: PRICES, CUUR0000SA0L1E: PRICES, LNS14000000: RATE, CES0000000001: JOBS } as const

/** Four polls a day are enough, and 25 a day are allowed: a failed one is repeated after an hour. */
export const BLS_BOARD = statsBoard({
  source: bls,
  everySeconds: HOUR_SECONDS,
  restSeconds: 6 * HOUR_SECONDS,
  limits: BLS_LIMITS,
  asks: ({ now }) => [blsSeries(Object.keys(BLS_LIMITS), now)],
})

type FredSeries = Readonly<Record<string, { readonly frequency: Frequency; readonly limits: Limits }>>

const GRAPH_SERIES: FredSeries = {
  CPIAUCNS: { frequency: 'month', limits: PRICES },
  CPILFENS: { frequency: 'month', limits: PRICES },
  UNRATE: { frequency: 'month', limits: RATE },
  PAYEMS: { frequency: 'month', limits: JOBS },
  DFF: { frequency: 'day', limits: RATE },
  GDPC1: { frequency: 'quarter', limits: GDP },
  PCEPI: { frequency: 'month', limits: DEFLATOR },
  T10Y2Y: { frequency: 'day', limits: SPREAD },
  DCOILWTICO: { frequency: 'day', limits: OIL },
  DCOILBRENTEU: { frequency: 'day', limits: OIL },
  DHHNGSP: { frequency: 'day', limits: GAS },
}

const limitsOf = (series: FredSeries): Readonly<Record<string, Limits>> =>
  Object.fromEntries(Object.entries(series).map(([id, { limits }]) => [id, limits]))

export const FREDGRAPH_BOARD = statsBoard({
  source: fredGraph,
  everySeconds: 3 * HOUR_SECONDS,
  limits: limitsOf(GRAPH_SERIES),
  asks: ({ now }) =>
    Object.entries(GRAPH_SERIES).map(([id, { frequency }]) => single(id, fredGraphSeries(id, frequency, now))),
})

const API_SERIES: FredSeries = { GDPC1: GRAPH_SERIES['GDPC1']!, PCEPI: GRAPH_SERIES['PCEPI']! }

export const FRED_BOARD = statsBoard({
  source: fred,
  everySeconds: HOUR_SECONDS,
  limits: limitsOf(API_SERIES),
  asks: () => Object.entries(API_SERIES).map(([id, { frequency }]) => single(id, fredSeries(id, frequency))),
})

export const BEA_BOARD = statsBoard({
  source: bea,
  everySeconds: 3 * HOUR_SECONDS,
  limits: { T10106: GDP, T20804: DEFLATOR },
  asks: ({ now }) => [REAL_GDP, PCE_PRICES].map((table) => single(table.name, beaLine(table, now))),
})

export const NYFED_BOARD = statsBoard({
  source: nyFed,
  everySeconds: HOUR_SECONDS,
  limits: { EFFR: RATE },
  asks: () => [single('EFFR', effectiveFundsRate)],
})

/** The Treasury's table of a year begins with its first business day: until then, and at a first start, that of the year before is asked too. */
const yearsToAsk = ({ now, state }: PollContext<StatsState>): readonly number[] => {
  const year = new Date(now).getUTCFullYear()
  const newest = state.series['CURVE']?.rows.at(-1)?.period ?? ''
  return newest >= `${year}-` ? [year] : [year - 1, year]
}

export const TREASURY_BOARD = statsBoard({
  source: usTreasury,
  everySeconds: HOUR_SECONDS,
  limits: { CURVE: SPREAD },
  asks: (context) => yearsToAsk(context).map((year) => single('CURVE', yieldCurveOf(year))),
})

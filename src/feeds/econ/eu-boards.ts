import { ecbSource } from '../../sources/central-banks/ecb.ts'
import { ecbSeries } from '../../sources/statistics/ecb-statistics.ts'
import { eurostat, type EurostatSeries, eurostatSeries } from '../../sources/statistics/eurostat.ts'
import { HOUR_SECONDS } from '../../time-units.ts'
import type { Limits } from './kept-series.ts'
import { single, statsBoard } from './stats-board.ts'

const INDEX: Limits = { low: 40, high: 500 }
const PERCENT: Limits = { low: -30, high: 40 }
const PERSONS: Limits = { low: 50_000, high: 500_000 }

const pricesOf = (coicop18: string): EurostatSeries => ({
  dataset: 'prc_hicp_minr',
  frequency: 'month',
  codes: { unit: 'I15', coicop18, geo: 'EA' },
})

/** What is asked of Eurostat, by the name of the series. Levels are of a fixed composition of the euro area. */
const EUROSTAT: Readonly<Record<string, EurostatSeries & { readonly limits: Limits }>> = {
  hicp: { ...pricesOf('TOTAL'), limits: INDEX },
  hicp_core: { ...pricesOf('TOT_X_NRG_FOOD'), limits: INDEX },
  hicp_services: { ...pricesOf('SERV'), limits: INDEX },
  unrate: {
    dataset: 'une_rt_m',
    frequency: 'month',
    codes: { s_adj: 'SA', age: 'TOTAL', sex: 'T', unit: 'PC_ACT', geo: 'EA21' },
    limits: { low: 0, high: 40 },
  },
  gdp: {
    dataset: 'namq_10_gdp',
    frequency: 'quarter',
    codes: { na_item: 'B1GQ', s_adj: 'SCA', unit: 'CLV_PCH_PRE', geo: 'EA21' },
    limits: PERCENT,
  },
  employment: {
    dataset: 'namq_10_pe',
    frequency: 'quarter',
    codes: { na_item: 'EMP_DC', s_adj: 'SCA', unit: 'THS_PER', geo: 'EA21' },
    limits: PERSONS,
  },
}

/** The same from the ECB: yearly rates of change of prices and output, a level of persons in another composition. */
const ECB = {
  hicp: ['HICP', 'M.U2.N.000000.4D0.ANR', 'month', PERCENT],
  hicp_core: ['HICP', 'M.U2.N.XEF000.4D0.ANR', 'month', PERCENT],
  hicp_services: ['HICP', 'M.U2.N.SERV00.4D0.ANR', 'month', PERCENT],
  unrate: ['LFSI', 'M.U2.S.UNEHRT.TOTAL0.15_74.T', 'month', PERCENT],
  gdp: ['MNA', 'Q.Y.I9.W2.S1.S1.B.B1GQ._Z._Z._Z.EUR.LR.GY', 'quarter', PERCENT],
  employment: ['ENA', 'Q.Y.I9.W2.S1.S1._Z.EMP._Z._T._Z.PS._Z.N', 'quarter', PERSONS],
} as const

export const EUROSTAT_BOARD = statsBoard({
  source: eurostat,
  everySeconds: HOUR_SECONDS,
  limits: Object.fromEntries(Object.entries(EUROSTAT).map(([name, { limits }]) => [name, limits])),
  asks: () => Object.entries(EUROSTAT).map(([name, series]) => single(name, eurostatSeries(series))),
})

export const ECB_BOARD = statsBoard({
  source: ecbSource,
  everySeconds: 3 * HOUR_SECONDS,
  limits: Object.fromEntries(Object.entries(ECB).map(([name, [, , , limits]]) => [name, limits])),
  asks: () =>
    Object.entries(ECB).map(([name, [flow, key, frequency]]) => single(name, ecbSeries(flow, key, frequency))),
})

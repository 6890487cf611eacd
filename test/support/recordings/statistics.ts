import { beaLine, REAL_GDP } from '../../../src/sources/statistics/bea.ts'
import { blsSeries } from '../../../src/sources/statistics/bls.ts'
import { eiaSpot, NATURAL_GAS } from '../../../src/sources/statistics/eia.ts'
import { eurostatSeries } from '../../../src/sources/statistics/eurostat.ts'
import { fredSeries } from '../../../src/sources/statistics/fred.ts'
import { fredGraphSeries } from '../../../src/sources/statistics/fredgraph.ts'
import { effectiveFundsRate } from '../../../src/sources/statistics/nyfed.ts'
import type { SeriesReplies, SeriesReply } from '../../../src/sources/statistics/observation.ts'
import { yieldCurveOf } from '../../../src/sources/statistics/us-treasury.ts'
import { elsewhere, gives, type Reading, type Recordings, refused } from './reading.ts'
import { count } from './words.ts'

/** Agencies of statistics, by folder. */

const NOW = Date.UTC(2026, 10, 20, 12)

const one = ({ rows, unit }: SeriesReply): string => {
  const { period, value, isProvisional = false } = rows.at(-1)!
  const words = [count(rows.length, 'value'), unit, `the last ${value} of ${period}`, isProvisional && 'provisional']
  return words.filter(Boolean).join(', ')
}
const several = (replies: SeriesReplies): string =>
  Object.entries(replies)
    .map(([id, reply]) => `${id}: ${one(reply)}`)
    .join('; ')

const bls = (id: string): Reading => elsewhere(gives(blsSeries([id], NOW), several), 'one series alone')
const graph = (id: string, frequency: 'day' | 'month' = 'day'): Reading =>
  gives(fredGraphSeries(id, frequency, NOW), one)
const rate = (id: string): Reading => gives(fredSeries(id, 'day'), one)

export const STATISTICS: Readonly<Record<string, Recordings>> = {
  bea: { 'error-invalid-userid': refused(beaLine(REAL_GDP, NOW)) },
  bls: {
    'error-invalid-series': refused(blsSeries(['laucn21219003!'], NOW)),
    'v1-cpi-two-observations': bls('CUUR0000SA0'),
    'v2-laus-shape': bls('LASST060000000000003'),
    'v2-post-catalog-calculations': bls('APU0000701111'),
  },
  eia: { 'natural-gas-spot-daily': gives(eiaSpot(NATURAL_GAS), several) },
  eurostat: {
    'prc_hicp_minr-it-index': elsewhere(
      gives(
        eurostatSeries({
          dataset: 'prc_hicp_minr',
          frequency: 'month',
          codes: { unit: 'I15', coicop18: 'TOTAL', geo: 'IT' },
        }),
        one,
      ),
      'of one country',
    ),
  },
  fred: {
    'fredgraph-csv-cpiaucsl-old-header': graph('CPIAUCSL', 'month'),
    'fredgraph-csv-dgs10': graph('DGS10'),
    'fredgraph-csv-sp500': graph('SP500'),
    'fredgraph-csv-t10y2y': graph('T10Y2Y'),
    'fredgraph-csv-unrate': graph('UNRATE', 'month'),
    'fredgraph-csv-vixcls': graph('VIXCLS'),
    'observations-dexcaus': rate('DEXCAUS'),
    'observations-dexchus': rate('DEXCHUS'),
    'observations-dexjpus': rate('DEXJPUS'),
    'observations-dexszus': rate('DEXSZUS'),
    'observations-dexuseu': rate('DEXUSEU'),
    'observations-dexusuk': rate('DEXUSUK'),
  },
  nyfed: { 'effr-last': gives(effectiveFundsRate, one), 'sofr-last': refused(effectiveFundsRate) },
  'us-treasury': { 'daily-par-yield-csv': gives(yieldCurveOf(2026), one) },
}

import { AGES, type Indicator, type Way } from './indicator.ts'
import { BEA_BOARD, BLS_BOARD, FRED_BOARD, FREDGRAPH_BOARD, NYFED_BOARD, TREASURY_BOARD } from './us-boards.ts'

const blsWay = (seriesId: string): Way => ({
  board: BLS_BOARD,
  series: seriesId,
  agency: 'BLS',
  seriesId,
  model: 'directapi',
  compare: 'same',
})

/** A series of FRED, with the agency whose number it is. */
export const graphWay = (agency: string, seriesId: string): Way => ({
  board: FREDGRAPH_BOARD,
  series: seriesId,
  agency,
  seriesId,
  model: 'fredcsv',
  compare: 'same',
})

const apiWay = (agency: string, seriesId: string): Way => ({
  ...graphWay(agency, seriesId),
  board: FRED_BOARD,
  model: 'fredapi',
})

const beaWay = (seriesId: string): Way => ({ ...blsWay(seriesId), board: BEA_BOARD, agency: 'BEA' })

const monthly = (word: string, name: string, unit: string, ways: readonly Way[], value: string): Indicator => ({
  word,
  name,
  frequency: 'month',
  unit,
  ways,
  ages: AGES.month,
  example: { value, period: '2026-10' },
})

const PRICES = 'index198284100'

export const US_INDICATORS: readonly Indicator[] = [
  monthly('cpi', 'US CPI', PRICES, [blsWay('CUUR0000SA0'), graphWay('BLS', 'CPIAUCNS')], '336.104'),
  monthly('cpi_core', 'US core CPI', PRICES, [blsWay('CUUR0000SA0L1E'), graphWay('BLS', 'CPILFENS')], '341.870'),
  monthly('unrate', 'US unemployment', 'percent', [blsWay('LNS14000000'), graphWay('BLS', 'UNRATE')], '4.4'),
  monthly(
    'nfp',
    'US nonfarm payrolls',
    'thousandpersons',
    [blsWay('CES0000000001'), graphWay('BLS', 'PAYEMS')],
    '159870',
  ),
  {
    word: 'fedfunds',
    name: 'US federal funds',
    frequency: 'day',
    unit: 'percent',
    ways: [
      { board: NYFED_BOARD, series: 'EFFR', agency: 'NYFED', seriesId: 'EFFR', model: 'directapi', compare: 'same' },
      graphWay('FED', 'DFF'),
    ],
    ages: AGES.day,
    example: { value: '3.63', period: '2026-11-17' },
  },
  {
    word: 'gdp',
    name: 'US real GDP',
    frequency: 'quarter',
    unit: 'billionschained2017usd',
    ways: [graphWay('BEA', 'GDPC1'), apiWay('BEA', 'GDPC1'), beaWay('T10106')],
    ages: AGES.quarter,
    example: { value: '24102.316', period: '2026-Q3' },
  },
  monthly(
    'pce',
    'US PCE prices',
    'index2017100',
    [graphWay('BEA', 'PCEPI'), apiWay('BEA', 'PCEPI'), beaWay('T20804')],
    '129.744',
  ),
  {
    word: 'yield_curve',
    name: 'US yield curve',
    frequency: 'day',
    unit: 'percentagepoints',
    ways: [
      {
        board: TREASURY_BOARD,
        series: 'CURVE',
        agency: 'USTREASURY',
        seriesId: 'DGS10-DGS2',
        model: 'computed',
        compare: 'same',
      },
      graphWay('FRED', 'T10Y2Y'),
    ],
    ages: AGES.day,
    example: { value: '0.45', period: '2026-11-17' },
  },
]

import { ECB_BOARD, EUROSTAT_BOARD } from './eu-boards.ts'
import { AGES, type Comparison, type Indicator } from './indicator.ts'

interface Named {
  readonly word: string
  readonly name: string
  readonly dataset: string
  readonly unit: string
  readonly compare: Comparison
  readonly value: string
}

const european = (frequency: 'month' | 'quarter', { word, name, dataset, unit, compare, value }: Named): Indicator => ({
  word,
  name,
  frequency,
  unit,
  ways: [
    { board: EUROSTAT_BOARD, series: word, agency: 'Eurostat', seriesId: dataset, model: 'directapi', compare: 'same' },
    { board: ECB_BOARD, series: word, agency: 'ECB', seriesId: dataset, model: 'directapi', compare },
  ],
  ages: AGES[frequency],
  example: { value, period: frequency === 'month' ? '2026-10' : '2026-Q2' },
})

const prices = (word: string, name: string, value: string): Indicator =>
  european('month', { word, name, dataset: 'prc_hicp_minr', unit: 'index2015100', compare: 'annual', value })

export const EU_INDICATORS: readonly Indicator[] = [
  prices('hicp', 'EU HICP', '131.42'),
  prices('hicp_core', 'EU core HICP', '127.06'),
  prices('hicp_services', 'EU services HICP', '132.88'),
  european('month', {
    word: 'unrate',
    name: 'EU unemployment',
    dataset: 'une_rt_m',
    unit: 'percent',
    compare: 'same',
    value: '6.2',
  }),
  european('quarter', {
    word: 'gdp',
    name: 'EU real GDP growth',
    dataset: 'namq_10_gdp',
    unit: 'percentqoq',
    compare: 'chained',
    value: '0.3',
  }),
  european('quarter', {
    word: 'employment',
    name: 'EU employment',
    dataset: 'namq_10_pe',
    unit: 'thousandpersons',
    compare: 'growth',
    value: '176305.4',
  }),
]

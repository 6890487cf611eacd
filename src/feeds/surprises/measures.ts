import type { ReleaseCountry } from '../../sources/calendars/tradingview.ts'
import type { Limits } from '../econ/kept-series.ts'
import type { Impact } from '../calendar/kinds.ts'

/** What releases measure, and by what a surprise of each is scored. */
interface Measure {
  readonly name: string
  readonly impact: Impact
  /** -1: a higher value means weaker growth. */
  readonly sign: 1 | -1
  /** Used until there are enough past surprises (methods 9.1); `null`: none is published, and it waits for them. */
  readonly sigma: number | null
  /** `%`: of percentages. `''`: persons, or points of an index. */
  readonly unit: '%' | ''
  /** A value outside is in another unit. Wide on purpose. */
  readonly limits: Limits
  /** A smaller value other than 0 is in another unit. */
  readonly least?: number
}

const PERCENT: Limits = { low: -60, high: 60 }
const RATE: Limits = { low: -5, high: 60 }
/** Of a diffusion index, 50 is no change. */
const PMI = { impact: 'medium', sign: 1, sigma: 1, unit: '', limits: { low: 10, high: 90 } } as const

export const MEASURES = {
  rate_decision: { name: 'rate decision', impact: 'high', sign: 1, sigma: 0.125, unit: '%', limits: RATE },
  cpi_mom: { name: 'consumer prices m/m', impact: 'high', sign: 1, sigma: 0.1, unit: '%', limits: PERCENT },
  payrolls: {
    name: 'nonfarm payrolls',
    impact: 'high',
    sign: 1,
    sigma: 75_000,
    unit: '',
    limits: { low: -25e6, high: 25e6 },
    least: 1_000,
  },
  gdp_annualized: { name: 'GDP q/q annualized', impact: 'high', sign: 1, sigma: 0.5, unit: '%', limits: PERCENT },
  unemployment: { name: 'unemployment', impact: 'medium', sign: -1, sigma: 0.1, unit: '%', limits: RATE },
  retail_sales_mom: { name: 'retail sales m/m', impact: 'medium', sign: 1, sigma: 0.5, unit: '%', limits: PERCENT },
  pmi_manufacturing: { name: 'PMI of manufacturing', ...PMI },
  pmi_services: { name: 'PMI of services', ...PMI },
  jobless_claims: {
    name: 'initial jobless claims',
    impact: 'medium',
    sign: -1,
    sigma: null,
    unit: '',
    limits: { low: 10_000, high: 10e6 },
  },
} as const satisfies Readonly<Record<string, Measure>>

export type MeasureWord = keyof typeof MEASURES
export const MEASURE_WORDS = Object.keys(MEASURES) as readonly MeasureWord[]

/** What of each country enters, under the vendor's titles in small letters. Everything else is left out. */
const TITLES: Readonly<Record<ReleaseCountry, Readonly<Partial<Record<MeasureWord, readonly string[]>>>>> = {
  US: {
    rate_decision: ['fed interest rate decision'],
    cpi_mom: ['inflation rate mom'],
    payrolls: ['non farm payrolls'],
    unemployment: ['unemployment rate'],
    // The two estimates that follow revise this one.
    gdp_annualized: ['gdp growth rate qoq adv'],
    retail_sales_mom: ['retail sales mom'],
    pmi_manufacturing: ['ism manufacturing pmi'],
    pmi_services: ['ism services pmi'],
    jobless_claims: ['initial jobless claims'],
  },
  EU: {
    rate_decision: ['ecb interest rate decision'],
    cpi_mom: ['inflation rate mom flash', 'inflation rate mom final'],
    unemployment: ['unemployment rate'],
    retail_sales_mom: ['retail sales mom'],
    pmi_manufacturing: ['hcob manufacturing pmi flash'],
    pmi_services: ['hcob services pmi flash'],
  },
  GB: {
    rate_decision: ['boe interest rate decision'],
    cpi_mom: ['inflation rate mom'],
    unemployment: ['unemployment rate'],
    retail_sales_mom: ['retail sales mom'],
    pmi_manufacturing: ['s&p global manufacturing pmi flash'],
    pmi_services: ['s&p global services pmi flash'],
  },
  JP: {
    rate_decision: ['boj interest rate decision'],
    unemployment: ['unemployment rate'],
    gdp_annualized: ['gdp growth annualized prel'],
    retail_sales_mom: ['retail sales mom'],
    pmi_manufacturing: ['s&p global manufacturing pmi flash', 'jibun bank manufacturing pmi flash'],
    pmi_services: ['s&p global services pmi flash', 'jibun bank services pmi flash'],
  },
  CN: {
    rate_decision: ['loan prime rate 1y'],
    cpi_mom: ['inflation rate mom'],
    unemployment: ['unemployment rate'],
    pmi_manufacturing: ['nbs manufacturing pmi'],
    pmi_services: ['nbs non manufacturing pmi'],
  },
}

/** How the vendor calls this measure of this country, in small letters; none if it is left out. */
export const titlesOf = (country: ReleaseCountry, word: MeasureWord): readonly string[] => TITLES[country][word] ?? []

/** The measure of a title; `null` for what the index leaves out. */
export const measureOf = (country: ReleaseCountry, title: string): MeasureWord | null => {
  const written = title.toLowerCase()
  return MEASURE_WORDS.find((word) => titlesOf(country, word).includes(written)) ?? null
}

/** Whether this measure of this country enters the index at all. */
export const isMeasured = (country: ReleaseCountry, word: MeasureWord): boolean => TITLES[country][word] !== undefined

/** How an event is called: `US payrolls`. The operator's file uses the same. */
export const eventWord = (country: ReleaseCountry, word: MeasureWord): string => `${country} ${word}`

/** Unemployment of the United States comes with its payrolls, and moves markets as they do. */
export const impactOf = (country: ReleaseCountry, word: MeasureWord): Impact =>
  country === 'US' && word === 'unemployment' ? MEASURES.payrolls.impact : MEASURES[word].impact

/** Whether a value can be one of this measure. */
export const isPossibleValue = (word: MeasureWord, value: string): boolean => {
  const { limits, least = 0 }: Measure = MEASURES[word]
  const size = Math.abs(Number(value))
  return Number(value) >= limits.low && Number(value) <= limits.high && (size === 0 || size >= least)
}

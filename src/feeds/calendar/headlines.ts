import type { ToldRelease } from '../../sources/calendars/tradingview.ts'
import type { DecimalText } from '../../sources/market.ts'
import { isPossibleValue, type MeasureWord, MEASURES, titlesOf } from '../surprises/measures.ts'
import { unitOfMeasure } from '../surprises/score-rules.ts'
import { type Country, type Kind, OF_COUNTRY } from './kinds.ts'

/** Which number of a release stands beside its event: a vendor tells several of each, and events have one. */

/** Numbers that the index of surprises scores too: its table knows their titles. */
const SCORED: Readonly<Partial<Record<Kind, MeasureWord>>> = {
  rate_decision: 'rate_decision',
  cpi: 'cpi_mom',
  cpi_flash: 'cpi_mom',
  payrolls: 'payrolls',
  gdp: 'gdp_annualized',
  unemployment: 'unemployment',
  retail_sales: 'retail_sales_mom',
  pmi_manufacturing: 'pmi_manufacturing',
  pmi_services: 'pmi_services',
}

/** Titles of all others, in small letters; of two the first is the headline. */
const OTHERS: Readonly<Record<Country, Readonly<Partial<Record<Kind, readonly string[]>>>>> = {
  US: {
    pce: ['core pce price index mom'],
    ppi: ['ppi mom'],
    trade: ['balance of trade'],
    confidence: ['michigan consumer sentiment prel'],
  },
  EU: {
    gdp: ['gdp growth rate qoq flash'],
    ppi: ['ppi mom'],
    trade: ['balance of trade'],
    confidence: ['consumer confidence flash'],
  },
  GB: {
    gdp: ['gdp growth rate qoq prel', 'gdp mom'],
    ppi: ['ppi output mom'],
    trade: ['balance of trade'],
    confidence: ['gfk consumer confidence'],
  },
  JP: {
    cpi: ['inflation rate yoy'],
    ppi: ['ppi mom'],
    trade: ['balance of trade'],
    confidence: ['consumer confidence'],
  },
  CN: {
    gdp: ['gdp growth rate yoy'],
    ppi: ['ppi yoy'],
    trade: ['balance of trade'],
    retail_sales: ['retail sales yoy'],
  },
}

/** The euro area prints its prices twice, and one measure of the index holds both. */
const isFlash = (title: string): boolean => title.endsWith(' flash')

const titlesOfKind = (country: Country, kind: Kind): readonly string[] => {
  const measure = SCORED[kind]
  const scored = measure === undefined ? [] : titlesOf(country, measure)
  const own = measure === 'cpi_mom' ? scored.filter((title) => isFlash(title) === (kind === 'cpi_flash')) : scored
  return [...own, ...(OTHERS[country][kind] ?? [])]
}

/** The place of a title among those of a kind, 0 the headline; `null` if it is none of them. */
export const rankOf = (country: Country, kind: Kind, title: string): number | null => {
  const rank = titlesOfKind(country, kind).indexOf(title.toLowerCase())
  return rank < 0 ? null : rank
}

/** What the numbers of events are counted in, beside currencies. */
export const VALUE_UNITS = ['percent', 'persons', 'points'] as const

/** As the vendor writes the currencies of trade balances. */
const CURRENCY_SIGNS: Readonly<Record<Country, readonly string[]>> = {
  US: ['$', 'USD'],
  EU: ['€', 'EUR'],
  GB: ['£', 'GBP'],
  JP: ['¥', 'JPY'],
  // China tells its trade in dollars.
  CN: ['$', 'USD'],
}

/** Wide on purpose: a number outside is in another unit. */
const PERCENT = { low: -60, high: 60 } as const
const POINTS = { low: -150, high: 200 } as const
const BALANCE = { least: 1e6, high: 1e13 } as const

const isWithin = (value: DecimalText, { low, high }: { readonly low: number; readonly high: number }): boolean =>
  Number(value) >= low && Number(value) <= high

const isBalance = (value: DecimalText): boolean => {
  const size = Math.abs(Number(value))
  return size === 0 || (size >= BALANCE.least && size <= BALANCE.high)
}

interface Counted {
  readonly unit: string
  isPossible(value: DecimalText): boolean
}

/** What the numbers of this row are counted in; `null` where the vendor names a unit that the kind does not have. */
export const countedIn = (
  country: Country,
  kind: Kind,
  { title, unit }: Pick<ToldRelease, 'title' | 'unit'>,
): Counted | null => {
  const measure = SCORED[kind]
  if (measure !== undefined && titlesOf(country, measure).includes(title.toLowerCase()))
    return MEASURES[measure].unit === unit
      ? { unit: unitOfMeasure(measure), isPossible: (value) => isPossibleValue(measure, value) }
      : null
  if (kind === 'trade')
    return CURRENCY_SIGNS[country].includes(unit)
      ? { unit: country === 'CN' ? OF_COUNTRY.US.currency : OF_COUNTRY[country].currency, isPossible: isBalance }
      : null
  if (kind === 'confidence')
    return unit === '' ? { unit: 'points', isPossible: (value) => isWithin(value, POINTS) } : null
  return unit === '%' ? { unit: 'percent', isPossible: (value) => isWithin(value, PERCENT) } : null
}

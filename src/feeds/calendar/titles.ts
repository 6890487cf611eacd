import type { CalendarEntry } from '../../sources/calendars/announced.ts'
import type { Kind } from './kinds.ts'

/** The titles of one authority, in small letters: whole ones, and those of which the beginning decides. */
interface Titles {
  readonly whole: Readonly<Record<string, Kind>>
  readonly beginning?: Readonly<Record<string, Kind>>
}

const BLS: Titles = {
  whole: { 'consumer price index': 'cpi', 'employment situation': 'payrolls', 'producer price index': 'ppi' },
}
const BEA: Titles = {
  whole: {
    'gross domestic product': 'gdp',
    'personal income and outlays': 'pce',
    'u.s. international trade in goods and services': 'trade',
  },
}

/** What each authority calls the kinds, by its source. Everything else that it announces is left out. */
const TITLES: Readonly<Record<string, Titles>> = {
  fedcalendar: { whole: { 'fomc meeting': 'rate_decision', 'fomc minutes': 'rate_minutes' } },
  beacalendar: BEA,
  blscalendar: BLS,
  fredcalendar: { whole: { ...BLS.whole, ...BEA.whole } },
  eurostatcalendar: {
    whole: {
      'flash estimate inflation euro area': 'cpi_flash',
      'inflation (hicp)': 'cpi',
      unemployment: 'unemployment',
      'retail trade': 'retail_sales',
      'international trade in goods': 'trade',
      'industrial producer prices': 'ppi',
    },
    beginning: { 'preliminary flash estimate gdp': 'gdp', 'flash consumer confidence': 'confidence' },
  },
  ecbcalendar: { whole: {}, beginning: { 'governing council of the ecb: monetary policy meeting': 'rate_decision' } },
  ons: {
    whole: {
      'consumer price inflation, uk': 'cpi',
      'gdp first quarterly estimate, uk': 'gdp',
      'gdp monthly estimate, uk': 'gdp',
      'labour market overview, uk': 'unemployment',
      'uk labour market': 'unemployment',
      'retail sales, great britain': 'retail_sales',
      'uk trade': 'trade',
      'producer price inflation, uk': 'ppi',
    },
  },
  statjapan: { whole: { 消費者物価指数: 'cpi', 労働力調査: 'unemployment' } },
}

/**
 * The United States print three estimates of a quarter under one title: the first comes in the month after the quarter,
 * the others in the two months after that.
 */
const isRevision = (source: string, kind: Kind, { date }: CalendarEntry): boolean =>
  kind === 'gdp' && (source === 'beacalendar' || source === 'fredcalendar') && Number(date.slice(5, 7)) % 3 !== 1

/** The kind of what an authority has announced; `null` for what the calendar leaves out. */
export const kindOf = (source: string, event: CalendarEntry): Kind | 'revision' | null => {
  const titles = TITLES[source]
  const title = event.title.trim().toLowerCase()
  const beginning = Object.entries(titles?.beginning ?? {}).find(([words]) => title.startsWith(words))?.[1]
  const whole = titles && Object.hasOwn(titles.whole, title) ? titles.whole[title] : undefined
  const kind = whole ?? beginning ?? null
  return kind && isRevision(source, kind, event) ? 'revision' : kind
}

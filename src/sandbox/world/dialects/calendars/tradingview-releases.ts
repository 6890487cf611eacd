import { DAY_MS } from '../../../../time-units.ts'
import { instant, isWorkingDay, localDate } from '../../calendar.ts'
import { type Dialect, failed, ok } from '../../dialect.ts'
import { chance, mix, seedOf } from '../../prng.ts'
import { aboutMonth, monthName, releasesOf } from '../../releases.ts'
import type { View } from '../../view.ts'

/**
 * The calendar behind the vendor's page of economic events, with estimates and results.
 * https://www.tradingview.com/economic-calendar/
 */

/** One row of a release: what it is called, around what its values lie, and how far they stray. */
interface Row {
  readonly title: string
  readonly usual: number
  readonly spread: number
  readonly decimals: number
  readonly unit: string
  readonly scale?: 'K' | 'B'
  readonly importance: -1 | 0 | 1
}

const percent = (title: string, usual: number, spread: number, importance: Row['importance'] = 1): Row => ({
  title,
  usual,
  spread,
  decimals: 1,
  unit: '%',
  importance,
})

/** A decision that is expected nearly always. */
const decision = (title: string, usual: number): Row => ({ ...percent(title, usual, 0), decimals: 2 })

/** What the vendor tells of a release of an authority: often several numbers at once. */
const ROWS: Readonly<Record<string, readonly Row[]>> = {
  'US rate_decision': [decision('Fed Interest Rate Decision', 3.75)],
  'US rate_minutes': [{ ...percent('FOMC Minutes', 0, 0), unit: '' }],
  'US cpi': [
    percent('Inflation Rate MoM', 0.3, 0.1),
    percent('Inflation Rate YoY', 3, 0.1),
    percent('Core Inflation Rate MoM', 0.3, 0.1),
  ],
  'US payrolls': [
    { title: 'Non Farm Payrolls', usual: 120, spread: 60, decimals: 0, unit: '', scale: 'K', importance: 1 },
    percent('Unemployment Rate', 4.3, 0.1),
  ],
  'US ppi': [percent('PPI MoM', 0.2, 0.2, 0)],
  'US gdp': [percent('GDP Growth Rate QoQ Adv', 2.4, 0.5)],
  'US pce': [percent('Core PCE Price Index MoM', 0.2, 0.1)],
  'US trade': [
    { title: 'Balance of Trade', usual: -61.2, spread: 3, decimals: 1, unit: '$', scale: 'B', importance: 0 },
  ],
  'EU rate_decision': [decision('Deposit Facility Rate', 2), decision('ECB Interest Rate Decision', 2.15)],
  'EU cpi_flash': [percent('Inflation Rate YoY Flash', 2.1, 0.1), percent('Inflation Rate MoM Flash', 0.2, 0.1)],
  'EU cpi': [percent('Inflation Rate YoY Final', 2.1, 0.1), percent('Inflation Rate MoM Final', 0.2, 0.1)],
  'EU unemployment': [percent('Unemployment Rate', 6.3, 0.1, 0)],
  'EU retail_sales': [percent('Retail Sales MoM', 0.2, 0.4, 0)],
  'EU gdp': [percent('GDP Growth Rate QoQ Flash', 0.2, 0.1)],
  'GB cpi': [percent('Inflation Rate MoM', 0.3, 0.1, 0), percent('Inflation Rate YoY', 3.6, 0.1)],
  'GB unemployment': [percent('Unemployment Rate', 4.8, 0.1)],
  'GB retail_sales': [percent('Retail Sales MoM', 0.2, 0.5, 0)],
  'JP unemployment': [percent('Unemployment Rate', 2.5, 0.1, 0)],
}

/** What comes every Thursday, and the surveys of the month's first and third working days. */
const CLAIMS: Row = {
  title: 'Initial Jobless Claims',
  usual: 225,
  spread: 7,
  decimals: 0,
  unit: '',
  scale: 'K',
  importance: 0,
}
const survey = (title: string, usual: number): Row => ({ ...percent(title, usual, 1), unit: '' })
const SURVEYS: Readonly<Record<number, Row>> = {
  1: survey('ISM Manufacturing PMI', 49),
  3: survey('ISM Services PMI', 52),
}

const THURSDAY = 4
const NEW_YORK = 'America/New_York'

/** How many working days of its month are over with this one. */
const workingDay = (date: string): number =>
  Array.from(
    { length: Number(date.slice(8)) },
    (_, at) => `${date.slice(0, 8)}${String(at + 1).padStart(2, '0')}`,
  ).filter(isWorkingDay).length

interface Told {
  readonly country: string
  readonly at: number
  readonly row: Row
}

/** What no authority of the world announces. */
const besides = (from: number, to: number): readonly Told[] =>
  Array.from({ length: Math.ceil((to - from) / DAY_MS) + 1 }, (_, day) =>
    localDate(from + day * DAY_MS, NEW_YORK),
  ).flatMap((date) => {
    const found = isWorkingDay(date) ? SURVEYS[workingDay(date)] : undefined
    const isThursday = new Date(`${date}T00:00:00Z`).getUTCDay() === THURSDAY
    return [
      ...(isThursday ? [{ country: 'US', at: instant(date, '08:30', NEW_YORK), row: CLAIMS }] : []),
      ...(found ? [{ country: 'US', at: instant(date, '10:00', NEW_YORK), row: found }] : []),
    ]
  })

const SCALES = { K: 1e3, B: 1e9 } as const

const event = ({ now, seed, lie }: View, { country, at, row }: Told) => {
  const { title, usual, spread, decimals, unit, scale, importance } = row
  const drawn = chance(mix(seed, seedOf(`${country} ${title} ${at}`)))
  const value = (around: number): number => Number((around * lie).toFixed(decimals))
  const forecast = value(usual + drawn.normal() * spread * 0.5)
  const isText = title.endsWith('Minutes')
  const numbers = {
    actual: isText || at > now ? null : value(forecast / lie + drawn.normal() * spread),
    previous: isText ? null : value(usual + drawn.normal() * spread),
    forecast: isText ? null : forecast,
  }
  const raw = (of: number | null) => (of === null ? null : Math.round(of * (scale ? SCALES[scale] : 1) * 100) / 100)
  const { year, month } = aboutMonth(localDate(at, 'Europe/London'))
  return {
    id: String(300_000 + (mix(seedOf(title), Math.floor(at / 1_000)) % 100_000)),
    title,
    country,
    indicator: title,
    ticker: `ECONOMICS:${country}${title.replaceAll(/[^A-Z]/g, '')}`,
    category: 'prce',
    period: monthName(month).slice(0, 3),
    referenceDate: `${year}-${String(month).padStart(2, '0')}-28T00:00:00Z`,
    source: 'simulated',
    source_url: 'https://example.org/',
    ...numbers,
    actualRaw: raw(numbers.actual),
    previousRaw: raw(numbers.previous),
    forecastRaw: raw(numbers.forecast),
    currency: country === 'EU' ? 'EUR' : `${country}D`,
    unit,
    ...(scale && { scale }),
    importance,
    date: new Date(at).toISOString(),
  }
}

export const tradingViewReleases: Dialect = {
  provider: 'tradingview',
  hosts: ['economic-calendar.tradingview.com'],
  serves: 'economic events between two moments, with estimates, and with results once they are due',
  answer({ path, query }, view) {
    if (path !== '/events') return failed(404, { status: 'error', message: 'not found' })
    const [from, to] = [Date.parse(query.get('from') ?? ''), Date.parse(query.get('to') ?? '')]
    if (!(to >= from)) return failed(400, { status: 'error', message: 'from and to are needed' })
    const countries = (query.get('countries') ?? '').split(',')
    const announced = countries.flatMap((country) =>
      releasesOf(view, country).flatMap(({ kind, at }) =>
        (ROWS[`${country} ${kind}`] ?? []).map((row): Told => ({ country, at, row })),
      ),
    )
    const all = [...announced, ...besides(from, to)]
      .filter(({ country, at }) => countries.includes(country) && at >= from && at <= to)
      .toSorted((a, b) => a.at - b.at)
    return ok({ status: 'ok', result: all.map((told) => event(view, told)) })
  },
}

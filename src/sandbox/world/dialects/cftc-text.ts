import { type Dialect, textual } from '../dialect.ts'
import { type Group, type Held, publishedWeeks, type Week } from '../positions.ts'
import type { View } from '../view.ts'

/**
 * The weekly text file of Traders in Financial Futures: every contract, no header, 87 columns as in the yearly file,
 * names padded with blanks, `.` where there is no value.
 * https://www.cftc.gov/MarketReports/CommitmentsofTraders/HistoricalViewable/index.htm
 */
const CONTRACTS = [
  { code: '124603', name: 'DJIA x $5 - CHICAGO BOARD OF TRADE', size: 84_000, units: '($5 X DJIA INDEX)' },
  { code: '133741', name: 'BITCOIN - CHICAGO MERCANTILE EXCHANGE', size: 20_500, units: '(5 Bitcoins)' },
  { code: '133742', name: 'MICRO BITCOIN - CHICAGO MERCANTILE EXCHANGE', size: 31_000, units: '(Bitcoin X $0.10)' },
] as const

const SAME_NAME = / - .*$/

/** The order of the file: long, short and spread of each group. */
const IN_ORDER: readonly Group[] = ['dealer', 'asset_mgr', 'lev_money', 'other_rept']
const sides = ({ long, short, spread }: Held): readonly number[] => [long, short, spread]

const total = ({ held }: Week, side: 'long' | 'short'): number =>
  IN_ORDER.reduce((sum, group) => sum + held[group][side] + held[group].spread, 0)

const padded = (text: string | number, width: number): string => String(text).padStart(width)

const counts = (week: Week): readonly number[] => {
  const [long, short] = [total(week, 'long'), total(week, 'short')]
  const groups = IN_ORDER.flatMap((group) => sides(week.held[group]))
  return [week.open, ...groups, long, short, Math.max(0, week.open - long), Math.max(0, week.open - short)]
}

/** Columns about how many traders there are and how large the largest are; nobody here reads them. */
const TRADERS = 15
const CONCENTRATIONS = 8

const line = (contract: (typeof CONTRACTS)[number], week: Week, before: Week): string => {
  const now = counts(week)
  const then = counts(before)
  const percent = now.slice(1).map((count) => padded(((100 * count) / week.open).toFixed(1), 7))
  const cells = [
    `"${contract.name}"`,
    week.date.slice(2).replaceAll('-', ''),
    week.date,
    contract.code,
    'CME ',
    '00',
    '133 ',
    ...now.map((count) => padded(count, 8)),
    ...now.map((count, at) => padded(count - (then[at] ?? 0), 8)),
    padded('100.0', 7),
    ...percent,
    ...Array.from({ length: TRADERS }, (_, at) => (at === 6 ? '.' : padded(week.people - 5 * at, 7))),
    ...Array.from({ length: CONCENTRATIONS }, () => padded('35.6', 8)),
    `"${contract.units}"`,
    `"${contract.code}"`,
    '"CME "',
    '"133 "',
    '"F85"',
    '"FutOnly"',
  ]
  return `${cells.join(',')}\r\n`
}

const file = (view: View): string =>
  CONTRACTS.map((contract) => {
    const [week, before] = publishedWeeks(view, contract.name.replace(SAME_NAME, ''), contract.size, 2)
    return week && before ? line(contract, week, before) : ''
  }).join('')

export const cftcText: Dialect = {
  provider: 'cftctext',
  hosts: ['www.cftc.gov'],
  serves: 'the report of this week on all contracts as text, without a header',
  answer: ({ path }, view) =>
    path === '/dea/newcot/FinFutWk.txt'
      ? textual('text/plain', file(view))
      : textual('text/html', '<h1>404 Not Found</h1>', 404),
}

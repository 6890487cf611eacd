import type { Fixing } from '../market.ts'
import { UnreadableReply } from '../query.ts'
import { piece, positive } from '../shape.ts'

/** The currencies that this service prices, and the krona of the dollar index. Others in a table are left out. */
export const CURRENCIES = ['USD', 'EUR', 'GBP', 'JPY', 'CHF', 'CAD', 'CNY', 'SEK'] as const

/** One cell of a bank's table. */
export interface FixingCell {
  /** `YYYY-MM-DD`. */
  readonly date: string
  readonly currency: string
  /** As the bank writes it. */
  readonly value: string
  /** How many units of the currency `value` is for; 1 when absent. */
  readonly unit?: number
}

/** Facts that hold for every table of one bank. */
export interface Bank {
  /** The bank's own currency. */
  readonly base: string
  readonly quotedPerBase: boolean
  /** When the rates of a date were set, Unix milliseconds. */
  setAt(date: string): number
}

const MISSING = new Set(['', '.', '..', '-', ':', 'NA', 'N/A', 'NAN'])

/**
 * The newest day of a table that can price a pair. A day must have the dollar and the euro, without the bank's own
 * currency. A day without them is still being published or is a local holiday; the day before is used then. Only cells
 * of that one day are used. A currency whose series has ended, or whose row is late, has an older date. It must not be
 * combined with today's rates of the others.
 */
export const newestFixing = (bank: Bank, cells: readonly FixingCell[]): Fixing => {
  const days = byDay(bank, cells)
  const anchors = ['USD', 'EUR'].filter((currency) => currency !== bank.base)
  const newest = [...days.keys()]
    .toSorted()
    .findLast((date) => anchors.every((currency) => days.get(date)?.has(currency)))
  const day = newest === undefined ? undefined : days.get(newest)
  if (newest === undefined || day === undefined)
    throw new UnreadableReply(`no day with a rate for ${anchors.join(' and ')} among ${days.size} with any rate`)
  const rates = [...day.values()].map(({ currency, date, value }) => [
    currency,
    positive(piece(value, `${currency} on ${date}`)),
  ])
  const units = [...day.values()].flatMap(({ currency, unit = 1 }) => (unit === 1 ? [] : [[currency, unit]]))
  return {
    base: bank.base,
    date: newest,
    at: bank.setAt(newest),
    rates: Object.fromEntries(rates),
    quotedPerBase: bank.quotedPerBase,
    units: Object.fromEntries(units),
  }
}

const byDay = (bank: Bank, cells: readonly FixingCell[]): Map<string, Map<string, FixingCell>> => {
  const wanted = new Set<string>(CURRENCIES.filter((currency) => currency !== bank.base))
  const days = new Map<string, Map<string, FixingCell>>()
  for (const cell of cells) {
    if (!wanted.has(cell.currency) || MISSING.has(cell.value.toUpperCase())) continue
    const day = days.get(cell.date) ?? new Map<string, FixingCell>()
    // Two rates of one currency mean that the request now matches two series, such as an average and a spot rate.
    if (day.has(cell.currency)) throw new UnreadableReply(`${cell.currency} has two rates on ${cell.date}`)
    days.set(cell.date, day.set(cell.currency, cell))
  }
  return days
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** `17 Mar 2026` and `17-Mar-2026` as `2026-03-17`; `null` for any other text. */
export const fromDayMonthYear = (text: string): string | null => {
  const [, day = '', name = '', year = ''] = /^(\d{1,2})[ -]([A-Za-z]{3})[ -](\d{4})$/.exec(text) ?? []
  const month = MONTHS.indexOf(name.toLowerCase()) + 1
  return month === 0 ? null : `${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`
}

/** `2026-03-17` as `17/Mar/2026`, the form in requests to the Bank of England. */
export const toDayMonthYear = (date: string): string => {
  const [year = '', month = '', day = ''] = date.split('-')
  const name = MONTHS[Number(month) - 1] ?? ''
  return `${day}/${name.slice(0, 1).toUpperCase()}${name.slice(1)}/${year}`
}

import { type DecimalText } from '../market.ts'
import { UnreadableReply } from '../query.ts'

/** What is read of equities: indices of volatility, indices of shares, and funds of bonds. */
export const MARKET_SYMBOLS = ['VIX', 'VIX9D', 'VVIX', 'SPX', 'NDX', 'HYG', 'LQD'] as const
export type MarketSymbol = (typeof MARKET_SYMBOLS)[number]

/** The clock of the exchanges behind all of these symbols. */
export const NEW_YORK = 'America/New_York'

/** A level at a moment, Unix milliseconds. */
export interface MarketLevel {
  readonly value: DecimalText
  readonly at: number
}

/** One trading day. */
export interface MarketDay {
  /** By the clock of New York. */
  readonly date: string
  readonly open: DecimalText
  readonly high: DecimalText
  readonly low: DecimalText
  readonly close: DecimalText
}

/** A level outside of these is in another unit: no day since 1990 came near them. */
const LIMITS: Readonly<Partial<Record<MarketSymbol, { readonly low: number; readonly high: number }>>> = {
  VIX: { low: 5, high: 150 },
  VIX9D: { low: 4, high: 250 },
  VVIX: { low: 40, high: 300 },
}

/** Throws `Unreadable` for a level that cannot be. */
export const possible = (symbol: MarketSymbol, value: DecimalText): DecimalText => {
  const { low, high } = LIMITS[symbol] ?? { low: 0, high: Number.POSITIVE_INFINITY }
  if (Number(value) > low && Number(value) < high) return value
  throw new UnreadableReply(`${symbol} is ${value.slice(0, 40)}, not from ${low} to ${high}`)
}

/** Days that are kept: more than the sixty that the longest window looks back. */
const DAYS_KEPT = 70

/** The last days, each once and in order. Throws `Unreadable` for a day outside of its own range, and without any. */
export const lastDays = (symbol: MarketSymbol, days: readonly MarketDay[]): readonly MarketDay[] => {
  const last = days.toSorted((a, b) => (a.date < b.date ? -1 : 1)).slice(-DAYS_KEPT)
  if (last.length === 0) throw new UnreadableReply(`no day of ${symbol}`)
  for (const [place, { date, open, high, low, close }] of last.entries()) {
    if (date === last[place - 1]?.date) throw new UnreadableReply(`${symbol} has ${date} twice`)
    for (const price of [open, high, low, close]) possible(symbol, price)
    const within = [open, close].every((price) => Number(low) <= Number(price) && Number(price) <= Number(high))
    if (!within) throw new UnreadableReply(`${symbol} of ${date} lies outside of its own range`)
  }
  return last
}

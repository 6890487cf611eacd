import type { MarketSymbol } from '../../sources/equities/market-day.ts'
import { MINUTE_MS } from '../../time-units.ts'
import { parkinson } from '../math/parkinson.ts'
import { closeOf } from './early-closes.ts'
import { completeDays } from './market-series.ts'
import type { MarketMeasure, ReadSeries } from './market-tellers.ts'

/** Numbers of the equity indices from the series of one teller (methods 4.3, 4.4). `null` where too little is known. */

export const TRADING_DAYS_PER_YEAR = 252

/** Windows in trading days, and the least days of each that must be there. */
export const WINDOWS = {
  range: { days: 30, least: 27 },
  returns: { days: 21, least: 19 },
  momentum: { days: 20 },
  drawdown: { days: 60 },
} as const

/** Further ahead of us than the clocks of providers are, a time is none: what bears it would never expire. */
const MOST_AHEAD_MS = MINUTE_MS

/** The level of a symbol: that of the session, else its last close. */
export const levelNow =
  (symbol: MarketSymbol): MarketMeasure =>
  (read, now) => {
    const series = read(symbol)
    const last = completeDays(series, now).at(-1)
    const close = last && { value: Number(last.close), at: closeOf(last.date) }
    const told = series.level && series.level.at - now <= MOST_AHEAD_MS ? series.level : null
    const level = told && { value: Number(told.value), at: told.at }
    return level && (!close || level.at >= close.at) ? level : (close ?? null)
  }

/** Closes of the last days, oldest first. */
const closesOf = (read: ReadSeries, symbol: MarketSymbol, now: number) =>
  completeDays(read(symbol), now).map(({ date, close }) => ({ date, close: Number(close) }))

/** Annualised range volatility, per cent. */
export const rangeVolatility =
  (symbol: MarketSymbol): MarketMeasure =>
  (read, now) => {
    const { days, least } = WINDOWS.range
    const bars = completeDays(read(symbol), now).slice(-days)
    if (bars.length < least) return null
    const ranges = bars.map(({ high, low }) => ({ high: Number(high), low: Number(low) }))
    return { value: parkinson(ranges, TRADING_DAYS_PER_YEAR), at: closeOf(bars.at(-1)!.date) }
  }

/** Sample standard deviation of daily log returns, annualised, per cent. */
const closeVolatility = (closes: readonly number[]): number => {
  const returns = closes.slice(1).map((close, place) => Math.log(close / closes[place]!))
  const mean = returns.reduce((sum, each) => sum + each, 0) / returns.length
  const square = returns.reduce((sum, each) => sum + (each - mean) ** 2, 0) / (returns.length - 1)
  return 100 * Math.sqrt(square * TRADING_DAYS_PER_YEAR)
}

export const returnVolatility =
  (symbol: MarketSymbol): MarketMeasure =>
  (read, now) => {
    const { days, least } = WINDOWS.returns
    const closes = closesOf(read, symbol, now).slice(-(days + 1))
    if (closes.length < least + 1) return null
    return { value: closeVolatility(closes.map(({ close }) => close)), at: closeOf(closes.at(-1)!.date) }
  }

/** 100 · (last / the one `days` earlier − 1); `null` for a shorter series. */
export const rateOfChange = (series: readonly number[], days: number): number | null => {
  const [last, before] = [series.at(-1), series.at(-1 - days)]
  return last === undefined || before === undefined ? null : 100 * (last / before - 1)
}

export const momentumOf =
  (symbol: MarketSymbol): MarketMeasure =>
  (read, now) => {
    const closes = closesOf(read, symbol, now)
    const value = rateOfChange(
      closes.map(({ close }) => close),
      WINDOWS.momentum.days,
    )
    return value === null ? null : { value, at: closeOf(closes.at(-1)!.date) }
  }

/** 100 · (1 − last / highest of the last `days`); `null` for a shorter series. */
export const drawdown = (series: readonly number[], days: number): number | null => {
  const window = series.slice(-days)
  return window.length < days ? null : 100 * (1 - window.at(-1)! / Math.max(...window))
}

/** How far the ratio of two symbols lies below its highest, over the days that both have. */
export const ratioDrawdown =
  (above: MarketSymbol, below: MarketSymbol): MarketMeasure =>
  (read, now) => {
    const under = new Map(closesOf(read, below, now).map(({ date, close }) => [date, close]))
    const shared = closesOf(read, above, now).filter(({ date }) => under.has(date))
    const value = drawdown(
      shared.map(({ date, close }) => close / under.get(date)!),
      WINDOWS.drawdown.days,
    )
    return value === null ? null : { value, at: closeOf(shared.at(-1)!.date) }
  }

/** One number divided by another, as old as the older of them. */
export const quotient =
  (above: MarketMeasure, below: MarketMeasure): MarketMeasure =>
  (read, now) => {
    const [over, under] = [above(read, now), below(read, now)]
    return over && under ? { value: over.value / under.value, at: Math.min(over.at, under.at) } : null
  }

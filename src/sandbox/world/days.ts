import { DAY_MS } from '../../time-units.ts'
import type { Bar } from './bars.ts'
import { FACTORS } from './factors.ts'
import type { Instrument } from './instruments.ts'
import { chance, mix, seedOf } from './prng.ts'

/**
 * Daily bars. The simulation remembers half an hour, so days are generated. Each closes at that day's fixings. Its
 * range is that of a market with the usual volatility, the same at every venue within a hundredth.
 */

const DAYS_TOLD = 40

/** Mean square of ln(high/low) over the variance of the day (Parkinson 1980). */
const RANGE_PER_DEVIATION = Math.sqrt(4 * Math.LN2)

const swingOf = (base: string): number => FACTORS.find(({ key }) => key === `spot.${base}`)?.swing ?? 0.3

/** The data from which days are generated: dollars per unit of an asset at the end of a day, and now. */
export interface Days {
  readonly now: number
  readonly seed: number
  readonly lie: number
  closing(asset: string, date: string, at: number): number
  dollars(asset: string): number
}

/**
 * Bars of whole days, oldest first, the present one last.
 *
 * @param cutMs when a day begins, after midnight UTC: it differs between venues
 */
export const daysOf = (days: Days, instrument: Instrument, cutMs = 0): readonly Bar[] => {
  const { base, quote } = instrument
  const scale = 10 ** instrument.priceDecimals
  const running = Math.floor((days.now - cutMs) / DAY_MS) * DAY_MS + cutMs
  const closeOf = (start: number): number => {
    const end = start + DAY_MS
    const date = new Date(start).toISOString().slice(0, 10)
    const level =
      start === running
        ? days.dollars(base) / days.dollars(quote)
        : days.closing(base, date, end) / days.closing(quote, date, end)
    return Math.max(1, Math.round(level * days.lie * scale))
  }
  return Array.from({ length: DAYS_TOLD }, (_, place) => {
    const start = running - (DAYS_TOLD - 1 - place) * DAY_MS
    const [open, close] = [closeOf(start - DAY_MS), closeOf(start)]
    const draw = chance(mix(days.seed, seedOf(`${base} ${start}`)))
    const own = chance(mix(instrument.seed, seedOf(`${start}`)))
    const deviation = swingOf(base) / Math.sqrt(365)
    const range = RANGE_PER_DEVIATION * deviation * (0.6 + 0.8 * draw.next()) * (1 + 0.02 * (own.next() - 0.5))
    const middle = (open + close) / 2
    const lots = BigInt(
      Math.max(1, Math.round((2e7 * (0.5 + own.next()) * 10 ** instrument.sizeDecimals) / days.dollars(base))),
    )
    return {
      start,
      end: start + DAY_MS,
      open,
      high: Math.max(open, close, Math.round(middle * Math.exp(range / 2))),
      low: Math.max(1, Math.min(open, close, Math.round(middle * Math.exp(-range / 2)))),
      close,
      lots,
      turnover: lots * BigInt(Math.round(middle)),
      boughtLots: lots / 2n,
      boughtTurnover: (lots / 2n) * BigInt(Math.round(middle)),
      count: 50_000 + Math.floor(50_000 * own.next()),
      closed: start !== running,
    }
  })
}

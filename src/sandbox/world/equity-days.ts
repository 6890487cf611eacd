import { DAY_MS } from '../../time-units.ts'
import { instant, isWorkingDay, localDate, plusDays } from './calendar.ts'
import { FACTORS, swingOf } from './factors.ts'
import { chance, mix, seedOf } from './prng.ts'
import type { View } from './view.ts'

/**
 * Trading days of New York. Days before the simulation began are generated: closes a usual day's move around the level at
 * the start, with the range of such a day.
 */

const NEW_YORK = 'America/New_York'
const TRADING_DAYS_PER_YEAR = 252

/** Mean square of ln(high/low) over the variance of the day (Parkinson 1980). */
const RANGE_PER_DEVIATION = Math.sqrt(4 * Math.LN2)

/** One day of a symbol; prices in its own unit, without a lie. */
export interface EquityDay {
  readonly date: string
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
}

/** The day's usual move of the logarithm; of an index of volatility, as its distance from the anchor. */
const dailyMove = (key: string): number => {
  const factor = FACTORS.find((each) => each.key === key)
  if (!factor) throw new Error(`the world has no ${key}`)
  return factor.halfLifeSeconds > 0 ? factor.swing / factor.start : factor.swing / Math.sqrt(TRADING_DAYS_PER_YEAR)
}

export const closeAt = (date: string): number => instant(date, '16:00', NEW_YORK)
const openAt = (date: string): number => instant(date, '09:30', NEW_YORK)

/** What moves with bitcoin as far as it is ordered, and for how long before the simulation began. */
const COUPLED = 'equity.SPX'
const COUPLED_MS = 60 * DAY_MS

/** How far bitcoin stood from its first level at a time before, in its usual distances. Midnights lie close to that level. */
const bitcoinBefore = (view: View, at: number): number => {
  const share = (at % DAY_MS) / DAY_MS
  const usual = (swingOf('spot.BTC') / Math.sqrt(365)) * Math.sqrt(share * (1 - share))
  return Math.log(view.dollarsBefore('BTC', at) / view.firstLevel('spot.BTC')) / usual
}

/** A level at the close of a day; of earlier days near that of the start. */
const closing = (view: View, key: string, date: string): number => {
  const at = closeAt(date)
  if (at >= view.startedAt) return view.levelThen(key, at)
  const own = chance(mix(view.seed, seedOf(`${key} ${date}`))).normal()
  const isCoupled = key === COUPLED && view.rho !== 0 && at > view.startedAt - COUPLED_MS
  const stray = isCoupled ? view.rho * bitcoinBefore(view, at) + Math.sqrt(1 - view.rho ** 2) * own : own
  return view.firstLevel(key) * Math.exp(dailyMove(key) * Math.SQRT1_2 * stray)
}

/** The last trading days, oldest first; the running one last, once its session has begun. */
export const equityDays = (view: View, key: string, count: number): readonly EquityDay[] => {
  const days: EquityDay[] = []
  let date = localDate(view.now, NEW_YORK)
  while (days.length < count) {
    if (isWorkingDay(date) && openAt(date) <= view.now) {
      const close = closeAt(date) <= view.now ? closing(view, key, date) : view.level(key)
      const draw = chance(mix(view.seed, seedOf(`${key} range ${date}`)))
      const range = RANGE_PER_DEVIATION * dailyMove(key) * (0.7 + 0.6 * draw.next())
      const open = close * Math.exp(range * (draw.next() - 0.5))
      const [middle, half] = [Math.sqrt(open * close), range / 2]
      days.push({
        date,
        open,
        close,
        high: Math.max(open, close, middle * Math.exp(half)),
        low: Math.min(open, close, middle * Math.exp(-half)),
      })
    }
    date = plusDays(date, -1)
  }
  return days.toReversed()
}

/** Since when a level is what it is: now in the session, else the last close. */
export const equityMoment = (view: View): number => {
  const date = localDate(view.now, NEW_YORK)
  if (isWorkingDay(date) && openAt(date) <= view.now) return Math.min(view.now, closeAt(date))
  let before = plusDays(date, -1)
  while (!isWorkingDay(before)) before = plusDays(before, -1)
  return closeAt(before)
}

/** Whether New York trades. */
export const isSession = (now: number): boolean => {
  const date = localDate(now, NEW_YORK)
  return isWorkingDay(date) && openAt(date) <= now && now < closeAt(date)
}

/** The level of an index at that moment: it stands still while New York is closed. */
export const equityLevel = (view: View, key: string): number => {
  const at = equityMoment(view)
  return at === view.now ? view.level(key) : closing(view, key, localDate(at, NEW_YORK))
}

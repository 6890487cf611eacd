import { DAY_MS } from '../../../time-units.ts'

/** Which options exist: expiries by the calendar, strikes around the forward. */

const HOUR_OF_EXPIRY = 8
const FRIDAY = 5

const eightOClock = (year: number, month: number, day: number): number => Date.UTC(year, month, day, HOUR_OF_EXPIRY)

const lastFriday = (year: number, month: number): number => {
  const last = new Date(Date.UTC(year, month + 1, 0))
  return eightOClock(year, month, last.getUTCDate() - ((last.getUTCDay() - FRIDAY + 7) % 7))
}

/** Three days, four Fridays, the ends of three months and of four quarters, nearest first, as venues list them. */
export const expiriesAt = (now: number): readonly number[] => {
  const today = new Date(now)
  const [year, month, day] = [today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate()]
  const ahead = (times: readonly number[], count: number) => times.filter((at) => at > now).slice(0, count)
  const days = Array.from({ length: 40 }, (_, place) => eightOClock(year, month, day + place))
  const months = Array.from({ length: 16 }, (_, place) => month + place)
  return [
    ...new Set([
      ...ahead(days, 3),
      ...ahead(
        days.filter((at) => new Date(at).getUTCDay() === FRIDAY),
        4,
      ),
      ...ahead(
        months.map((each) => lastFriday(year, each)),
        3,
      ),
      ...ahead(
        months.filter((each) => each % 3 === 2).map((each) => lastFriday(year, each)),
        4,
      ),
    ]),
  ].toSorted((a, b) => a - b)
}

/** The steps between strikes that venues use, by coin. */
const STEPS: Readonly<Record<string, readonly number[]>> = {
  BTC: [500, 1000, 2000, 5000, 10_000],
  ETH: [25, 50, 100, 200, 500],
  SOL: [2, 5, 10, 20, 50],
}

/** The most strikes on one side of the forward. */
const MOST_ON_A_SIDE = 12
/** How far strikes go from the forward, in standard deviations of its logarithm. */
const REACH = 3

/** Multiples of a round step within three standard deviations, lowest first. */
export const strikesAround = (coin: string, forward: number, spread: number): readonly number[] => {
  const steps = STEPS[coin] ?? []
  const [low, high] = [forward * Math.exp(-REACH * spread), forward * Math.exp(REACH * spread)]
  const step = steps.find((each) => (high - forward) / each <= MOST_ON_A_SIDE) ?? steps.at(-1) ?? high
  const first = Math.max(1, Math.ceil(low / step))
  return Array.from({ length: Math.max(0, Math.floor(high / step) - first + 1) }, (_, place) => (first + place) * step)
}

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC']

/** `4DEC26`: the day without a leading zero. */
export const wordedDate = (expiry: number): string => {
  const at = new Date(expiry)
  return `${at.getUTCDate()}${MONTHS[at.getUTCMonth()] ?? ''}${String(at.getUTCFullYear()).slice(2)}`
}

/** `261204` */
export const numberedDate = (expiry: number): string => new Date(expiry).toISOString().slice(2, 10).replaceAll('-', '')

/** Whole days between two times. */
export const daysTo = (expiry: number, now: number): number => (expiry - now) / DAY_MS

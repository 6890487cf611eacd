import { decimalDifference } from '../decimal-text.ts'
import type { DecimalText } from '../market.ts'
import { UnreadableReply } from '../query.ts'
import { YEAR_SECONDS } from '../../time-units.ts'

/** What a market pays and asks, as its contracts say it. */
export interface LendingRate {
  /** Per cent a year, simple. */
  readonly supplyApr: DecimalText
  /** `null` where nobody borrows: savings. */
  readonly borrowApr: DecimalText | null
  /** Tokens, in whole ones. */
  readonly supplied: DecimalText
  readonly borrowed: DecimalText
  /** `frozen`: no new deposits. `paused`: nothing at all. */
  readonly status: MarketStatus
}

export const MARKET_STATUS = ['open', 'frozen', 'paused'] as const
export type MarketStatus = (typeof MARKET_STATUS)[number]

/** Per cent a year. What lies above is another unit or a market that nobody can borrow from. */
export const MOST_APR = 100

/** A whole number of the smallest units as decimal text. */
export const unitsText = (value: bigint, decimals: number): DecimalText => {
  const digits = value.toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  return decimals === 0 ? whole : `${whole}.${digits.slice(-decimals)}`
}

const CENT_DIGITS = 2

/** A rate as a share of a year, in units of 10 to the minus `decimals`, in per cent. Aave writes 27 decimals. */
export const yearlyPercent = (rate: bigint, decimals: number): DecimalText => unitsText(rate, decimals - CENT_DIGITS)

/** The same of a rate per second, simple over a year of 365 days. */
export const percentOfSeconds = (rate: bigint, decimals: number): DecimalText =>
  yearlyPercent(rate * BigInt(YEAR_SECONDS), decimals)

/**
 * The rate itself, if a market can have it.
 *
 * @throws UnreadableReply if it pays more than it takes, or more than a market pays
 */
export const plausibleRate = <R extends Pick<LendingRate, 'supplyApr' | 'borrowApr'>>(rate: R): R => {
  const { supplyApr, borrowApr } = rate
  for (const apr of [supplyApr, borrowApr ?? supplyApr])
    if (Number(apr) > MOST_APR || apr.startsWith('-')) throw new UnreadableReply(`${apr} % a year is no rate`)
  if (borrowApr !== null && decimalDifference(borrowApr, supplyApr).startsWith('-'))
    throw new UnreadableReply(`${supplyApr} % is paid and only ${borrowApr} % taken`)
  return rate
}

import { DAY_MS, HOUR_MS } from '../../time-units.ts'
import { expiriesAt } from './options/listing.ts'
import { PERPETUAL_COINS, type PerpetualCoin } from './perpetuals.ts'
import { mix, seedOf, unit } from './prng.ts'
import type { View } from './view.ts'

/** Dated futures of the simulated venues: which expiries each lists, and at what price. */

/** The properties of one venue's dated futures of one kind. */
export interface DatedTerms {
  readonly venue: string
  readonly quote: 'USD' | 'USDC' | 'USDT'
  /** The expiries that are listed: all, those from a week on, or the ends of the next quarters alone. */
  readonly lists: 'all' | 'weekly' | 'quarterly'
  /** Its share of the coins in open positions. */
  readonly share: number
  /** The hour of expiry, UTC. */
  readonly hour?: number
}

/** One dated future at one moment, in plain numbers. */
export interface DatedContract {
  readonly coin: PerpetualCoin
  readonly expiry: number
  /** Per coin, in the quote currency. */
  readonly mark: number
  readonly index: number
  /** Coins, one side. */
  readonly openInterest: number
}

const YEAR_DAYS = 365
/** The yearly carry of far maturities. */
const FAR_CARRY = 0.06
/** The yearly carry at the near end for each unit of the perpetual's premium: 6 % at two basis points. */
const CARRY_PER_PREMIUM = 300
/** Days in which the influence of the premium falls to a third. */
const FADES_DAYS = 60
const WEEK_DAYS = 7
const QUARTERS = 2
const HOUR_OF_LISTING = 8

/** The perpetual's premium shapes the near end: at a discount of the perpetual the curve begins below zero. */
const carry = (view: View, coin: PerpetualCoin, days: number): number => {
  const near = CARRY_PER_PREMIUM * (view.level(`perp.${coin}`) - 1)
  return FAR_CARRY + (near - FAR_CARRY) * Math.exp(-days / FADES_DAYS)
}

/** The last Friday of a quarter's last month. */
const isQuarterEnd = (expiry: number): boolean => {
  const [at, week] = [new Date(expiry), new Date(expiry + WEEK_DAYS * DAY_MS)]
  return at.getUTCDay() === 5 && at.getUTCMonth() % 3 === 2 && week.getUTCMonth() !== at.getUTCMonth()
}

const expiriesOf = ({ lists, hour = HOUR_OF_LISTING }: DatedTerms, now: number): readonly number[] => {
  const listed = expiriesAt(now).filter((expiry) => {
    if (lists === 'quarterly') return isQuarterEnd(expiry)
    return lists === 'all' || new Date(expiry).getUTCDay() === 5
  })
  const some = lists === 'quarterly' ? listed.slice(0, QUARTERS) : listed
  return some.map((expiry) => expiry + (hour - HOUR_OF_LISTING) * HOUR_MS)
}

/** A venue's dated futures on a coin, nearest first. A provider with a lie has wrong prices at a correct ratio. */
export const datedOf = (terms: DatedTerms, coin: PerpetualCoin, view: View): readonly DatedContract[] =>
  expiriesOf(terms, view.now).map((expiry) => {
    const own = unit(mix(seedOf(`${terms.venue} dated ${coin}`), expiry)) * 2 - 1
    const index = (view.dollars(coin) / view.dollars(terms.quote)) * (1 + 0.00002 * own) * view.lie
    const days = (expiry - view.now) / DAY_MS
    // Venues differ by two tenths of a per cent a year at most.
    const yearly = carry(view, coin, days) + 0.002 * own
    const held = view.level(`oi.${coin}`) * terms.share * (0.4 + 0.6 * unit(mix(seedOf(terms.venue), expiry)))
    return { coin, expiry, mark: index * (1 + (yearly * days) / YEAR_DAYS), index, openInterest: held }
  })

/** The same on all coins that a venue lists. */
export const datedOfAll = (
  terms: DatedTerms,
  view: View,
  coins: readonly PerpetualCoin[] = PERPETUAL_COINS,
): readonly DatedContract[] => coins.flatMap((coin) => datedOf(terms, coin, view))

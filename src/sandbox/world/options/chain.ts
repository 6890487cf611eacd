import { mix, seedOf, unit } from '../prng.ts'
import type { View } from '../view.ts'
import { delta, premium, type Terms } from './black.ts'
import { daysTo, expiriesAt, strikesAround } from './listing.ts'

/** One option at one venue. Volatilities are fractions a year, prices dollars, open interest coins. */
export interface WorldOption {
  readonly expiry: number
  readonly strike: number
  readonly kind: 'call' | 'put'
  readonly forward: number
  readonly markIv: number
  readonly mark: number
  readonly delta: number
  /** `null` where there is no bid or no offer. */
  readonly bid: { readonly iv: number; readonly price: number } | null
  readonly ask: { readonly iv: number; readonly price: number } | null
  readonly interest: number
  /** Coins that were traded in 24 hours. */
  readonly volume: number
}

/** The differences between the options of two venues. */
export interface OptionHouse {
  readonly venue: string
  /** Open interest at the money of a month, in bitcoins; other coins in proportion to their price. */
  readonly depth: number
  /** The difference between its marks and the market's, in volatility points. */
  readonly offset: number
  /** The smallest premium that is bid, as a fraction of the underlying. */
  readonly tick: number
}

const YEAR_DAYS = 365
const MONTH_DAYS = 30
/** The yearly cost of the future over the spot price. */
const CARRY = 0.06
/** Both wings are more expensive than the middle. */
const WINGS = 0.015
const LOWEST_LEVEL = 5
/** Coins of open interest for each bitcoin of it. */
const PER_BITCOIN: Readonly<Record<string, number>> = { BTC: 1, ETH: 14, SOL: 250 }
/** At most this share of what is open is traded in a day. */
const TRADED = 0.2

/**
 * Volatility at the money, as a fraction: the level in the simulation is that of thirty days. The slope is how much of it
 * the last expiry has; the first differs as much to the other side.
 */
const atTheMoney = (view: View, coin: string, days: number, { offset }: OptionHouse): number => {
  const level = Math.max(LOWEST_LEVEL, view.level(`vol.${coin}`)) + offset
  const slope = view.level(`slope.${coin}`) - 1
  return (level / 100) * (1 + (slope * (days - MONTH_DAYS)) / (days + MONTH_DAYS))
}

/**
 * The volatility smile, in standard deviations from the forward. Above 1 the skew makes puts more expensive than calls,
 * by its excess for each deviation.
 */
const smiled = (atm: number, skew: number, deviations: number): number => {
  const z = Math.min(4, Math.max(-4, deviations))
  return atm * (1 + (1 - skew) * z + WINGS * z * z)
}

const quoteOf = (terms: Terms, iv: number, tick: number) => {
  const price = premium({ ...terms, sigma: Math.max(0.01, iv) })
  return price >= tick * terms.forward ? { iv, price } : null
}

const optionOf = (
  view: View,
  coin: string,
  house: OptionHouse,
  terms: Terms & { readonly expiry: number },
): WorldOption => {
  const { expiry, strike, kind, forward, years } = terms
  const seed = seedOf(`${house.venue} ${coin} ${expiry} ${strike} ${kind}`)
  const atm = atTheMoney(view, coin, years * YEAR_DAYS, house)
  const deviations = Math.log(strike / forward) / (atm * Math.sqrt(years))
  const markIv = smiled(atm, view.level(`skew.${coin}`), deviations)
  const own: Terms = { ...terms, sigma: markIv }
  const half = 0.006 + 0.004 * Math.abs(deviations)
  // A missing option is missing on both sides, and the same options are missing as long as the fault lasts.
  const isGone = unit(seed) < view.thin
  const held =
    house.depth *
    (PER_BITCOIN[coin] ?? 1) *
    Math.exp(-(deviations * deviations) / 3) *
    (0.4 + 1.2 * unit(mix(seed, 1))) *
    (kind === 'put' ? view.level(`puts.${coin}`) : 1)
  return {
    expiry,
    strike,
    kind,
    forward,
    markIv,
    mark: premium(own),
    delta: delta(own),
    bid: isGone ? null : quoteOf(own, markIv - half, house.tick),
    ask: isGone ? null : quoteOf(own, markIv + half, house.tick),
    interest: Math.round(held * 10) / 10,
    volume: Math.round(held * TRADED * unit(mix(seed, 2)) * 10) / 10,
  }
}

/** A venue that counts in another unit lists its strikes in that unit. */
const unitOf = ({ lie }: View): number => Math.max(1, 10 ** Math.round(Math.log10(lie)))

/** The present chain of a coin at a venue, by expiry and strike. */
export const chainOf = (view: View, coin: string, house: OptionHouse): readonly WorldOption[] =>
  expiriesAt(view.now).flatMap((expiry) => {
    const days = daysTo(expiry, view.now)
    const years = days / YEAR_DAYS
    const forward = view.dollars(coin) * view.lie * Math.exp(CARRY * years)
    const spread = atTheMoney(view, coin, days, house) * Math.sqrt(years)
    return strikesAround(coin, forward / unitOf(view), spread).flatMap((listed) =>
      (['call', 'put'] as const).map((kind) =>
        optionOf(view, coin, house, { expiry, strike: listed * unitOf(view), kind, forward, years, sigma: 0 }),
      ),
    )
  })

/** Coins that have options in the simulation. */
export const OPTION_COINS = ['BTC', 'ETH', 'SOL'] as const

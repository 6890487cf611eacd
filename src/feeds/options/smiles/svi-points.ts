import { groupBy } from '../../../group-by.ts'
import { median } from '../../math/robust.ts'
import { atTheMoney } from '../../math/smile.ts'
import type { VariancePoint } from '../../math/svi-fit.ts'
import type { KeptOption } from '../kept/kept-option.ts'

/** Which quotes of an expiry a curve is fitted to, and how much each of them counts (methods 5.10). */

/** One strike at one venue that is quoted on both sides and out of the money. Volatilities in per cent a year. */
export interface QuotedStrike {
  readonly exchange: string
  readonly strike: number
  /** ln(K/F) with the venue's own forward. */
  readonly k: number
  readonly bidIv: number
  readonly askIv: number
  /** The mean of the two. */
  readonly iv: number
}

export const FITTED = {
  /** Days that an expiry must be ahead. */
  leastDays: 1,
  /** Widest quote: ask less bid volatility, as a share of their mean. */
  widest: 0.3,
  /** How far from the forward a strike counts, in standard deviations. */
  sigmas: 4,
  /** Fewest strikes, and fewest of them on each side of the forward. */
  strikes: 5,
  aSide: 2,
  /** Most quotes of one expiry; those nearest the forward stay. The time that one evaluation takes grows with them. */
  quotes: 200,
  /** A quote narrower than this, in points of volatility, counts no more than one as wide. */
  narrowest: 0.5,
} as const

const widthOf = ({ bidIv, askIv }: Pick<QuotedStrike, 'bidIv' | 'askIv'>): number => askIv - bidIv

const isOutside = ({ kind, strike, forward }: KeptOption): boolean =>
  kind === 'put' ? strike < forward : strike >= forward

const quotedOf = (exchange: string, option: KeptOption): readonly QuotedStrike[] => {
  const { strike, forward, bidIv, askIv } = option
  if (bidIv === null || askIv === null || !(bidIv > 0 && askIv >= bidIv && strike > 0 && forward > 0)) return []
  return [{ exchange, strike, k: Math.log(strike / forward), bidIv, askIv, iv: (bidIv + askIv) / 2 }]
}

/**
 * The strikes of one venue and expiry that are quoted on both sides: puts below the forward, calls from it upwards. Of
 * options that differ only in what they are settled in, the one that is quoted more narrowly.
 */
export const quotedStrikes = (exchange: string, options: readonly KeptOption[]): readonly QuotedStrike[] =>
  [
    ...groupBy(
      options.filter(isOutside).flatMap((option) => quotedOf(exchange, option)),
      ({ strike }) => strike,
    ).values(),
  ].map((same) => same.reduce((best, next) => (widthOf(next) < widthOf(best) ? next : best)))

const isNarrow = (quote: QuotedStrike): boolean => widthOf(quote) <= FITTED.widest * quote.iv

/** A venue's volatility at the money, from its narrow quotes; `null` if they do not surround the forward. */
export const quotedAtm = (quotes: readonly QuotedStrike[]): number | null =>
  atTheMoney(
    quotes.filter(isNarrow).map(({ k, iv }) => ({ strike: Math.exp(k), iv })),
    1,
  )

/** The median of the venues' volatilities at the money; `null` if no venue has one. */
export const pooledAtm = (venues: readonly (readonly QuotedStrike[])[]): number | null => {
  const levels = venues.flatMap((quotes) => quotedAtm(quotes) ?? [])
  return levels.length === 0 ? null : median(levels)
}

/** How far from the forward strikes count: |k|. */
export const reachOf = (atmIv: number, years: number): number => FITTED.sigmas * (atmIv / 100) * Math.sqrt(years)

const isEnough = (quotes: readonly QuotedStrike[]): boolean => {
  const strikes = (all: readonly QuotedStrike[]): number => new Set(all.map(({ strike }) => strike)).size
  return (
    strikes(quotes) >= FITTED.strikes &&
    strikes(quotes.filter(({ k }) => k < 0)) >= FITTED.aSide &&
    strikes(quotes.filter(({ k }) => k > 0)) >= FITTED.aSide
  )
}

/** The quotes that a curve is fitted to; none if they are too few, or too few on one side. */
export const fittable = (quotes: readonly QuotedStrike[], atmIv: number, years: number): readonly QuotedStrike[] => {
  const reach = reachOf(atmIv, years)
  const near = quotes
    .filter((quote) => isNarrow(quote) && Math.abs(quote.k) <= reach)
    .toSorted((one, other) => Math.abs(one.k) - Math.abs(other.k))
    .slice(0, FITTED.quotes)
  return isEnough(near) ? near : []
}

/** n(d1) but for its constant factor: vega over F·√T. */
const vegaOf = (k: number, iv: number, years: number): number => {
  const spread = (iv / 100) * Math.sqrt(years)
  return Math.exp(-0.5 * (spread / 2 - k / spread) ** 2)
}

/**
 * Total variances with weights of mean 1. Narrow quotes count more, and those whose price hardly depends on volatility
 * count less.
 */
export const variancePoints = (
  quotes: readonly QuotedStrike[],
  atmIv: number,
  years: number,
): readonly VariancePoint[] => {
  const atTheForward = vegaOf(0, atmIv, years)
  const weights = quotes.map(
    (quote) =>
      Math.min(1, vegaOf(quote.k, quote.iv, years) / atTheForward) / Math.max(widthOf(quote), FITTED.narrowest) ** 2,
  )
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  return quotes.map(({ k, iv }, at) => ({
    k,
    w: (iv / 100) ** 2 * years,
    weight: (weights[at]! * quotes.length) / total,
  }))
}

import { groupBy } from '../../../group-by.ts'
import { DAY_MS } from '../../../time-units.ts'
import { median } from '../../math/robust.ts'
import type { BelievedChain } from '../chains/believed-chains.ts'
import { keptOptions } from '../kept/kept-option.ts'
import { FITTED, pooledAtm, fittable, type QuotedStrike, quotedStrikes } from './svi-points.ts'
import { yearsTo } from '../kept/years.ts'

/** The smiles of a coin: what all believed venues quote at one expiry. */

/** What one venue quotes at one expiry. */
export interface VenueSmile {
  readonly exchange: string
  /** The time of its chain, Unix milliseconds. */
  readonly at: number
  readonly forward: number
  readonly quotes: readonly QuotedStrike[]
}

/** One expiry with its venues, by name. */
export interface ExpirySmile {
  /** Unix milliseconds. */
  readonly expiry: number
  /** Of 365 days, from the tick to the expiry. */
  readonly years: number
  readonly venues: readonly VenueSmile[]
  /** Median of the venues', per cent a year. */
  readonly atmIv: number
}

const dayOf = (ms: number): number => Math.floor(ms / DAY_MS)

const venueSmiles = ({ source, at, kept }: BelievedChain, now: number) =>
  [...groupBy(keptOptions(kept, now), ({ expiry }) => dayOf(expiry)).values()].map((options) => ({
    expiry: options[0]!.expiry,
    venue: {
      exchange: source,
      at,
      forward: median(options.map(({ forward }) => forward)),
      quotes: quotedStrikes(source, options),
    },
  }))

/** The expiries that at least one venue quotes around the forward, nearest first. They are matched by their date. */
export const expirySmiles = (chains: readonly BelievedChain[], now: number): readonly ExpirySmile[] =>
  [
    ...groupBy(
      chains.flatMap((chain) => venueSmiles(chain, now)),
      ({ expiry }) => dayOf(expiry),
    ).values(),
  ]
    .flatMap((same): readonly ExpirySmile[] => {
      const expiry = same[0]!.expiry
      const venues = same
        .map(({ venue }) => venue)
        .filter(({ quotes }) => quotes.length > 0)
        .toSorted((a, b) => (a.exchange < b.exchange ? -1 : 1))
      const atmIv = pooledAtm(venues.map(({ quotes }) => quotes))
      return atmIv === null ? [] : [{ expiry, years: yearsTo(expiry, now), venues, atmIv }]
    })
    .toSorted((a, b) => a.expiry - b.expiry)

/** An expiry with the quotes that its curve is fitted to. */
export interface FittableSmile extends ExpirySmile {
  readonly fitted: readonly QuotedStrike[]
}

/** The smiles that a curve can be fitted to, nearest expiry first. */
export const fittableSmiles = (smiles: readonly ExpirySmile[], now: number): readonly FittableSmile[] =>
  smiles.flatMap((smile) => {
    if (smile.expiry - now < FITTED.leastDays * DAY_MS) return []
    const fitted = fittable(
      smile.venues.flatMap(({ quotes }) => quotes),
      smile.atmIv,
      smile.years,
    )
    return fitted.length === 0 ? [] : [{ ...smile, fitted }]
  })

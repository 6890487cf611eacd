import { rounded } from '../../../canonical/measure.ts'
import { median } from '../../math/robust.ts'
import { fittedIv } from '../../math/svi-fit.ts'
import type { ExpirySmile, VenueSmile } from '../smiles/expiry-smile.ts'
import type { SurfaceExpiry, SurfacePoint } from './surface-body.ts'
import { type SviCurve, SVI_PLACES } from '../smiles/svi-curve.ts'
import { quotedAtm, type QuotedStrike, reachOf } from '../smiles/svi-points.ts'
import { utcDay } from '../../../time-units.ts'

/** The strikes of one expiry, with what each venue quotes there (methods 5.11). */

export const SURFACE = {
  /** Expiries, nearest first, and strikes of each, nearest the forward first. */
  expiries: 20,
  points: 60,
  /** How far a venue's own strike may be from the one compared, as a difference of k. */
  matched: 0.01,
} as const

/** Decimals of a body. */
export const SURFACE_PLACES = {
  iv: SVI_PLACES.iv,
  k: SVI_PLACES.k,
  forward: SVI_PLACES.forward,
  days: 4,
  strike: 8,
} as const

/** Bid and ask volatility of one venue at one k. */
interface QuoteAt {
  readonly bidIv: number
  readonly askIv: number
}

const between = (one: QuotedStrike, other: QuotedStrike, k: number): QuoteAt => {
  const share = (k - one.k) / (other.k - one.k)
  return {
    bidIv: one.bidIv + share * (other.bidIv - one.bidIv),
    askIv: one.askIv + share * (other.askIv - one.askIv),
  }
}

/**
 * What a venue quotes at this k: linear in k from its nearest strike to that on the other side, if the nearest is near
 * enough; the nearest as it is where there is none on the other side.
 *
 * @param quotes by k
 */
export const quoteAt = (quotes: readonly QuotedStrike[], k: number): QuoteAt | null => {
  const below = quotes.findLast((quote) => quote.k <= k)
  const above = quotes.find((quote) => quote.k >= k)
  const distance = (quote: QuotedStrike | undefined): number => (quote ? Math.abs(quote.k - k) : Infinity)
  const nearest = distance(below) <= distance(above) ? below : above
  if (!nearest || distance(nearest) >= SURFACE.matched) return null
  return below && above && below.k < above.k ? between(below, above, k) : nearest
}

const pointAt = (strike: number, k: number, venues: readonly VenueSmile[], curve: SviCurve | null): SurfacePoint => {
  const quotes = venues.flatMap(({ exchange, quotes: own }) => {
    const found = quoteAt(own, k)
    if (!found) return []
    const [bid, ask] = [rounded(found.bidIv, SURFACE_PLACES.iv), rounded(found.askIv, SURFACE_PLACES.iv)]
    return [{ exchange, bid, ask, iv: rounded((bid + ask) / 2, SURFACE_PLACES.iv) }]
  })
  const by = (field: 'bid' | 'ask' | 'iv') => Object.fromEntries(quotes.map((quote) => [quote.exchange, quote[field]]))
  const ivs = quotes.map(({ iv }) => iv)
  const printedK = rounded(k, SURFACE_PLACES.k)
  const isQuoted = curve !== null && printedK >= curve.kLow && printedK <= curve.kHigh
  return {
    strike: rounded(strike, SURFACE_PLACES.strike),
    k: printedK,
    iv: by('iv'),
    bid_iv: by('bid'),
    ask_iv: by('ask'),
    svi_iv: isQuoted ? rounded(fittedIv(curve, printedK, curve.years), SURFACE_PLACES.iv) : null,
    divergence_vp: ivs.length < 2 ? null : rounded(Math.max(...ivs) - Math.min(...ivs), SURFACE_PLACES.iv),
  }
}

/** The levels at the money by venue, and their median. */
export const withPooled = (levels: readonly (readonly [exchange: string, iv: number])[]) => ({
  ...Object.fromEntries(levels),
  pooled: rounded(median(levels.map(([, iv]) => iv)), SURFACE_PLACES.iv),
})

/**
 * One expiry of the surface.
 *
 * @param curve of at least two venues; `null` if there is none
 */
export const surfaceExpiry = (smile: ExpirySmile, curve: SviCurve | null): SurfaceExpiry => {
  const { expiry, years, atmIv } = smile
  const venues = smile.venues.map((venue) => ({ ...venue, quotes: venue.quotes.toSorted((a, b) => a.k - b.k) }))
  const forward = median(venues.map((venue) => venue.forward))
  const reach = reachOf(atmIv, years)
  const points = [...new Set(venues.flatMap(({ quotes }) => quotes.map(({ strike }) => strike)))]
    .map((strike) => ({ strike, k: Math.log(strike / forward) }))
    .filter(({ k }) => Math.abs(k) <= reach)
    .toSorted((a, b) => Math.abs(a.k) - Math.abs(b.k))
    .slice(0, SURFACE.points)
    .toSorted((a, b) => a.strike - b.strike)
    .map(({ strike, k }) => pointAt(strike, k, venues, curve))
  const levels = venues.flatMap(({ exchange, quotes }) => {
    const iv = quotedAtm(quotes)
    return iv === null ? [] : [[exchange, rounded(iv, SURFACE_PLACES.iv)] as const]
  })
  return {
    expiry: utcDay(expiry),
    days: rounded(years * 365, SURFACE_PLACES.days),
    forward: Object.fromEntries(
      venues.map((venue) => [venue.exchange, rounded(venue.forward, SURFACE_PLACES.forward)]),
    ),
    atm: withPooled(levels),
    svi_rmse_vp: curve?.rmseVp ?? null,
    points: points.filter(({ iv }) => Object.keys(iv).length > 0),
  }
}

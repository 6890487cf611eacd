/** Implied volatility across expiries: total variance is linear in time between two of them (methods 2). */

/** One expiry: its remaining days and its at-the-money volatility in per cent. */
export interface TermPoint {
  readonly days: number
  readonly iv: number
}

/** The volatility at a tenor. Outside of the listed expiries it is that of the nearest expiry. */
export interface AtTenor {
  readonly iv: number
  readonly bracketed: boolean
  /** Days to the nearest listed expiry. */
  readonly nearest: number
}

/** The volatility at `days`, interpolated in w = σ²T; `null` without an expiry. Points may come in any order. */
export const atTenor = (points: readonly TermPoint[], days: number): AtTenor | null => {
  const sorted = points.toSorted((a, b) => a.days - b.days)
  const below = sorted.findLast((point) => point.days <= days)
  const above = sorted.find((point) => point.days >= days)
  const edge = below ?? above
  if (!edge) return null
  if (!below || !above) return { iv: edge.iv, bracketed: false, nearest: edge.days }
  const nearest = days - below.days <= above.days - days ? below.days : above.days
  if (above.days === below.days) return { iv: below.iv, bracketed: true, nearest }
  const share = (days - below.days) / (above.days - below.days)
  const variance = (1 - share) * below.iv ** 2 * below.days + share * above.iv ** 2 * above.days
  return { iv: Math.sqrt(variance / days), bracketed: true, nearest }
}

import { sum } from './sums.ts'

/** Open positions over several venues (methods 5.2). Amounts in whole dollars. */

/** The spans over which a change is told, and their hours. */
export const SPAN_HOURS = { '1h': 1, '4h': 4, '24h': 24 } as const
export type Span = keyof typeof SPAN_HOURS
export const SPANS: readonly Span[] = ['1h', '4h', '24h']

/** How far the earlier snapshot may lie from its time, as a share of the span. */
export const SPAN_TOLERANCE = 0.1

/** The venues that are compared hold at least this share of today's total. */
export const LEAST_COMPARED = 0.6

/** One venue's amount now, and at a time before; `null` if that is not known. */
export interface InterestPair {
  readonly exchange: string
  readonly now: number
  readonly before: number | null
}

/** Venues known at both times. */
type Both = InterestPair & { readonly before: number }
const isBoth = (venue: InterestPair): venue is Both => venue.before !== null && venue.before > 0

/** The venues in both snapshots. One that is missing in either would look like a move of the market. */
export const venuesInBoth = (venues: readonly InterestPair[]): readonly Both[] => venues.filter(isBoth)

/** 100 · (Σ now / Σ before − 1) over the venues in both snapshots; `null` without any. */
export const deltaPct = (venues: readonly InterestPair[]): number | null => {
  const both = venuesInBoth(venues)
  if (both.length === 0) return null
  return 100 * (sum(both.map(({ now }) => now)) / sum(both.map(({ before }) => before)) - 1)
}

/** Whether the venues in both snapshots are enough of today's market for their change to be told as its change. */
export const isComparable = (venues: readonly InterestPair[]): boolean => {
  const total = sum(venues.map(({ now }) => now))
  return total > 0 && sum(venuesInBoth(venues).map(({ now }) => now)) / total >= LEAST_COMPARED
}

/**
 * The share of the usual open interest that the used venues hold, 0 to 1. A venue whose usual amount is not known counts
 * with the mean of the known ones, so that without any past this is the share of the venues.
 *
 * @param usual the usual amounts of the known venues, each above zero
 * @param venues every venue of the method
 */
export const coverageOf = (
  usual: Readonly<Record<string, number>>,
  used: readonly string[],
  venues: readonly string[],
): number => {
  const amounts = Object.values(usual)
  const typical = amounts.length === 0 ? 1 : sum(amounts) / amounts.length
  const held = (names: readonly string[]): number => sum(names.map((name) => usual[name] ?? typical))
  return Math.min(1, held(used) / held(venues))
}

import { expect } from 'bun:test'

/** What rows of faults say of answers, in words. */

interface Stated {
  readonly sources: readonly string[]
  readonly missing: readonly string[]
  readonly degraded: boolean
  readonly confidence: number
}

/** `1.05 times`, of two numbers. */
export const times = (now: number, before: number): string => `${(now / before).toFixed(2)} times`

/** The row of a venue. */
export const of = <Row extends { readonly exchange: string }>(rows: readonly Row[], venue: string): Row | undefined =>
  rows.find(({ exchange }) => exchange === venue)

/** Whether a venue is left out. */
export const without = (venue: string, { missing }: Pick<Stated, 'missing'>): string | false =>
  missing.includes(venue) && `without ${venue}`

/** Whether a chain is replaced by that of another venue, and the answer is degraded. */
export const insteadOf = (venue: string, now: Stated): string | false =>
  now.missing.includes(venue) && now.degraded && `from ${now.sources.join()} instead, degraded`

/** Whether an answer is of one venue, and degraded. */
export const alone = (venue: string, { sources, degraded, confidence }: Stated): string | false =>
  sources.join() === venue && degraded && `${venue} alone, degraded, confidence ${confidence}`

/** An expiry that was ahead, and the past one that it became, as a family tells them. */
export interface PassedExpiry<Expiry> {
  readonly was: Expiry
  readonly is: Expiry
}

/** Whether an expiry that was told before is told no more. Throws where a past one is told. */
export const isGone = <Expiry>(
  now: readonly Expiry[],
  before: readonly Expiry[],
  { was, is }: PassedExpiry<Expiry>,
): string | false => {
  expect(now).not.toContain(is)
  return before.includes(was) && !now.includes(was) && `${now.length} expiries, were ${before.length}`
}

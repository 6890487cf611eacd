import type { FundingCarry } from '../derivatives/funding-carry.ts'
import type { Earlier } from '../feed.ts'
import { freshnessAt, LIFETIMES } from '../lifetimes.ts'
import type { ComponentReading } from '../reading.ts'

/**
 * The funding composite as a component: a fraction per eight hours and its confidence, both unrounded, from the carry
 * of its last snapshot. `null` if there is none or it has expired.
 */
export const fundingReading = (earlier: Earlier<FundingCarry> | null, now: number): ComponentReading | null => {
  if (!earlier) return null
  const { composite: value, confidence, sources } = earlier.carry
  const at = earlier.timestamp * 1_000
  const fresh = freshnessAt(at, now, LIFETIMES.funding)
  if (fresh === 0) return null
  return { value, confidence: confidence * fresh, isFallback: false, sources: sources.toSorted(), at }
}

import { monthlyWaves } from '../marine/wave-climatology.ts'
import { everExceeded, exceedance } from '../math/weibull.ts'
import { INDEPENDENCE_HOURS, LEAST_PREMIUM, LOAD, PAYOUT_FRACTIONS, type PerTier, perTier } from './tiers.ts'
import type { VesselClass } from './vessel-classes.ts'
import { type VoyageSegment, wavesOf } from './voyage-segments.ts'
import { TRIGGER_HEIGHTS_M } from '../marine/sea-state.ts'

/** What a voyage risks, and what that costs (methods 7.7). Nothing here is rounded. */
export interface VoyagePrice {
  /** The probability that each trigger is reached in each segment, in their order. */
  readonly segments: readonly PerTier[]
  /** On the voyage. */
  readonly chances: PerTier
  /** USDC. */
  readonly expected: number
  readonly premium: number
}

/** One independent sea state: the Weibull waves of the month or, in its season, a cyclone. */
const onceExceeded = ({ basin, month }: Pick<VoyageSegment, 'basin' | 'month'>): PerTier => {
  const waves = wavesOf(basin, month)
  const { cyclone } = monthlyWaves(basin, month)
  const loading: PerTier = { heavy: cyclone.p_gt_4m, severe: cyclone.p_gt_6m, extreme: cyclone.p_gt_9m }
  return perTier((tier) => 1 - (1 - exceedance(waves, TRIGGER_HEIGHTS_M[tier])) * (1 - loading[tier]))
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)

/** @param segments at least one */
export const voyagePrice = (
  segments: readonly Omit<VoyageSegment, 'nm'>[],
  { exposure, sumUsdc }: Pick<VesselClass, 'exposure' | 'sumUsdc'>,
): VoyagePrice => {
  const hours = sumOf(segments.map((segment) => segment.hours))
  // A voyage of less than a day still meets one whole sea state.
  const perDraw = Math.min(INDEPENDENCE_HOURS, hours)
  const found = segments.map((segment) => {
    const once = onceExceeded(segment)
    return perTier((tier) => everExceeded(once[tier], segment.hours / perDraw))
  })
  const chances = perTier((tier) => 1 - found.reduce((never, each) => never * (1 - each[tier]), 1))
  const { heavy, severe, extreme } = PAYOUT_FRACTIONS
  const share = heavy * chances.heavy + (severe - heavy) * chances.severe + (extreme - severe) * chances.extreme
  const expected = sumUsdc * exposure * share
  return { segments: found, chances, expected, premium: Math.max(LEAST_PREMIUM, expected * (1 + LOAD)) }
}

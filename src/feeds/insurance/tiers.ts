import climatology from '../marine/wave-climatology.json'

/** The tiers of a parametric quote, and the constants of its price (methods 7.7). A change raises `METHOD_VERSION`. */

export const METHOD_VERSION = 1

const TIERS = ['heavy', 'severe', 'extreme'] as const
export type Tier = (typeof TIERS)[number]

/** A number for each tier. */
export type PerTier<T = number> = Readonly<Record<Tier, T>>

/** Share of the sum insured that the highest reached tier pays. */
export const PAYOUT_FRACTIONS: PerTier = climatology.payout_fractions

/** Part of the expected payout that is added for expenses (0.15) and risk (0.20). */
export const LOAD = climatology.load

/** USDC. */
export const LEAST_PREMIUM = climatology.minimum_premium_usdc

/** Legs are cut into equal parts that are no longer. */
export const LONGEST_PART_NM = 60

/** Sea states that lie so far apart count as independent. */
export const INDEPENDENCE_HOURS = climatology.independence_hours

/** @example perTier((tier) => PAYOUT_FRACTIONS[tier]) */
export const perTier = <T>(of: (tier: Tier) => T): PerTier<T> => ({
  heavy: of('heavy'),
  severe: of('severe'),
  extreme: of('extreme'),
})

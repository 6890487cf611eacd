/**
 * Millionths of a dollar. Up to this a sale may rest for a minute on a facilitator's word; above it the chain is asked
 * before goods leave.
 */
export const SMALL_MICRO_USD = 100_000

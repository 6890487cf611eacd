/**
 * Millionths of a dollar. A sale up to this amount may rely on a facilitator's word for a minute. Above it, the chain
 * is asked before the answer is sent.
 */
export const SMALL_MICRO_USD = 100_000

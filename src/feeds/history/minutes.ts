/** Fewer exchanges than this are no price of a minute. */
export const MINUTE_QUORUM = 2

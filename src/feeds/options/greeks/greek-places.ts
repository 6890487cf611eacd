/** Decimals of the answers about options (methods 0.2). */
export const GREEK_PLACES = { iv: 2, delta: 4, gamma: 8, rest: 4, days: 4 } as const

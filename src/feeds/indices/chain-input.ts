import { NAMED_FORWARD_BOARDS } from '../boards/option-boards.ts'
import { BELIEVED, BELIEVED_RULE } from '../options/chains/believed-chains.ts'
import { LIFETIMES } from '../lifetimes.ts'
import type { Input } from './index-methodology.ts'
import { OPTIONS } from './option-readings.ts'
import { FALLBACK } from '../reading.ts'

/** What published methodologies say of every component that is read from a chain of options. */
export const CHAIN_INPUT = {
  sources: NAMED_FORWARD_BOARDS.map(({ venue }) => venue),
  excluded: BELIEVED_RULE,
  fallback: `the first source, or the one of highest confidence; another than the first, a flat extrapolation or less than ${BELIEVED.leastCoverage} of the options near the money quoted count ${FALLBACK}`,
  lifetime: LIFETIMES.optionChain,
} as const satisfies Omit<Input, 'unit' | 'raw'>

/**
 * How volatilities at a near and a far tenor become a ratio.
 *
 * @param how the way to the volatility of one tenor
 */
export const slopeText = (farDays: number, how: string): string =>
  `Implied volatility at ${OPTIONS.near} days over ${farDays} days, ${how}; each between two expiries or within ${OPTIONS.slopeReach * 100} % of one`

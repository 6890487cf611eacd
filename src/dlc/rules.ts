import { DLC_PAIRS, type DlcPair } from './pairs.ts'
import { plainDecimal } from './scale.ts'
import { type Direction, GRACE_SECONDS } from './threshold.ts'

/**
 * What an announcement's bytes do not say and both sides of a contract must know: how the outcome follows from a price.
 * Fixed texts, shown with every event they hold for.
 */

/** Numeric events. */
export const ROUNDING =
  'The exact decimal product price x scaleFactor, rounded half away from zero, then clamped to the smallest or largest number that the digits can say.'

/** Enum events that a price settles. */
export const EDGE_RULE = 'A price equal to a boundary belongs to the higher bucket.'

/** Threshold contracts: what each of the two outcomes means, and how long things take. */
export const thresholdRules = (pair: DlcPair, strike: number, direction: Direction) => ({
  breached: `The first computed ${pair} price from registration to expiry that is ${direction === 'above' ? 'at or above' : 'at or below'} ${plainDecimal(strike)}. A level test, not a crossing: a contract registered beyond its strike is breached by the first price that counts.`,
  safe: 'No such price until expiry, or cancellation by the creator.',
  cadenceSeconds: DLC_PAIRS[pair].everySeconds,
  graceSeconds: GRACE_SECONDS,
})

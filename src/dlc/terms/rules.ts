import { DLC_PAIRS, type DlcPair } from './pairs.ts'
import { plainDecimal } from './scale.ts'
import { CONFIRMATIONS, type Direction, GRACE_SECONDS, TICK_SECONDS } from './threshold.ts'

/**
 * How the outcome follows from a price. Both parties of a contract must know it, and the bytes of an announcement do
 * not contain it. These fixed texts are shown with every event to which they apply.
 */

/** Numeric events. */
export const ROUNDING =
  'The exact decimal product price x scaleFactor, rounded half away from zero, then clamped to the smallest or largest number that the digits can say.'

/** Enum events that a price settles. */
export const EDGE_RULE = 'A price equal to a boundary belongs to the higher bucket.'

/**
 * Threshold contracts: what each of the two outcomes means, and how long things take.
 *
 * @param cancelUntil Unix seconds, included; `null` where it cannot be cancelled
 */
export const thresholdRules = (pair: DlcPair, strike: number, direction: Direction, cancelUntil: number | null) => ({
  breached: `Two computed ${pair} prices ${direction === 'above' ? 'at or above' : 'at or below'} ${plainDecimal(strike)} with none on the other side between them. The first lies between registration and expiry; the second confirms it at least ${TICK_SECONDS} seconds later, on votes of a majority of the venues that are newer than the first, and may come within the grace. A price that is carried or a fixing breaches nothing. A level test, not a crossing: a contract registered beyond its strike is breached by the first two prices that count.`,
  safe:
    cancelUntil === null
      ? 'No such two prices. It cannot be cancelled.'
      : `No such two prices, or cancellation by the creator until ${new Date(cancelUntil * 1000).toISOString()}.`,
  confirmations: CONFIRMATIONS,
  cadenceSeconds: DLC_PAIRS[pair].everySeconds,
  graceSeconds: GRACE_SECONDS,
})

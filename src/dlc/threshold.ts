import type { EnumDescriptor } from './event.ts'
import { type DecimalText, compareDecimals } from './scale.ts'

/** Threshold contracts: a word for each of the two ways they can end, and when the first has come. */

export const BREACHED = 'breached'
/** Expiry without breach, and cancellation. */
export const SAFE = 'safe'

export const THRESHOLD_DESCRIPTOR: EnumDescriptor = { kind: 'enum', outcomes: [BREACHED, SAFE] }

/** How long after its expiry a contract waits for a silent feed before the prices it has decide. */
export const GRACE_SECONDS = 600

export type Direction = 'above' | 'below'

/**
 * Reaching the strike is a breach. A level test, not a crossing: a contract that is registered beyond its strike is
 * breached by the first price that counts.
 */
export const isBreached = (direction: Direction, strike: DecimalText, price: DecimalText): boolean => {
  const order = compareDecimals(price, strike)
  return direction === 'above' ? order >= 0 : order <= 0
}

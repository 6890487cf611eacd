import type { EnumDescriptor } from '../wire/event.ts'
import { type DecimalText, compareDecimals } from './scale.ts'

/** Threshold contracts: their two outcomes, and when a price reaches the strike. */

export const BREACHED = 'breached'
/** Expiry without breach, and cancellation. */
export const SAFE = 'safe'

export const THRESHOLD_DESCRIPTOR: EnumDescriptor = { kind: 'enum', outcomes: [BREACHED, SAFE] }

/** How many agreements breach a contract. One alone may be an error, and an attestation cannot be taken back. */
export const CONFIRMATIONS = 2
/** Prices resolve and breach at whole multiples of this. The two prices of a breach are at least this far apart. */
export const TICK_SECONDS = 5
/**
 * How long after its expiry a contract waits for a missing price, or for a confirmation, before its outcome is `safe`.
 */
export const GRACE_SECONDS = 600

export const DIRECTIONS = ['above', 'below'] as const
export type Direction = (typeof DIRECTIONS)[number]

/**
 * Whether a price is at or past the strike. A level test, not a crossing: a contract that is registered beyond its
 * strike is breached by the first two prices that count.
 */
export const isBreached = (direction: Direction, strike: DecimalText, price: DecimalText): boolean => {
  const order = compareDecimals(price, strike)
  return direction === 'above' ? order >= 0 : order <= 0
}

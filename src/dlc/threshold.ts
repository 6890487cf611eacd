import type { EnumDescriptor } from './event.ts'
import { type DecimalText, compareDecimals } from './scale.ts'

/** Threshold contracts: a word for each of the two ways they can end, and when the first has come. */

export const BREACHED = 'breached'
/** Expiry without breach, and cancellation. */
export const SAFE = 'safe'

export const THRESHOLD_DESCRIPTOR: EnumDescriptor = { kind: 'enum', outcomes: [BREACHED, SAFE] }

/** Agreements that breach a contract: one could be a moment's error, and an attestation cannot be taken back. */
export const CONFIRMATIONS = 2
/** Prices settle and breach at whole multiples of this, however often they are computed; so far apart two must lie. */
export const TICK_SECONDS = 5
/** How long after its expiry a contract waits for a silent feed, or for what confirms a first price, before it is safe. */
export const GRACE_SECONDS = 600

export const DIRECTIONS = ['above', 'below'] as const
export type Direction = (typeof DIRECTIONS)[number]

/**
 * Whether a price is at or past the strike. A level test, not a crossing: a contract that is registered beyond its strike
 * is breached by the first two prices that count.
 */
export const isBreached = (direction: Direction, strike: DecimalText, price: DecimalText): boolean => {
  const order = compareDecimals(price, strike)
  return direction === 'above' ? order >= 0 : order <= 0
}

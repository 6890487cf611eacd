import type { ShownTerms } from './event-terms.ts'
import type { EventKind, EventState, Reason } from './lifecycle.ts'
import type { DlcPair } from './pairs.ts'

/** As much of a stored event as documents are made from. What only the oracle may know has no place in it. */

/** What JSON can say. */
export type Plain = null | boolean | number | string | readonly Plain[] | { readonly [key: string]: Plain }

/** A promise, paid for or not yet. */
export interface AnnouncedEvent {
  readonly id: string
  readonly kind: EventKind
  readonly state: EventState
  /** Maturity or expiry, Unix seconds. */
  readonly maturityTs: number
  /** Hex. Not secret: with it and the root the nonces can be derived again. */
  readonly salt: string
  /** The TLV, hex. */
  readonly announcement: string
  readonly terms: ShownTerms
  /** Unix milliseconds. */
  readonly offeredAt: number
}

export interface ShownEvent extends AnnouncedEvent {
  /** The pair whose price settles it. */
  readonly pair: DlcPair | null
  readonly decision: { readonly reason: Reason; readonly evidence: Plain } | null
  /** Both dialects, hex; `attestedAt` in Unix milliseconds. */
  readonly attestation: { readonly serialized: string; readonly counted: string; readonly attestedAt: number } | null
}

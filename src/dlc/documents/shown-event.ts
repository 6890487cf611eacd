import type { ShownTerms } from '../terms/event-terms.ts'
import type { EventKind, EventState, Reason } from '../terms/lifecycle.ts'
import type { DlcPair } from '../terms/pairs.ts'

/** The part of a stored event that documents are made from. Secrets of the oracle are never in it. */

/** Any JSON value. */
export type Plain = null | boolean | number | string | readonly Plain[] | { readonly [key: string]: Plain }

/** An announced event, paid or not yet. */
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
  /** The decision of a public event; `null` before it is decided. */
  readonly decision?: ShownDecision | null
}

/** How an outcome came about. */
export interface ShownDecision {
  readonly reason: Reason
  readonly evidence: Plain
  /** The record of its evidence, see `evidence.ts`; absent before that is stored. */
  readonly seal?: EvidenceSeal
}

/** Hashes of the evidence of an outcome, stored before the outcome is signed. */
export interface EvidenceSeal {
  /** SHA-256 of the RFC 8785 form of the evidence, hex. */
  readonly hash: string
  /** The same hash for the conclusion of each named tick; `null` if it was not stored. */
  readonly conclusions: readonly (string | null)[]
}

/** The part of a stored event that the evidence is made from. */
export interface DecidedEvent extends AnnouncedEvent {
  /** `decidedAt` in Unix milliseconds. */
  readonly decision: ShownDecision & { readonly outcome: readonly string[]; readonly decidedAt: number }
}

export interface ShownEvent extends AnnouncedEvent {
  /** The pair whose price resolves it. */
  readonly pair: DlcPair | null
  readonly decision: ShownDecision | null
  /** Both dialects, hex; `attestedAt` in Unix milliseconds. */
  readonly attestation: { readonly serialized: string; readonly counted: string; readonly attestedAt: number } | null
}

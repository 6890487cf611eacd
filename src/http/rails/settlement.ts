import type { X402Reason } from './x402-check.ts'
import type { ShownPayment } from './x402-payload.ts'

/** What the receipt header says of a settlement. */
export interface Settlement {
  /** 0x and 64 hex digits. */
  readonly transaction: string
  readonly payer: string
}

/** What asking whether a payment would settle came to. */
export type Simulated =
  | { readonly kind: 'would_settle' }
  | { readonly kind: 'refused'; readonly reason: X402Reason }
  /** Nobody could be asked. Nothing was sent. */
  | { readonly kind: 'unreachable' }

/** What settling came to. */
export type Settled =
  | { readonly kind: 'settled'; readonly settlement: Settlement }
  /** Surely nothing was charged. */
  | { readonly kind: 'failed'; readonly reason: X402Reason }
  /** Money may have moved. Never answered with 402: a payer would sign a second payment, and both would settle. */
  | { readonly kind: 'unknown'; readonly transaction: string }

/** The party that moves the money: a facilitator over HTTP, or a settling worker of our own. */
export interface Settler {
  simulate(payment: ShownPayment, requirements: Requirements): Promise<Simulated>
  /** @param name the claim under which whoever settles finds goods and transfer */
  settle(payment: ShownPayment, requirements: Requirements, name: string): Promise<Settled>
}

/**
 * Asks the chain what became of a payment that nobody of ours has sent: somebody else may have submitted it. `null` when
 * it has not reached us, or when nobody can be asked.
 */
export type LookUp = (payment: ShownPayment) => Promise<Settlement | null>

/** The entry of `accepts` that the payment answers, in both versions' spellings. */
export interface Requirements {
  readonly v1: Readonly<Record<string, unknown>>
  readonly v2: Readonly<Record<string, unknown>>
}

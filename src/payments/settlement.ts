/** The results of settling a payment: `http`, the settling worker and `chain` use the same ones. */

/** The content of the receipt header. */
export interface Settlement {
  /** 0x and 64 hex digits. */
  readonly transaction: string
  readonly payer: string
}

/** The result of asking whether a payment would settle. */
export type Simulated<Reason extends string> =
  | { readonly kind: 'would_settle' }
  | { readonly kind: 'refused'; readonly reason: Reason }
  /** No node or facilitator answered. Nothing was sent. */
  | { readonly kind: 'unreachable' }

/** The result of settling. */
export type Settled<Reason extends string> =
  | { readonly kind: 'settled'; readonly settlement: Settlement }
  /** Certainly nothing was charged. */
  | { readonly kind: 'failed'; readonly reason: Reason }
  /**
   * Money may have moved; '' when no transaction is known. It is never answered with 402: a payer would sign a second
   * payment, and both would settle.
   */
  | { readonly kind: 'unknown'; readonly transaction: string }

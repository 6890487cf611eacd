/** What settling a payment comes to, said the same by the http room, the settling worker and the chain. */

/** What the receipt header says of a settlement. */
export interface Settlement {
  /** 0x and 64 hex digits. */
  readonly transaction: string
  readonly payer: string
}

/** What asking whether a payment would settle came to. */
export type Simulated<Reason extends string> =
  | { readonly kind: 'would_settle' }
  | { readonly kind: 'refused'; readonly reason: Reason }
  /** Nobody could be asked. Nothing was sent. */
  | { readonly kind: 'unreachable' }

/** What settling came to. */
export type Settled<Reason extends string> =
  | { readonly kind: 'settled'; readonly settlement: Settlement }
  /** Surely nothing was charged. */
  | { readonly kind: 'failed'; readonly reason: Reason }
  /** Money may have moved; '' when no transaction is known. Never answered with 402: a payer would sign a second payment, and both would settle. */
  | { readonly kind: 'unknown'; readonly transaction: string }

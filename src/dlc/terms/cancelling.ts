/** Whether its creator may end a contract early, and until when: public terms of the contract. */

export interface CancelTerms {
  /** Absent in contracts of earlier releases, which may be cancelled. */
  readonly cancellable?: boolean
  /** Unix seconds, included; left out or `null`: until the expiry. */
  readonly cancelUntil?: number | null
}

/** Unix seconds until which it may be cancelled, included; `null` where it may not be at all. */
export const lastCancelled = ({ cancellable = true, cancelUntil }: CancelTerms, expiry: number): number | null =>
  cancellable ? (cancelUntil ?? expiry) : null

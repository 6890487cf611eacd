import type { ChainReason } from '../../chain/reasons.ts'
import type { Settled, Settlement } from '../../payments/settlement.ts'
import type { SignedTransaction } from '../../chain/transfer.ts'
import type { Transfer } from '../../payments/transfer.ts'
import type { OpenPayments } from '../../store/claims/settlements.ts'

/** The result for the claim: it is spent, released, or stays `sent`. */
export type ClaimOutcome = Settled<ChainReason>

/** A claim as the settler sees it. */
export interface SettlementClaim {
  readonly state: 'held' | 'sent' | 'spent'
  readonly transfer: Transfer
  /** The last transaction that was signed for it. Claims of a batch all have the one of the batch. */
  readonly stored: SignedTransaction | null
  /** The settlement of a spent claim. */
  readonly settlement: Settlement | null
  /** The mark of its receipt, for the log; '' once spent. */
  readonly receipt: string
}

/**
 * The claims by payment id, with the moves that the settler may make: from `sent` to `spent`, or release. Every move is
 * one atomic step. `false` means that the claim had changed and the move was not made.
 */
export interface SettlementBook {
  read(payment: string): Promise<SettlementClaim | null>
  /**
   * Keeps hash and bytes, durably, before anything is broadcast. Only while `sent`, and only if what is stored has the
   * hash `replaces` (`null`: nothing stored): of two settlers that sign for one claim, one gets `false`.
   */
  storeTransaction(payment: string, transaction: SignedTransaction, replaces: string | null): Promise<boolean>
  /** Money has moved: `sent` to `spent`, with the deliverable that is stored in the claim. */
  spend(payment: string, settlement: Settlement): Promise<boolean>
  /**
   * The money did not move, and no transaction of ours can move it. Only from `sent`, and only if the stored
   * transaction has this hash (`null`: none is stored), since a transaction that another settler has signed meanwhile
   * may still move it. The hash is left out if no transaction at all can move the money any more.
   */
  release(payment: string, reason: ChainReason, stored?: string | null): Promise<boolean>
  /**
   * Payments that were marked `sent` before this time (Unix ms) and still are, a limited number. A listed payment is
   * not listed again for a while, longer the older it is, so that every claim gets its turn.
   */
  listSent(before: number): Promise<readonly string[]>
  /** How many are `sent`, by chain and token (lower case). */
  countSent(): Promise<readonly OpenPayments[]>
}

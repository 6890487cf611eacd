import type { ChainReason } from '../../chain/reasons.ts'
import type { Settled, Settlement } from '../../payments/settlement.ts'
import type { SignedTransaction } from '../../chain/transfer.ts'
import type { Transfer } from '../../payments/transfer.ts'
import type { OpenPayments } from '../../store/claims/settlements.ts'

/** How settling ended here: the claim is spent, released, or stays `sent`. */
export type ClaimOutcome = Settled<ChainReason>

/** A claim as the settler sees it. */
export interface SettlementClaim {
  readonly state: 'held' | 'sent' | 'spent'
  readonly transfer: Transfer
  /** What was signed for it last. Members of a batch all carry the batch's. */
  readonly stored: SignedTransaction | null
  /** Of a spent claim. */
  readonly settlement: Settlement | null
}

/**
 * The claims, by payment name, as far as the settler may move them: from `sent` to `spent`, or away. Every move is one
 * atomic step that says whether it was made; `false` means that the claim was no longer as we thought.
 */
export interface SettlementBook {
  read(payment: string): Promise<SettlementClaim | null>
  /**
   * Keeps hash and bytes, durably, before anything is broadcast. Only while `sent`, and only if what is stored has the
   * hash `replaces` (`null`: nothing stored): of two settlers that sign for one claim, one gets `false`.
   */
  storeTransaction(payment: string, transaction: SignedTransaction, replaces: string | null): Promise<boolean>
  /** Money has moved: `sent` to `spent`, with the goods that lie in the claim. */
  spend(payment: string, settlement: Settlement): Promise<boolean>
  /**
   * The money did not move and never will by what was signed here. Only from `sent`, and only if what is stored has
   * this hash (`null`: nothing stored): what another settler has signed meanwhile may still move it. Left out by who
   * knows that no transaction at all can move it any more.
   */
  release(payment: string, reason: ChainReason, stored?: string | null): Promise<boolean>
  /**
   * Payments that were marked `sent` before this moment (Unix ms) and still are, a bounded number. What was listed
   * pauses for a while, the longer the older it is, so that every claim has its turn.
   */
  listSent(before: number): Promise<readonly string[]>
  /** How many are `sent`, by chain and token (lower case). */
  countSent(): Promise<readonly OpenPayments[]>
}

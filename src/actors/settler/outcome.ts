import type { ChainReason } from '../../chain/reasons.ts'
import type { Receipt } from '../../chain/receipt.ts'
import { paymentFields } from '../../payments/payment-fields.ts'
import type { ClaimOutcome } from './book.ts'
import type { SettlerDeps, SentTransfer } from './deps.ts'

/** Moves a claim according to what the chain shows. */

/**
 * `again`: this attempt is over and moved nothing, and a new transaction can settle it; `member` has the stored hash.
 */
export type SettlementResult = ClaimOutcome | { readonly kind: 'again'; readonly member: SentTransfer }

const unknown = (transaction: string): ClaimOutcome => ({ kind: 'unknown', transaction })

/** The result stored in the claim, if another process has moved it; `null` while it is still to be settled. */
export const alreadySettled = async ({ claims }: SettlerDeps, payment: string): Promise<ClaimOutcome | null> => {
  const claim = await claims.read(payment)
  if (claim?.state === 'spent' && claim.settlement) return { kind: 'settled', settlement: claim.settlement }
  return claim?.state === 'sent' ? null : { kind: 'failed', reason: 'invalid_transaction_state' }
}

export const paid = async (
  deps: SettlerDeps,
  { payment, transfer, receipt }: SentTransfer,
  transaction: string,
): Promise<ClaimOutcome> => {
  const settlement = { transaction, payer: transfer.authorization.from }
  if (await deps.claims.spend(payment, settlement)) return { kind: 'settled', settlement }
  const found = await alreadySettled(deps, payment)
  if (found?.kind === 'settled') return found
  // Money without a claim: nothing may be delivered, since after its release the payment may have bought something
  // else.
  deps.log.error('settlement.without_claim', { ...paymentFields(payment, receipt), transaction })
  return unknown(transaction)
}

export const refused = async (
  deps: SettlerDeps,
  { payment, replaces }: SentTransfer,
  reason: ChainReason,
): Promise<ClaimOutcome> => {
  if (await deps.claims.release(payment, reason, replaces)) return { kind: 'failed', reason }
  return (await alreadySettled(deps, payment)) ?? unknown('')
}

/** The stored transaction has been mined. Its account nonce is used, so it can have no further effect. */
export const concludeTransaction = async (
  deps: SettlerDeps,
  member: SentTransfer,
  receipt: Receipt,
): Promise<SettlementResult> => {
  const { chain } = deps
  const { transfer } = member
  if (chain.moved(receipt, transfer)) return paid(deps, member, receipt.hash)

  const found = await chain.lookUp(transfer)
  // A third party submitted the transfer before us. The money is ours all the same, and the payer was charged once.
  if (found.kind === 'paid') return paid(deps, member, found.transaction)
  if (found.kind === 'cancelled') return refused(deps, member, 'invalid_exact_evm_nonce_already_used')
  // A node that lags behind the block of the receipt would report such a payment as unused.
  if (found.kind === 'unreachable' || found.block < receipt.block) return unknown(receipt.hash)

  const simulated = await chain.simulate(transfer)
  if (simulated.kind === 'would_settle') return { kind: 'again', member }
  if (simulated.kind === 'unreachable') return refused(deps, member, 'invalid_exact_evm_transaction_failed')
  // The nonce was used since the look-up a moment ago. The sweeper will find out by which transaction.
  if (simulated.reason === 'invalid_exact_evm_nonce_already_used') return unknown(receipt.hash)
  return refused(deps, member, simulated.reason)
}

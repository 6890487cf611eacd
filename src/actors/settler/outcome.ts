import type { ChainReason } from '../../chain/reasons.ts'
import type { Receipt } from '../../chain/receipt.ts'
import type { ClaimOutcome } from './book.ts'
import type { SettlerDeps, SentTransfer } from './deps.ts'

/** From what the chain says to the next state of the claim. */

/**
 * `again`: this attempt is over and moved nothing, and a fresh transaction would; `member` knows what is stored now.
 */
export type SettlementResult = ClaimOutcome | { readonly kind: 'again'; readonly member: SentTransfer }

const unknown = (transaction: string): ClaimOutcome => ({ kind: 'unknown', transaction })

/** What the claim says itself, when somebody else has moved it; `null` while it is still to be settled. */
export const alreadySettled = async ({ claims }: SettlerDeps, payment: string): Promise<ClaimOutcome | null> => {
  const claim = await claims.read(payment)
  if (claim?.state === 'spent' && claim.settlement) return { kind: 'settled', settlement: claim.settlement }
  return claim?.state === 'sent' ? null : { kind: 'failed', reason: 'invalid_transaction_state' }
}

export const paid = async (
  deps: SettlerDeps,
  { payment, transfer }: SentTransfer,
  transaction: string,
): Promise<ClaimOutcome> => {
  const settlement = { transaction, payer: transfer.authorization.from }
  if (await deps.claims.spend(payment, settlement)) return { kind: 'settled', settlement }
  const found = await alreadySettled(deps, payment)
  if (found?.kind === 'settled') return found
  // Money without a claim: nothing may be delivered, because after its release the payment may have been sold again.
  deps.log.error('settlement.without_claim', { payment, transaction })
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

/** The transaction stored for this member has been mined: its account nonce is used, it can do nothing more. */
export const concludeTransaction = async (
  deps: SettlerDeps,
  member: SentTransfer,
  receipt: Receipt,
): Promise<SettlementResult> => {
  const { chain } = deps
  const { transfer } = member
  if (chain.moved(receipt, transfer)) return paid(deps, member, receipt.hash)

  const found = await chain.lookUp(transfer)
  // Somebody else submitted it before us: the money is ours all the same, and the payer was charged once.
  if (found.kind === 'paid') return paid(deps, member, found.transaction)
  if (found.kind === 'cancelled') return refused(deps, member, 'invalid_exact_evm_nonce_already_used')
  // A node that is behind the receipt would call a front-run payment unused.
  if (found.kind === 'unreachable' || found.block < receipt.block) return unknown(receipt.hash)

  const simulated = await chain.simulate(transfer)
  if (simulated.kind === 'would_settle') return { kind: 'again', member }
  if (simulated.kind === 'unreachable') return refused(deps, member, 'invalid_exact_evm_transaction_failed')
  // Used since the look-up a moment ago: the sweeper will see by whom.
  if (simulated.reason === 'invalid_exact_evm_nonce_already_used') return unknown(receipt.hash)
  return refused(deps, member, simulated.reason)
}

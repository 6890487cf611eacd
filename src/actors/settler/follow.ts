import type { SettlementClaim } from './book.ts'
import { receiptsOf, type SettlerDeps, type SentTransfer } from './deps.ts'
import { type SettlementResult, concludeTransaction, paid, refused } from './outcome.ts'

/** A reorganisation could bring back a block in which the authorization was still good. */
const MARGIN_SECONDS = 30

/**
 * Continues a claim that was left in `sent`: first asks the chain about its state, then sends the stored bytes again.
 * `again`: there are no such bytes, or they can have no effect any more.
 */
export const follow = async (
  deps: SettlerDeps,
  member: SentTransfer,
  claim: SettlementClaim,
): Promise<SettlementResult> => {
  const { chain, clock, log } = deps
  const { transfer } = member
  const { stored } = claim
  const again = { kind: 'again', member } as const
  const unknown = { kind: 'unknown', transaction: stored?.hash ?? '' } as const

  const found = await chain.lookUp(transfer)
  if (found.kind === 'paid') return paid(deps, member, found.transaction)
  if (found.kind === 'cancelled') return refused(deps, member, 'invalid_exact_evm_nonce_already_used')
  if (found.kind === 'unreachable') return unknown

  // The time of the chain counts, since it decides what can still be mined.
  const validBefore = Number(transfer.authorization.validBefore)
  if (found.at >= validBefore + (stored ? MARGIN_SECONDS : 0))
    return refused(deps, member, 'invalid_exact_evm_payload_authorization_valid_before')

  const receipt = stored ? await chain.receipt(stored.hash) : null
  if (receipt === 'unreachable') return unknown
  if (receipt !== null) return concludeTransaction(deps, member, receipt)
  if (Math.max(found.at, clock.now() / 1_000) >= validBefore) return unknown
  if (stored === null) return again

  const sent = await chain.broadcast(stored.raw)
  if (sent.kind === 'refused' || sent.kind === 'no_gas') {
    log.error('settlement.not_accepted', { account: deps.key.address, ...sent, ...receiptsOf([member]) })
    return unknown
  }
  if (sent.kind === 'number_taken') {
    // Either it was mined just now, or another transaction used the number and these bytes can have no effect.
    const mined = await chain.receipt(stored.hash)
    if (mined === 'unreachable') return unknown
    return mined ? concludeTransaction(deps, member, mined) : again
  }
  if (sent.kind === 'underpriced') return again
  const waited = await chain.waitForReceipt(stored.hash, clock.now() + deps.patienceMs)
  return waited.kind === 'mined' ? concludeTransaction(deps, member, waited.receipt) : unknown
}

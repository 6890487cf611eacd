import type { Chain } from '../../chain/chain.ts'
import type { Log } from '../../ports.ts'
import type { SettlementBook } from './book.ts'
import { oursOf } from './elsewhere.ts'
import { MARGIN_MS, type Swept } from './sweep.ts'

/** A reorganisation could bring back a block in which the authorization was still good. */
const MARGIN_SECONDS = 30

/**
 * Resolves claims left in `sent` where a facilitator settles: asks the chain about the authorization, and sends
 * nothing. If it was paid, the claim is spent. If it was used otherwise or has expired, nothing was charged and nothing
 * will be.
 */
export const watcher = (
  chain: Pick<Chain, 'lookUp' | 'token'>,
  claims: SettlementBook,
  log: Log,
): ((now: number) => Promise<Swept>) => {
  const oursAmong = oursOf(chain.token, claims, log)
  return async (now) => {
    const payments = await oursAmong(await claims.listSent(now - MARGIN_MS), now)
    const counted = { spent: 0, released: 0, open: 0 }
    for (const payment of payments) {
      const claim = await claims.read(payment)
      if (claim?.state !== 'sent') continue
      const { authorization } = claim.transfer
      const found = await chain.lookUp(claim.transfer)
      const over = found.kind === 'unused' && found.at >= Number(authorization.validBefore) + MARGIN_SECONDS
      if (found.kind === 'paid') {
        if (await claims.spend(payment, { transaction: found.transaction, payer: authorization.from })) counted.spent++
      } else if (found.kind === 'cancelled' || over) {
        const reason = over
          ? 'invalid_exact_evm_payload_authorization_valid_before'
          : 'invalid_exact_evm_nonce_already_used'
        if (await claims.release(payment, reason)) counted.released++
      } else counted.open++
    }
    if (payments.length > 0) log.info('settlement.swept', counted)
    return counted
  }
}

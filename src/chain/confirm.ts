import type { ClaimedSettlement, Confirmed } from '../payments/claimed-settlement.ts'
import type { Usdc } from '../payments/usdc.ts'
import type { Clock } from '../ports.ts'
import type { FindEnd } from './ends.ts'
import { movedIn, waitForReceipt } from './receipt.ts'
import type { Rpc } from './rpc.ts'
import { lookUpTransfer } from './token.ts'

interface Node {
  readonly rpc: Rpc
  readonly token: Usdc
  readonly clock: Clock
  readonly findEnd: FindEnd
}

/**
 * Looks for the money that a facilitator claims to have moved. It looks first in the named transaction, then by the
 * nonce, since another transaction may have moved it. A node that is behind shows an older block, and so never proves a
 * false claim.
 */
export const confirmSettlement = async (
  { rpc, token, clock, findEnd }: Node,
  claimed: ClaimedSettlement,
  waitMs: number,
): Promise<Confirmed> => {
  // It was claimed before the settings were changed: this node knows nothing about it.
  if (claimed.chainId !== token.chainId || claimed.token.toLowerCase() !== token.asset.toLowerCase())
    return { kind: 'unknown' }
  const transfer = { authorization: claimed }
  const waited = await waitForReceipt(rpc, clock, claimed.transaction, clock.now() + waitMs)
  if (waited.kind === 'mined' && movedIn(waited.receipt, token.asset, transfer))
    return { kind: 'paid', transaction: waited.receipt.hash }

  const found = await lookUpTransfer(rpc, token, transfer, findEnd)
  switch (found.kind) {
    case 'paid':
      return found
    case 'cancelled':
      return { kind: 'no_transfer', nonce: 'ended' }
    case 'unused':
      return { kind: 'no_transfer', nonce: 'unused', at: found.at }
    case 'unreachable':
      return { kind: 'unknown' }
  }
}

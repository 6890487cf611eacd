import { encodeFunctionData } from 'viem'
import type { Usdc } from '../payments/usdc.ts'
import { AUTHORIZATION_STATE, TOPICS } from './contracts.ts'
import type { FindEnd } from './ends.ts'
import { movedIn, readReceipt } from './receipt.ts'
import type { Rpc } from './rpc.ts'
import type { TransferFacts } from '../payments/transfer.ts'

/** What has become of one transfer. */

/** What has become of a transfer, whoever submitted it. */
export type LookedUp =
  /** The nonce was used and the money went from the payer to its recipient, in this transaction. */
  | { readonly kind: 'paid'; readonly transaction: string }
  /** The nonce was used, and not for this transfer: it never will be. */
  | { readonly kind: 'cancelled' }
  /** Not used as of a block, by number and Unix seconds: what happened later is not known. */
  | { readonly kind: 'unused'; readonly block: bigint; readonly at: number }
  /** Nobody could be asked, or the nonce was used further back than we look. */
  | { readonly kind: 'unreachable' }

export const lookUpTransfer = async (
  rpc: Rpc,
  token: Usdc,
  transfer: TransferFacts,
  findEnd: FindEnd,
): Promise<LookedUp> => {
  const { from, nonce } = transfer.authorization
  const latest = await rpc.ask<{ number: string; timestamp: string }>('eth_getBlockByNumber', ['latest', false])
  if (latest.kind !== 'answer') return { kind: 'unreachable' }
  const data = encodeFunctionData({
    abi: AUTHORIZATION_STATE,
    args: [from.toLowerCase() as `0x${string}`, nonce as `0x${string}`],
  })
  // Asked at that block: behind one address there may be several nodes, and "unused" must say as of when.
  const state = await rpc.ask<string>('eth_call', [{ to: token.asset, data }, latest.value.number])
  if (state.kind !== 'answer') return { kind: 'unreachable' }
  const block = BigInt(latest.value.number)
  if (BigInt(state.value) === 0n) return { kind: 'unused', block, at: Number(latest.value.timestamp) }

  const end = await findEnd(transfer, block)
  if (end === null) return { kind: 'unreachable' }
  if (end.topics[0] === TOPICS.cancelled) return { kind: 'cancelled' }
  const receipt = await readReceipt(rpc, end.transactionHash)
  if (receipt === null || receipt === 'unreachable') return { kind: 'unreachable' }
  return movedIn(receipt, token.asset, transfer) ? { kind: 'paid', transaction: receipt.hash } : { kind: 'cancelled' }
}

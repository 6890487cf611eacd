import { encodeFunctionData } from 'viem'
import type { Usdc } from '../payments/usdc.ts'
import { AUTHORIZATION_STATE, TOPICS } from './contracts.ts'
import type { FindEnd } from './ends.ts'
import { movedIn, readReceipt } from './receipt.ts'
import type { Rpc } from './rpc.ts'
import type { TransferFacts } from '../payments/transfer.ts'

/** Finds out what happened to one transfer. */

/** The result of a transfer, by whichever transaction it was submitted. */
export type LookedUp =
  /** The nonce was used and the money went from the payer to its recipient, in this transaction. */
  | { readonly kind: 'paid'; readonly transaction: string }
  /** The nonce was used for something else: this transfer will never happen. */
  | { readonly kind: 'cancelled' }
  /** Not used up to a block, given by number and Unix seconds: later blocks are not known. */
  | { readonly kind: 'unused'; readonly block: bigint; readonly at: number }
  /** No node answered, or the nonce was used earlier than the search goes back. */
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
  // Asked at that block: one address may lead to several nodes, and "unused" is true only up to a block.
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

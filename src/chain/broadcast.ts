import type { Rpc } from './rpc.ts'

/** The result of sending a transaction to a node. */
export type Broadcast =
  /** It is in the node's pool, now or before. */
  | { readonly kind: 'accepted' }
  /** Another transaction has this account nonce, mined or waiting. It may be this same one, mined. */
  | { readonly kind: 'number_taken' }
  /** The node wants a higher fee. */
  | { readonly kind: 'underpriced' }
  /** The settling account cannot pay the gas. */
  | { readonly kind: 'no_gas' }
  /** The node refuses it for another reason: the message is only for the log. */
  | { readonly kind: 'refused'; readonly message: string }
  /** It may have arrived or not. */
  | { readonly kind: 'unreachable' }

/**
 * Nodes use one code (-32000) for all of these and differ in the text: geth and op-geth, reth, erigon, nethermind,
 * anvil. The order matters: "replacement transaction underpriced" is not about the fee of this transaction.
 */
const TEXTS: readonly (readonly [RegExp, Exclude<Broadcast['kind'], 'refused' | 'unreachable'>])[] = [
  [/already known|already imported|alreadyknown|known transaction/i, 'accepted'],
  [
    /nonce too low|oldnonce|replacement transaction underpriced|could not replace|replacement not allowed/i,
    'number_taken',
  ],
  [/underpriced|max fee per gas less than block base fee|fee ?too ?low|feetoolow/i, 'underpriced'],
  [/insufficient funds|insufficientfunds|overshot/i, 'no_gas'],
]

/** Sends the bytes. To send the same bytes twice is harmless: a transaction is identified by its hash. */
export const broadcastRaw = async (rpc: Rpc, raw: string): Promise<Broadcast> => {
  const answer = await rpc.ask<string>('eth_sendRawTransaction', [raw])
  if (answer.kind === 'answer') return { kind: 'accepted' }
  if (answer.kind === 'unreachable') return answer
  const kind = TEXTS.find(([text]) => text.test(answer.message))?.[1]
  return kind ? { kind } : { kind: 'refused', message: answer.message.slice(0, 200) }
}

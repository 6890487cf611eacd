import type { Rpc } from './rpc.ts'

/** What handing a transaction to a node came to. */
export type Broadcast =
  /** It lies in the node's pool, now or already. */
  | { readonly kind: 'accepted' }
  /** Another transaction has this account nonce, mined or waiting. It may be this very one, mined. */
  | { readonly kind: 'number_taken' }
  /** The node wants a higher fee. */
  | { readonly kind: 'underpriced' }
  /** The settling account cannot pay the gas. */
  | { readonly kind: 'no_gas' }
  /** The node does not want it, for a reason that is not ours to read: for the log alone. */
  | { readonly kind: 'refused'; readonly message: string }
  /** It may have arrived or not. */
  | { readonly kind: 'unreachable' }

/**
 * Nodes tell these apart by text alone (code -32000 for all), each in its own: geth and op-geth, reth, erigon,
 * nethermind, anvil. In this order: "replacement transaction underpriced" is not about the fee we offered.
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

/** Sending the same bytes twice is harmless: a transaction is known by its hash. */
export const broadcastRaw = async (rpc: Rpc, raw: string): Promise<Broadcast> => {
  const answer = await rpc.ask<string>('eth_sendRawTransaction', [raw])
  if (answer.kind === 'answer') return { kind: 'accepted' }
  if (answer.kind === 'unreachable') return answer
  const kind = TEXTS.find(([text]) => text.test(answer.message))?.[1]
  return kind ? { kind } : { kind: 'refused', message: answer.message.slice(0, 200) }
}

import { decodeFunctionData, type Hex, parseAbi } from 'viem'
import type { Anvil } from './anvil.ts'
import { base64Json, payloadV1, payloadV2, type WireAuthorization } from './payer.ts'

/** An attacker that only reads blocks, and makes payment headers from them. */

const TRANSFERS = parseAbi([
  'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes signature)',
  'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)',
])
const BATCH = parseAbi([
  'struct Call3 { address target; bool allowFailure; bytes callData; }',
  'function aggregate3(Call3[] calls) payable',
])

/** A payment as it stands in a block. */
export interface Stolen {
  readonly authorization: WireAuthorization
  readonly signature: Hex
  readonly transaction: Hex
  readonly v1: { readonly 'x-payment': string }
  readonly v2: { readonly 'payment-signature': string }
}

interface Block {
  readonly transactions: readonly { readonly hash: Hex; readonly input: Hex }[]
}

/** `null` for what is no call of these. */
const read = <T>(decode: () => T): T | null => {
  try {
    return decode()
  } catch {
    return null
  }
}

const signatureOf = (parts: readonly (Hex | number)[]): Hex => {
  const [first, r, s] = parts
  if (typeof first !== 'number') return first!
  return `0x${String(r).slice(2)}${String(s).slice(2)}${first.toString(16).padStart(2, '0')}`
}

const fromCall = (input: Hex, transaction: Hex): readonly Stolen[] => {
  const batch = read(() => decodeFunctionData({ abi: BATCH, data: input }))
  if (batch) return batch.args[0].flatMap(({ callData }) => fromCall(callData, transaction))
  const transfer = read(() => decodeFunctionData({ abi: TRANSFERS, data: input }))
  if (!transfer) return []
  const [from, to, value, validAfter, validBefore, nonce, ...parts] = transfer.args
  const [worth, after, before] = [value, validAfter, validBefore].map(String) as [string, string, string]
  const authorization = { from, to, value: worth, validAfter: after, validBefore: before, nonce }
  const signature = signatureOf(parts)
  return [
    {
      authorization,
      signature,
      transaction,
      v1: { 'x-payment': base64Json(payloadV1(authorization, signature)) },
      v2: { 'payment-signature': base64Json(payloadV2(authorization, signature)) },
    },
  ]
}

/** Every transfer by authorization that any block holds, oldest first. */
export const readBlocks = async ({ rpc }: Pick<Anvil, 'rpc'>): Promise<readonly Stolen[]> => {
  const last = Number(await rpc<string>('eth_blockNumber'))
  const found: Stolen[] = []
  for (let at = 0; at <= last; at++) {
    const block = await rpc<Block>('eth_getBlockByNumber', [`0x${at.toString(16)}`, true])
    for (const { hash, input } of block.transactions) found.push(...fromCall(input, hash))
  }
  return found
}

/** What the newest blocks hold of one payer. */
export const steal = async (anvil: Pick<Anvil, 'rpc'>, payer: string): Promise<Stolen> => {
  const all = await readBlocks(anvil)
  const found = all.findLast(({ authorization }) => authorization.from.toLowerCase() === payer.toLowerCase())
  if (!found) throw new Error(`no block holds a payment of ${payer}`)
  return found
}

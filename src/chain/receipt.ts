import type { Clock } from '../ports.ts'
import { TOPICS } from './contracts.ts'
import type { Rpc } from './rpc.ts'
import type { TransferFacts } from '../payments/transfer.ts'

/** Reads what a mined transaction did. */

/** A log as nodes return it: address and topics in lower-case hex. */
export interface ChainLog {
  readonly address: string
  readonly topics: readonly string[]
  readonly data: string
  readonly transactionHash: string
}

export interface Receipt {
  readonly hash: string
  readonly block: bigint
  readonly ok: boolean
  readonly logs: readonly ChainLog[]
}

interface RawReceipt {
  readonly transactionHash: string
  readonly blockNumber: string | null
  readonly status: string
  readonly logs: readonly ChainLog[]
}

export const topicOf = (hex: string): string => `0x${hex.slice(2).toLowerCase().padStart(64, '0')}`

/** `null`: the node has no mined transaction with this hash. */
export const readReceipt = async (rpc: Rpc, hash: string): Promise<Receipt | null | 'unreachable'> => {
  const answer = await rpc.ask<RawReceipt | null>('eth_getTransactionReceipt', [hash])
  if (answer.kind !== 'answer') return 'unreachable'
  const raw = answer.value
  // Some nodes return a pre-confirmed transaction without a block: it is not mined yet.
  if (raw === null || raw.blockNumber === null) return null
  return { hash: raw.transactionHash, block: BigInt(raw.blockNumber), ok: raw.status === '0x1', logs: raw.logs }
}

/**
 * Whether this exact transfer moved its money in a transaction: `AuthorizationUsed(payer, nonce)` and, as the next log,
 * `Transfer(payer, recipient, value)`. The token writes both directly one after the other. To look for both anywhere in
 * the transaction is not safe. A payer can sign two transfers with one nonce and show us the one that pays us. Then the
 * payer submits the other one, together with a second payment of the same amount to us.
 */
export const movedIn = (receipt: Receipt, asset: string, { authorization }: TransferFacts): boolean => {
  const { from, to, nonce, value } = authorization
  const token = asset.toLowerCase()
  const isUsed = ({ address, topics }: ChainLog) =>
    address.toLowerCase() === token &&
    topics[0] === TOPICS.used &&
    topics[1] === topicOf(from) &&
    topics[2] === nonce.toLowerCase()
  const isPaid = ({ address, topics, data }: ChainLog) =>
    address.toLowerCase() === token &&
    topics[0] === TOPICS.transfer &&
    topics[1] === topicOf(from) &&
    topics[2] === topicOf(to) &&
    BigInt(data) === BigInt(value)
  return receipt.ok && receipt.logs.some((log, index) => index > 0 && isPaid(log) && isUsed(receipt.logs[index - 1]!))
}

/** A block comes every two seconds, a pre-confirmation every 200 ms; after some blocks the interval grows. */
const POLL_MS = 200
const SLOW_POLL_MS = 1_000
const FAST_POLL_FOR_MS = 6_000

export type Waited = { readonly kind: 'mined'; readonly receipt: Receipt } | { readonly kind: 'not_yet' }

/** Asks until the deadline (Unix ms). A node that does not answer counts as one that does not know it yet. */
export const waitForReceipt = async (rpc: Rpc, clock: Clock, hash: string, deadline: number): Promise<Waited> => {
  const startedAt = clock.now()
  for (;;) {
    const found = await readReceipt(rpc, hash)
    if (found !== null && found !== 'unreachable') return { kind: 'mined', receipt: found }
    const left = deadline - clock.now()
    if (left <= 0) return { kind: 'not_yet' }
    const wait = clock.now() - startedAt < FAST_POLL_FOR_MS ? POLL_MS : SLOW_POLL_MS
    await clock.sleep(Math.min(wait, left))
  }
}

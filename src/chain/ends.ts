import type { Clock } from '../ports.ts'
import type { TransferFacts } from '../payments/transfer.ts'
import type { Usdc } from '../payments/usdc.ts'
import { TOPICS } from './contracts.ts'
import { type ChainLog, topicOf } from './receipt.ts'
import { quantity, type Rpc } from './rpc.ts'

/** Where the nonces of authorizations ended, and what is remembered of looking for that. */

/** How logs are looked for: newest first, in ranges that public nodes allow. */
export interface LookBack {
  readonly range: number
  /** 90,000 blocks of 2 s are fifty hours: longer than a sweeper may be down. */
  readonly blocks: number
}

export const LOOK_BACK: LookBack = { range: 2_000, blocks: 90_000 }

/** Shorter than the newest range lasts (67 minutes), so that what is remembered and what is asked anew leave no gap. */
const REMEMBERED_MS = 1_800_000
/** The oldest go first. */
const MOST_REMEMBERED = 10_000

type Found = ChainLog | 'nothing' | 'unreachable'

/** The log that ended a nonce; `null` when it lies further back than we look or the node is behind its own state. */
export type FindEnd = (transfer: TransferFacts, newest: bigint) => Promise<ChainLog | null>

/**
 * A walk back costs dozens of questions, and any stranger can show us a nonce of theirs that ended long ago, again and
 * again. So each nonce is walked for once in a while; only the newest range is asked every time, because that is where
 * the log of a payment of this moment turns up.
 */
export const endFinder = (rpc: Rpc, { asset }: Usdc, clock: Clock, { range, blocks }: LookBack): FindEnd => {
  const walks = new Map<string, { readonly until: number; readonly end: Promise<Found> }>()

  const inRange = async ({ authorization: { from, nonce } }: TransferFacts, last: bigint): Promise<Found> => {
    const topics = [[TOPICS.used, TOPICS.cancelled], topicOf(from), nonce.toLowerCase()]
    const first = last - BigInt(range) + 1n
    const filter = { address: asset, topics, fromBlock: quantity(first > 0n ? first : 0n), toBlock: quantity(last) }
    const answer = await rpc.ask<readonly ChainLog[]>('eth_getLogs', [filter])
    return answer.kind === 'answer' ? (answer.value[0] ?? 'nothing') : 'unreachable'
  }
  const walk = async (transfer: TransferFacts, newest: bigint): Promise<Found> => {
    const oldest = newest > BigInt(blocks) ? newest - BigInt(blocks) : 0n
    for (let last = newest - BigInt(range); last >= oldest; last -= BigInt(range)) {
      const found = await inRange(transfer, last)
      if (found !== 'nothing') return found
    }
    return 'nothing'
  }
  const walkOnce = async (transfer: TransferFacts, newest: bigint): Promise<Found> => {
    const key = `${transfer.authorization.from}/${transfer.authorization.nonce}`.toLowerCase()
    const before = walks.get(key)
    const left = (before?.until ?? 0) - clock.now()
    // Nothing is remembered for longer: a clock was set back.
    if (before && left > 0 && left <= REMEMBERED_MS) return before.end
    const made = { until: clock.now() + REMEMBERED_MS, end: walk(transfer, newest) }
    walks.delete(key)
    walks.set(key, made)
    for (const oldest of walks.keys()) {
      if (walks.size <= MOST_REMEMBERED) break
      walks.delete(oldest)
    }
    const end = await made.end
    // Silence is no answer to remember.
    if (end === 'unreachable' && walks.get(key) === made) walks.delete(key)
    return end
  }
  return async (transfer, newest) => {
    const recent = await inRange(transfer, newest)
    const found = recent === 'nothing' ? await walkOnce(transfer, newest) : recent
    return typeof found === 'string' ? null : found
  }
}

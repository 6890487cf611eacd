import type { Clock } from '../ports.ts'
import type { TransferFacts } from '../payments/transfer.ts'
import type { Usdc } from '../payments/usdc.ts'
import { TOPICS } from './contracts.ts'
import { type ChainLog, topicOf } from './receipt.ts'
import { quantity, type Rpc } from './rpc.ts'

/** Finds where the nonces of authorizations ended, and remembers the results. */

/** How logs are searched: newest first, in ranges that public nodes allow. */
export interface LookBack {
  readonly range: number
  /** 90,000 blocks of 2 s are fifty hours: longer than a sweeper may be down. */
  readonly blocks: number
}

export const LOOK_BACK: LookBack = { range: 2_000, blocks: 90_000 }

/**
 * Shorter than the time that the newest range covers (67 minutes), so that there is no gap between remembered and new
 * results.
 */
const REMEMBERED_MS = 1_800_000
/** When there are more, the oldest are dropped. */
const MOST_REMEMBERED = 10_000

type Found = ChainLog | 'nothing' | 'unreachable'

/**
 * The log that ended a nonce; `null` when it is older than the search goes back, or when the node's logs are behind its
 * state.
 */
export type FindEnd = (transfer: TransferFacts, newest: bigint) => Promise<ChainLog | null>

/**
 * A search back in time costs dozens of requests, and anybody can repeatedly send a nonce that ended long ago. So a
 * nonce is searched at most once in `REMEMBERED_MS`. Only the newest range is read every time, because the log of a present
 * payment appears there.
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
    // A longer remaining time means that the clock was set back.
    if (before && left > 0 && left <= REMEMBERED_MS) return before.end
    const made = { until: clock.now() + REMEMBERED_MS, end: walk(transfer, newest) }
    walks.delete(key)
    walks.set(key, made)
    for (const oldest of walks.keys()) {
      if (walks.size <= MOST_REMEMBERED) break
      walks.delete(oldest)
    }
    const end = await made.end
    // A missing answer is not remembered.
    if (end === 'unreachable' && walks.get(key) === made) walks.delete(key)
    return end
  }
  return async (transfer, newest) => {
    const recent = await inRange(transfer, newest)
    const found = recent === 'nothing' ? await walkOnce(transfer, newest) : recent
    return typeof found === 'string' ? null : found
  }
}

import type { Earlier } from '../../../src/feeds/feed.ts'
import { nodesOf } from '../../../src/feeds/gas/node-readings.ts'
import type { GasChain } from '../../../src/sources/rpc/rpc-hosts.ts'
import { OPEN, type States } from './market.ts'

/** Nodes in memory: what each said last, as boards that a conclusion reads. */

/** What one node says: wei as text, ages in milliseconds. */
export interface NodeSays {
  readonly gwei?: number
  readonly baseGwei?: number
  readonly chainId?: string
  /** How long ago it was asked. */
  readonly ageMs?: number
  /** How old its newest block was then. */
  readonly behindMs?: number
}

const wei = (gwei: number): string => String(Math.round(gwei * 1e9))

const IDS = { ethereum: '1', base: '8453', arbitrum: '42161', polygon: '137', optimism: '10' } as const

/** The first nodes of a chain, each as it is told; `null` is a node that never answered. */
export const nodes = (chain: Exclude<GasChain, 'solana'>, says: readonly (NodeSays | null)[], now = OPEN): States =>
  new Map(
    says.flatMap((said, at) => {
      if (said === null) return []
      const { gwei = 1, baseGwei = gwei, chainId = IDS[chain], ageMs = 1_000, behindMs = 4_000 } = said
      const askedAt = now - ageMs
      const head = { number: 24_000_000, at: askedAt - behindMs, baseFeeWei: wei(baseGwei) }
      return [
        [
          nodesOf(chain)[at]!.board.id,
          {
            said: { chainId, gasPriceWei: wei(gwei), head },
            at: { chainId: askedAt, gasPriceWei: askedAt, head: askedAt },
          },
        ] as const,
      ]
    }),
  )

/** The same of Solana: slots that the nodes know, and their priority fees. */
export const solanaNodes = (
  says: readonly { readonly priorities: readonly number[]; readonly slot?: number; readonly feeSlot?: number }[],
  now = OPEN,
): States =>
  new Map(
    says.map(({ priorities, slot = 380_000_000, feeSlot = slot }, at) => [
      nodesOf('solana')[at]!.board.id,
      { said: { priorities, feeSlot, slot }, at: { priorities: now - 1_000, feeSlot: now - 1_000, slot: now - 1_000 } },
    ]),
  )

/** The price of a coin as its feed published it. */
export const coinPrice = (price: string, ageMs = 2_000, now = OPEN): Earlier => ({
  timestamp: Math.floor((now - ageMs) / 1_000),
  content: { price },
  carry: { value: Number(price), observedAt: now - ageMs, sources: ['kraken'], confidence: 1 },
})

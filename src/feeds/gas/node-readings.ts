import type { AnyBoard, Boards } from '../board.ts'
import type { Lifetime } from '../math/freshness.ts'
import { gasGwei, lamportsPerSignature } from '../math/gas.ts'
import type { GasChain } from '../../sources/rpc/rpc-hosts.ts'
import { MINUTE_MS, SECOND_MS } from '../../time-units.ts'
import { GAS_TERMS } from './gas-chains.ts'
import { EVM_NODES, type NodeBoard, SOLANA_NODES } from './node-boards.ts'

/** What one node says of the price of gas, in one form for all chains. */
export interface NodeReading {
  readonly operator: string
  readonly gwei: number
  readonly baseGwei: number
  /** When the oldest part was read, Unix milliseconds. */
  readonly readAt: number
  /** How far the chain was behind the moment of reading, in milliseconds; of Solana on a scale of its own. */
  readonly lagMs: number
  readonly block: number
}

/** The age of a reading (methods 0.3). */
export const GAS_LIFETIME: Lifetime = { freshSeconds: 15, expireSeconds: 60 }

/** A newest block that was older when it was read is that of a node that stands still, or of a chain that does. */
export const MOST_BEHIND_MS = MINUTE_MS

/** A block that is further in the future has no time. Nodes refuse such blocks of each other themselves. */
export const MOST_AHEAD_MS = 15 * SECOND_MS

/** A price below this share of the node's own base fee buys nothing: five full blocks of Ethereum lie between. */
export const LEAST_OF_BASE = 0.5

const SLOT_MS = 400
/** Fees of slots that lie further from the node's own slot are of another time. */
export const MOST_SLOTS_APART = MINUTE_MS / SLOT_MS

const isFresh = (readAt: number, now: number): boolean => now - readAt < GAS_LIFETIME.expireSeconds * SECOND_MS

const evmReadings = (chain: Exclude<GasChain, 'solana'>, boards: Boards): readonly NodeReading[] =>
  EVM_NODES[chain].flatMap(({ operator, board }) => {
    const state = boards.read(board)
    if (!state) return []
    const { chainId, gasPriceWei, head } = state.said
    if (chainId !== String(GAS_TERMS[chain].chainId) || gasPriceWei === undefined || head === undefined) return []
    const { chainId: chainAt = 0, gasPriceWei: gasAt = 0, head: headAt = 0 } = state.at
    const lagMs = headAt - head.at
    if (lagMs > MOST_BEHIND_MS || lagMs < -MOST_AHEAD_MS) return []
    const [gwei, baseGwei] = [gasGwei([Number(gasPriceWei)]), gasGwei([Number(head.baseFeeWei)])]
    if (gwei < LEAST_OF_BASE * baseGwei) return []
    return [{ operator, gwei, baseGwei, readAt: Math.min(chainAt, gasAt, headAt), lagMs, block: head.number }]
  })

const solanaReadings = (boards: Boards): readonly NodeReading[] =>
  SOLANA_NODES.flatMap(({ operator, board }) => {
    const state = boards.read(board)
    const { priorities, feeSlot, slot } = state?.said ?? {}
    if (!state || priorities === undefined || feeSlot === undefined || slot === undefined) return []
    if (Math.abs(feeSlot - slot) > MOST_SLOTS_APART) return []
    const { priorities: feesAt = 0, slot: slotAt = 0 } = state.at
    return [
      {
        operator,
        gwei: lamportsPerSignature(priorities),
        baseGwei: lamportsPerSignature([0]),
        readAt: Math.min(feesAt, slotAt),
        lagMs: slotAt - slot * SLOT_MS,
        block: slot,
      },
    ]
  })

/** All nodes of a chain, the preferred ones first. */
export const nodesOf = (chain: GasChain): readonly NodeBoard<object>[] =>
  chain === 'solana' ? SOLANA_NODES : EVM_NODES[chain]

/** The boards of a chain's nodes. */
export const boardsOf = (chain: GasChain): readonly AnyBoard[] => nodesOf(chain).map(({ board }) => board)

/** All nodes that are asked about a chain. */
export const operatorsOf = (chain: GasChain): readonly string[] => nodesOf(chain).map(({ operator }) => operator)

/** What the nodes of this chain say that is young and fits together, the preferred nodes first. */
export const nodeReadingsOf = (chain: GasChain, boards: Boards, now: number): readonly NodeReading[] =>
  (chain === 'solana' ? solanaReadings(boards) : evmReadings(chain, boards)).filter(({ readAt }) =>
    isFresh(readAt, now),
  )

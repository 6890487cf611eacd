import type { AnyBoard, Boards } from '../board.ts'
import type { Lifetime } from '../math/freshness.ts'
import { gasGwei, lamportsPerSignature, plausible } from '../math/gas.ts'
import type { GasChain } from '../../sources/rpc/rpc-hosts.ts'
import { MINUTE_MS } from '../../time-units.ts'
import { GAS_TERMS } from './gas-chains.ts'
import { EVM_NODES, type NodeBoard, SOLANA_NODES } from './node-boards.ts'

/** What one node says of the price of gas, in one form for all chains. */
export interface NodeReading {
  readonly operator: string
  readonly gwei: number
  readonly baseGwei: number
  /** When the older part was read, Unix milliseconds. */
  readonly readAt: number
  /** How far the chain had gone when it was read, in milliseconds on a scale of the chain. */
  readonly progressMs: number
  readonly progressReadAt: number
  readonly block: number
}

/** The age of a reading (methods 0.3). */
export const GAS_LIFETIME: Lifetime = { freshSeconds: 15, expireSeconds: 60 }

/** A node further behind the best one than this is left out. */
export const MOST_BEHIND_MS = MINUTE_MS

/** Answers that make the price: of more nodes the preferred ones. */
export const ANSWERS = 3

/** A clock that is this far ahead makes a block's time worthless. */
const AHEAD_MS = MINUTE_MS

const SLOT_MS = 400

const isFresh = (readAt: number, now: number): boolean => now - readAt < GAS_LIFETIME.expireSeconds * 1000

const evmReadings = (chain: Exclude<GasChain, 'solana'>, boards: Boards): readonly NodeReading[] =>
  EVM_NODES[chain].flatMap(({ operator, board }) => {
    const state = boards.read(board)
    if (!state) return []
    const { chainId, gasPriceWei, head } = state.said
    if (chainId !== String(GAS_TERMS[chain].chainId) || gasPriceWei === undefined || head === undefined) return []
    const { gasPriceWei: gasAt = 0, head: headAt = 0 } = state.at
    if (head.at - headAt > AHEAD_MS) return []
    return [
      {
        operator,
        gwei: gasGwei([Number(gasPriceWei)]),
        baseGwei: gasGwei([Number(head.baseFeeWei)]),
        readAt: Math.min(gasAt, headAt),
        progressMs: Math.min(head.at, headAt),
        progressReadAt: headAt,
        block: head.number,
      },
    ]
  })

const solanaReadings = (boards: Boards): readonly NodeReading[] =>
  SOLANA_NODES.flatMap(({ operator, board }) => {
    const state = boards.read(board)
    const { priorities, slot } = state?.said ?? {}
    if (!state || priorities === undefined || slot === undefined) return []
    const { priorities: feesAt = 0, slot: slotAt = 0 } = state.at
    return [
      {
        operator,
        gwei: lamportsPerSignature(priorities),
        baseGwei: lamportsPerSignature([0]),
        readAt: Math.min(feesAt, slotAt),
        progressMs: slot * SLOT_MS,
        progressReadAt: slotAt,
        block: slot,
      },
    ]
  })

/**
 * Those not too far behind the best. Nodes are read at different times, and the chain goes on between them. A node far
 * ahead of the better half is not the best: its word would leave out all others.
 */
const keepingUp = (all: readonly NodeReading[]): readonly NodeReading[] => {
  const lag = ({ progressMs, progressReadAt }: NodeReading): number => progressReadAt - progressMs
  const sorted = all.map(lag).toSorted((a, b) => a - b)
  const usual = sorted[(sorted.length - 1) >> 1] ?? 0
  const best = sorted.find((each) => usual - each <= MOST_BEHIND_MS) ?? usual
  return all.filter((each) => Math.abs(lag(each) - best) <= MOST_BEHIND_MS)
}

/** All nodes of a chain, the preferred ones first. */
export const nodesOf = (chain: GasChain): readonly NodeBoard<object>[] =>
  chain === 'solana' ? SOLANA_NODES : EVM_NODES[chain]

/** The boards of a chain's nodes. */
export const boardsOf = (chain: GasChain): readonly AnyBoard[] => nodesOf(chain).map(({ board }) => board)

/** All nodes that are asked about a chain. */
export const operatorsOf = (chain: GasChain): readonly string[] => nodesOf(chain).map(({ operator }) => operator)

/** The readings that may enter the price of this chain, the preferred nodes first, three at most. */
export const nodeReadingsOf = (chain: GasChain, boards: Boards, now: number): readonly NodeReading[] => {
  const said = chain === 'solana' ? solanaReadings(boards) : evmReadings(chain, boards)
  return plausible(keepingUp(said.filter(({ readAt }) => isFresh(readAt, now)))).slice(0, ANSWERS)
}

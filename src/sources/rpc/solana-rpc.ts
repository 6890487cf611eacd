/** Nodes of Solana. https://solana.com/docs/rpc/http */
import { type Query, UnreadableReply } from '../query.ts'
import { field, items, type Piece, whole } from '../shape.ts'
import { batch, type RpcCall, singleCall } from './json-rpc.ts'
import type { RpcHost } from './rpc-hosts.ts'

/** What a node says of the fees of the last slots; a single call gives one part. */
export interface SlotSaid {
  /** Micro-lamports per compute unit, the least that landed in each of the last slots, zeros included. */
  readonly priorities?: readonly number[]
  /** The newest of those slots. */
  readonly feeSlot?: number
  /** The newest slot that the node knows. */
  readonly slot?: number
}

const FEES: RpcCall = { method: 'getRecentPrioritizationFees', params: [[]] }
const SLOT: RpcCall = { method: 'getSlot', params: [] }

/** A node remembers so many. */
const MOST_SLOTS = 150

const count = (of: Piece): number => {
  const read = whole(of)
  if (read < 0) throw new UnreadableReply(`${of.path} is negative`)
  return read
}

/** `[{"slot":348125,"prioritizationFee":0},…]` in any order. An empty list is a node in trouble. */
const feesOf = (result: Piece): SlotSaid => {
  const rows = items(result)
  if (rows.length === 0 || rows.length > 2 * MOST_SLOTS) throw new UnreadableReply(`${rows.length} slots`)
  return {
    priorities: rows.map((row) => count(field(row, 'prioritizationFee'))),
    feeSlot: Math.max(...rows.map((row) => count(field(row, 'slot')))),
  }
}

const slotOf = (result: Piece): SlotSaid => ({ slot: count(result) })

const PARTS = { fees: feesOf, slot: slotOf } as const
const CALLS = { fees: FEES, slot: SLOT } as const
type Part = keyof typeof CALLS

export const slotPart = (host: RpcHost, part: Part): Query<SlotSaid> => singleCall(host, CALLS[part], PARTS[part])

export const slotParts = (host: RpcHost): Query<SlotSaid> =>
  batch(host, [FEES, SLOT], ([fees, slot]) => ({ ...feesOf(fees!), ...slotOf(slot!) }))

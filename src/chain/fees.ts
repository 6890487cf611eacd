import type { Clock } from '../ports.ts'
import type { Rpc } from './rpc.ts'
import type { Fees } from './transfer.ts'

/** Read at most once in a block of Base. */
const FRESH_MS = 2_000
/** The base fee may grow by this factor while a transaction waits; only what the block requires is paid. */
const HEADROOM = 3n
/**
 * 0.001 gwei: what Base requires at low load. When a node suggests no tip, our transactions would wait behind all
 * others.
 */
const LEAST_TIP = 1_000_000n

/**
 * The present price of gas; `null` when no node answers. Use `anew` after a node has refused the last price as too low.
 */
export type FeesNow = (anew?: 'anew') => Promise<Fees | null>

export const feesOf = (rpc: Rpc, clock: Clock): FeesNow => {
  let kept: { readonly at: number; readonly fees: Promise<Fees | null> } | null = null
  const ask = async (): Promise<Fees | null> => {
    const [block, tip] = await Promise.all([
      rpc.ask<{ baseFeePerGas?: string }>('eth_getBlockByNumber', ['latest', false]),
      rpc.ask<string>('eth_maxPriorityFeePerGas'),
    ])
    if (block.kind !== 'answer') return null
    const suggested = tip.kind === 'answer' ? BigInt(tip.value) : 0n
    const least = suggested > LEAST_TIP ? suggested : LEAST_TIP
    return { tip: least, most: BigInt(block.value.baseFeePerGas ?? '0x0') * HEADROOM + least }
  }
  return async (anew) => {
    const now = clock.now()
    // A time in the future means that the clock was set back.
    if (kept === null || anew || kept.at > now || now - kept.at > FRESH_MS) kept = { at: now, fees: ask() }
    const mine = kept
    const fees = await mine.fees
    // A failure is not kept: the next caller asks again.
    if (fees === null && kept === mine) kept = null
    return fees
  }
}

import { median } from './robust.ts'

/** Prices of gas and the cost of a plain transfer (methods 11). */

/** Gas of a transfer on Ethereum and its kin. */
export const TRANSFER_GAS = 21_000
/** Lamports that every signature costs, and the compute units that a transaction may use unless it says less. */
export const SOLANA = { baseLamports: 5_000, computeUnits: 200_000 } as const

const PER_GWEI = 1e9
const PER_LAMPORT = 1e6

/** Gwei per gas: the middle of what nodes say in wei, of two their mean. */
export const gasGwei = (wei: readonly number[]): number => median(wei) / PER_GWEI

/** Lamports per signature, with the middle priority fee (micro-lamports per compute unit; zeros count). */
export const lamportsPerSignature = (priorities: readonly number[]): number =>
  SOLANA.baseLamports + (median(priorities) * SOLANA.computeUnits) / PER_LAMPORT

/** What a transfer costs in coins. @param units of gas, or 1 where the price is that of a whole signature */
export const transferCost = (gwei: number, units: number): number => (gwei * units) / PER_GWEI

/** A price is believed if at least half of the others lie within this factor of it. */
export const MOST_APART = 10

/**
 * The prices that are believed. One that is far from the others is left out; of two that lie apart both are, because
 * nothing says which is wrong.
 */
export const plausible = <T extends { readonly gwei: number }>(all: readonly T[]): readonly T[] =>
  all.filter((own) => {
    const others = all.filter((other) => other !== own)
    const near = others.filter(({ gwei }) => Math.max(gwei, own.gwei) <= MOST_APART * Math.min(gwei, own.gwei))
    return 2 * near.length >= others.length
  })

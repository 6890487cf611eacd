import type { Interest, OptionChain } from '../../sources/options/chain.ts'
import { DAY_MS } from '../../time-units.ts'
import type { Board } from '../board.ts'
import { optionsToKeep } from '../options/kept/keep-options.ts'
import { keptExpiries, type KeptExpiry } from '../options/kept/kept-option.ts'
import { type Slice, slicesOf } from '../options/kept/slice.ts'

/** The most options that a chain had on one day, in UTC days since 1970. */
export type DayCount = readonly [day: number, options: number]

/** A coin's option chain: one slice per expiry, and the options themselves in few bytes. */
export interface ReducedChain {
  /** The time of the chain by the venue, Unix milliseconds. */
  readonly at: number
  readonly slices: readonly Slice[]
  /** Its options; absent in what an earlier release wrote. */
  readonly kept?: readonly KeptExpiry[]
  /** How many were kept on this day and on the one before it, oldest first. */
  readonly counts?: readonly DayCount[]
  /** When a forward last changed, Unix milliseconds: venues put new times on old chains. Absent as above. */
  readonly movedAt?: number
}

/** The last option chains of one venue. */
export interface OptionState {
  /** By coin. A coin without a new chain keeps its last one, which ages and expires. */
  readonly chains: Readonly<Record<string, ReducedChain>>
  /** Open interest from this same poll, until the chain it belongs to arrives. */
  readonly interest: Readonly<Record<string, Interest>>
}

/** The board of one venue's chains. */
export interface OptionBoard extends Board<OptionState> {
  /** The name of the venue in answers. */
  readonly venue: string
  /** The coins that it lists options of. */
  readonly coins: readonly string[]
}

/** Greeks are computed this often. A chain stays fresh for four times as long. */
export const OPTION_SECONDS = 30

/**
 * Least open interest, in coins, of a strike that counts. Below it the price is only a mark, backed by no real
 * position.
 */
export const LEAST_INTEREST: Readonly<Record<string, number>> = { BTC: 10, ETH: 100, SOL: 100 }

const withCount = (counts: readonly DayCount[], options: number, at: number): readonly DayCount[] => {
  const today = Math.floor(at / DAY_MS)
  const most = counts.find(([day]) => day === today)?.[1] ?? 0
  return [...counts.filter(([day]) => day === today - 1), [today, Math.max(most, options)]]
}

const forwardsOf = (slices: readonly Slice[]): string => slices.map(({ forward }) => forward).join()

/** A chain whose open interest is known, in the place of the coin's last one. */
export const withChain = <State extends OptionState>(
  state: State,
  coin: string,
  { at, quotes }: Pick<OptionChain, 'at' | 'quotes'>,
  interest: Interest,
  receivedAt: number,
): State => {
  const saidAt = Math.min(at, receivedAt)
  const kept = keptExpiries(optionsToKeep(quotes, interest, saidAt))
  const options = kept.reduce((sum, { rows }) => sum + rows.length, 0)
  const slices = slicesOf(quotes, interest, { now: receivedAt, leastInterest: LEAST_INTEREST[coin] ?? 0 })
  const before = state.chains[coin]
  const isSame = before !== undefined && forwardsOf(before.slices) === forwardsOf(slices)
  const chain: ReducedChain = {
    at: saidAt,
    slices,
    kept,
    counts: withCount(before?.counts ?? [], options, receivedAt),
    movedAt: isSame ? (before.movedAt ?? receivedAt) : receivedAt,
  }
  return { ...state, chains: { ...state.chains, [coin]: chain } }
}

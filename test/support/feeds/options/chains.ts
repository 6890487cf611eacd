import type { OptionState, ReducedChain } from '../../../../src/feeds/boards/option-state.ts'
import { keptExpiries, type KeptOption } from '../../../../src/feeds/options/kept/kept-option.ts'
import type { States } from '../market.ts'

/** One option of a test chain; everything that is left out follows from the rest. */
export type TestOption = Partial<KeptOption> & Pick<KeptOption, 'expiry' | 'strike' | 'kind'>

const optionOf = (coin: string, forward: number, option: TestOption): KeptOption => ({
  symbol: `${coin}-${new Date(option.expiry).toISOString().slice(0, 10).replaceAll('-', '')}-${option.strike}-${option.kind === 'call' ? 'C' : 'P'}`,
  markIv: 50,
  bidIv: (option.markIv ?? 50) - 1,
  askIv: (option.markIv ?? 50) + 1,
  bid: null,
  ask: null,
  forward,
  interest: 10,
  volumeUsd: 1_000,
  ...option,
})

/** What else there is to say about a chain. */
export interface TestChain {
  readonly forward?: number
  /** At the money, of every expiry. */
  readonly atmIv?: number | null
  readonly ageMs?: number
  /** Quoted over listed options near the money. */
  readonly coverage?: number
}

/** Options both sides of the forward: calls and puts at every strike, with the volatility that `iv` gives it. */
export const grid = (
  expiry: number,
  strikes: readonly number[],
  iv: (strike: number) => number = () => 50,
): readonly TestOption[] =>
  strikes.flatMap((strike) => (['call', 'put'] as const).map((kind) => ({ expiry, strike, kind, markIv: iv(strike) })))

/** The chain of one coin, in the form of a board. */
export const chainState = (
  coin: string,
  options: readonly TestOption[],
  now: number,
  { forward = 100_000, atmIv = 50, ageMs = 1_000, coverage = 1 }: TestChain = {},
): OptionState => {
  const at = now - ageMs
  const chain: ReducedChain = {
    at,
    kept: keptExpiries(options.map((option) => optionOf(coin, forward, option))),
    slices: [...new Set(options.map(({ expiry }) => expiry))]
      .toSorted((a, b) => a - b)
      .map((expiry) => ({ expiry, forward, atmIv, listed: 100, quoted: 100 * coverage, putUsd: 1, callUsd: 1 })),
  }
  return { chains: { [coin]: chain }, interest: {} }
}

/** Boards of options by venue, all about one coin. */
export const optionStates = (venues: Readonly<Record<string, OptionState>>): States =>
  new Map(Object.entries(venues).map(([venue, state]) => [`options/${venue}`, state]))

import {
  DEFILLAMA,
  LLAMA_LOANS,
  LLAMA_POOLS,
  type LlamaLoans,
  type LlamaPool,
} from '../../sources/lending/defillama.ts'
import {
  MORPHO,
  MORPHO_CHAINS,
  type MorphoChain,
  type MorphoMarket,
  morphoMarkets,
} from '../../sources/lending/morpho.ts'
import type { LendingAsset } from '../../sources/lending/tokens.ts'
import { type MorphoTotals, morphoTotals } from '../defi/morpho-totals.ts'
import { isNearRate } from '../math/lending.ts'
import { type Board, boardQuestion } from '../board.ts'

/** Rates that are not read from contracts. */

/** Lists have no time of their own: one that stands still is known by its digits. */
const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** What DefiLlama says of the pools that we know. Times are Unix milliseconds. */
export interface LlamaState {
  readonly pools: readonly LlamaPool[]
  readonly poolsAt: number
  /** Since when the pools have been the same to the digit. */
  readonly poolsSince: number
  /** Of those pools. */
  readonly loans: readonly LlamaLoans[]
  readonly loansAt: number
}

/** DefiLlama makes its list once an hour; asked twice, what it says is half an hour old on the average. */
const LLAMA_SECONDS = 1_800

export const LLAMA_BOARD: Board<LlamaState> = {
  id: 'lending/defillama',
  source: DEFILLAMA,
  everySeconds: LLAMA_SECONDS,
  empty: { pools: [], poolsAt: 0, poolsSince: 0, loans: [], loansAt: 0 },
  asks: () => [
    {
      ...boardQuestion(LLAMA_POOLS, (pools, poolsAt, state: LlamaState) => ({
        ...state,
        pools,
        poolsAt,
        poolsSince: isSame(pools, state.pools) ? state.poolsSince : poolsAt,
      })),
      next: ({ pools }) => {
        const ids = new Set(pools.map(({ pool }) => pool))
        return boardQuestion(LLAMA_LOANS, (loans, loansAt, state: LlamaState) => ({
          ...state,
          loans: loans.filter(({ pool }) => ids.has(pool)),
          loansAt,
        }))
      },
    },
  ],
}

/** What Morpho's markets of each asset pay together, by chain. */
export type MorphoState = Readonly<Partial<Record<MorphoChain, MorphoTold>>>

/** Times are Unix milliseconds. */
export interface MorphoTold {
  readonly at: number
  /** Since when the totals have been the same to the digit. */
  readonly since: number
  readonly totals: readonly MorphoTotals[]
  /** By asset, the rate near which what suppliers are paid has stood, and since when. */
  readonly stood?: Stood
}

type Stood = Readonly<Partial<Record<LendingAsset, { readonly apr: number; readonly since: number }>>>

/** A rate that has left the place where it stood stands anew, also when it got there in small steps. */
const stoodAt = (totals: readonly MorphoTotals[], before: Stood, at: number): Stood =>
  Object.fromEntries(
    totals.map(({ asset, supplyApr }) => {
      const known = before[asset]
      return [asset, known && isNearRate(known.apr, supplyApr - known.apr) ? known : { apr: supplyApr, since: at }]
    }),
  )

const morphoTold = (markets: readonly MorphoMarket[], at: number, before: MorphoTold | undefined): MorphoTold => {
  const totals = morphoTotals(markets)
  const since = before && isSame(totals, before.totals) ? before.since : at
  return { at, since, totals, stood: stoodAt(totals, before?.stood ?? {}, at) }
}

export const MORPHO_BOARD: Board<MorphoState> = {
  id: 'lending/morpho',
  source: MORPHO,
  everySeconds: 300,
  empty: {},
  asks: () =>
    (Object.keys(MORPHO_CHAINS) as MorphoChain[]).map((chain) =>
      boardQuestion(morphoMarkets(chain), (markets, at, state: MorphoState) => ({
        ...state,
        [chain]: morphoTold(markets, at, state[chain]),
      })),
    ),
}

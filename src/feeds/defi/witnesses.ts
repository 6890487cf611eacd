import { rounded } from '../../canonical/measure.ts'
import type { LendingMarket } from '../../sources/lending/lending-markets.ts'
import { MOST_APR, type MarketStatus } from '../../sources/lending/lending-rate.ts'
import type { MorphoChain } from '../../sources/lending/morpho.ts'
import { HOUR_MS } from '../../time-units.ts'
import type { Boards } from '../board.ts'
import { LENDING_BOARDS } from '../boards/lending-boards.ts'
import { LLAMA_BOARD, type LlamaState, MORPHO_BOARD } from '../boards/yield-boards.ts'
import { freshnessAt } from '../lifetimes.ts'
import type { Lifetime } from '../math/freshness.ts'
import { aprOfApy, weightedRate } from '../math/lending.ts'

/** Decimals of rates in per cent, and of utilisations. */
export const RATE_PLACES = 4

/** How old a rate may be (methods 14.1). */
export const RATE_LIFETIME: Lifetime = { freshSeconds: 900, expireSeconds: 3_600 }

/** What one witness says of a market. Rates are per cent a year, simple, rounded. */
export interface RateWitness {
  readonly supplyApr: number
  readonly borrowApr: number | null
  /** Tokens of contracts; dollars of others. */
  readonly supplied: number
  readonly borrowed: number
  readonly status: MarketStatus
  readonly block: number | null
  /** Unix milliseconds. */
  readonly at: number
  readonly names: readonly string[]
  /** Since when an interface alone has told a rate near this one, Unix milliseconds; absent for others. */
  readonly standsSince?: number
}

/** What is known of the rewards, per cent a year, simple: DefiLlama alone tells them. */
export interface LlamaWitness extends RateWitness {
  readonly incentiveApr: number | null
}

/**
 * A list that says the same to the digit for so long stands still, however often it is told. Sizes grow by interest at each
 * block; DefiLlama makes its list once an hour.
 */
export const STILL_MS = { morpho: HOUR_MS, defillama: 3 * HOUR_MS } as const

const rate = (apr: number): number => rounded(apr, RATE_PLACES)

const youngest = <W extends RateWitness>(witness: W | null, now: number): W | null =>
  witness !== null && freshnessAt(witness.at, now, RATE_LIFETIME) > 0 ? witness : null

const contractsSay = ({ chain, name }: LendingMarket, boards: Boards): RateWitness | null => {
  const kept = boards.read(LENDING_BOARDS[chain])?.rates[name]
  if (!kept) return null
  const { supplyApr, borrowApr, supplied, borrowed, status, block, at, operators } = kept
  return {
    supplyApr: rate(Number(supplyApr)),
    borrowApr: borrowApr === null ? null : rate(Number(borrowApr)),
    supplied: Number(supplied),
    borrowed: Number(borrowed),
    status,
    block,
    at,
    names: operators,
  }
}

const morphoSays = ({ chain, asset }: LendingMarket, boards: Boards): RateWitness | null => {
  const told = boards.read(MORPHO_BOARD)?.[chain as MorphoChain]
  const totals = told?.totals.find((each) => each.asset === asset)
  if (!told || !totals || told.at - told.since >= STILL_MS.morpho) return null
  const { supplyApr, borrowApr, suppliedUsd, borrowedUsd } = totals
  return {
    supplyApr: rate(supplyApr),
    borrowApr: rate(borrowApr),
    supplied: suppliedUsd,
    borrowed: borrowedUsd,
    status: 'open',
    block: null,
    at: told.at,
    names: ['morpho'],
    standsSince: told.stood?.[asset]?.since ?? told.at,
  }
}

/** The primary witness of a market: contracts, or the protocol itself. DefiLlama alone is none. */
export const primaryOf = (market: LendingMarket, boards: Boards, now: number): RateWitness | null => {
  if (market.primary === 'on-chain') return youngest(contractsSay(market, boards), now)
  return market.primary === 'api' ? youngest(morphoSays(market, boards), now) : null
}

/** The boards of its witnesses. */
export const boardsOfMarket = ({ primary, chain }: LendingMarket) => [
  ...(primary === 'on-chain' ? [LENDING_BOARDS[chain]] : []),
  ...(primary === 'api' ? [MORPHO_BOARD] : []),
  LLAMA_BOARD,
]

/** One pool in numbers; `null` where nobody tells what is supplied. */
const poolNumbers = (state: LlamaState, pool: LlamaState['pools'][number]) => {
  const loans = state.loans.find((each) => each.pool === pool.pool)
  const borrowed = loans ? Number(loans.borrowedUsd) : 0
  return {
    supply: aprOfApy(Number(pool.supplyApy)),
    borrow: loans ? aprOfApy(Number(loans.borrowApy)) : null,
    reward: pool.rewardApy === null ? null : aprOfApy(Number(pool.rewardApy)),
    // What is left is what was supplied less what was borrowed.
    supplied: Number(loans?.suppliedUsd ?? pool.leftUsd),
    borrowed,
  }
}

type PoolNumbers = ReturnType<typeof poolNumbers>

const isPlausible = ({ supply, borrow, supplied, borrowed }: PoolNumbers): boolean =>
  supply >= 0 && supply <= (borrow ?? MOST_APR) && (borrow ?? 0) <= MOST_APR && borrowed >= 0 && borrowed <= supplied

/** DefiLlama on a market. Where it lists several pools they are taken together, by what is supplied. */
export const llamaOf = (market: LendingMarket, boards: Boards, now: number): LlamaWitness | null => {
  const state = boards.read(LLAMA_BOARD)
  if (!state || state.poolsAt - state.poolsSince >= STILL_MS.defillama) return null
  const pools = state.pools
    .filter(
      ({ protocol, chain, asset }) => protocol === market.protocol && chain === market.chain && asset === market.asset,
    )
    .map((pool) => poolNumbers(state, pool))
    .filter(isPlausible)
  const mean = (of: (pool: PoolNumbers) => number | null): number | null =>
    weightedRate(
      pools.flatMap((pool) => {
        const value = of(pool)
        return value === null ? [] : [{ value, weight: pool.supplied }]
      }),
    )
  const [supplyApr, borrowApr, incentiveApr] = [mean((p) => p.supply), mean((p) => p.borrow), mean((p) => p.reward)]
  if (supplyApr === null) return null
  const sum = (name: 'supplied' | 'borrowed') => pools.reduce((total, pool) => total + pool[name], 0)
  const found: LlamaWitness = {
    supplyApr: rate(supplyApr),
    borrowApr: borrowApr === null ? null : rate(borrowApr),
    incentiveApr: incentiveApr === null ? null : rate(incentiveApr),
    supplied: sum('supplied'),
    borrowed: sum('borrowed'),
    status: 'open',
    block: null,
    // Sizes and loans stand in a list of their own, which may be away alone.
    at: Math.min(state.poolsAt, state.loansAt),
    names: ['defillama'],
  }
  return youngest(found, now)
}

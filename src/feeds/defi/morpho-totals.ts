import { groupBy } from '../../group-by.ts'
import { MOST_APR } from '../../sources/lending/lending-rate.ts'
import type { MorphoMarket } from '../../sources/lending/morpho.ts'
import type { LendingAsset } from '../../sources/lending/tokens.ts'
import { aprOfApy, weightedRate } from '../math/lending.ts'

/** The markets of one asset on one chain, as if they were one: rates by what is supplied and borrowed. */
export interface MorphoTotals {
  readonly asset: LendingAsset
  /** Per cent a year, simple. */
  readonly supplyApr: number
  readonly borrowApr: number
  readonly suppliedUsd: number
  readonly borrowedUsd: number
}

const PER_CENT = 100

interface Numbers {
  readonly supply: number
  readonly borrow: number
  readonly supplied: number
  readonly borrowed: number
}

const numbersOf = ({ supplyApy, borrowApy, suppliedUsd, borrowedUsd }: MorphoMarket): Numbers => ({
  supply: aprOfApy(PER_CENT * Number(supplyApy)),
  borrow: aprOfApy(PER_CENT * Number(borrowApy)),
  supplied: Number(suppliedUsd),
  borrowed: Number(borrowedUsd),
})

/** A market that pays more than it takes, or more than a market pays, is no part of a mean. */
const isPlausible = ({ supply, borrow, supplied, borrowed }: Numbers): boolean =>
  supply >= 0 && supply <= borrow && borrow <= MOST_APR && borrowed >= 0 && borrowed <= supplied

const totalsOf = (asset: LendingAsset, markets: readonly Numbers[]): readonly MorphoTotals[] => {
  const sum = (name: 'supplied' | 'borrowed'): number => markets.reduce((total, each) => total + each[name], 0)
  const supplyApr = weightedRate(markets.map(({ supply, supplied }) => ({ value: supply, weight: supplied })))
  const borrowApr = weightedRate(markets.map(({ borrow, borrowed }) => ({ value: borrow, weight: borrowed })))
  return supplyApr === null || borrowApr === null
    ? []
    : [{ asset, supplyApr, borrowApr, suppliedUsd: sum('supplied'), borrowedUsd: sum('borrowed') }]
}

/** The totals of each asset that has a plausible market. */
export const morphoTotals = (markets: readonly MorphoMarket[]): readonly MorphoTotals[] =>
  [...groupBy(markets, ({ asset }) => asset)].flatMap(([asset, own]) =>
    totalsOf(asset, own.map(numbersOf).filter(isPlausible)),
  )

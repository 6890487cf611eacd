import { rounded } from '../../canonical/measure.ts'
import type { Primary } from '../../sources/lending/lending-markets.ts'
import { isNearRate } from '../math/lending.ts'
import { type LlamaWitness, RATE_PLACES, type RateWitness } from './witnesses.ts'

/** What DefiLlama says beside the primary witness of a market: it confirms rates and sizes, and moves none. */

/**
 * By what factor sizes may differ. Contracts and DefiLlama count the same tokens, up to an hour apart; Morpho counts
 * markets, where DefiLlama counts vaults.
 */
export const SIZE_FACTOR = { 'on-chain': 1.5, api: 3, defillama: 1 } as const

export const AGREEMENT = ['agrees', 'diverges', 'single'] as const

/** As it is printed; `null` where one of the two says nothing. */
interface Compared {
  readonly divergence_pp: number | null
  readonly borrow_divergence_pp: number | null
  readonly size_ratio: number | null
}

interface Printed extends Compared {
  readonly supply_apr: number
  readonly borrow_apr: number | null
  readonly source: Primary
}

const apart = (own: number | null, other: number | null): number | null =>
  own === null || other === null ? null : rounded(other - own, RATE_PLACES)

/** @param suppliedUsd dollars, as they are printed */
export const comparedWith = (primary: RateWitness, llama: LlamaWitness, suppliedUsd: number): Compared => {
  // Without its loans a pool tells what is left of it.
  const isSameSize = primary.borrowApr === null || llama.borrowApr !== null
  return {
    divergence_pp: apart(primary.supplyApr, llama.supplyApr),
    borrow_divergence_pp: apart(primary.borrowApr, llama.borrowApr),
    size_ratio: isSameSize && suppliedUsd > 0 ? rounded(llama.supplied / suppliedUsd, RATE_PLACES) : null,
  }
}

export const NOT_COMPARED: Compared = { divergence_pp: null, borrow_divergence_pp: null, size_ratio: null }

/** What follows from the printed differences; `claros verify` works it out again. */
export const agreementOf = (row: Printed): (typeof AGREEMENT)[number] => {
  const { divergence_pp: supply, borrow_divergence_pp: borrow, size_ratio: ratio } = row
  if (supply === null) return 'single'
  const most = SIZE_FACTOR[row.source]
  const isNear =
    isNearRate(row.supply_apr, supply) &&
    (borrow === null || isNearRate(row.borrow_apr ?? 0, borrow)) &&
    (ratio === null || (ratio <= most && ratio * most >= 1))
  return isNear ? 'agrees' : 'diverges'
}

import { rounded, roundedOrNull } from '../../canonical/measure.ts'
import { inSeconds } from '../../time-units.ts'
import { acceptedBases, basisBps, basisOf, basisRegime } from '../math/basis.ts'
import { annualizedPct } from '../math/funding.ts'
import { type BasisAnswer, BASIS_PLACES } from './basis-answer.ts'

/** The body of a basis from its venues. The example and the verifier use the same functions as the feed. */

/** One venue's perpetual beside its index. */
export interface VenueBasis {
  readonly exchange: string
  readonly mark: number
  readonly index: number
  /** Its funding, if it tells it. */
  readonly funding: { readonly rate8h: number; readonly intervalHours: number } | null
  /** The time of the older of mark and index, Unix milliseconds. */
  readonly at: number
}

/** As printed: rounded first, so that median and spread follow from the printed values. */
export const printedBasis = (mark: number, index: number): number => rounded(basisBps(mark, index), BASIS_PLACES.bps)

/** The carry over a year as printed, from the printed rate. */
export const printedCarry = (rate8h: number | null): number | null =>
  rate8h === null ? null : rounded(annualizedPct(rate8h), BASIS_PLACES.annualized)

/** Median, spread and regime as printed, and who made them, from the printed values of all venues. */
export const compositeBasis = (bps: readonly number[]) => {
  const accepted = acceptedBases(bps)
  const { medianBps, spreadBps } = basisOf(accepted)
  const median = rounded(medianBps, BASIS_PLACES.bps)
  return {
    accepted: new Set(accepted),
    median_bps: median,
    basis_pct: rounded(median / 100, BASIS_PLACES.pct),
    spread_bps: rounded(spreadBps, BASIS_PLACES.bps),
    // The regime follows from the signed median, so that a buyer can name it from the string alone.
    regime: basisRegime(median),
  }
}

/**
 * The fields that are made of the venues.
 *
 * @throws RangeError without venues
 */
export const basisContent = (venues: readonly VenueBasis[]) => {
  const rows = venues.map(({ exchange, mark, index, funding, at }) => {
    const rate = roundedOrNull(funding?.rate8h ?? null, BASIS_PLACES.rate8h)
    return {
      exchange,
      mark,
      index,
      basis_bps: printedBasis(mark, index),
      rate_8h: rate,
      annualized_carry_pct: printedCarry(rate),
      funding_interval_hours: funding?.intervalHours ?? null,
      observed_at: inSeconds(at),
    }
  })
  const { accepted, ...composite } = compositeBasis(rows.map(({ basis_bps: bps }) => bps))
  return {
    ...composite,
    exchanges: rows.map((row) => ({ ...row, used: accepted.has(row.basis_bps) })),
  } satisfies Partial<BasisAnswer>
}

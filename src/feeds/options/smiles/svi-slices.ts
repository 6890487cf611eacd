import { rounded } from '../../../canonical/measure.ts'
import { inSeconds, utcDay } from '../../../time-units.ts'
import { calendarOf, gridWithin } from '../../math/svi.ts'
import { fittedIv } from '../../math/svi-fit.ts'
import { atTenor } from '../../math/term.ts'
import { VENUE_PLACES } from '../../venue-parts.ts'
import type { SliceAnswer, SviAnswer } from './svi-body.ts'
import { type SviCurve, SVI_PLACES } from './svi-curve.ts'

/** What a body says of its slices, made of the numbers that it prints: a verifier does the same. */

/** The tenor of the headline. */
const TENOR_DAYS = 30
/** So many strikes are enough to believe a curve fully. */
const FULL_STRIKES = 12

type Printed = Pick<SliceAnswer, 'strikes' | 'rmse_vp' | 'butterfly_free'>

/** Methods 5.10. */
export const sliceConfidence = ({ strikes, rmse_vp: error, butterfly_free: isFree }: Printed): number =>
  rounded(Math.min(1, strikes / FULL_STRIKES) * Math.exp(-error / 2) * (isFree ? 1 : 0.5), VENUE_PLACES.confidence)

/** The volatility of a slice at the forward. */
export const sliceAtm = (slice: Pick<SliceAnswer, 'a' | 'b' | 'rho' | 'm' | 'sigma' | 't_years'>): number =>
  rounded(fittedIv(slice, 0, slice.t_years), SVI_PLACES.iv)

export const sliceOf = (expiry: number, curve: SviCurve): SliceAnswer => {
  const { a, b, rho, m, sigma, years, forward, strikes, sources } = curve
  const parameters = { a, b, rho, m, sigma, t_years: years }
  const standing = { strikes, rmse_vp: curve.rmseVp, butterfly_free: curve.butterflyFree }
  return {
    expiry: utcDay(expiry),
    forward,
    ...parameters,
    atm_iv: sliceAtm(parameters),
    ...standing,
    k_min: curve.kLow,
    k_max: curve.kHigh,
    min_g: curve.minG,
    confidence: sliceConfidence(standing),
    fit_basis: sources.length === 1 ? sources[0]! : 'pooled',
    fitted_at: inSeconds(curve.fittedAt),
  }
}

/** The level at thirty days by the slices. */
const headline = (slices: readonly SliceAnswer[]) =>
  atTenor(
    slices.map(({ t_years: years, atm_iv: iv }) => ({ days: years * 365, iv })),
    TENOR_DAYS,
  )

/** Whether the headline lies between two expiries; else it is that of the nearest one. */
export const areSlicesBracketed = (slices: readonly SliceAnswer[]): boolean => headline(slices)?.bracketed ?? false

/** Each pair of neighbours where either is quoted; the worst of them. */
const calendarAnswer = (slices: readonly SliceAnswer[]): SviAnswer['calendar'] => {
  const pairs = slices.slice(1).map((far, at) => {
    const near = slices[at]!
    const quoted = gridWithin(Math.min(near.k_min, far.k_min), Math.max(near.k_max, far.k_max))
    const amount = rounded(calendarOf(near, far, quoted).minDifference, SVI_PLACES.variance)
    return { worst_pair: [near.expiry, far.expiry] satisfies [string, string], amount }
  })
  const worst = pairs.toSorted((one, other) => one.amount - other.amount)[0]
  return worst ? { ...worst, free: worst.amount >= 0 } : { worst_pair: null, amount: null, free: true }
}

/** The parts of a body that follow from its slices. */
export const summaryOf = (slices: readonly SliceAnswer[]) => ({
  slice_count: slices.length,
  butterfly_free_count: slices.filter(({ butterfly_free: isFree }) => isFree).length,
  atm_iv_30d: rounded(headline(slices)?.iv ?? 0, SVI_PLACES.iv),
  calendar: calendarAnswer(slices),
})

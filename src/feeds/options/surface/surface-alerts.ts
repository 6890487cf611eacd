import { rounded } from '../../../canonical/measure.ts'
import { divergenceLevel, mispricingSign } from '../../math/iv-surface.ts'
import { mean } from '../../math/sums.ts'
import { atTenor } from '../../math/term.ts'
import type { SurfaceAnswer, SurfaceExpiry, SurfacePoint } from './surface-body.ts'
import { SURFACE_PLACES } from './surface-points.ts'

/** What a body says of its points, made of the numbers that it prints: a verifier does the same. */

const venuesOf = ({ iv }: SurfacePoint): readonly string[] => Object.keys(iv)

type Divergence = SurfaceAnswer['divergence_alerts'][number]
type Mispricing = SurfaceAnswer['mispricing_alerts'][number]

const divergenceAt = (expiry: string, point: SurfacePoint): readonly Divergence[] => {
  const { strike, iv, bid_iv: bids, ask_iv: asks, divergence_vp: vp } = point
  if (vp === null) return []
  const sorted = Object.entries(iv).toSorted(([, one], [, other]) => one - other)
  const width = mean(venuesOf(point).map((venue) => asks[venue]! - bids[venue]!))
  const level = divergenceLevel(vp, width)
  return level === null ? [] : [{ expiry, strike, high: sorted.at(-1)![0], low: sorted[0]![0], vp, level }]
}

const mispricingAt = (expiry: string, error: number | null, point: SurfacePoint): readonly Mispricing[] => {
  const { strike, iv, bid_iv: bids, ask_iv: asks, svi_iv: curve } = point
  if (curve === null || error === null) return []
  return venuesOf(point).flatMap((exchange) => {
    const apart = rounded(iv[exchange]! - curve, SURFACE_PLACES.iv)
    const sign = mispricingSign(apart, { bidIv: bids[exchange]!, askIv: asks[exchange]! }, curve, error)
    return sign === null ? [] : [{ expiry, strike, exchange, diff_vp: apart, sign }]
  })
}

/** The tenor of the headline. */
const TENOR_DAYS = 30

/** The level at thirty days. */
const headline = (expiries: readonly SurfaceExpiry[]) =>
  atTenor(
    expiries.map(({ days, atm }) => ({ days, iv: atm['pooled']! })),
    TENOR_DAYS,
  )

/** Whether the headline lies between two expiries; else it is that of the nearest one. */
export const isSurfaceBracketed = (expiries: readonly SurfaceExpiry[]): boolean =>
  headline(expiries)?.bracketed ?? false

/** The parts of a body that follow from its expiries. Venues are compared only where two are quoted. */
export const surfaceSummary = (expiries: readonly SurfaceExpiry[]) => {
  const points = expiries.flatMap((each) => each.points)
  const compared = points.filter((point) => point.divergence_vp !== null).length
  const divergences = expiries.flatMap((each) => each.points.flatMap((point) => divergenceAt(each.expiry, point)))
  const mispricings =
    compared === 0
      ? []
      : expiries.flatMap((each) => each.points.flatMap((point) => mispricingAt(each.expiry, each.svi_rmse_vp, point)))
  return {
    expiry_count: expiries.length,
    point_count: points.length,
    compared_count: compared,
    svi_expiry_count: expiries.filter(({ svi_rmse_vp: error }) => error !== null).length,
    divergence_alert_count: divergences.length,
    mispricing_alert_count: mispricings.length,
    atm_iv_30d: rounded(headline(expiries)?.iv ?? 0, SURFACE_PLACES.iv),
    divergence_alerts: divergences,
    mispricing_alerts: mispricings,
  }
}

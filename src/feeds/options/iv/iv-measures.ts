import { rounded, roundedOrNull } from '../../../canonical/measure.ts'
import { DAY_SECONDS, HOUR_SECONDS } from '../../../time-units.ts'
import { butterfly, riskReversal, wings } from '../../math/delta25.ts'
import type { SmilePoint } from '../../math/smile.ts'
import { type AtTenor, atTenor } from '../../math/term.ts'
import { BELIEVED } from '../chains/believed-chains.ts'

/** The numbers of a volatility summary, worked out from what its body prints (methods 5.6). */

/** Decimals (methods 0.2). What others are computed from has four. */
export const IV_PLACES = { iv: 2, input: 4, spread: 4, ratio: 4, days: 2, forward: 2, share: 4 } as const

export const IV_RULES = {
  tenor: 30,
  near: 7,
  far: 90,
  /** How far a listed expiry may be from a tenor that has no expiry on one side, as a fraction of the tenor. */
  reach: 0.25,
  /** A mark further outside of its own bid and ask, points of volatility, is of a broken model. */
  markReach: 2,
  /** Days to the expiry whose wings are read. */
  skew: { least: 7, most: 60 },
} as const

const EXPIRY_HOUR_SECONDS = 8 * HOUR_SECONDS

/** An expiry as the body prints it. */
export interface PrintedExpiry {
  /** `2026-12-25`: options end at 08:00 UTC. */
  readonly expiry: string
  readonly atm_iv: number | null
  readonly forward: number
}

/** What the numbers follow from. */
export interface Printed {
  /** Unix seconds. */
  readonly fetched_at: number
  readonly expiries: readonly PrintedExpiry[]
  /** Out-of-the-money strikes of the skew expiry. */
  readonly smile: readonly SmilePoint[]
}

/** Days from the tick to the expiry of this date. */
export const daysUntil = (expiry: string, fetchedAt: number): number =>
  (Date.parse(`${expiry}T00:00:00Z`) / 1_000 + EXPIRY_HOUR_SECONDS - fetchedAt) / DAY_SECONDS

/** The expiry whose wings are read: the nearest to 30 days that has a volatility at the money; `null` without one. */
export const skewExpiry = <E extends PrintedExpiry>(expiries: readonly E[], fetchedAt: number): E | null => {
  const off = ({ expiry }: E): number => Math.abs(daysUntil(expiry, fetchedAt) - IV_RULES.tenor)
  return expiries
    .filter(({ expiry, atm_iv }) => {
      const days = daysUntil(expiry, fetchedAt)
      return atm_iv !== null && days >= IV_RULES.skew.least && days <= IV_RULES.skew.most
    })
    .reduce<E | null>((best, next) => (best && off(best) <= off(next) ? best : next), null)
}

const isWithin = (found: AtTenor | null, days: number): found is AtTenor =>
  found !== null && (found.bracketed || Math.abs(found.nearest - days) <= IV_RULES.reach * days)

/** The printed numbers of a summary. */
export interface IvMeasures {
  readonly atm_iv: number
  readonly call_25d_iv: number | null
  readonly put_25d_iv: number | null
  readonly risk_reversal_25d: number | null
  readonly butterfly_25d: number | null
  readonly skew_tenor_days: number | null
  readonly near_far_ratio: number | null
  /** Whether 30 days lie between two expiries that count. */
  readonly bracketed: boolean
}

/** `null` without a volatility at 30 days. */
export const ivMeasures = ({ fetched_at, expiries, smile }: Printed): IvMeasures | null => {
  const points = expiries.flatMap(({ expiry, atm_iv }) => {
    const days = daysUntil(expiry, fetched_at)
    return atm_iv === null || days < BELIEVED.leastDays ? [] : [{ days, iv: atm_iv }]
  })
  const level = atTenor(points, IV_RULES.tenor)
  if (!level) return null
  const [near, far] = [atTenor(points, IV_RULES.near), atTenor(points, IV_RULES.far)]
  const hasSlope = isWithin(near, IV_RULES.near) && isWithin(far, IV_RULES.far)
  const skew = skewExpiry(expiries, fetched_at)
  const days = skew && daysUntil(skew.expiry, fetched_at)
  const found = skew && days !== null ? wings(smile, skew.forward, days / 365) : { call: null, put: null }
  return {
    atm_iv: rounded(level.iv, IV_PLACES.iv),
    call_25d_iv: roundedOrNull(found.call, IV_PLACES.iv),
    put_25d_iv: roundedOrNull(found.put, IV_PLACES.iv),
    risk_reversal_25d: roundedOrNull(riskReversal(found), IV_PLACES.spread),
    butterfly_25d: roundedOrNull(
      skew?.atm_iv === null || skew === null ? null : butterfly(found, skew.atm_iv),
      IV_PLACES.spread,
    ),
    skew_tenor_days: roundedOrNull(days, IV_PLACES.days),
    near_far_ratio: hasSlope ? rounded(near.iv / far.iv, IV_PLACES.ratio) : null,
    bracketed: level.bracketed,
  }
}

import { normalCdf } from './normal.ts'
import type { SmilePoint } from './smile.ts'

/** The wings of a volatility smile, at a delta of 0.25 (methods 5.6). */

export interface DeltaPoint {
  readonly strike: number
  readonly iv: number
  /** N(d1) with the strike's own volatility: the undiscounted forward delta of its call. */
  readonly delta: number
}

/** Each strike with the delta of its call, lowest strike first; volatilities in per cent. */
export const callDeltas = (points: readonly SmilePoint[], forward: number, years: number): readonly DeltaPoint[] =>
  points
    .toSorted((a, b) => a.strike - b.strike)
    .map(({ strike, iv }) => {
      const spread = (iv / 100) * Math.sqrt(years)
      return { strike, iv, delta: normalCdf(Math.log(forward / strike) / spread + spread / 2) }
    })

/** The volatility at this call delta, linear between neighbours; `null` if no two strikes surround it. */
const ivAt = (points: readonly DeltaPoint[], delta: number): number | null => {
  for (let at = 1; at < points.length; at++) {
    const [left, right] = [points[at - 1]!, points[at]!]
    if (left.delta >= delta && right.delta <= delta && left.delta !== right.delta)
      return left.iv + ((right.iv - left.iv) * (left.delta - delta)) / (left.delta - right.delta)
  }
  return null
}

/** Volatilities in per cent; `null` if the smile does not reach that delta. */
export interface Wings {
  readonly call: number | null
  readonly put: number | null
}

/** At 25 delta: calls above the forward, puts below it. Never extrapolated. */
export const wings = (points: readonly SmilePoint[], forward: number, years: number): Wings => {
  const deltas = callDeltas(points, forward, years)
  return { call: ivAt(deltas, 0.25), put: ivAt(deltas, 0.75) }
}

/** Volatility of the call less that of the put: what upside costs more than downside. */
export const riskReversal = ({ call, put }: Wings): number | null => (call === null || put === null ? null : call - put)

/** The mean of the wings less the volatility at the money. */
export const butterfly = ({ call, put }: Wings, atTheMoney: number): number | null =>
  call === null || put === null ? null : (call + put) / 2 - atTheMoney

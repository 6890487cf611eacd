import { normalCdf } from './normal.ts'
import type { SmilePoint } from './smile.ts'

/** The wings of a smile at a quarter of delta (methods 5.6). */

export interface DeltaPoint {
  readonly strike: number
  readonly iv: number
  /** N(d1) by the strike's own volatility: the undiscounted forward delta of its call. */
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

/** Volatility where the delta of the call is this, linear between neighbours; `null` when no two strikes surround it. */
const ivAt = (points: readonly DeltaPoint[], delta: number): number | null => {
  for (let at = 1; at < points.length; at++) {
    const [left, right] = [points[at - 1]!, points[at]!]
    if (left.delta >= delta && right.delta <= delta && left.delta !== right.delta)
      return left.iv + ((right.iv - left.iv) * (left.delta - delta)) / (left.delta - right.delta)
  }
  return null
}

/** Volatilities in per cent; `null` where the smile does not reach. */
export interface Wings {
  readonly call: number | null
  readonly put: number | null
}

/** At 25 delta: calls above the forward, puts below it, never extrapolated. */
export const wings = (points: readonly SmilePoint[], forward: number, years: number): Wings => {
  const deltas = callDeltas(points, forward, years)
  return { call: ivAt(deltas, 0.25), put: ivAt(deltas, 0.75) }
}

/** Call less put: what upside costs over downside. */
export const riskReversal = ({ call, put }: Wings): number | null => (call === null || put === null ? null : call - put)

/** The mean of the wings less the middle. */
export const butterfly = ({ call, put }: Wings, atTheMoney: number): number | null =>
  call === null || put === null ? null : (call + put) / 2 - atTheMoney

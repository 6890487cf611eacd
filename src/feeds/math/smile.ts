/** The volatility smile of one expiry (methods 5.6). */

/** Implied volatility in per cent at one strike. */
export interface SmilePoint {
  readonly strike: number
  readonly iv: number
}

/**
 * The volatility at K = F, linear in ln(K/F) between the two strikes around the forward; `null` if there is no strike
 * on one side. Points may come in any order, each strike once.
 */
export const atTheMoney = (points: readonly SmilePoint[], forward: number): number | null => {
  let below: SmilePoint | null = null
  let above: SmilePoint | null = null
  for (const point of points) {
    if (point.strike <= forward && (below === null || point.strike > below.strike)) below = point
    if (point.strike >= forward && (above === null || point.strike < above.strike)) above = point
  }
  if (below === null || above === null) return null
  if (below.strike === above.strike) return below.iv
  const [from, to] = [Math.log(below.strike / forward), Math.log(above.strike / forward)]
  return below.iv + ((above.iv - below.iv) * -from) / (to - from)
}

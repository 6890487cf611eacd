/** Volatility from daily ranges (Parkinson 1980; methods 2). */

/** The highest and the lowest price of one bar, in the same unit. */
export interface Range {
  readonly high: number
  readonly low: number
}

/**
 * σ = 100 · sqrt(barsPerYear / (4 n ln 2) · Σ ln(H/L)²), in per cent a year.
 *
 * @param barsPerYear 365 for daily bars of crypto, 252 for those of equities
 * @throws RangeError without a bar
 */
export const parkinson = (bars: readonly Range[], barsPerYear: number): number => {
  if (bars.length === 0) throw new RangeError('a range volatility of no bars')
  const sum = bars.reduce((total, { high, low }) => total + Math.log(high / low) ** 2, 0)
  return 100 * Math.sqrt((barsPerYear / (4 * bars.length * Math.LN2)) * sum)
}

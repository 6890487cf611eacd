/** How many of the listed strikes near the money are quoted (methods 5.9). */

/** How far from the forward a strike counts as near the money, in standard deviations of ln K. */
export const NEAR_SIGMAS = 2

/** What the band around the forward is made of. */
export interface StrikeBand {
  readonly forward: number
  /** At the money, per cent a year. */
  readonly iv: number
  readonly years: number
}

/**
 * The share of the listed strikes within two standard deviations of the forward that are quoted on both sides; `null`
 * where none is listed there.
 */
export const strikeCoverage = (
  listed: Iterable<number>,
  quoted: ReadonlySet<number>,
  { forward, iv, years }: StrikeBand,
): number | null => {
  const reach = NEAR_SIGMAS * (iv / 100) * Math.sqrt(years)
  const near = [...new Set(listed)].filter((strike) => Math.abs(Math.log(strike / forward)) <= reach)
  return near.length === 0 ? null : near.filter((strike) => quoted.has(strike)).length / near.length
}

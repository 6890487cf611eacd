import { YEAR_SECONDS } from '../../time-units.ts'

/** Rates of lending (methods 14.1). All of them in per cent a year. */

const DAYS_OF_A_YEAR = 365

/** The simple rate whose interest, added each second, grows to this yield. */
export const aprOfApy = (apy: number): number => 100 * YEAR_SECONDS * Math.expm1(Math.log1p(apy / 100) / YEAR_SECONDS)

/** What a simple rate grows to with interest added each day. */
export const apyOfApr = (apr: number): number =>
  100 * Math.expm1(DAYS_OF_A_YEAR * Math.log1p(apr / 100 / DAYS_OF_A_YEAR))

/** Two witnesses agree within a quarter of a point, or a tenth of the rate. */
export const RATE_TOLERANCE = { points: 0.25, share: 0.1 } as const

/** Far below a printed digit: sums of decimals are not exact. */
const DUST = 1e-9

/**
 * @param rate what is published
 * @param apart by how many points the other witness differs
 */
export const isNearRate = (rate: number, apart: number): boolean =>
  Math.abs(apart) <= Math.max(RATE_TOLERANCE.points, RATE_TOLERANCE.share * rate) + DUST

/** The mean of values by their weights; `null` without any weight. */
export const weightedRate = (parts: readonly { readonly value: number; readonly weight: number }[]): number | null => {
  const weight = parts.reduce((sum, part) => sum + part.weight, 0)
  return weight > 0 ? parts.reduce((sum, part) => sum + part.value * part.weight, 0) / weight : null
}

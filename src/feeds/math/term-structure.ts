import { DAY_SECONDS } from '../../time-units.ts'
import { mean } from './sums.ts'

/** The curve of dated futures (methods 5.8). Prices are in one currency, days may have a fraction. */

const YEAR_DAYS = 365

/** Nearer maturities do not vote: over so few days a few dollars are several per cent a year. */
export const LEAST_VOTING_DAYS = 3

/** In per cent a year, up or down. What is beyond it is a misread price or date, or a contract in its last hours. */
export const MOST_ANNUALIZED_PCT = 200

/** From so many per cent a year on, up or down, a maturity is not flat. */
export const FLAT_BELOW_PCT = 1

/** Below two maturities there is no curve. */
export const LEAST_MATURITIES = 2

export const CARRY_REGIMES = ['CONTANGO', 'FLAT', 'BACKWARDATION'] as const
export type CarryRegime = (typeof CARRY_REGIMES)[number]

/** Days between two times in whole seconds, as a body states them. */
export const daysBetween = (from: number, to: number): number => (to - from) / DAY_SECONDS

/** Per cent a year, simple. */
export const annualizedBasisPct = (future: number, spot: number, days: number): number =>
  ((future / spot - 1) * YEAR_DAYS * 100) / days

/** Per cent a year, compounded continuously. */
export const annualizedLogPct = (future: number, spot: number, days: number): number =>
  (Math.log(future / spot) * YEAR_DAYS * 100) / days

/** Whether two thirds of the maturities, or more, say so. */
const isTwoThirds = (votes: readonly boolean[]): boolean => 3 * votes.filter(Boolean).length >= 2 * votes.length

/**
 * The shape of the curve: what two thirds of the voting maturities agree on, else flat; `null` below two of them.
 *
 * @param annualized per cent a year, one for each voting maturity
 */
export const carryRegime = (annualized: readonly number[]): CarryRegime | null => {
  if (annualized.length < LEAST_MATURITIES) return null
  if (isTwoThirds(annualized.map((pct) => pct >= FLAT_BELOW_PCT))) return 'CONTANGO'
  return isTwoThirds(annualized.map((pct) => pct <= -FLAT_BELOW_PCT)) ? 'BACKWARDATION' : 'FLAT'
}

/** A voting maturity on the curve. */
export interface CurvePoint {
  readonly days: number
  readonly annualizedPct: number
}

/**
 * The slope of the least squares line through carry over the square root of days, in per cent a year per square root of
 * a day; `null` below two different maturities.
 */
export const carrySlope = (points: readonly CurvePoint[]): number | null => {
  if (new Set(points.map(({ days }) => days)).size < LEAST_MATURITIES) return null
  const roots = points.map(({ days }) => Math.sqrt(days))
  const [x, y] = [mean(roots), mean(points.map(({ annualizedPct }) => annualizedPct))]
  const products = points.map(({ annualizedPct }, at) => (roots[at]! - x) * (annualizedPct - y))
  const squares = roots.map((root) => (root - x) ** 2)
  return mean(products) / mean(squares)
}

import { type Static, Type } from '@sinclair/typebox'
import { rounded } from '../../../canonical/measure.ts'
import { median } from '../../math/robust.ts'
import { butterflyOf, type Svi } from '../../math/svi.ts'
import { fitSvi, fittedIv, type VariancePoint } from '../../math/svi-fit.ts'
import type { FittableSmile } from './expiry-smile.ts'
import { variancePoints } from './svi-points.ts'

/** Decimals (methods 0.2, methods 5.10). */
export const SVI_PLACES = { parameter: 6, years: 6, forward: 2, iv: 2, rmse: 4, density: 6, variance: 6, k: 4 } as const

/** A fitted expiry. Its numbers are those that are printed: every check is made of them. */
export const SviCurve = Type.Object({
  a: Type.Number(),
  b: Type.Number(),
  rho: Type.Number(),
  m: Type.Number(),
  sigma: Type.Number(),
  /** Years of 365 days from the fit to the expiry. */
  years: Type.Number(),
  /** Dollars: the median of the venues'. */
  forward: Type.Number(),
  /** Points of volatility, weighted like the fit. */
  rmseVp: Type.Number(),
  /** Different strikes behind it. */
  strikes: Type.Number(),
  /** The range of ln(K/F) that was quoted. */
  kLow: Type.Number(),
  kHigh: Type.Number(),
  minG: Type.Number(),
  butterflyFree: Type.Boolean(),
  sources: Type.Array(Type.String()),
  /** Unix milliseconds: of the fit, and of the oldest chain behind it. */
  fittedAt: Type.Number(),
  observedAt: Type.Number(),
})
export type SviCurve = Static<typeof SviCurve>

const printed = ({ a, b, rho, m, sigma }: Svi): Svi => {
  const at = (value: number): number => rounded(value, SVI_PLACES.parameter)
  return { a: at(a), b: at(b), rho: at(rho), m: at(m), sigma: at(sigma) }
}

/** Whether there is no butterfly arbitrage, by the printed parameters. */
export const densityOf = (svi: Svi): Pick<SviCurve, 'minG' | 'butterflyFree'> => {
  const { minG, minVariance } = butterflyOf(svi)
  // Where there is no variance anywhere, there is no density either.
  const printedG = Number.isFinite(minG) ? rounded(minG, SVI_PLACES.density) : -1
  return { minG: printedG, butterflyFree: printedG >= 0 && minVariance > 0 }
}

const errorVp = (svi: Svi, points: readonly VariancePoint[], years: number): number => {
  const squares = points.reduce(
    (sum, { k, w, weight }) => sum + weight * (fittedIv(svi, k, years) - 100 * Math.sqrt(w / years)) ** 2,
    0,
  )
  return Math.sqrt(squares / points.reduce((sum, { weight }) => sum + weight, 0))
}

/** What one fit came to. */
export interface CurveFit {
  /** `null` if the search did not come to an end. */
  readonly curve: SviCurve | null
  readonly evaluations: number
}

/**
 * Fits a smile once.
 *
 * @param penalty of negative densities; 0 for none
 * @param now Unix milliseconds
 * @param fit how parameters are found
 */
export const fitCurve = (smile: FittableSmile, penalty: number, now: number, fit = fitSvi): CurveFit => {
  const { fitted, atmIv, years, venues } = smile
  const points = variancePoints(fitted, atmIv, years)
  const { svi: found, evaluations, converged } = fit(points, penalty)
  if (!converged) return { curve: null, evaluations }
  const svi = printed(found)
  const sources = [...new Set(fitted.map(({ exchange }) => exchange))].toSorted()
  const entered = venues.filter(({ exchange }) => sources.includes(exchange))
  const ks = fitted.map(({ k }) => k)
  return {
    evaluations,
    curve: {
      ...svi,
      years: rounded(years, SVI_PLACES.years),
      forward: rounded(median(entered.map(({ forward }) => forward)), SVI_PLACES.forward),
      rmseVp: rounded(errorVp(svi, points, years), SVI_PLACES.rmse),
      strikes: new Set(fitted.map(({ strike }) => strike)).size,
      kLow: rounded(Math.min(...ks), SVI_PLACES.k),
      kHigh: rounded(Math.max(...ks), SVI_PLACES.k),
      ...densityOf(svi),
      sources,
      fittedAt: now,
      observedAt: Math.min(...entered.map(({ at }) => at)),
    },
  }
}

import { boxMinimum } from './box-squares.ts'
import { nelderMead } from './nelder-mead.ts'
import { densityBelow, type Svi, totalVariance } from './svi.ts'

/**
 * Quasi-explicit calibration (methods 5.10). With m and σ fixed the curve is linear in the other parameters, whose best
 * values within their bounds are computed exactly. Only m and σ are searched.
 */

/** One quoted strike: k = ln(K/F), w = σ²T. */
export interface VariancePoint {
  readonly k: number
  readonly w: number
  readonly weight: number
}

export interface SviFit {
  readonly svi: Svi
  /** Root of the weighted mean square error in total variance. */
  readonly rmse: number
  /** How often the objective was evaluated. Never above `FIT_MOST`. */
  readonly evaluations: number
  /** Whether the search ended by itself. If not, the curve is not the best one and must not be used. */
  readonly converged: boolean
}

/** The best curve with this m and σ, and its weighted mean square error. Constraints: see `fitSvi`. */
type Inner = (m: number, sigma: number) => { readonly svi: Svi; readonly mse: number }

/** The linear problem over these points. It is solved a thousand times, so it makes no lists. */
const innerOf = (points: readonly VariancePoint[]): Inner => {
  const largest = Math.max(...points.map(({ w }) => w))
  // (R + y)/2 and (R − y)/2 of each point, with y = (k − m)/σ and R = sqrt(y² + 1).
  const [ups, downs] = [new Float64Array(points.length), new Float64Array(points.length)]
  return (m, sigma) => {
    let [g00, g01, g02, g11, g12, g22, r0, r1, r2] = [0, 0, 0, 0, 0, 0, 0, 0, 0]
    for (let at = 0; at < points.length; at++) {
      const { k, w, weight } = points[at]!
      const y = (k - m) / sigma
      const root = Math.sqrt(y * y + 1)
      const up = (root + y) / 2
      const down = (root - y) / 2
      ups[at] = up
      downs[at] = down
      g00 += weight
      g01 += weight * up
      g02 += weight * down
      g11 += weight * up * up
      g12 += weight * up * down
      g22 += weight * down * down
      r0 += weight * w
      r1 += weight * w * up
      r2 += weight * w * down
    }
    const [a, p, q] = boxMinimum({ g00, g01, g02, g11, g12, g22, r0, r1, r2 }, [largest, 2 * sigma, 2 * sigma])
    // The quadratic itself would give this too, but as a small difference of large numbers.
    let squares = 0
    for (let at = 0; at < points.length; at++) {
      const { w, weight } = points[at]!
      squares += weight * (a + p * ups[at]! + q * downs[at]! - w) ** 2
    }
    const [c, d] = [(p + q) / 2, (p - q) / 2]
    return { svi: { a, b: c / sigma, rho: c === 0 ? 0 : d / c, m, sigma }, mse: squares / g00 }
  }
}

const SIGMA = { low: 0.01, high: 1.5 } as const
const M_MARGIN = 0.25
const GRID = { m: 25, sigma: 21 } as const
const STARTS = 3
/** Evaluations of one simplex search. Smiles take 100 to 250. */
const SEARCH_MOST = 300

/**
 * A penalised fit ends a little beyond the bound that its penalty draws, and rounding the parameters moves the density
 * too. So the bound is drawn at this density instead of at zero.
 */
const DENSITY_MARGIN = 1e-4

/** No fit evaluates its objective more often than this. Each start is searched twice. */
export const FIT_MOST = GRID.m * GRID.sigma + 2 * STARTS * SEARCH_MOST

/**
 * The best curve for at least one point. Constraints: 0 ≤ a ≤ max w, |ρ| ≤ 1, wing slopes b(1 ± |ρ|) ≤ 2.
 *
 * @param penalty of densities below the margin, their squares added to the mean square error of the outer search; 0 for a fit to the quotes alone
 * @param searchMost evaluations of one simplex search
 */
export const fitSvi = (points: readonly VariancePoint[], penalty = 0, searchMost = SEARCH_MOST): SviFit => {
  const ks = points.map(({ k }) => k)
  const [mLow, mHigh] = [Math.min(...ks) - M_MARGIN, Math.max(...ks) + M_MARGIN]
  const [sLow, sHigh] = [Math.log(SIGMA.low), Math.log(SIGMA.high)]
  const bestWith = innerOf(points)
  const error = ([m = 0, logSigma = 0]: readonly number[]): number => {
    if (m < mLow || m > mHigh || logSigma < sLow || logSigma > sHigh) return Infinity
    const { svi, mse } = bestWith(m, Math.exp(logSigma))
    return penalty === 0 ? mse : mse + penalty * densityBelow(svi, DENSITY_MARGIN)
  }
  const grid = Array.from({ length: GRID.m * GRID.sigma }, (_, at) => {
    const start = [
      // The last one is the bound itself, and not beyond it by rounding.
      Math.min(mHigh, mLow + ((mHigh - mLow) * (at % GRID.m)) / (GRID.m - 1)),
      Math.min(sHigh, sLow + ((sHigh - sLow) * Math.floor(at / GRID.m)) / (GRID.sigma - 1)),
    ] as const
    return { start, value: error(start) }
  })
  const starts = grid.toSorted((a, b) => a.value - b.value).slice(0, STARTS)
  const step = [(mHigh - mLow) / GRID.m, (sHigh - sLow) / GRID.sigma] as const
  const searches = starts.map(({ start }) => {
    const first = nelderMead(error, start, step, { most: searchMost })
    // A second search from there, because the first simplex may have collapsed too early.
    const second = nelderMead(
      error,
      first.at,
      step.map((each) => each / 4),
      { most: searchMost },
    )
    return { ...second, evaluations: first.evaluations + second.evaluations }
  })
  const found = searches.reduce((best, next) => (next.value < best.value ? next : best))
  const [m = 0, logSigma = 0] = found.at
  const { svi, mse } = bestWith(m, Math.exp(logSigma))
  return {
    svi,
    rmse: Math.sqrt(mse),
    evaluations: grid.length + searches.reduce((sum, { evaluations }) => sum + evaluations, 0),
    converged: found.converged && Number.isFinite(found.value),
  }
}

/** Volatility of a fitted curve in per cent a year. */
export const fittedIv = (svi: Svi, k: number, years: number): number => 100 * Math.sqrt(totalVariance(svi, k) / years)

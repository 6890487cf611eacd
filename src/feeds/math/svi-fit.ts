import { nelderMead } from './nelder-mead.ts'
import { type Svi, totalVariance } from './svi.ts'

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
}

/** The state of a coordinate: at its lower bound, at its upper bound, or free. */
const STANDS = ['low', 'high', 'free'] as const
type Triple = readonly [number, number, number]

const COMBINATIONS: readonly (readonly (typeof STANDS)[number][])[] = STANDS.flatMap((a) =>
  STANDS.flatMap((p) => STANDS.map((q) => [a, p, q] as const)),
)

/** Solves the symmetric system of the free coordinates by elimination; `null` if it is singular. */
const solved = (matrix: readonly (readonly number[])[], right: readonly number[]): readonly number[] | null => {
  const rows = matrix.map((row, at) => [...row, right[at]!])
  const n = right.length
  for (let column = 0; column < n; column++) {
    const pivot = rows.slice(column).reduce((best, row, at) => {
      return Math.abs(row[column]!) > Math.abs(rows[best]![column]!) ? column + at : best
    }, column)
    ;[rows[column], rows[pivot]] = [rows[pivot]!, rows[column]!]
    const lead = rows[column]![column]!
    if (Math.abs(lead) < 1e-14) return null
    for (let row = 0; row < n; row++) {
      if (row === column) continue
      const factor = rows[row]![column]! / lead
      rows[row] = rows[row]!.map((value, at) => value - factor * rows[column]![at]!)
    }
  }
  return rows.map((row, at) => row[n]! / row[at]!)
}

/** a, p = c + d and q = c − d of the linear problem w ≈ a + p·(R + y)/2 + q·(R − y)/2, each within its bounds. */
const linearFit = (
  points: readonly VariancePoint[],
  m: number,
  sigma: number,
  most: Triple,
): { x: Triple; mse: number } => {
  const rows = points.map(({ k, w, weight }) => {
    const y = (k - m) / sigma
    const root = Math.sqrt(y * y + 1)
    return { f: [1, (root + y) / 2, (root - y) / 2] as Triple, w, weight }
  })
  const total = rows.reduce((sum, { weight }) => sum + weight, 0)
  const gram = [0, 1, 2].map((i) =>
    [0, 1, 2].map((j) => rows.reduce((sum, { f, weight }) => sum + weight * f[i]! * f[j]!, 0)),
  )
  const right = [0, 1, 2].map((i) => rows.reduce((sum, { f, w, weight }) => sum + weight * f[i]! * w, 0))
  const errorOf = (x: Triple) =>
    rows.reduce((sum, { f, w, weight }) => sum + weight * (f[0] * x[0] + f[1] * x[1] + f[2] * x[2] - w) ** 2, 0) / total
  let best: { x: Triple; mse: number } = { x: [0, 0, 0], mse: Infinity }
  for (const stands of COMBINATIONS) {
    const x = stands.map((stand, i) => (stand === 'high' ? most[i]! : 0))
    const free = [0, 1, 2].filter((i) => stands[i] === 'free')
    const held = [0, 1, 2].filter((i) => stands[i] !== 'free')
    const found = solved(
      free.map((i) => free.map((j) => gram[i]![j]!)),
      free.map((i) => right[i]! - held.reduce((sum, j) => sum + gram[i]![j]! * x[j]!, 0)),
    )
    if (!found) continue
    free.forEach((i, at) => (x[i] = found[at]!))
    if (free.some((i) => x[i]! < 0 || x[i]! > most[i]!)) continue
    const triple = [x[0]!, x[1]!, x[2]!] as const
    const mse = errorOf(triple)
    if (mse < best.mse) best = { x: triple, mse }
  }
  return best
}

const SIGMA = { low: 0.01, high: 1.5 } as const
const M_MARGIN = 0.25
const GRID = { m: 25, sigma: 21 } as const
const STARTS = 3

/** The best curve for at least one point. Constraints: 0 ≤ a ≤ max w, |ρ| ≤ 1, wing slopes b(1 ± |ρ|) ≤ 2. */
export const fitSvi = (points: readonly VariancePoint[]): SviFit => {
  const ks = points.map(({ k }) => k)
  const [mLow, mHigh] = [Math.min(...ks) - M_MARGIN, Math.max(...ks) + M_MARGIN]
  const [sLow, sHigh] = [Math.log(SIGMA.low), Math.log(SIGMA.high)]
  const largest = Math.max(...points.map(({ w }) => w))
  const linear = (m: number, logSigma: number) => {
    const sigma = Math.exp(logSigma)
    return linearFit(points, m, sigma, [largest, 2 * sigma, 2 * sigma])
  }
  const error = ([m = 0, logSigma = 0]: readonly number[]): number =>
    m < mLow || m > mHigh || logSigma < sLow || logSigma > sHigh ? Infinity : linear(m, logSigma).mse
  const grid = Array.from({ length: GRID.m * GRID.sigma }, (_, at) => {
    const start = [
      mLow + ((mHigh - mLow) * (at % GRID.m)) / (GRID.m - 1),
      sLow + ((sHigh - sLow) * Math.floor(at / GRID.m)) / (GRID.sigma - 1),
    ] as const
    return { start, value: error(start) }
  })
  const starts = grid.toSorted((a, b) => a.value - b.value).slice(0, STARTS)
  const step = [(mHigh - mLow) / GRID.m, (sHigh - sLow) / GRID.sigma] as const
  const found = starts
    .map(({ start }) => {
      const first = nelderMead(error, start, step)
      // A second search from there, because the first simplex may have collapsed too early.
      return nelderMead(
        error,
        first.at,
        step.map((each) => each / 4),
      )
    })
    .reduce((best, next) => (next.value < best.value ? next : best))
  const [m = 0, logSigma = 0] = found.at
  const sigma = Math.exp(logSigma)
  const { x, mse } = linear(m, logSigma)
  const [c, d] = [(x[1] + x[2]) / 2, (x[1] - x[2]) / 2]
  return { svi: { a: x[0], b: c / sigma, rho: c === 0 ? 0 : d / c, m, sigma }, rmse: Math.sqrt(mse) }
}

/** Volatility of a fitted curve in per cent a year. */
export const fittedIv = (svi: Svi, k: number, years: number): number => 100 * Math.sqrt(totalVariance(svi, k) / years)

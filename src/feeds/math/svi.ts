/**
 * Raw SVI: a curve of total variance over log-moneyness, and the conditions without which it allows arbitrage (methods
 * 5.10).
 */

export interface Svi {
  readonly a: number
  readonly b: number
  readonly rho: number
  readonly m: number
  readonly sigma: number
}

/** w(k) = a + b (ρ (k − m) + sqrt((k − m)² + σ²)), w = σ²T, k = ln(K/F). */
export const totalVariance = ({ a, b, rho, m, sigma }: Svi, k: number): number =>
  a + b * (rho * (k - m) + Math.sqrt((k - m) ** 2 + sigma ** 2))

/** Durrleman's function. It is below zero where the density implied by the curve is below zero. */
export const durrleman = (svi: Svi, k: number): number => {
  const { b, rho, m, sigma } = svi
  const root = Math.sqrt((k - m) ** 2 + sigma ** 2)
  const w = totalVariance(svi, k)
  const first = b * (rho + (k - m) / root)
  const second = (b * sigma ** 2) / root ** 3
  return (1 - (k * first) / (2 * w)) ** 2 - (first ** 2 / 4) * (1 / w + 1 / 4) + second / 2
}

/** k from −1.50 to 1.50 in steps of 0.01. */
const GRID: readonly number[] = Array.from({ length: 301 }, (_, at) => (at - 150) / 100)

/** The smallest value on a grid, and its place. */
const least = (value: (k: number) => number, grid: readonly number[]): { readonly value: number; readonly k: number } =>
  grid.reduce(
    (found, k) => {
      const next = value(k)
      return next < found.value ? { value: next, k } : found
    },
    { value: Infinity, k: Number.NaN },
  )

/** A slice has no butterfly arbitrage if g ≥ 0 and w > 0 on the whole grid. */
export interface Butterfly {
  readonly minG: number
  readonly at: number
  readonly minVariance: number
  readonly isFree: boolean
}

export const butterflyOf = (svi: Svi): Butterfly => {
  const g = least((k) => durrleman(svi, k), GRID)
  const w = least((k) => totalVariance(svi, k), GRID)
  return { minG: g.value, at: g.k, minVariance: w.value, isFree: g.value >= 0 && w.value > 0 }
}

/**
 * How much of the density implied by the curve lies below a margin: the sum of min(0, g − margin)² over the grid; 0 if
 * nothing does.
 */
export const densityBelow = (svi: Svi, margin: number): number => {
  let sum = 0
  for (const k of GRID) {
    // Without variance there is no density: the curve is as wrong there as one whose g is −1.
    const g = totalVariance(svi, k) > 0 ? durrleman(svi, k) : -1
    if (g < margin) sum += (g - margin) ** 2
  }
  return sum
}

/** Two expiries have no calendar arbitrage if the later one's total variance is nowhere below the nearer one's. */
export interface Calendar {
  readonly minDifference: number
  readonly at: number
  readonly isFree: boolean
}

/** @param grid where both are quoted; the whole grid when left out */
export const calendarOf = (near: Svi, far: Svi, grid: readonly number[] = GRID): Calendar => {
  const found = least((k) => totalVariance(far, k) - totalVariance(near, k), grid)
  return { minDifference: found.value, at: found.k, isFree: found.value >= 0 }
}

/** The part of the grid between two bounds, which are included. */
export const gridWithin = (low: number, high: number): readonly number[] => GRID.filter((k) => k >= low && k <= high)

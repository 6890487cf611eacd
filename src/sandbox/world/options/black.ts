/** Prices of options on a forward (Black 1976), without interest. */

/** Standard normal distribution, to seven digits (Abramowitz and Stegun 26.2.17). */
const normal = (x: number): number => {
  const t = 1 / (1 + 0.2316419 * Math.abs(x))
  const tail =
    (Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI)) *
    t *
    (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
  return x >= 0 ? 1 - tail : tail
}

/** The parameters of a price; `sigma` is a fraction a year, `years` have 365 days. */
export interface Terms {
  readonly forward: number
  readonly strike: number
  readonly years: number
  readonly sigma: number
  readonly kind: 'call' | 'put'
}

/** In the currency of the forward, never below zero. */
export const premium = ({ forward, strike, years, sigma, kind }: Terms): number => {
  const spread = sigma * Math.sqrt(years)
  const d1 = Math.log(forward / strike) / spread + spread / 2
  const call = forward * normal(d1) - strike * normal(d1 - spread)
  return Math.max(0, kind === 'call' ? call : call - forward + strike)
}

/** How much the price changes for one unit of the forward. */
export const delta = ({ forward, strike, years, sigma, kind }: Terms): number => {
  const spread = sigma * Math.sqrt(years)
  const call = normal(Math.log(forward / strike) / spread + spread / 2)
  return kind === 'call' ? call : call - 1
}

import { normalCdf, normalDensity } from './normal.ts'

/** Options on a forward (Black 1976), with the units of methods 5.7. */

export interface OptionTerms {
  readonly kind: 'call' | 'put'
  /** In the same currency as the forward. */
  readonly strike: number
  readonly forward: number
  /** In years of 365 days. */
  readonly years: number
  /** As a fraction per year. */
  readonly sigma: number
  /** As a fraction per year; 0 for coin-settled options. */
  readonly rate: number
}

export interface Greeks {
  /** In the currency of the forward. */
  readonly price: number
  readonly d1: number
  readonly d2: number
  /** Per unit of the forward. */
  readonly delta: number
  readonly gamma: number
  /** Per percentage point of volatility. */
  readonly vega: number
  /** Per day. */
  readonly theta: number
  /** Per percentage point of the rate, if the forward moves with the rate. */
  readonly rho: number
  /** Per percentage point of the rate, if the forward stays. */
  readonly rhoFixedForward: number
}

const DAYS_PER_YEAR = 365
const PER_POINT = 100

export const black76 = ({ kind, strike, forward, years, sigma, rate }: OptionTerms): Greeks => {
  const spread = sigma * Math.sqrt(years)
  const d1 = Math.log(forward / strike) / spread + spread / 2
  const d2 = d1 - spread
  const sign = kind === 'call' ? 1 : -1
  const discount = Math.exp(-rate * years)
  const [n1, n2] = [normalCdf(sign * d1), normalCdf(sign * d2)]
  const price = discount * sign * (forward * n1 - strike * n2)
  const density = normalDensity(d1)
  return {
    price,
    d1,
    d2,
    delta: sign * discount * n1,
    gamma: (discount * density) / (forward * spread),
    vega: (discount * forward * density * Math.sqrt(years)) / PER_POINT,
    theta: (rate * price - (discount * forward * density * sigma) / (2 * Math.sqrt(years))) / DAYS_PER_YEAR,
    rho: (sign * strike * years * discount * n2) / PER_POINT,
    rhoFixedForward: (-years * price) / PER_POINT,
  }
}

/** Theta as Deribit reports it: theta of one day, or of the whole remaining life if that is shorter. */
export const reportedTheta = ({ theta }: Pick<Greeks, 'theta'>, years: number): number =>
  theta * Math.min(1, years * DAYS_PER_YEAR)

import { black76, type OptionTerms } from './black76.ts'

/**
 * The volatility at which the Black price equals a given price: Newton steps within a shrinking bracket (methods 5.6).
 */

const LOWEST = 0.01
const HIGHEST = 8
const CLOSE = 1e-10
const MOST_STEPS = 100

/**
 * The volatility as a fraction per year. `null` if the price is at or below intrinsic value, or if no volatility from 1
 * % to 800 % gives it.
 *
 * @param price in the currency of the forward
 */
export const impliedVolatility = (price: number, terms: Omit<OptionTerms, 'sigma'>): number | null => {
  const sign = terms.kind === 'call' ? 1 : -1
  const intrinsic = Math.exp(-terms.rate * terms.years) * Math.max(0, sign * (terms.forward - terms.strike))
  const priced = (sigma: number) => black76({ ...terms, sigma })
  if (!(price > intrinsic) || price < priced(LOWEST).price || price > priced(HIGHEST).price) return null
  let [low, high, sigma] = [LOWEST, HIGHEST, 0.5]
  for (let step = 0; step < MOST_STEPS && high - low > CLOSE; step++) {
    const { price: found, vega } = priced(sigma)
    if (found > price) high = sigma
    else low = sigma
    const next = sigma - (found - price) / (vega * 100)
    if (Math.abs(next - sigma) < CLOSE) return next
    sigma = next > low && next < high ? next : (low + high) / 2
  }
  return sigma
}

import { black76, type OptionTerms } from './black76.ts'

/** The volatility at which a price is Black's, by Newton's steps inside a shrinking bracket (methods 5.6). */

const LOWEST = 0.01
const HIGHEST = 8
const CLOSE = 1e-10
const MOST_STEPS = 100

/**
 * Fraction a year; `null` for a price at or below intrinsic value, and for one that no volatility from 1 % to 800 %
 * makes.
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

import { rounded } from '../../../canonical/measure.ts'
import { DAY_SECONDS } from '../../../time-units.ts'
import { type Sensitivities, sensitivities, straddle } from '../../math/straddle.ts'
import { GREEK_PLACES } from './greek-places.ts'

/** Greeks in the form of a body, from numbers that stand in the same body: so whoever holds it can repeat them. */

/** What they are computed from, as a body prints it. */
export interface PrintedTerms {
  /** Unix seconds. */
  readonly expiry: number
  readonly fetchedAt: number
  /** Dollars. */
  readonly forward: number
  /** Per cent a year. */
  readonly iv: number
}

const YEAR_SECONDS = 365 * DAY_SECONDS

/** The rate that options settled in coins are computed with. */
const RATE = 0

const termsOf = ({ expiry, fetchedAt, forward, iv }: PrintedTerms) => ({
  forward,
  years: (expiry - fetchedAt) / YEAR_SECONDS,
  sigma: iv / 100,
  rate: RATE,
})

const printed = ({ price, delta, gamma, vega, theta, rho }: Sensitivities) => ({
  delta: rounded(delta, GREEK_PLACES.delta),
  gamma: rounded(gamma, GREEK_PLACES.gamma),
  vega: rounded(vega, GREEK_PLACES.rest),
  theta: rounded(theta, GREEK_PLACES.rest),
  rho: rounded(rho, GREEK_PLACES.rest),
  price_usd: rounded(price, GREEK_PLACES.rest),
})

/** Of one option; `null` where it has expired, or where there is no volatility. */
export const optionGreeks = (
  terms: PrintedTerms,
  option: { readonly strike: number; readonly kind: 'call' | 'put' },
) => {
  const found = sensitivities({ ...termsOf(terms), strike: option.strike, kind: option.kind })
  return found && { ...printed(found), price_coin: rounded(found.price / terms.forward, GREEK_PLACES.rest) }
}

/** Of a call and a put at the money; `null` as above. */
export const straddleGreeks = (terms: PrintedTerms) => {
  const found = straddle(termsOf(terms))
  return found && printed(found)
}

/** Days to an expiry, as a body prints them. */
export const daysTo = (expiry: number, fetchedAt: number): number =>
  rounded((expiry - fetchedAt) / DAY_SECONDS, GREEK_PLACES.days)

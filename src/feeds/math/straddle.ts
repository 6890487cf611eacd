import { black76, type Greeks, type OptionTerms, reportedTheta } from './black76.ts'

/** The measures of a position in options that are published, unrounded. Units as in `Greeks`. */
export interface Sensitivities extends Pick<Greeks, 'price' | 'delta' | 'gamma' | 'vega' | 'rho'> {
  /** Of one day, or of the whole remaining life if that is shorter. */
  readonly theta: number
}

/** One option; `null` without time, volatility, strike or forward, because nothing can be computed then. */
export const sensitivities = (terms: OptionTerms): Sensitivities | null => {
  const { strike, forward, years, sigma } = terms
  if (![strike, forward, years, sigma].every((value) => Number.isFinite(value) && value > 0)) return null
  const found = black76(terms)
  const { price, delta, gamma, vega, rho } = found
  return { price, delta, gamma, vega, theta: reportedTheta(found, years), rho }
}

/** A call and a put at the money, both with the strike of the forward (methods 5.7); `null` as for one option. */
export const straddle = (terms: Omit<OptionTerms, 'kind' | 'strike'>): Sensitivities | null => {
  const of = (kind: OptionTerms['kind']) => sensitivities({ ...terms, kind, strike: terms.forward })
  const [call, put] = [of('call'), of('put')]
  return (
    call &&
    put && {
      price: call.price + put.price,
      delta: call.delta + put.delta,
      gamma: call.gamma + put.gamma,
      vega: call.vega + put.vega,
      theta: call.theta + put.theta,
      rho: call.rho + put.rho,
    }
  )
}

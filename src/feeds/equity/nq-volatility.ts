import { linearIndex } from '../indices/linear-index.ts'

export type NqVolatilityKey = 'rv' | 'ts' | 'beta' | 'vvix' | 'mom'

/**
 * The formula of the NQ volatility index (methods 4.4). Momentum counts the other way round: a fall scores. Buyers verify
 * with the same code.
 */
export const NQ_VOLATILITY_INDEX = linearIndex<NqVolatilityKey>({
  rv: { weight: 0.25, places: 4, scale: { lo: 10, hi: 50 } },
  ts: { weight: 0.2, places: 4, scale: { lo: 0.8, hi: 1.2 } },
  beta: { weight: 0.2, places: 4, scale: { lo: 1, hi: 1.8 } },
  vvix: { weight: 0.2, places: 2, scale: { lo: 80, hi: 150 } },
  mom: { weight: 0.15, places: 4, scale: { lo: 5, hi: -10 } },
})

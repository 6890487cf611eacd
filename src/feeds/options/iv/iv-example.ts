import { rounded } from '../../../canonical/measure.ts'
import type { Pair } from '../../prices/pairs.ts'
import { exampleDollars } from '../../prices/price-example.ts'
import { EXAMPLE_AT, EXAMPLE_TICK } from '../../venue-parts.ts'
import type { IvAnswer } from './iv-answer.ts'
import { daysUntil, IV_PLACES, ivMeasures, skewExpiry } from './iv-measures.ts'
import { MAIN_VENUES } from '../chains/main-chain.ts'

/** Plausible values, taken from no venue: volatility of bitcoin at the money, and the future over the spot price. */
const EXPIRIES = [
  ['2026-11-19', 41.2, 1.0003, 64],
  ['2026-11-21', 41.9, 1.0006, 58],
  ['2026-11-27', 43.1, 1.0014, 96],
  ['2026-12-04', 43.6, 1.0026, 88],
  ['2026-12-25', 45.3, 1.006, 118],
  ['2027-01-29', 46.4, 1.012, 82],
  ['2027-03-26', 47.9, 1.021, 112],
  ['2027-06-25', 49, 1.037, 104],
] as const

/** Strikes of the skew expiry over its forward, and their volatility over that at the money. */
const SMILE = [
  [0.6, 1.34],
  [0.7, 1.22],
  [0.78, 1.13],
  [0.85, 1.07],
  [0.91, 1.03],
  [0.96, 1.01],
  [1.01, 1],
  [1.06, 1.005],
  [1.13, 1.02],
  [1.22, 1.06],
  [1.35, 1.13],
  [1.55, 1.24],
] as const

/** The step between strikes of a coin, and its volatility over that of bitcoin. */
const COINS: Readonly<Record<string, { readonly step: number; readonly over: number }>> = {
  BTC: { step: 1_000, over: 1 },
  ETH: { step: 50, over: 1.4 },
}

/** An example answer about any pair: the same surface, with the price and the volatility of its coin. */
export const ivExample = ({ base, domain }: Pair): IvAnswer => {
  const price = exampleDollars(base)
  const { step, over } = COINS[base] ?? { step: 1, over: 1 }
  const expiries = EXPIRIES.filter(([expiry]) => daysUntil(expiry, EXAMPLE_TICK) > 0).map(
    ([expiry, iv, premium, option_count]) => ({
      expiry,
      days: rounded(daysUntil(expiry, EXAMPLE_TICK), IV_PLACES.days),
      atm_iv: rounded(iv * over, IV_PLACES.input),
      forward: rounded(price * premium, IV_PLACES.forward),
      option_count,
      two_sided_share: 1,
    }),
  )
  const skew = skewExpiry(expiries, EXAMPLE_TICK)!
  const smile = SMILE.map(([place, wing]) => ({
    strike: Math.round((skew.forward * place) / step) * step,
    iv: rounded(skew.atm_iv * wing, IV_PLACES.input),
  }))
  const { bracketed, ...numbers } = ivMeasures({ fetched_at: EXAMPLE_TICK, expiries, smile })!
  return {
    pair: domain,
    ...numbers,
    skew_expiry: skew.expiry,
    expiries,
    smile,
    option_count: expiries.reduce((sum, { option_count }) => sum + option_count, 0),
    sources: MAIN_VENUES.slice(0, 1),
    exchange_count: 1,
    missing: [],
    confidence: 1,
    degraded: !bracketed,
    observed_at: EXAMPLE_AT,
    fetched_at: EXAMPLE_TICK,
  }
}

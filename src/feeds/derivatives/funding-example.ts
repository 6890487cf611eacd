import { rounded } from '../../canonical/measure.ts'
import { annualizedPct, fundingWeights } from '../math/funding.ts'
import { median } from '../math/robust.ts'
import type { Subject } from '../subject.ts'
import { EXAMPLE_AT } from '../venue-parts.ts'
import { type FundingAnswer, PLACES } from './funding-answer.ts'
import { exampleCoin } from './perpetual-example.ts'
import type { NextBasis } from './perpetual.ts'
import { predictedFrom } from './predicted-funding.ts'
import { PERPETUAL_PARTS } from './venue-contracts.ts'

const SETTLES = 1_795_017_600

type Row = readonly [
  exchange: string,
  hours: number,
  rate: number,
  next8h: number,
  basis: NextBasis,
  settles: boolean,
  hasIndex: boolean,
  oi: number,
]

/** Plausible values, taken from no venue: rates per interval, and open interest in billions of dollars for bitcoin. */
const ROWS: readonly Row[] = [
  ['binance', 8, 0.0001, 0.0001, 'current', true, true, 8.1],
  ['bitget', 8, 0.000082, 0.000082, 'current', true, true, 2.6],
  ['bybit', 8, 0.000091, 0.000091, 'current', true, true, 4.4],
  ['deribit', 8, 0.0000712, 0.0001, 'premium', false, true, 1],
  ['dydx', 1, 0.000008625, 0.000069, 'current', false, false, 0.04],
  ['gateio', 8, 0.000086, 0.00009, 'estimate', true, true, 3.1],
  ['hyperliquid', 1, 0.0000125, 0.0001, 'current', false, true, 3.3],
  ['kraken', 1, 0.0000098, 0.0000791, 'estimate', false, true, 0.3],
  ['okx', 8, 0.000084, 0.000084, 'current', true, true, 2.9],
]

/** An example answer for any subject: the same rates, with the price and size of its coin. */
export const fundingExample = (subject: Subject): FundingAnswer => {
  const { price, size } = exampleCoin(subject)
  const voices = ROWS.map(([exchange, hours, rate, next8h, basis, , , billions]) => ({
    exchange,
    next: { rate8h: next8h, basis },
    rate8h: rounded((rate * 8) / hours, PLACES.rate8h),
    openInterestUsd: Math.round(billions * size * 1e9),
  }))
  const weights = fundingWeights(voices)
  const predicted = predictedFrom(voices)!
  const composite = 0.000091
  return {
    pair: subject.domain,
    composite_rate_8h: composite,
    regime: 'NEUTRAL',
    zscore_3d: 0.4132,
    predicted_rate_8h: rounded(predicted.rate8h, PLACES.rate8h),
    predicted_basis: predicted.basis,
    predicted_current_share: rounded(predicted.currentShare, PLACES.weight),
    annualized_pct: rounded(annualizedPct(composite), PLACES.pct),
    median_rate_8h: median(voices.map(({ rate8h }) => rate8h)),
    divergence: { bps: 0.31, highest: 'binance', lowest: 'dydx', flagged: false },
    history_hours: 72,
    exchanges: ROWS.map(([exchange, hours, rate, next8h, basis, settles, hasIndex], at) => ({
      exchange,
      rate,
      interval_hours: hours,
      rate_8h: voices[at]?.rate8h ?? 0,
      next_rate_8h: next8h,
      next_rate_basis: basis,
      next_funding_time: settles ? SETTLES : null,
      mark: price,
      index: hasIndex ? price : null,
      open_interest_usd: voices[at]?.openInterestUsd ?? 0,
      weight: rounded(weights[at] ?? 0, PLACES.weight),
      observed_at: EXAMPLE_AT,
    })),
    ...PERPETUAL_PARTS.example,
  }
}

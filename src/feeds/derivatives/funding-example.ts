import { rounded } from '../../canonical/measure.ts'
import { annualizedPct, fundingWeights } from '../math/funding.ts'
import { median } from '../math/robust.ts'
import type { Subject } from '../subject.ts'
import { EXAMPLE_AT } from '../venue-parts.ts'
import { type FundingAnswer, PLACES } from './funding-answer.ts'
import { exampleCoin, examplePerpetuals } from './perpetual-example.ts'
import { predictedFrom } from './predicted-funding.ts'
import { PERPETUAL_PARTS } from './venue-contracts.ts'

const SETTLES = 1_795_017_600

/** An example answer for any subject: the same rates, with the price and size of its coin. */
export const fundingExample = (subject: Subject): FundingAnswer => {
  const { price } = exampleCoin(subject)
  const voices = examplePerpetuals(subject).map((each) => ({
    ...each,
    rate8h: rounded(each.rate8h, PLACES.rate8h),
    openInterestUsd: Math.round(each.openInterestUsd),
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
    exchanges: voices.map((voice, at) => ({
      exchange: voice.exchange,
      rate: voice.rate,
      interval_hours: voice.intervalHours,
      rate_8h: voice.rate8h,
      next_rate_8h: voice.next.rate8h,
      next_rate_basis: voice.next.basis,
      next_funding_time: voice.settles ? SETTLES : null,
      mark: price,
      index: voice.markOverIndex === null ? null : price,
      open_interest_usd: voice.openInterestUsd,
      weight: rounded(weights[at] ?? 0, PLACES.weight),
      observed_at: EXAMPLE_AT,
    })),
    ...PERPETUAL_PARTS.example,
  }
}

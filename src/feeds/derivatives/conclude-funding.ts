import { rounded, roundedOrNull } from '../../canonical/measure.ts'
import { inSeconds } from '../../time-units.ts'
import type { Conclusion, Declined, TickContext } from '../feed.ts'
import { annualizedPct, compositeRate, divergenceBps, fundingWeights } from '../math/funding.ts'
import { median } from '../math/robust.ts'
import type { Subject } from '../subject.ts'
import { type FundingAnswer, PLACES } from './funding-answer.ts'
import type { FundingCarry } from './funding-carry.ts'
import { fundingRegime } from './funding-regime.ts'
import { fundingScore, hourlyComposites, type VenueFunding, venueFundings } from './funding.ts'
import { assetOfSubject } from './perpetual-subjects.ts'
import { predictedFrom } from './predicted-funding.ts'
import { PERPETUAL_PARTS } from './venue-contracts.ts'

/** If the venues' rates differ by more than this, in basis points per eight hours, the answer sets a flag. */
export const DIVERGENCE_FLAG_BPS = 5

const exchangeOf = (venue: VenueFunding, weight: number): FundingAnswer['exchanges'][number] => ({
  exchange: venue.exchange,
  rate: rounded(venue.rate, PLACES.rate),
  interval_hours: venue.intervalHours,
  rate_8h: rounded(venue.rate8h, PLACES.rate8h),
  next_rate_8h: roundedOrNull(venue.next?.rate8h ?? null, PLACES.rate8h),
  next_rate_basis: venue.next?.basis ?? null,
  next_funding_time: venue.nextAt === null ? null : inSeconds(venue.nextAt),
  mark: venue.mark,
  index: venue.index,
  open_interest_usd: Math.round(venue.openInterestUsd),
  weight: rounded(weight, PLACES.weight),
  observed_at: inSeconds(venue.at),
})

const extremesOf = (venues: readonly VenueFunding[]): FundingAnswer['divergence'] => {
  const sorted = venues.toSorted((a, b) => a.rate8h - b.rate8h)
  const bps = rounded(divergenceBps(venues), PLACES.bps)
  return {
    bps,
    highest: sorted.at(-1)?.exchange ?? '',
    lowest: sorted[0]?.exchange ?? '',
    flagged: bps > DIVERGENCE_FLAG_BPS,
  }
}

/** The funding of one coin over all venues, or why there is no answer. */
export const concludeFunding = (
  subject: Subject,
  context: TickContext,
): Conclusion<FundingAnswer, FundingCarry> | Declined => {
  const { now, boards } = context
  const venues = venueFundings(boards, assetOfSubject(subject), now)
  const tooFew = PERPETUAL_PARTS.tooFew(venues, context.quorum)
  if (tooFew) return tooFew

  const composite = compositeRate(venues)
  const history = hourlyComposites(venues, now, PERPETUAL_PARTS.need(context.quorum))
  const zscore = fundingScore(history, composite)
  const next = predictedFrom(venues)
  const predicted = next?.rate8h ?? null
  const weights = fundingWeights(venues)
  const parts = PERPETUAL_PARTS.values(venues, now)
  // The regime is computed from the signed rate, so that a buyer can compute it again from the signed string alone.
  const signedRate = rounded(composite, PLACES.rate8h)
  return {
    kind: 'concluded',
    content: {
      pair: subject.domain,
      composite_rate_8h: signedRate,
      regime: fundingRegime(signedRate),
      zscore_3d: roundedOrNull(zscore, PLACES.zscore),
      predicted_rate_8h: roundedOrNull(predicted, PLACES.rate8h),
      predicted_basis: next?.basis ?? null,
      predicted_current_share: roundedOrNull(next?.currentShare ?? null, PLACES.weight),
      annualized_pct: rounded(annualizedPct(composite), PLACES.pct),
      median_rate_8h: rounded(median(venues.map((venue) => venue.rate8h)), PLACES.rate8h),
      divergence: extremesOf(venues),
      history_hours: history.length,
      exchanges: venues.map((venue, at) => exchangeOf(venue, weights[at] ?? 0)),
      ...parts,
    },
    carry: {
      composite,
      predicted,
      zscore,
      divergenceBps: divergenceBps(venues),
      confidence: PERPETUAL_PARTS.confidence(venues, now),
      sources: parts.sources,
    },
  }
}

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

/** Venues further apart than this, in basis points per eight hours, are told apart in the answer. */
export const DIVERGENCE_FLAG_BPS = 5

const exchangeOf = (member: VenueFunding, weight: number): FundingAnswer['exchanges'][number] => ({
  exchange: member.exchange,
  rate: rounded(member.rate, PLACES.rate),
  interval_hours: member.intervalHours,
  rate_8h: rounded(member.rate8h, PLACES.rate8h),
  next_rate_8h: roundedOrNull(member.next?.rate8h ?? null, PLACES.rate8h),
  next_rate_basis: member.next?.basis ?? null,
  next_funding_time: member.nextAt === null ? null : inSeconds(member.nextAt),
  mark: member.mark,
  index: member.index,
  open_interest_usd: Math.round(member.openInterestUsd),
  weight: rounded(weight, PLACES.weight),
  observed_at: inSeconds(member.at),
})

const extremesOf = (members: readonly VenueFunding[]): FundingAnswer['divergence'] => {
  const sorted = members.toSorted((a, b) => a.rate8h - b.rate8h)
  const bps = rounded(divergenceBps(members), PLACES.bps)
  return {
    bps,
    highest: sorted.at(-1)?.exchange ?? '',
    lowest: sorted[0]?.exchange ?? '',
    flagged: bps > DIVERGENCE_FLAG_BPS,
  }
}

/** The funding of one coin over all venues, or why there is none. */
export const concludeFunding = (
  subject: Subject,
  look: TickContext,
): Conclusion<FundingAnswer, FundingCarry> | Declined => {
  const { now, boards } = look
  const members = venueFundings(boards, assetOfSubject(subject), now)
  const tooFew = PERPETUAL_PARTS.tooFew(members, look.quorum)
  if (tooFew) return tooFew

  const composite = compositeRate(members)
  const history = hourlyComposites(members, now, PERPETUAL_PARTS.need(look.quorum))
  const zscore = fundingScore(history, composite)
  const next = predictedFrom(members)
  const predicted = next?.rate8h ?? null
  const weights = fundingWeights(members)
  const venues = PERPETUAL_PARTS.values(members, now)
  // The regime follows the printed rate, so that a buyer finds it again from the signed string alone.
  const printed = rounded(composite, PLACES.rate8h)
  return {
    kind: 'concluded',
    content: {
      pair: subject.domain,
      composite_rate_8h: printed,
      regime: fundingRegime(printed),
      zscore_3d: roundedOrNull(zscore, PLACES.zscore),
      predicted_rate_8h: roundedOrNull(predicted, PLACES.rate8h),
      predicted_basis: next?.basis ?? null,
      predicted_current_share: roundedOrNull(next?.currentShare ?? null, PLACES.weight),
      annualized_pct: rounded(annualizedPct(composite), PLACES.pct),
      median_rate_8h: rounded(median(members.map((member) => member.rate8h)), PLACES.rate8h),
      divergence: extremesOf(members),
      history_hours: history.length,
      exchanges: members.map((member, at) => exchangeOf(member, weights[at] ?? 0)),
      ...venues,
    },
    carry: {
      composite,
      predicted,
      zscore,
      divergenceBps: divergenceBps(members),
      confidence: PERPETUAL_PARTS.confidence(members, now),
      sources: venues.sources,
    },
  }
}

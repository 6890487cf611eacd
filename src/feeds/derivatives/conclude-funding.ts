import { rounded } from '../../canonical/measure.ts'
import { PERPETUAL_BOARDS } from '../boards/perpetual-boards.ts'
import type { Conclusion, Declined, Look } from '../feed.ts'
import { freshness } from '../math/freshness.ts'
import { annualizedPct, compositeRate, divergenceBps, fundingWeights } from '../math/funding.ts'
import { median } from '../math/robust.ts'
import type { Subject } from '../subject.ts'
import { type FundingAnswer, PLACES } from './funding-answer.ts'
import type { FundingCarry } from './funding-carry.ts'
import { fundingRegime } from './funding-regime.ts'
import { FUNDING_QUORUM, fundingScore, hourlyComposites, type Member, membersOf } from './funding.ts'
import { PERPETUAL_LIFETIME } from './perpetual.ts'
import { assetOfSubject } from './perpetual-subjects.ts'
import { predictedFrom } from './predicted-funding.ts'

/** Venues further apart than this, in basis points per eight hours, are told apart in the answer. */
export const DIVERGENCE_FLAG_BPS = 5

const seconds = (ms: number): number => Math.floor(ms / 1000)
const maybe = (value: number | null, places: number): number | null => (value === null ? null : rounded(value, places))

const exchangeOf = (member: Member, weight: number): FundingAnswer['exchanges'][number] => ({
  exchange: member.exchange,
  rate: rounded(member.rate, PLACES.rate),
  interval_hours: member.intervalHours,
  rate_8h: rounded(member.rate8h, PLACES.rate8h),
  next_rate_8h: maybe(member.next?.rate8h ?? null, PLACES.rate8h),
  next_rate_basis: member.next?.basis ?? null,
  next_funding_time: member.nextAt === null ? null : seconds(member.nextAt),
  mark: member.mark,
  index: member.index,
  open_interest_usd: Math.round(member.openInterestUsd),
  weight: rounded(weight, PLACES.weight),
  observed_at: seconds(member.at),
})

/** Coverage times mean freshness of the venues used (methods 0.3). */
const confidenceOf = (members: readonly Member[], now: number): number => {
  const fresh = members.map(({ at }) => freshness((now - at) / 1000, PERPETUAL_LIFETIME))
  return fresh.reduce((sum, each) => sum + each, 0) / PERPETUAL_BOARDS.size
}

const extremesOf = (members: readonly Member[]): FundingAnswer['divergence'] => {
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
export const concludeFunding = (subject: Subject, look: Look): Conclusion<FundingAnswer, FundingCarry> | Declined => {
  const { now, boards } = look
  const quorum = Math.max(1, look.quorum ?? FUNDING_QUORUM)
  const members = membersOf(boards, assetOfSubject(subject), now)
  if (members.length < quorum) return { kind: 'quorum_missed', have: members.length, need: quorum }

  const composite = compositeRate(members)
  const history = hourlyComposites(members, now, quorum)
  const zscore = fundingScore(history, composite)
  const next = predictedFrom(members)
  const predicted = next?.rate8h ?? null
  const weights = fundingWeights(members)
  const used = members.map(({ exchange }) => exchange)
  const confidence = confidenceOf(members, now)
  // The regime follows the printed rate, so that a buyer finds it again from the signed string alone.
  const printed = rounded(composite, PLACES.rate8h)
  return {
    kind: 'concluded',
    content: {
      pair: subject.domain,
      composite_rate_8h: printed,
      regime: fundingRegime(printed),
      zscore_3d: maybe(zscore, PLACES.zscore),
      predicted_rate_8h: maybe(predicted, PLACES.rate8h),
      predicted_basis: next?.basis ?? null,
      predicted_current_share: maybe(next?.currentShare ?? null, PLACES.weight),
      annualized_pct: rounded(annualizedPct(composite), PLACES.pct),
      median_rate_8h: rounded(median(members.map((member) => member.rate8h)), PLACES.rate8h),
      divergence: extremesOf(members),
      history_hours: history.length,
      exchanges: members.map((member, at) => exchangeOf(member, weights[at] ?? 0)),
      exchange_count: members.length,
      missing: [...PERPETUAL_BOARDS.keys()].filter((name) => !used.includes(name)).toSorted(),
      sources: used,
      confidence: rounded(confidence, PLACES.confidence),
      observed_at: seconds(Math.min(...members.map(({ at }) => at))),
      fetched_at: seconds(now),
    },
    carry: { composite, predicted, zscore, divergenceBps: divergenceBps(members), confidence, sources: [...used] },
  }
}

import type { PerpetualAsset } from '../../sources/perpetual.ts'
import { FUNDING_PAID_BOARDS } from '../boards/funding-paid-boards.ts'
import type { Boards } from '../board.ts'
import { compositeRate, FUNDING_HOURS, type FundingVoice, predictedFunding, rate8h } from '../math/funding.ts'
import { zScore } from '../math/zscore.ts'
import { type HourRow, hoursBefore, withHistory } from './hourly.ts'
import { type NextRate, type Perpetual, perpetualIn } from './perpetual.ts'
import type { PremiumMean } from './premium.ts'
import { venueContracts } from './venue-contracts.ts'

/** One venue's contract at this tick. */
export interface VenueFunding extends Perpetual {
  readonly exchange: string
  /** The rate that the venue expects, or the rate that follows from its premium. */
  readonly next: NextRate | null
  /** Observed hours, and the hours between them filled from paid rates. */
  readonly rows: readonly HourRow[]
}

/** With fewer hours than this there is no score. */
const SCORE_HOURS = 24
/**
 * Two hundredths of a basis point. Without a floor, three days of an unchanged rate would divide by a deviation of
 * zero.
 */
const SD_FLOOR = 2e-6

const premiumRate = (premium: PremiumMean | undefined): NextRate | null =>
  premium ? { rate8h: rate8h(predictedFunding(premium.mean), FUNDING_HOURS), basis: 'premium' } : null

/** The venues with a fresh and complete contract on a coin, by name. */
export const venueFundings = (boards: Boards, asset: PerpetualAsset, now: number): readonly VenueFunding[] =>
  venueContracts({ boards, now }, asset).flatMap(({ exchange, facts, kept }): readonly VenueFunding[] => {
    const found = perpetualIn(facts)
    if (!found) return []
    const paid = boards.read(FUNDING_PAID_BOARDS.get(exchange)!)?.paid[asset] ?? []
    const rows = withHistory(kept.rows, paid, now)
    return [{ ...found, exchange, next: found.next ?? premiumRate(kept.premium), rows }]
  })

/**
 * The composites of the hours before this one, oldest first; hours below the quorum are left out. In an hour that was
 * filled from paid rates, a venue has the weight of its present open interest.
 */
export const hourlyComposites = (venues: readonly VenueFunding[], now: number, quorum: number): readonly number[] => {
  const byHour = Map.groupBy(
    venues.flatMap(({ rows, openInterestUsd }) => rows.map((row) => ({ today: openInterestUsd, ...row }))),
    ({ hour }) => hour,
  )
  return hoursBefore(now).flatMap((hour) => {
    const voices = (byHour.get(hour) ?? []).map((row): FundingVoice => ({
      rate8h: row.rate8h,
      openInterestUsd: row.openInterestUsd ?? row.today,
    }))
    return voices.length < quorum ? [] : [compositeRate(voices)]
  })
}

/** The z-score of the rate against those of three days; `null` below twenty-four hours. */
export const fundingScore = (history: readonly number[], current: number): number | null =>
  history.length < SCORE_HOURS ? null : zScore(history, current, SD_FLOOR).z

import { NAMED_FORWARD_BOARDS } from '../boards/option-boards.ts'
import { FUNDING } from '../derivatives/funding-carry.ts'
import type { TickContext } from '../feed.ts'
import { spreadPct } from '../math/spread.ts'
import { believedChains } from '../options/chains/believed-chains.ts'
import type { Pair } from '../prices/pairs.ts'
import { oldest, spotInUsd } from '../prices/spot-legs.ts'
import type { Ballot } from '../prices/votes.ts'
import { freshnessAt, LIFETIMES } from '../lifetimes.ts'
import { fundingReading } from './funding-reading.ts'
import { optionReadings } from './option-readings.ts'
import type { ComponentReading } from '../reading.ts'
import { SENTIMENT_OPTIONS, type SentimentKey } from './sentiment.ts'
import { type SkewReading, skewReading } from './skew-reading.ts'

/** The inputs of the sentiment index (methods 3), unrounded. */
export interface SentimentReadings extends Readonly<Record<SentimentKey, ComponentReading | null>> {
  readonly skew: SkewReading | null
}

/**
 * How far the venues of the agreed price lie apart, in per cent. Venues that the agreement left out do not count: one
 * wrong venue is no dispersion. A range is as old as the oldest of its votes.
 */
const basisReading = ({ agreement }: Ballot, now: number): ComponentReading | null => {
  const at = oldest(agreement.used)
  const fresh = freshnessAt(at, now, LIFETIMES.coinPrice)
  if (fresh === 0) return null
  return {
    value: spreadPct(agreement.used.map(({ price }) => price)),
    confidence: (agreement.used.length / agreement.configured) * fresh,
    isFallback: false,
    sources: agreement.used.map(({ source }) => source).toSorted(),
    at,
  }
}

export const sentimentReadings = (
  { base, key }: Pick<Pair, 'base' | 'key'>,
  context: TickContext,
): SentimentReadings => {
  const { boards, now } = context
  const ballot = spotInUsd(context, base)
  const spot = ballot.kind === 'ballot' ? ballot.agreement.value : null
  const chains = believedChains(NAMED_FORWARD_BOARDS, boards, base, spot, now)
  const { pcr, ts } = optionReadings(chains, now, SENTIMENT_OPTIONS)
  return {
    fr: fundingReading(context.earlier(FUNDING, key), now),
    skew: skewReading(chains, now),
    pcr,
    ts,
    basis: ballot.kind === 'ballot' ? basisReading(ballot, now) : null,
  }
}

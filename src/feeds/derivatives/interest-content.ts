import { rounded, roundedOrNull } from '../../canonical/measure.ts'
import { PERPETUAL_VENUES } from '../../sources/perpetuals/venues.ts'
import { inSeconds } from '../../time-units.ts'
import { coverageOf, deltaPct, isComparable, type Span, venuesInBoth } from '../math/open-interest.ts'
import { sum } from '../math/sums.ts'
import { type InterestAnswer, INTEREST_PLACES } from './interest-answer.ts'
import { PERPETUAL_PARTS } from './venue-contracts.ts'

/** The body of open interest from its venues. The example and the verifier use the same functions as the feed. */

/** An amount at one time. */
export interface Amount {
  readonly coins: number
  /** Whole dollars. */
  readonly usd: number
}

/** One venue's open positions, one side, now and before. */
export interface VenueInterest extends Amount {
  readonly exchange: string
  readonly native: number
  readonly unit: 'coins' | 'usd'
  readonly mark: number
  /** Unix milliseconds. */
  readonly at: number
  readonly before: Readonly<Record<Span, Amount | null>>
}

const DISPUTED = PERPETUAL_VENUES.filter(({ disputedSides }) => disputedSides).map(({ name }) => name)

/** Whole dollars of what a venue says. Rounded first, so that the sum follows from the printed parts. */
export const dollarsOf = (native: number, unit: 'coins' | 'usd', mark: number): number =>
  Math.round(unit === 'usd' ? native : native * mark)

const shareOf = (usd: number, total: number): number => rounded(usd / total, INTEREST_PLACES.share)

type Row = InterestAnswer['exchanges'][number]

/** A change over one span and its venues, from printed rows. */
export const changeOf = (rows: readonly Pick<Row, 'exchange' | 'oi_usd' | 'before_usd'>[], span: Span) => {
  const compared = rows.map(({ exchange, oi_usd: now, before_usd: before }) => ({
    exchange,
    now,
    before: before[span],
  }))
  const pct = isComparable(compared) ? deltaPct(compared) : null
  return {
    pct: roundedOrNull(pct, INTEREST_PLACES.pct),
    unrounded: pct,
    venues: venuesInBoth(compared).map(({ exchange }) => exchange),
  }
}

/** The share of the usual market, from printed amounts. */
export const printedCoverage = (usual: Readonly<Record<string, number>>, used: readonly string[]): number =>
  rounded(coverageOf(usual, used, PERPETUAL_PARTS.venues), INTEREST_PLACES.share)

/** The fields that are made of the venues' amounts. */
export const interestContent = (venues: readonly VenueInterest[], usual: Readonly<Record<string, number>>) => {
  const total = sum(venues.map(({ usd }) => usd))
  const exchanges = venues.map(({ exchange, native, unit, usd, mark, at, before }): Row => ({
    exchange,
    oi_native: native,
    unit,
    oi_usd: usd,
    mark,
    sides: DISPUTED.includes(exchange) ? 'disputed' : 'one',
    share: shareOf(usd, total),
    before_usd: { '1h': before['1h']?.usd ?? null, '4h': before['4h']?.usd ?? null, '24h': before['24h']?.usd ?? null },
    observed_at: inSeconds(at),
  }))
  const [hour, four, day] = [changeOf(exchanges, '1h'), changeOf(exchanges, '4h'), changeOf(exchanges, '24h')]
  return {
    total_oi_usd: total,
    total_oi_coins: rounded(sum(venues.map(({ coins }) => coins)), INTEREST_PLACES.coins),
    delta_1h_pct: hour.pct,
    delta_4h_pct: four.pct,
    delta_24h_pct: day.pct,
    delta_venues: { '1h': [...hour.venues], '4h': [...four.venues], '24h': [...day.venues] },
    exchanges,
    coverage: printedCoverage(
      usual,
      venues.map(({ exchange }) => exchange),
    ),
    usual_usd: { ...usual },
  } satisfies Partial<InterestAnswer>
}

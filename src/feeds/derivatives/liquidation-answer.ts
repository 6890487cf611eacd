import { Type } from '@sinclair/typebox'
import { fixed } from '../../canonical/decimal.ts'
import { rounded } from '../../canonical/measure.ts'
import { decimal, oneOf } from '../../canonical/token.ts'
import { inSeconds } from '../../time-units.ts'
import { number, share, word } from '../answer-fields.ts'
import { DOMINANT_SIDES, dominantSideOf, imbalanceOf } from '../math/liquidations.ts'
import {
  type HeardVenue,
  type HeardVenues,
  LEAST_LISTENED,
  LISTENED_PLACES,
  VENUE_STATUSES,
} from './liquidation-venues.ts'

/** The parts that all answers about liquidations share. Dollar amounts are decimal text. */

export const usd = (description: string) => Type.String({ description: `${description}, dollars, decimal text` })

const Side = word(['long', 'short'], 'Of the position that was closed, not of the order that closed it')

const DominantSideSchema = word(DOMINANT_SIDES, 'By notional; neutral within 10 % of balance')

const Largest = Type.Union([
  Type.Object({
    exchange: Type.String(),
    side: Side,
    usd: usd('Notional'),
    price: Type.String({ description: 'Fill or bankruptcy price, as the venue publishes, decimal text' }),
    time: Type.Integer({ description: "Unix seconds, by the venue's clock" }),
  }),
  Type.Null(),
])

const Exchanges = Type.Array(
  Type.Object({
    exchange: Type.String(),
    long_usd: usd('Longs closed by force'),
    short_usd: usd('Shorts closed by force'),
    event_count: Type.Integer(),
    coverage: word(
      ['full', 'sampled'],
      'Whether the venue publishes every liquidation, or at most one per symbol and second',
    ),
    listened: number('Share of the window in which this venue was heard, 0 to 1'),
    status: word(
      VENUE_STATUSES,
      'silent: connected, and no liquidation of any symbol for 15 minutes; partial: listened below 1',
    ),
  }),
  { description: 'The venues that are heard; one that is not is missing' },
)

/** How far the numbers can be trusted: the same fields in all these answers. */
const Trust = {
  lower_bound: Type.Literal(true, {
    description: 'Always: venues publish samples, and what was not heard is not in the sums',
  }),
  listened: Type.Number({
    minimum: LEAST_LISTENED,
    maximum: 1,
    description: 'Share of the window that was heard, mean over all venues; one that is missing counts 0',
  }),
  confidence: share('Listened share and freshness over all venues'),
  degraded: Type.Boolean({ description: 'A venue is missing, silent, or was not heard in part of the window' }),
  observed_at: Type.Integer({ description: 'Unix seconds of the oldest last sign of life among the venues' }),
}

/** The sums of the window: the same fields in all these answers. */
export const LiquidationSums = {
  long_usd: usd('Longs closed by force'),
  short_usd: usd('Shorts closed by force'),
  imbalance: Type.Number({ minimum: -1, maximum: 1, description: '(long - short) / (long + short)' }),
  dominant_side: DominantSideSchema,
  event_count: Type.Integer(),
  largest: Largest,
}

/** Which venues were received, and how far that can be trusted: the same fields in all these answers. */
export const HeardFields = { exchanges: Exchanges, sources: Type.Array(Type.String()), ...Trust }

/** One venue's sums over a window. */
export interface VenueSums {
  readonly longUsd: number
  readonly shortUsd: number
  readonly count: number
}

export const exchangeRow = (venue: HeardVenue, { longUsd, shortUsd, count }: VenueSums) => ({
  exchange: venue.name,
  long_usd: fixed(longUsd, 2),
  short_usd: fixed(shortUsd, 2),
  event_count: count,
  coverage: venue.coverage,
  listened: rounded(venue.listened, LISTENED_PLACES),
  status: venue.status,
})

/** The largest position among all venues, or `null`. */
const largestOf = (
  found: readonly {
    readonly exchange: string
    readonly side: 'long' | 'short'
    readonly usd: number
    readonly price: number
    readonly at: number
  }[],
) => {
  const [first] = found.toSorted((a, b) => b.usd - a.usd)
  if (!first) return null
  const { exchange, side, at } = first
  return {
    exchange,
    side,
    usd: fixed(first.usd, 2),
    price: fixed(first.price, 2),
    time: inSeconds(at),
  }
}

/** The values of the sums in an answer: the same fields in all these answers. */
export const sumsPart = (
  longUsd: number,
  shortUsd: number,
  rows: readonly ReturnType<typeof exchangeRow>[],
  largest: Parameters<typeof largestOf>[0],
) => {
  const imbalance = imbalanceOf(longUsd, shortUsd)
  return {
    long_usd: fixed(longUsd, 2),
    short_usd: fixed(shortUsd, 2),
    imbalance: Number(fixed(imbalance, 4)),
    dominant_side: dominantSideOf(imbalance),
    event_count: rows.reduce((sum, row) => sum + row.event_count, 0),
    largest: largestOf(largest),
  }
}

const trustOf = ({ venues, listened, confidence, isDegraded }: HeardVenues) => ({
  lower_bound: true as const,
  listened,
  confidence: Number(fixed(confidence, 2)),
  degraded: isDegraded,
  observed_at: inSeconds(Math.min(...venues.map(({ heardAt }) => heardAt))),
})

export const heardPart = (rows: readonly ReturnType<typeof exchangeRow>[], heard: HeardVenues) => ({
  exchanges: [...rows],
  sources: rows.map(({ exchange }) => exchange).toSorted(),
  ...trustOf(heard),
})

/** The sums in the canonical string. Every free copy repeats them too. */
export const SUMS_TOKENS = { long_usd: decimal, short_usd: decimal, dominant_side: oneOf(...DOMINANT_SIDES) } as const

/** The fields about received venues that a free copy repeats. */
export const HEARD_IN_SHORT = ['sources', 'listened', 'confidence', 'degraded'] as const

export const SUMS_EXAMPLE = {
  long_usd: '4100250.75',
  short_usd: '1200100.00',
  imbalance: 0.5472,
  dominant_side: 'long' as const,
  event_count: 212,
  largest: { exchange: 'bybit', side: 'long' as const, usd: '420000.00', price: '83950.50', time: 1_794_999_000 },
}

export const HEARD_EXAMPLE = {
  exchanges: [
    {
      exchange: 'bybit',
      long_usd: '4100250.75',
      short_usd: '1200100.00',
      event_count: 212,
      coverage: 'full' as const,
      listened: 1,
      status: 'live' as const,
    },
  ],
  sources: ['binance', 'bybit', 'okx'],
  lower_bound: true as const,
  listened: 1,
  confidence: 1,
  degraded: false,
  observed_at: 1_795_000_000,
}

export const NOTES = {
  events:
    'positions closed by force, from public sockets: Binance USD-M (filled size at the average price), Bybit linear and OKX perpetuals (bankruptcy price); USDT and USDC count as dollars',
  lowerBound:
    'Binance and OKX publish at most one liquidation per symbol and second: totals are lower bounds, and clustering and bursts are measured relative to the hour',
  silence:
    'a socket without a sign of life for 20 s is dropped and opened again, one without any liquidation of any symbol for 15 minutes too; times that were not heard are gaps, and lower listened and confidence',
  listened: 'share of the window in which a liquidation would have been heard, mean over all venues',
  leastListened: LEAST_LISTENED,
  unsold: 'a window of which less than leastListened was heard is not sold: 503 with listened, and no charge',
  confidence: 'mean over the venues of listened share * freshness (60 s to 300 s) * 0.5 while silent',
} as const

import { Type } from '@sinclair/typebox'
import type { Json } from '../../canonical/jcs.ts'
import { DAY_SECONDS, HOUR_SECONDS } from '../../time-units.ts'
import { word } from '../answer-fields.ts'
import { actorId } from '../feed.ts'
import { SOLD_DAYS } from '../keeping.ts'
import { type CandleBar, rollUp } from '../math/candles.ts'
import { spot } from '../prices/spot.feed.ts'
import type { Subject } from '../subject.ts'
import { TARIFF } from '../tariff.ts'
import type { ComputedFeed, SpanRequest } from './computed.ts'
import { MINUTE_QUORUM } from './minute-fill.ts'
import { spacedAnswer, spacedTokens } from './spaced-rows.ts'
import { SPOT_HISTORY_LAYOUT } from './spot-history-layout.ts'
import { INTERVAL_NAMES, INTERVALS, type Interval } from './intervals.ts'
import { lastHours, MOST_ROWS, readRange, TO } from './time-range.ts'

/** Candles from the prices that we published, and from exchanges for the time before our first price. */

const Row = Type.Object({
  t: Type.Integer({ description: 'Unix seconds at which the candle begins, a UTC multiple of the interval' }),
  o: Type.String(),
  h: Type.String(),
  l: Type.String(),
  c: Type.String(),
  v: Type.Union([Type.String(), Type.Null()], {
    description: 'What exchanges traded in it, in coins; null where that is not known of all of it',
  }),
  n: Type.Integer({ description: 'How many published prices it is made of' }),
  origin: word(
    ['published', 'exchange', 'mixed'],
    'Our own medians; candles of exchanges from before our first one; or some of both',
  ),
})

const isMinutes = (interval: string): boolean => INTERVALS[interval as Interval] < HOUR_SECONDS

/**
 * The arguments for reading the bars of the requested candles. The last candle belongs to the range if it begins in it,
 * and is read to its own end.
 */
const partsOf = ({ key }: Subject, { from, to, interval = '1h' }: SpanRequest) => {
  const step = INTERVALS[interval as Interval]
  return [
    `${spot.id}/${key}`,
    isMinutes(interval) ? 60 : HOUR_SECONDS,
    from,
    Math.floor(to / step) * step + step - 1,
  ] as const
}

const originOf = ({ n, filled }: CandleBar): string => (filled === 0 ? 'published' : n === 0 ? 'exchange' : 'mixed')

const rowOf = (bar: CandleBar): Json => {
  const { filled: _, ...shown } = bar
  return { ...shown, origin: originOf(bar) }
}

export const spotHistory: ComputedFeed = {
  id: 'history/spot',
  family: 'history',
  layer: 'Oracle History',
  summary: `Candles of the published spot price of the last ${SOLD_DAYS.spot} days, at most ${MOST_ROWS} in one answer; one signature over all of them`,
  noun: 'spot history',
  subjects: spot.subjects.filter((subject) => spot.keeps?.(subject)?.kind === 'candles'),
  origin: (subject) => actorId(spot, subject),
  path: '/oracle/history/spot/{base}/{quote}',
  price: TARIFF.history,
  query: {
    from: Type.String({ description: 'Unix seconds or ISO 8601; a day (4h: a week, 1d: a month) back when left out' }),
    to: Type.String({ description: `${TO.description}. Only closed candles are sold` }),
    interval: Type.String({ description: `one of ${INTERVAL_NAMES.join(', ')}; 1h when left out` }),
  },
  answer: spacedAnswer('spot', Row, { pair: Type.String() }),
  example: {
    series: 'spot',
    domain: 'BTCUSD',
    pair: 'BTC/USD',
    interval: '1h',
    from: 1_794_996_000,
    to: 1_795_003_199,
    count: 2,
    rows: [
      {
        t: 1_794_996_000,
        o: '96820.10',
        h: '97044.00',
        l: '96777.31',
        c: '97001.25',
        v: '1204.33719482',
        n: 720,
        origin: 'published',
      },
      {
        t: 1_794_999_600,
        o: '97001.30',
        h: '97120.44',
        l: '96950.02',
        c: '97012.30',
        v: null,
        n: 719,
        origin: 'published',
      },
    ],
  },
  methodology: {
    method:
      'First, highest, lowest and last of our own published medians; intervals begin at UTC multiples. A minute without a price has no row and is never filled.',
    origin: `minutes from before the first published price are medians of exchanges' candles, value by value, of at least ${MINUTE_QUORUM} exchanges; v is what these traded`,
    v: 'of published minutes the trades that are gathered for the VWAP of the pair, of its venues that agree and that were seen without a gap, more than half of all; told within five minutes',
  },
  canonical: SPOT_HISTORY_LAYOUT,
  wish: (query, nowTs) => readRange(query, nowTs, SOLD_DAYS.spot * DAY_SECONDS),
  has: (subject, request, archive) => archive.hasCandles(...partsOf(subject, request)),
  conclude: async (subject, request, archive) => {
    const { from, to, interval = '1h' } = request
    const rows = rollUp(await archive.candles(...partsOf(subject, request)), INTERVALS[interval as Interval])
    if (rows.length === 0) return null
    const { domain, name } = subject
    return { series: 'spot', domain, pair: name, interval, from, to, count: rows.length, rows: rows.map(rowOf) }
  },
  tokens: spacedTokens('SPOT'),
  previewWish: lastHours,
}

import { Type } from '@sinclair/typebox'
import type { Json } from '../../canonical/jcs.ts'
import { layout } from '../../canonical/layout.ts'
import { contentDigest, integer, oneOf, text } from '../../canonical/token.ts'
import { rollUp } from '../math/candles.ts'
import { SPOT_PAIRS } from '../prices/pairs.ts'
import { TARIFF } from '../tariff.ts'
import type { AskedFeed } from './asked.ts'
import { INTERVALS, type Interval, MOST_ROWS, readRange } from './time-range.ts'

/** Candles of the prices that we published ourselves. */

const KEPT_DAYS = 60
const RECORDED = ['BTC-USD', 'ETH-USD']

/** Subjects of `price/spot` whose prices are kept. */
export const isRecorded = (key: string): boolean => RECORDED.includes(key)

const Row = Type.Object({
  t: Type.Integer({ description: 'Unix seconds at which the candle begins, a UTC multiple of the interval' }),
  o: Type.String(),
  h: Type.String(),
  l: Type.String(),
  c: Type.String(),
  v: Type.Union([Type.String(), Type.Null()], { description: 'volume; null: not known of published medians' }),
  n: Type.Integer({ description: 'how many published prices it is made of' }),
})

const CANONICAL = layout('HISTORY', {
  what: oneOf('SPOT'),
  domain: text,
  interval: oneOf('1m', '5m', '15m', '1h', '4h', '1d'),
  from: integer,
  to: integer,
  count: integer,
  content: contentDigest,
})

type Content = Readonly<Record<'domain' | 'interval' | 'from' | 'to' | 'count', never>>

const minutesOrHours = (interval: string): 60 | 3_600 => (INTERVALS[interval as Interval] < 3_600 ? 60 : 3_600)

export const spotHistory: AskedFeed = {
  id: 'history/spot',
  family: 'history',
  layer: 'Oracle History',
  summary: `Candles of the published spot price of the last ${KEPT_DAYS} days, at most ${MOST_ROWS} in one answer; one signature over all of them`,
  noun: 'spot history',
  subjects: SPOT_PAIRS.filter(({ key }) => isRecorded(key)),
  path: '/oracle/history/spot/{base}/{quote}',
  price: TARIFF.history,
  query: {
    from: Type.String({ description: 'Unix seconds or ISO 8601; a day (4h: a week, 1d: a month) back when left out' }),
    to: Type.String({ description: 'Unix seconds or ISO 8601; now when left out. Only closed candles are sold' }),
    interval: Type.String({ description: 'one of 1m, 5m, 15m, 1h, 4h, 1d; 1h when left out' }),
  },
  answer: Type.Object({
    series: Type.Literal('spot'),
    domain: Type.String(),
    pair: Type.String(),
    interval: Type.String(),
    from: Type.Integer(),
    to: Type.Integer(),
    count: Type.Integer(),
    rows: Type.Array(Row),
  }),
  example: {
    series: 'spot',
    domain: 'BTCUSD',
    pair: 'BTC/USD',
    interval: '1h',
    from: 1_794_996_000,
    to: 1_795_003_199,
    count: 2,
    rows: [
      { t: 1_794_996_000, o: '96820.10', h: '97044.00', l: '96777.31', c: '97001.25', v: null, n: 720 },
      { t: 1_794_999_600, o: '97001.30', h: '97120.44', l: '96950.02', c: '97012.30', v: null, n: 719 },
    ],
  },
  methodology: {
    method:
      'First, highest, lowest and last of our own published medians; intervals begin at UTC multiples. A minute without a price has no row and is never filled.',
  },
  canonical: CANONICAL as unknown as AskedFeed['canonical'],
  wish: (query, nowTs) => readRange(query, nowTs, KEPT_DAYS * 86_400),
  rows: ({ key }, { from, to, interval }) => ({
    series: `price/spot/${key}`,
    step: minutesOrHours(interval),
    from,
    to,
  }),
  conclude: ({ domain, name }, { from, to, interval }, bars) => {
    const rows = rollUp(bars, INTERVALS[interval as Interval])
    if (rows.length === 0) return { kind: 'no_rows' }
    return {
      kind: 'concluded',
      content: {
        series: 'spot',
        domain,
        pair: name,
        interval,
        from,
        to,
        count: rows.length,
        rows: rows.map((row): Json => ({ ...row, v: null })),
      },
    }
  },
  tokens: (content, hash) => {
    const { domain, interval, from, to, count } = content as Content
    return { what: 'SPOT', domain, interval, from, to, count, content: hash } as never
  },
  previewWish: (nowTs) => {
    const end = Math.floor(nowTs / 3_600) * 3_600
    return { kind: 'wish', from: end - 5 * 3_600, to: end - 1, interval: '1h' }
  },
}

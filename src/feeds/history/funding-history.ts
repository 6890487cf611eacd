import { Type } from '@sinclair/typebox'
import { fixed } from '../../canonical/decimal.ts'
import type { FundingPaid } from '../../sources/perpetual.ts'
import { DAY_SECONDS } from '../../time-units.ts'
import { FUNDING_PAID_BOARDS } from '../boards/funding-paid-boards.ts'
import { PLACES } from '../derivatives/funding-answer.ts'
import { funding } from '../derivatives/funding.feed.ts'
import { intervalHours } from '../derivatives/hourly.ts'
import { assetOfSubject, PERPETUAL_SUBJECTS } from '../derivatives/perpetual-subjects.ts'
import { actorId } from '../feed.ts'
import { SOLD_DAYS } from '../keeping.ts'
import { rate8h } from '../math/funding.ts'
import type { Subject } from '../subject.ts'
import { TARIFF } from '../tariff.ts'
import type { PastReader } from './archive.ts'
import type { ComputedFeed, BrokenSpan, SpanRequest } from './computed.ts'
import { EVERY_EXCHANGE, FUNDING_HISTORY_LAYOUT } from './funding-history-layout.ts'
import { FROM, readTimeRange, TO } from './time-range.ts'

/** Rates that longs paid shorts, for each venue, as the venue itself reports them. */

const EXCHANGES = [...FUNDING_PAID_BOARDS.keys()].toSorted()

const Row = Type.Object({
  t: Type.Integer({ description: 'Unix seconds of the settlement' }),
  exchange: Type.String(),
  rate: Type.String({ description: 'What was paid, a fraction of the notional, as the venue tells it' }),
  interval_hours: Type.Union([Type.Integer(), Type.Null()], {
    description: 'Hours since the settlement before; null where that is not known',
  }),
  rate_8h: Type.Union([Type.String(), Type.Null()], {
    description: 'The same per eight hours, clipped to plus or minus 0.003',
  }),
})

const rowOf = (exchange: string, paid: readonly FundingPaid[], index: number) => {
  const { at, rate } = paid[index]!
  const hours = intervalHours(paid, index)
  return {
    t: Math.floor(at / 1_000),
    exchange,
    rate,
    interval_hours: hours,
    rate_8h: hours === null ? null : fixed(rate8h(Number(rate), hours), PLACES.rate8h),
  }
}

const rowsFor = async (subject: Subject, { from, to, exchange }: SpanRequest, archive: PastReader) => {
  const venues = [...FUNDING_PAID_BOARDS].filter(([name]) => exchange === undefined || name === exchange)
  const states = await Promise.all(venues.map(([, board]) => archive.board(board)))
  return venues
    .flatMap(([name], venue) => {
      const paid = states[venue]?.paid[assetOfSubject(subject)] ?? []
      return paid.map((_, at) => rowOf(name, paid, at))
    })
    .filter(({ t }) => t >= from && t <= to)
    .toSorted((a, b) => a.t - b.t || (a.exchange < b.exchange ? -1 : 1))
}

const request = (query: Readonly<Record<string, string>>, nowTs: number): SpanRequest | BrokenSpan => {
  const span = readTimeRange(query, nowTs, SOLD_DAYS.funding * DAY_SECONDS)
  const { exchange } = query
  const unknown =
    exchange === undefined || EXCHANGES.includes(exchange)
      ? []
      : [{ parameter: 'exchange', rule: 'unknown_value', message: `must be one of ${EXCHANGES.join(', ')}` }]
  const rules = [...(span.kind === 'broken' ? span.rules : []), ...unknown]
  if (span.kind === 'broken' || rules.length > 0) return { kind: 'broken', rules }
  return exchange === undefined ? span : { ...span, exchange }
}

export const fundingHistory: ComputedFeed = {
  id: 'history/funding',
  family: 'history',
  layer: 'Oracle History',
  summary: `Funding rates that were paid at each exchange in the last ${SOLD_DAYS.funding} days; one signature over all of them`,
  noun: 'funding history',
  subjects: PERPETUAL_SUBJECTS.filter(({ name }) => ['BTC/USD', 'ETH/USD'].includes(name)),
  origin: (subject) => actorId(funding, subject),
  path: '/oracle/history/funding/{base}/{quote}',
  price: TARIFF.history,
  query: {
    from: FROM,
    to: TO,
    exchange: Type.String({ description: `one of ${EXCHANGES.join(', ')}; all of them when left out` }),
  },
  answer: Type.Object({
    series: Type.Literal('funding'),
    domain: Type.String(),
    pair: Type.String(),
    exchange: Type.String({ description: `The exchange that was asked for, or ${EVERY_EXCHANGE}` }),
    from: Type.Integer(),
    to: Type.Integer(),
    count: Type.Integer(),
    rows: Type.Array(Row),
  }),
  example: {
    series: 'funding',
    domain: 'BTCUSD',
    pair: 'BTC/USD',
    exchange: 'binance',
    from: 1_794_916_800,
    to: 1_795_003_199,
    count: 2,
    rows: [
      { t: 1_794_960_000, exchange: 'binance', rate: '0.00010000', interval_hours: 8, rate_8h: '0.00010000' },
      { t: 1_794_988_800, exchange: 'binance', rate: '0.00004312', interval_hours: 8, rate_8h: '0.00004312' },
    ],
  },
  methodology: {
    method: 'paid rates as each venue tells them, fractions of the notional; rate_8h is rate * 8 / interval_hours',
    exchanges: EXCHANGES,
  },
  canonical: FUNDING_HISTORY_LAYOUT,
  wish: request,
  has: async (subject, asked, archive) => (await rowsFor(subject, asked, archive)).length > 0,
  conclude: async (subject, asked, archive) => {
    const rows = await rowsFor(subject, asked, archive)
    if (rows.length === 0) return null
    const { from, to, exchange = EVERY_EXCHANGE } = asked
    const { domain, name } = subject
    return { series: 'funding', domain, pair: name, exchange, from, to, count: rows.length, rows }
  },
  tokens: (content, hash) => {
    const { domain, exchange, from, to, count } = content
    return { what: 'FUNDING', domain, exchange, from, to, count, content: hash }
  },
  previewWish: (nowTs) => ({ kind: 'wish', from: nowTs - DAY_SECONDS, to: nowTs }),
}

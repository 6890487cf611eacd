import { type Static, Type } from '@sinclair/typebox'
import { number, numberOrNull, wordOrNull } from '../answer-fields.ts'
import { DEPTH_STATES } from '../math/depth-collapse.ts'
import { VotesAnswer } from '../prices/votes-answer.ts'
import { VENUE_FIELDS } from '../venue-parts.ts'

/** Decimals (methods 0.2). Depth is in whole dollars. */
export const BOOK_PLACES = { mid: 2, bps: 4, imbalance: 4, ratio: 4, reach: 2 } as const

const dollars = Type.Integer({ minimum: 0, description: 'Dollars' })

/** Depth of both sides at each distance from the middle. */
const Depth = Type.Object(
  {
    bid_5bps: dollars,
    ask_5bps: dollars,
    bid_10bps: dollars,
    ask_10bps: dollars,
    bid_25bps: dollars,
    ask_25bps: dollars,
    bid_50bps: dollars,
    ask_50bps: dollars,
    bid_100bps: dollars,
    ask_100bps: dollars,
  },
  { description: 'Price times size of all levels up to so many basis points from the middle' },
)
export type DepthAnswer = Static<typeof Depth>

const reach = Type.Union([Type.Number(), Type.Null()], {
  description: 'How far this side can be seen, basis points from the middle; null if the whole book is known',
})

/** One venue's book. */
export const BookRow = Type.Object({
  exchange: Type.String(),
  currency: Type.String({ description: 'What the book is quoted in; USDT counts at usdt_rate' }),
  bid: Type.String({ description: 'Best bid as the venue sent it' }),
  ask: Type.String({ description: 'Best ask as the venue sent it' }),
  bid_size: Type.String({ description: 'Coins at the best bid, as the venue sent it' }),
  ask_size: Type.String({ description: 'Coins at the best ask, as the venue sent it' }),
  spread_bps: number('10000 * (ask - bid) / mid'),
  depth_usd: Depth,
  reach_bps: Type.Object({ bid: reach, ask: reach }),
  observed_at: Type.Integer({ description: 'Unix seconds of the book' }),
})
export type BookRow = Static<typeof BookRow>

const names = Type.Array(Type.String())

/** What follows from the rows of the venues alone. */
export const Composite = Type.Object({
  mid: number('Median of the venues, dollars per coin'),
  spread_bps: number('Median of the venues'),
  depth_usd: Depth,
  truncated: Type.Object(
    { '5bps': names, '10bps': names, '25bps': names, '50bps': names, '100bps': names },
    { description: 'Venues whose books cannot be seen that far: the depth there is a lower bound' },
  ),
  capped: Type.Array(Type.String(), {
    description: 'Venues of which a depth counts as ten times the median of all venues, because they show more',
  }),
  imbalance_top: numberOrNull('(bid - ask) / (bid + ask) of the coins at the best prices, -1 to 1'),
  imbalance_10bps: numberOrNull(
    'The same of the depth within 10 basis points, of the venues that are not truncated there',
  ),
  depth_ratio: numberOrNull('Bid over ask depth within 25 basis points, of the venues that are not truncated there'),
})
export type Composite = Static<typeof Composite>

const sweep = Type.Object({
  '100k': numberOrNull('For 100,000 dollars'),
  '1m': numberOrNull('For 1,000,000 dollars'),
  '5m': numberOrNull('For 5,000,000 dollars'),
})

const Collapse = Type.Object(
  {
    state: wordOrNull(DEPTH_STATES, 'COLLAPSE below 0.4, THINNING below 0.6; null below thirty minutes'),
    ratio: numberOrNull('now_usd over usual_usd'),
    minutes: Type.Integer({ minimum: 0, description: 'Minutes of the last 24 hours in which all of these were seen' }),
    venues: Type.Array(Type.String(), {
      description: 'Venues that are compared: seen 25 basis points far now, and without a wall of ten times the others',
    }),
    now_usd: dollars,
    usual_usd: numberOrNull('Median of those minutes, dollars'),
  },
  { description: 'Depth within 25 basis points against what it was, the same venues now and then' },
)
export type CollapseAnswer = Static<typeof Collapse>

/** The fields of an order book besides the envelope. */
export const OrderbookAnswer = Type.Object({
  pair: Type.String({ examples: ['BTCUSD'] }),
  ...Composite.properties,
  sweep_cost_bps: Type.Object(
    { buy: sweep, sell: sweep },
    {
      description:
        'How far the average price of a trade at once is from mid, all venues together, without fees, positive when it costs; null if the visible book ends first',
    },
  ),
  depth_collapse: Collapse,
  collapsed: Type.Boolean({ description: 'Whether the state is COLLAPSE' }),
  refresh_seconds: Type.Integer({ description: 'How often books are asked for: 5 while stress is above 45, else 60' }),
  degraded: Type.Boolean({ description: 'A venue is missing, or counts less than it shows' }),
  exchanges: Type.Array(BookRow),
  usdt_rate: Type.Optional(VotesAnswer.properties.usdt_rate),
  ...VENUE_FIELDS,
})
export type OrderbookAnswer = Static<typeof OrderbookAnswer>

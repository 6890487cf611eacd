import type { Static } from '@sinclair/typebox'
import { BasisAnswer } from '../../../src/feeds/derivatives/basis-answer.ts'
import { InterestAnswer } from '../../../src/feeds/derivatives/interest-answer.ts'
import { TermStructureAnswer } from '../../../src/feeds/derivatives/term-structure-answer.ts'
import { OrderbookAnswer } from '../../../src/feeds/books/orderbook-answer.ts'
import { SentimentAnswer } from '../../../src/feeds/indices/sentiment-answer.ts'
import { leanOf, SENTIMENT_RANGE } from '../../../src/feeds/indices/sentiment.ts'
import { faultFamily, isOneOf, within } from './fault-row.ts'

/** The families that are not made of options alone, and what none of their answers may say while one venue is wrong. */

/** A lie of five per cent about a third of the positions moves a sum by so much. Known: below five times it is not noticed. */
const MOST_OF_SUM = 0.02
/** Per cent. A change is made of fewer venues, so the same lie is up to half of them. */
const MOST_OF_CHANGE = 2.5

export const interest = faultFamily({ id: 'oi', path: '/oracle/oi/btc/usd', actor: 'oi/BTC-USD' }, InterestAnswer, {
  holds: (now, honest) => {
    const held = honest.exchanges.filter(({ exchange }) => now.sources.includes(exchange))
    const sum = held.reduce((total, { oi_usd: usd }) => total + usd, 0)
    const changes = [now.delta_1h_pct, now.delta_4h_pct, now.delta_24h_pct].filter((each) => each !== null)
    return [
      ...within('the total of these venues', now.total_oi_usd / sum, 1, MOST_OF_SUM),
      ...changes.flatMap((change) => within('a change in a market that stands still', change, 0, MOST_OF_CHANGE)),
    ]
  },
  isWhole: ({ missing, rejected }) => missing.length === 0 && rejected.length === 0,
})

export const basis = faultFamily({ id: 'basis', path: '/oracle/basis/btc/usd', actor: 'basis/BTC-USD' }, BasisAnswer, {
  holds: (now, honest) => [
    ...within('the median, basis points', now.median_bps, honest.median_bps, 0.5),
    ...within('the spread, basis points', now.spread_bps, honest.spread_bps, 2),
    ...isOneOf('the regime', now.regime, [honest.regime]),
  ],
  isWhole: ({ missing, exchanges }) => missing.length === 0 && exchanges.every(({ used }) => used),
})

/** One venue counts at most ten times the median of the venues: five venues may show so many times what they have. */
const MOST_DEPTH = 4

export const orderbook = faultFamily(
  { id: 'orderbook', path: '/oracle/orderbook/btc/usd', actor: 'orderbook/BTC-USD' },
  OrderbookAnswer,
  {
    holds: (now, honest) => [
      ...within('the middle', now.mid / honest.mid, 1, 0.001),
      ...within('the spread, basis points', now.spread_bps, honest.spread_bps, 0.5),
      ...(now.depth_usd.bid_25bps > MOST_DEPTH * honest.depth_usd.bid_25bps ? ['more depth than the cap allows'] : []),
      ...(now.collapsed ? ['a collapse in a market that stands still'] : []),
    ],
    isWhole: ({ missing, capped }) => missing.length === 0 && capped.length === 0,
  },
)

export const termStructure = faultFamily(
  { id: 'term-structure', path: '/oracle/term-structure/btc/usd', actor: 'term-structure/BTC-USD' },
  TermStructureAnswer,
  {
    holds: (now, honest) => {
      const before = new Map(honest.maturities.map((each) => [each.expiry, each]))
      const voting = now.maturities.filter(({ votes }) => votes)
      return [
        ...voting.flatMap(({ expiry, annualized_pct: pct }) =>
          within(`the carry to ${expiry}`, pct, before.get(expiry)?.annualized_pct ?? null, 0.5),
        ),
        ...isOneOf('the regime', String(now.regime), [String(honest.regime)]),
      ]
    },
    isWhole: ({ missing }) => missing.length === 0,
  },
)

type Sentiment = Static<typeof SentimentAnswer>

/** What puts over calls add to the value. */
const ofPuts = ({ components }: Sentiment): number =>
  SENTIMENT_RANGE.highest * components.pcr.weight * leanOf('pcr', components.pcr.value!)

/**
 * The value that is held against an answer. The chain of another venue has puts and calls of its own: where it stands in,
 * degraded, they are taken as it tells them, and all else is as it was.
 */
const expectedOf = (now: Sentiment, honest: Sentiment): number => {
  const isStandIn = now.degraded && now.components.pcr.sources.join() !== honest.components.pcr.sources.join()
  return isStandIn ? honest.value + ofPuts(now) - ofPuts(honest) : honest.value
}

export const sentiment = faultFamily(
  { id: 'sentiment', path: '/oracle/sentiment/btc/usd', actor: 'index/sentiment/BTC-USD' },
  SentimentAnswer,
  {
    holds: (now, honest) => [
      ...within('the value', now.value, expectedOf(now, honest), 4),
      ...isOneOf('the regime', now.regime, [honest.regime]),
    ],
    isWhole: ({ degraded, components }) => !degraded && components.basis.sources.length >= 9,
  },
)

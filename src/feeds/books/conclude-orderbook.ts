import { roundedOrNull } from '../../canonical/measure.ts'
import { inSeconds, MINUTE_MS } from '../../time-units.ts'
import { COLLAPSE_BPS, FAST_SECONDS, SLOW_SECONDS } from '../boards/depth-boards.ts'
import { moneyWithin, reachesTo } from '../boards/reduced-depth.ts'
import type { Conclusion, Declined, TickContext } from '../feed.ts'
import { median } from '../math/robust.ts'
import { SPOT } from '../prices/price-carry.ts'
import { CRYPTO_RULES } from '../prices/quotes.ts'
import { usdtRate } from '../prices/usdt.ts'
import { rateAnswer } from '../prices/votes-answer.ts'
import type { Subject } from '../subject.ts'
import { collapseOf, type SeenDepth } from './collapse.ts'
import { compositeOf, countedShares, depthOf, nearImbalance, rowMiddle, rowSpread } from './composite.ts'
import { BOOK_PLACES, type BookRow, type OrderbookAnswer } from './orderbook-answer.ts'
import type { OrderbookCarry } from './orderbook-carry.ts'
import { sweepCosts } from './sweeps.ts'
import { BOOK_PARTS, type VenueBook, venueBooks } from './venue-books.ts'

const SIDE = { bid: 'bids', ask: 'asks' } as const

const rowOf = ({ exchange, currency, book, rate, at }: VenueBook): BookRow => {
  const [bid, bidSize] = book.bids.top[0]!
  const [ask, askSize] = book.asks.top[0]!
  return {
    exchange,
    currency,
    bid,
    ask,
    bid_size: bidSize,
    ask_size: askSize,
    spread_bps: rowSpread({ bid, ask }),
    depth_usd: depthOf((side, band) => Math.round(moneyWithin(book[SIDE[side]], band) * rate)),
    reach_bps: {
      bid: roundedOrNull(book.bids.reachBps, BOOK_PLACES.reach),
      ask: roundedOrNull(book.asks.reachBps, BOOK_PLACES.reach),
    },
    observed_at: inSeconds(at),
  }
}

/** The venues whose depth can be compared with the past. */
const seenDepths = (venues: readonly VenueBook[], rows: readonly BookRow[]): readonly SeenDepth[] =>
  venues.flatMap(({ exchange, book, rate, minutes }, at): readonly SeenDepth[] => {
    const { bid_25bps: bid, ask_25bps: ask } = rows[at]!.depth_usd
    return reachesTo(book, COLLAPSE_BPS) ? [{ exchange, now: bid + ask, rate, minutes }] : []
  })

/** Our own price of the coin, dollars; `null` if it is too old to judge books by. */
const spotOf = ({ key }: Subject, { earlier, now }: TickContext): number | null => {
  const spot = earlier(SPOT, key)
  return spot && now - spot.timestamp * 1000 <= CRYPTO_RULES.expireMs ? spot.carry.value : null
}

/** The book of one coin over all venues, or why there is no answer. */
export const concludeOrderbook = (
  subject: Subject,
  context: TickContext,
): Conclusion<OrderbookAnswer, OrderbookCarry> | Declined => {
  const { now, boards, quorum } = context
  const spot = spotOf(subject, context)
  if (spot === null) return { kind: 'input_missing', input: `${SPOT.id}/${subject.key}` }
  const rate = usdtRate(boards, now, quorum)
  const usdt = rate?.value ?? null
  const venues = venueBooks(context, subject.key.slice(0, -'-USD'.length), { spot, usdt })
  const tooFew = BOOK_PARTS.tooFew(venues, quorum)
  if (tooFew) return tooFew

  const rows = venues.map(rowOf)
  const composite = compositeOf(rows, usdt)
  const shares = { bids: countedShares(rows, 'bid'), asks: countedShares(rows, 'ask') }
  const counted = venues.map(({ book, rate: worth }, at) => ({
    book,
    rate: worth,
    shares: { bids: shares.bids[at]!, asks: shares.asks[at]! },
  }))
  const collapse = collapseOf(seenDepths(venues, rows), BOOK_PARTS.need(quorum), Math.floor(now / MINUTE_MS))
  const parts = BOOK_PARTS.values(venues, now)
  return {
    kind: 'concluded',
    content: {
      pair: subject.domain,
      ...composite,
      sweep_cost_bps: sweepCosts(counted, median(rows.map((row) => rowMiddle(row, usdt)))),
      depth_collapse: collapse,
      collapsed: collapse.state === 'COLLAPSE',
      refresh_seconds: venues.some(({ isFast }) => isFast) ? FAST_SECONDS : SLOW_SECONDS,
      degraded: parts.missing.length > 0 || composite.capped.length > 0,
      exchanges: rows,
      ...rateAnswer(rate, now),
      ...parts,
    },
    carry: {
      imbalance10bps: nearImbalance(rows),
      spreadBps: composite.spread_bps,
      collapse: collapse.state,
      confidence: BOOK_PARTS.confidence(venues, now),
      sources: parts.sources,
    },
  }
}

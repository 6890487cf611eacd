import { Value } from '@sinclair/typebox/value'
import type { Check } from '../../canonical/check.ts'
import { jcs, type Json } from '../../canonical/jcs.ts'
import { COLLAPSE_BPS, depthCurrency } from '../boards/depth-boards.ts'
import { type DepthState, LEAST_MINUTES } from '../math/depth-collapse.ts'
import { rateCheck } from '../prices/recount.ts'
import { TETHER } from '../prices/votes-answer.ts'
import { collapseState, unwalled } from './collapse.ts'
import { compositeOf, rowSpread, truncatedAt } from './composite.ts'
import { type BookRow, OrderbookAnswer } from './orderbook-answer.ts'
import { BOOK_PARTS } from './venue-books.ts'

/**
 * Counts an order book again from the rows of its venues. What a trade would cost, and the usual depth, follow from levels
 * and minutes that the body does not hold.
 */

const rowsCheck = ({ pair, exchanges, sources, missing, usdt_rate: usdt }: OrderbookAnswer): Check => {
  const isRow = ({ exchange, currency, bid, ask, spread_bps: spread }: BookRow): boolean =>
    currency === depthCurrency(exchange, pair) &&
    (currency !== TETHER || usdt !== undefined) &&
    Number(bid) < Number(ask) &&
    spread === rowSpread({ bid, ask })
  const named = exchanges.map(({ exchange }) => exchange)
  const areNamed =
    jcs(named) === jcs(sources) && jcs([...sources, ...missing].toSorted()) === jcs(BOOK_PARTS.venues.toSorted())
  return {
    what: 'the books are of the venues of the method, and none is crossed',
    ok: areNamed && exchanges.length >= BOOK_PARTS.quorum && exchanges.every(isRow),
  }
}

const nearDepth = ({ depth_usd: { bid_25bps: bid, ask_25bps: ask } }: BookRow): number => bid + ask

/** Whether a venue is usually a wall follows from its minutes, so it may be missing here. */
const collapseCheck = ({ depth_collapse: collapse, collapsed, exchanges }: OrderbookAnswer): Check => {
  const { state, ratio, minutes, venues, now_usd: now, usual_usd: usual } = collapse
  const unseen = truncatedAt(exchanges, COLLAPSE_BPS)
  const comparable = unwalled(
    exchanges.filter(({ exchange }) => !unseen.includes(exchange)),
    nearDepth,
  )
  const compared = comparable.filter(({ exchange }) => venues.includes(exchange))
  const found = collapseState(now, usual)
  const ok =
    found.state === state &&
    found.ratio === ratio &&
    collapsed === (state === 'COLLAPSE') &&
    (usual === null || (minutes >= LEAST_MINUTES && venues.length >= BOOK_PARTS.quorum)) &&
    jcs(venues) === jcs(compared.map(({ exchange }) => exchange)) &&
    now === compared.reduce((sum, row) => sum + nearDepth(row), 0)
  return {
    what: 'the state of the depth follows from what it is and what is usual',
    ok,
    detail: found.state ?? 'unknown',
  }
}

/** The headline of the string. */
export interface StatedBook {
  readonly mid: number
  readonly spread_bps: number
  readonly imbalance_10bps: number | null
  readonly depth_ratio_25bps: number | null
  readonly state: DepthState | null
}

const headlineCheck = (stated: StatedBook, body: OrderbookAnswer): Check => ({
  what: 'the string says what the body says',
  ok:
    stated.mid === body.mid &&
    stated.spread_bps === body.spread_bps &&
    stated.imbalance_10bps === body.imbalance_10bps &&
    stated.depth_ratio_25bps === body.depth_ratio &&
    stated.state === body.depth_collapse.state,
})

const UNREADABLE: Check = { what: 'the books are readable', ok: false }

const checksOf = (stated: StatedBook, body: OrderbookAnswer): readonly Check[] => {
  const { usdt_rate: usdt } = body
  const first = [headlineCheck(stated, body), rowsCheck(body), ...(usdt ? [rateCheck(usdt)] : [])]
  if (first.some(({ ok }) => !ok)) return first
  const composite = compositeOf(body.exchanges, usdt ? Number(usdt.value) : null)
  return [
    ...first,
    {
      what: 'middle, spread, depth and imbalance follow from the books',
      ok: jcs({ ...body, ...composite }) === jcs(body),
      detail: String(composite.mid),
    },
    collapseCheck(body),
    {
      what: 'number, age and confidence follow from the books',
      ok:
        BOOK_PARTS.followFrom(body.exchanges, body) &&
        body.degraded === (body.missing.length > 0 || body.capped.length > 0),
    },
  ]
}

/** The checks of a body; one that fails if it cannot be read, or holds numbers that nothing can be computed from. */
export const recountedBook = (stated: StatedBook, body: Readonly<Record<string, Json>>): readonly Check[] => {
  if (!Value.Check(OrderbookAnswer, body)) return [UNREADABLE]
  try {
    return checksOf(stated, body)
  } catch {
    return [UNREADABLE]
  }
}

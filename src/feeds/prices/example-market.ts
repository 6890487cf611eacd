import { VENUES } from '../../sources/exchanges/venues.ts'
import type { Fixing, Trade } from '../../sources/market.ts'
import { HOUR_MS, utcDay } from '../../time-units.ts'
import type { Boards, Kept } from '../board.ts'
import { FIXING_BOARDS } from '../boards/fixing-boards.ts'
import { GOLD_BOARD } from '../boards/gold-board.ts'
import { TRADE_BOARDS, type TradeState } from '../boards/trade-boards.ts'
import { DEPTH_BOARDS } from '../boards/depth-boards.ts'
import { exampleBooks } from '../books/example-books.ts'
import type { BoardQuote } from '../boards/board-quote.ts'
import type { Conclusion, Declined, TickContext } from '../feed.ts'
import { LEG_CURRENCIES } from './fx-venues.ts'
import { exampleDollars } from './price-example.ts'

/** A market in which all venues give the same price, for examples of answers with many votes in documents. */

const NOW = 1_795_000_002_000
const AGE_MS = 2_000
const FIXED_AGO_MS = 3 * HOUR_MS
/** Significant digits of a price, so that examples stay readable. */
const DIGITS = 7

const priceOf = (pair: string): string => {
  const [base, quoted] = pair.split('/') as [string, string]
  return String(Number((exampleDollars(base) / exampleDollars(quoted)).toPrecision(DIGITS)))
}

const quote = (pair: string): BoardQuote => {
  const price = priceOf(pair)
  return { bid: price, ask: price, last: price, bookAt: null, lastAt: null, receivedAt: NOW - AGE_MS }
}

const fixing: Fixing = {
  base: 'EUR',
  date: utcDay(NOW - FIXED_AGO_MS),
  at: NOW - FIXED_AGO_MS,
  rates: Object.fromEntries(
    ['USD', ...LEG_CURRENCIES].map((currency) => [
      currency,
      (exampleDollars('EUR') / exampleDollars(currency)).toPrecision(DIGITS),
    ]),
  ),
  quotedPerBase: true,
  units: {},
}

/** Trades of ten minutes, all at one price, with different volumes. */
const TRADES = 4
const TRADED_MS = 150_000

const traded = (pair: string, place: number): TradeState => ({
  trades: Array.from({ length: TRADES }, (_, at): Trade => {
    const ago = (TRADES - 1 - at) * TRADED_MS
    return { id: String(at), price: priceOf(pair), size: `0.${place + 1}`, at: NOW - AGE_MS - ago }
  }),
  coveredFrom: NOW - AGE_MS - (TRADES - 1) * TRADED_MS,
  isTorn: false,
  bars: [],
})

const STATES: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ...VENUES.map(
    ({ source, symbols }) =>
      [
        `ticker/${source.name}`,
        {
          quotes: Object.fromEntries(Object.keys(symbols).map((pair) => [pair, quote(pair)])),
          changedAt: NOW - AGE_MS,
        },
      ] as const,
  ),
  ...[...FIXING_BOARDS.values()].map(({ id }) => [id, { fixing }] as const),
  ...[...TRADE_BOARDS].map(([name, { id }], place) => [id, traded(name.split('|')[1]!, place % TRADES)] as const),
  ...[...exampleBooks(NOW - AGE_MS)].map(([venue, state]) => [DEPTH_BOARDS.get(venue)!.id, state] as const),
  [GOLD_BOARD.id, { quote: { price: priceOf('XAU/USD'), at: NOW - AGE_MS } }],
])

const boards: Boards = { read: <State>({ id }: Kept<State>) => (STATES.get(id) ?? null) as State | null }

const CONTEXT: TickContext<never> = { now: NOW, boards, previous: null, earlier: () => null, quorum: null }

/**
 * The conclusion of a definition in that market.
 *
 * @throws Error if it declines, because the definition is wrong then
 */
export const exampleBy = <Answer>(conclude: (context: TickContext<never>) => Conclusion<Answer> | Declined): Answer => {
  const found = conclude(CONTEXT)
  if (found.kind !== 'concluded') throw new Error(`the example declines: ${JSON.stringify(found)}`)
  return found.content
}

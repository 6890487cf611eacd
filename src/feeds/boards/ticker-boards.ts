import type { Venue } from '../../sources/market.ts'
import { VENUES } from '../../sources/exchanges/venues.ts'
import { HOUR_SECONDS } from '../../time-units.ts'
import { boardQuestion, type Board, type ListedSymbols } from '../board.ts'
import { asAnyStream } from '../stream.ts'
import { BOOK_STREAMS } from '../streams/book-streams.ts'
import { said, type TickerState } from './board-quote.ts'
import { pushedOver, toldBy } from './pushed-quotes.ts'

/** The interval of requests for best prices. */
const TICKER_SECONDS = 5
/** Pairs with rare requests still get two attempts before their quote expires. */
const RARELY_MS = 25_000
/** Lists of instruments change rarely. Until the next list, a delisted pair costs one missing quote. */
const LISTING_SECONDS = HOUR_SECONDS

const listingBoard = (venue: Venue): Board<ListedSymbols> => ({
  id: `instruments/${venue.source.name}`,
  source: venue.source,
  everySeconds: LISTING_SECONDS,
  empty: { symbols: [] },
  asks: () => [
    boardQuestion(venue.instruments, (listings): ListedSymbols => {
      const ours = new Set(Object.values(venue.symbols))
      return { symbols: listings.filter((each) => each.trading && ours.has(each.symbol)).map((each) => each.symbol) }
    }),
  ],
})

const tickerBoard = (venue: Venue): Board<TickerState> => {
  const pairOfSymbol = new Map(Object.entries(venue.symbols).map(([pair, symbol]) => [symbol, pair]))
  const symbols = Object.values(venue.symbols)
  const rarely = new Map((venue.rarely ?? []).map((pair) => [venue.symbols[pair]!, pair]))
  const isDue = (symbol: string, { quotes }: TickerState, now: number): boolean => {
    const pair = rarely.get(symbol)
    return pair === undefined || now - (quotes[pair]?.receivedAt ?? 0) >= RARELY_MS
  }
  const stream = BOOK_STREAMS.get(venue.source.name)
  return {
    id: `ticker/${venue.source.name}`,
    source: venue.source,
    everySeconds: TICKER_SECONDS,
    isUrgent: true,
    listing: listingBoard(venue),
    empty: { quotes: {}, changedAt: 0 },
    ...(stream && {
      pushed: {
        stream: asAnyStream(stream),
        over: (polled, gathered, listed) => pushedOver(venue.symbols, polled, gathered, listed),
      },
    }),
    asks: ({ listed, state, pushed, now }) => {
      const told = toldBy(pushed, now - TICKER_SECONDS * 1000)
      // A list without any of our symbols is a reply that we misread: the venue has not stopped trading.
      const trading = listed && listed.size > 0 ? symbols.filter((symbol) => listed.has(symbol)) : symbols
      const wanted = trading.filter((symbol) => !told.has(pairOfSymbol.get(symbol)!) && isDue(symbol, state, now))
      return venue.tickers(wanted).map((query) =>
        boardQuestion(query, (quotes, receivedAt, state: TickerState) => {
          const entered = { ...state.quotes }
          for (const [symbol, quote] of Object.entries(quotes)) {
            const pair = pairOfSymbol.get(symbol)
            if (pair) entered[pair] = { ...quote, receivedAt, said: said(state.quotes[pair], quote, receivedAt) }
          }
          return { ...state, quotes: entered }
        }),
      )
    },
    settle: (state, previous, now) =>
      fingerprint(state) === fingerprint(previous) ? state : { ...state, changedAt: now },
  }
}

/** The quotes without their times of arrival. It is equal for two polls if the provider repeats itself. */
const fingerprint = (state: TickerState): string =>
  JSON.stringify(Object.entries(state.quotes).map(([pair, quote]) => [pair, { ...quote, receivedAt: 0, said: [] }]))

/** One board of quotes per exchange, by venue name. */
export const TICKER_BOARDS: ReadonlyMap<string, Board<TickerState>> = new Map(
  VENUES.map((venue) => [venue.source.name, tickerBoard(venue)]),
)

/** The venues that list a pair, by our pair name. */
export const venuesOf = (pair: string): readonly string[] =>
  VENUES.filter((venue) => pair in venue.symbols).map((venue) => venue.source.name)

/**
 * The board of a venue that a feed definition names.
 *
 * @throws Error if there is none, because the definition is wrong then
 */
export const tickerBoardOf = (venue: string): Board<TickerState> => {
  const board = TICKER_BOARDS.get(venue)
  if (!board) throw new Error(`no ticker board for ${venue}`)
  return board
}

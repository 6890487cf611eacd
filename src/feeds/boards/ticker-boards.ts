import type { Quote, Venue } from '../../sources/market.ts'
import { VENUES } from '../../sources/exchanges/venues.ts'
import { ask, type Board, type Listed } from '../board.ts'
import { OWN_RANGE_MS, type TimedPrice } from '../math/fast-market.ts'

/** A quote and when it reached us (Unix milliseconds). */
export interface BoardQuote extends Quote {
  readonly receivedAt: number
  /**
   * What the venue has said of this pair within ten seconds, this quote included: how far its own market runs. Absent on what
   * an earlier release wrote.
   */
  readonly said?: readonly TimedPrice[]
}

/** What one venue last showed for every pair of ours that it lists. */
export interface TickerState {
  /** By our pair name, `BTC/USD`. A pair that stopped answering keeps its last quote, which ages and expires. */
  readonly quotes: Readonly<Record<string, BoardQuote>>
  /** When anything in the reply last differed from the reply before. */
  readonly changedAt: number
}

/** Exchanges are asked for their best prices this often. */
const TICKER_SECONDS = 5
/** Pairs that a venue is asked for rarely still have two chances before a quote expires. */
const RARELY_MS = 25_000
/** Lists of instruments change rarely; a delisting costs one silent quote until then. */
const LISTING_SECONDS = 3_600

const listingBoard = (venue: Venue): Board<Listed> => ({
  id: `instruments/${venue.source.name}`,
  source: venue.source,
  everySeconds: LISTING_SECONDS,
  empty: { symbols: [] },
  asks: () => [
    ask(venue.instruments, (listings): Listed => {
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
  return {
    id: `ticker/${venue.source.name}`,
    source: venue.source,
    everySeconds: TICKER_SECONDS,
    listing: listingBoard(venue),
    empty: { quotes: {}, changedAt: 0 },
    asks: ({ listed, state, now }) => {
      // A list that names none of our symbols is a list we misread, not a venue that stopped trading.
      const wanted = listed && listed.size > 0 ? symbols.filter((symbol) => listed.has(symbol)) : symbols
      return venue.tickers(wanted.filter((symbol) => isDue(symbol, state, now))).map((query) =>
        ask(query, (quotes, receivedAt, state: TickerState) => {
          const entered = { ...state.quotes }
          for (const [symbol, quote] of Object.entries(quotes)) {
            const pair = pairOfSymbol.get(symbol)
            if (pair) entered[pair] = { ...quote, receivedAt, said: saidWith(state.quotes[pair], quote, receivedAt) }
          }
          return { ...state, quotes: entered }
        }),
      )
    },
    settle: (state, previous, now) =>
      fingerprint(state) === fingerprint(previous) ? state : { ...state, changedAt: now },
  }
}

const saidWith = (before: BoardQuote | undefined, quote: Quote, receivedAt: number): readonly TimedPrice[] => {
  const earlier = (before?.said ?? []).filter(({ at }) => at <= receivedAt && receivedAt - at <= OWN_RANGE_MS)
  return [...earlier, { price: middleOf(quote), at: receivedAt }]
}

/** Between the sides, or the last trade; not a number where there is neither. */
const middleOf = ({ bid, ask: asked, last }: Quote): number =>
  bid !== null && asked !== null ? (Number(bid) + Number(asked)) / 2 : Number(last ?? Number.NaN)

/** The quotes without the times of their arrival: a provider that repeats itself shows the same fingerprint. */
const fingerprint = (state: TickerState): string =>
  JSON.stringify(Object.entries(state.quotes).map(([pair, quote]) => [pair, { ...quote, receivedAt: 0, said: [] }]))

/** One board of quotes per exchange, by venue name. */
export const TICKER_BOARDS: ReadonlyMap<string, Board<TickerState>> = new Map(
  VENUES.map((venue) => [venue.source.name, tickerBoard(venue)]),
)

/** The venues that show a pair, by our pair name. */
export const venuesOf = (pair: string): readonly string[] =>
  VENUES.filter((venue) => pair in venue.symbols).map((venue) => venue.source.name)

/** The board of a venue that a definition names. Throws when there is none: the definition is wrong then. */
export const tickerBoardOf = (venue: string): Board<TickerState> => {
  const board = TICKER_BOARDS.get(venue)
  if (!board) throw new Error(`no ticker board for ${venue}`)
  return board
}

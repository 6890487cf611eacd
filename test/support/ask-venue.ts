import type { Listing, Quote, Trade, TradesSince, Venue } from '../../src/sources/market.ts'

/** The only question that a venue has for these symbols. */
export const tickerQuery = (venue: Venue, ...symbols: string[]) => {
  const [query, ...others] = venue.tickers(symbols)
  if (!query || others.length > 0) throw new Error(`${venue.source.name} asks ${others.length + (query ? 1 : 0)} times`)
  return query
}

/** A body read as the answer about one symbol. */
export const readTicker = (venue: Venue, symbol: string, body: string): Quote | undefined =>
  tickerQuery(venue, symbol).read(body)[symbol]

/** A body read as a page of trades of one symbol. */
export const readTrades = (
  venue: Venue,
  symbol: string,
  body: string,
  since: TradesSince = { id: null, at: 0 },
): readonly Trade[] => {
  if (!venue.trades) throw new Error(`${venue.source.name} has no trades`)
  return venue.trades(symbol, since).read(body)
}

/** The symbols of a list of instruments that are in trade. */
export const tradingSymbols = (venue: Venue, body: string): readonly string[] =>
  venue.instruments
    .read(body)
    .filter((listing: Listing) => listing.trading)
    .map(({ symbol }) => symbol)

/** The parts of a ccxt ticker that a quote has too. */
export interface ExpectedTicker {
  readonly bid: string
  readonly ask: string
  readonly last: string
  readonly timestamp?: number
}

/** The parts of a ccxt trade that ours have too. */
export interface ExpectedTrade {
  readonly id: string
  readonly price: string
  readonly amount: string
  readonly timestamp: number
}

/** Trades as ccxt names them, for comparing with its reading. */
export const asExpected = (trades: readonly Trade[]): readonly ExpectedTrade[] =>
  trades.map(({ id, price, size, at }) => ({ id, price, amount: size, timestamp: at }))

/** A ccxt list of trades cut down to what ours have. */
export const expectedTrades = (expected: unknown): readonly ExpectedTrade[] =>
  (expected as readonly ExpectedTrade[]).map(({ id, price, amount, timestamp }) => ({ id, price, amount, timestamp }))

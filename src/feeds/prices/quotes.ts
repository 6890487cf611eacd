import { HOUR_MS } from '../../time-units.ts'
import type { Boards } from '../board.ts'
import { type BoardQuote, FROZEN_MS } from '../boards/board-quote.ts'
import { tickerBoardOf } from '../boards/ticker-boards.ts'
import { STAMP_AHEAD_MS } from '../boards/pushed-quotes.ts'
import { isPrice } from '../math/agreement.ts'
import { ownRange } from '../math/fast-market.ts'
import { marked } from './reputation.ts'

/** One venue's price. */
export interface VenueQuote {
  readonly source: string
  readonly price: number
  /** Since when it is true, Unix milliseconds. */
  readonly at: number
  /**
   * High over low, less one, of the venue's own prices within ten seconds; `null` for a price that is no venue's quote.
   */
  readonly range: number | null
  /** The venue is silenced until then, Unix milliseconds. */
  readonly silencedUntil?: number
}

/** The rules by which a quote becomes a price. */
export interface QuoteRules {
  /** A quote older than this no longer counts. */
  readonly expireMs: number
  /** Above this spread, bid and ask do not give a price. Fraction of the mid. */
  readonly maxSpread: number
  /** Whether the last trade may be used if there is no mid or the spread is too wide. */
  readonly lastTrade: boolean
}

/** The mid if the spread is at most 50 bps, otherwise the last trade. */
export const CRYPTO_RULES: QuoteRules = { expireMs: 60_000, maxSpread: 0.005, lastTrade: true }
export const PEG_RULES: QuoteRules = { expireMs: 300_000, maxSpread: 0.005, lastTrade: true }
/** Other prices depend on this one, so it must be at most a minute old. */
export const USDT_RULES: QuoteRules = { ...PEG_RULES, expireMs: 60_000 }
/**
 * Crypto exchanges have little trading in currencies: spreads above 30 bps are refused, and the last trade is not used.
 */
export const FX_RULES: QuoteRules = { expireMs: 900_000, maxSpread: 0.003, lastTrade: false }
export const METAL_RULES: QuoteRules = { expireMs: 900_000, maxSpread: 0.005, lastTrade: true }

/**
 * If a venue stamps its book, a stamp older than this means that its market has stopped, whatever the other rules
 * allow.
 */
const BOOK_STAMP_MS = 60_000

/** If a stamp is further in the future than this, the venue's clock is wrong and no age can be computed. */
export const CLOCK_SLACK_MS = STAMP_AHEAD_MS

/**
 * Every market that we price has a trade within this time. If the other times of a reply are older, the reply is a
 * replay of an old one, even if it has just arrived.
 */
const BYGONE_MS = HOUR_MS

/** Since when a book without a stamp is true: its time of arrival, unless the other times of the reply are too old. */
const unstamped = ({ receivedAt, lastAt, aliveAt }: BoardQuote): number => {
  const said = Math.max(lastAt ?? 0, aliveAt ?? 0)
  return said > 0 && receivedAt - said > BYGONE_MS ? said : receivedAt
}

const number = (text: string | null): number | null => {
  const value = text === null ? Number.NaN : Number(text)
  return isPrice(value) ? value : null
}

/** The price of a quote and since when it is true; `null` if it gives none. */
export const priceOf = (
  quote: BoardQuote,
  rules: QuoteRules,
): { readonly price: number; readonly at: number } | null => {
  const bid = number(quote.bid)
  const ask = number(quote.ask)
  if (bid !== null && ask !== null && bid <= ask) {
    const mid = (bid + ask) / 2
    if ((ask - bid) / mid <= rules.maxSpread) return { price: mid, at: quote.bookAt ?? unstamped(quote) }
  }
  const last = rules.lastTrade ? number(quote.last) : null
  return last === null ? null : { price: last, at: quote.lastAt ?? quote.bookAt ?? unstamped(quote) }
}

/** The prices of the named venues for a pair. Venues without a fresh and plausible price are left out. */
export const venueQuotes = (
  boards: Boards,
  venues: readonly string[],
  pair: string,
  rules: QuoteRules,
  now: number,
): readonly VenueQuote[] => {
  const quotes = venues.flatMap((source): readonly VenueQuote[] => {
    const state = boards.read(tickerBoardOf(source))
    const quote = state?.quotes[pair]
    if (!state || !quote || now - state.changedAt > FROZEN_MS) return []
    if (quote.bookAt !== null && now - quote.bookAt > BOOK_STAMP_MS) return []
    const found = priceOf(quote, rules)
    if (!found || now - found.at > rules.expireMs || found.at - now > CLOCK_SLACK_MS) return []
    return [{ source, ...found, range: ownRange(quote.said ?? []) }]
  })
  return marked(quotes, boards)
}

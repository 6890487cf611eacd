import { HOUR_MS } from '../../time-units.ts'
import type { Boards } from '../board.ts'
import { type BoardQuote, FROZEN_MS } from '../boards/board-quote.ts'
import { tickerBoardOf } from '../boards/ticker-boards.ts'
import { STAMP_AHEAD_MS } from '../boards/pushed-quotes.ts'
import { isPrice } from '../math/agreement.ts'
import { ownRange } from '../math/fast-market.ts'
import { marked } from './reputation.ts'

/** One venue's opinion about a price. */
export interface VenueQuote {
  readonly source: string
  readonly price: number
  /** When it was true, Unix milliseconds. */
  readonly at: number
  /** High over low less one of what the venue itself has said within ten seconds; `null` for what no venue quotes. */
  readonly range: number | null
  /** Its venue is silenced until then, Unix milliseconds. */
  readonly silencedUntil?: number
}

/** How a quote is judged. */
export interface QuoteRules {
  /** A quote older than this no longer counts. */
  readonly expireMs: number
  /** Above this spread the two sides do not name a price. Fraction of the mid. */
  readonly maxSpread: number
  /** Whether the last trade may stand in for a mid that is missing or too wide. */
  readonly lastTrade: boolean
}

/** Mid up to 50 bps of spread, otherwise the last trade. */
export const CRYPTO_RULES: QuoteRules = { expireMs: 60_000, maxSpread: 0.005, lastTrade: true }
export const PEG_RULES: QuoteRules = { expireMs: 300_000, maxSpread: 0.005, lastTrade: true }
/** What other prices stand on is of this minute. */
export const USDT_RULES: QuoteRules = { ...PEG_RULES, expireMs: 60_000 }
/** FX trades thinly on exchanges: spreads above 30 bps are refused outright. */
export const FX_RULES: QuoteRules = { expireMs: 900_000, maxSpread: 0.003, lastTrade: false }
export const METAL_RULES: QuoteRules = { expireMs: 900_000, maxSpread: 0.005, lastTrade: true }

/** A book that its venue stamps is of this minute or it is no market, whatever the rules of its price and whenever it came. */
const BOOK_STAMP_MS = 60_000

/** A stamp further in the future than this is a clock we cannot judge ages with. */
export const CLOCK_SLACK_MS = STAMP_AHEAD_MS

/**
 * Nothing that we price goes without a trade for this long. A reply whose other times are older is of another day, however
 * fresh it arrived and whether or not its book is stamped.
 */
const BYGONE_MS = HOUR_MS

/** Since when a book is true that the venue does not stamp: since it came, unless the times beside it speak against that. */
const unstamped = ({ receivedAt, lastAt, aliveAt }: BoardQuote): number => {
  const said = Math.max(lastAt ?? 0, aliveAt ?? 0)
  return said > 0 && receivedAt - said > BYGONE_MS ? said : receivedAt
}

const number = (text: string | null): number | null => {
  const value = text === null ? Number.NaN : Number(text)
  return isPrice(value) ? value : null
}

/** The price a quote stands for, and since when; `null` when it stands for none. */
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

/** What the named venues say about a pair now: only whoever has a fresh and sensible price is in the list. */
export const venueQuotes = (
  boards: Boards,
  venues: readonly string[],
  pair: string,
  rules: QuoteRules,
  now: number,
): readonly VenueQuote[] => {
  const members = venues.flatMap((source): readonly VenueQuote[] => {
    const state = boards.read(tickerBoardOf(source))
    const quote = state?.quotes[pair]
    if (!state || !quote || now - state.changedAt > FROZEN_MS) return []
    if (quote.bookAt !== null && now - quote.bookAt > BOOK_STAMP_MS) return []
    const found = priceOf(quote, rules)
    if (!found || now - found.at > rules.expireMs || found.at - now > CLOCK_SLACK_MS) return []
    return [{ source, ...found, range: ownRange(quote.said ?? []) }]
  })
  return marked(members, boards)
}

import type { DecimalText, Quote, Venue } from '../market.ts'
import { type Source, UnreadableReply } from '../query.ts'
import { type Piece, price, text } from '../shape.ts'

/** What a venue's socket says of one instrument, in the spelling of `BookSocket.symbols`. */
export interface SymbolQuote {
  readonly symbol: string
  readonly quote: Quote
}

/** What one frame of a venue's socket says. */
export type BookFrame =
  | { readonly kind: 'quotes'; readonly quotes: readonly SymbolQuote[] }
  /** The channel of these symbols lives and has had nothing to tell: what it said last still stands. `null` for all. */
  | { readonly kind: 'unchanged'; readonly symbols: readonly string[] | null }
  /** Something was not heard: nothing that this connection has said can be relied upon. */
  | { readonly kind: 'broken'; readonly words: string }
  /** The venue takes no such subscription. */
  | { readonly kind: 'refused'; readonly words: string }
  /** Acknowledgements, answers to pings, and what was not asked for. */
  | { readonly kind: 'other' }

export const OTHER_BOOK_FRAME: BookFrame = Object.freeze({ kind: 'other' })

/** Reads the frames of one connection in their order. Throws `Unreadable`. */
export type BookReader = (frame: string) => BookFrame

/** One exchange that tells of its best prices over a public socket. */
export interface BookSocket {
  /** Whose prices these are. */
  readonly venue: Venue
  readonly source: Source
  /** Path and query of the socket. */
  readonly path: string
  /** What is sent once it is open. */
  readonly subscribe: readonly string[]
  /** What the venue wants to be sent for a sign of life; a ping of the protocol where left out. */
  readonly heartbeat?: string
  /** Our pair name to the spelling on this socket. */
  readonly symbols: Readonly<Record<string, string>>
  /** One for each connection: numbers of channels and sequences mean something on their own connection only. */
  reader(): BookReader
}

/** One message for each symbol: a venue that refuses one of them has not refused the others. */
export const each = (
  symbols: Readonly<Record<string, string>>,
  message: (symbol: string, at: number) => unknown,
): readonly string[] => Object.values(symbols).map((symbol, at) => JSON.stringify(message(symbol, at)))

/** The price of one side of a book; `null` where nobody offers anything at it. */
export const side = (of: Piece, size: Piece): DecimalText | null => {
  const found = price(of)
  return price(size) === null ? null : found
}

/** The price of the first `[price, size]` of a side; `null` where the side is empty. */
export const best = ([row]: readonly Piece[], of: (row: Piece, index: number) => Piece): DecimalText | null =>
  row ? side(of(row, 0), of(row, 1)) : null

/** A whole number of any length: nanoseconds, and numbers of updates. */
export const count = (of: Piece): bigint => {
  const digits = text(of)
  if (!/^\d+$/.test(digits)) throw new UnreadableReply(`${of.path} is not a whole number: ${digits.slice(0, 40)}`)
  return BigInt(digits)
}

/** The number that orders a symbol's frames: what comes late is older than what is known. */
export const bySequence = (): ((symbol: string, sequence: bigint) => boolean) => {
  const last = new Map<string, bigint>()
  return (symbol, sequence) => {
    if (sequence < (last.get(symbol) ?? 0n)) return false
    last.set(symbol, sequence)
    return true
  }
}

import type { DecimalText, Quote, Venue } from '../market.ts'
import { type Source, UnreadableReply } from '../query.ts'
import { type Piece, price, text } from '../shape.ts'

/** The quote of one instrument in a frame, with its symbol as in `BookSocket.symbols`. */
export interface SymbolQuote {
  readonly symbol: string
  readonly quote: Quote
}

/** The content of one frame of a venue's socket. */
export type BookFrame =
  | { readonly kind: 'quotes'; readonly quotes: readonly SymbolQuote[] }
  /** The channel of these symbols works and has no change: their last quotes still hold. `null` for all symbols. */
  | { readonly kind: 'unchanged'; readonly symbols: readonly string[] | null }
  /** A frame was lost: no quote of this connection can be used any more. */
  | { readonly kind: 'broken'; readonly words: string }
  /** The venue refuses this subscription. */
  | { readonly kind: 'refused'; readonly words: string }
  /** Acknowledgements, answers to pings, and frames that we did not request. */
  | { readonly kind: 'other' }

export const OTHER_BOOK_FRAME: BookFrame = Object.freeze({ kind: 'other' })

/** Reads the frames of one connection in their order. Throws `Unreadable`. */
export type BookReader = (frame: string) => BookFrame

/** The public socket of one exchange for best prices. */
export interface BookSocket {
  /** The venue of these prices. */
  readonly venue: Venue
  readonly source: Source
  /** Path and query of the socket. */
  readonly path: string
  /** The messages that are sent once the socket is open. */
  readonly subscribe: readonly string[]
  /** The message that keeps the connection open; a ping of the protocol if left out. */
  readonly heartbeat?: string
  /** The symbols on this socket, by our pair name. */
  readonly symbols: Readonly<Record<string, string>>
  /** Makes a reader for one connection. Channel numbers and sequence numbers are valid on their own connection only. */
  reader(): BookReader
}

/** One message for each symbol, so that a refused symbol does not affect the others. */
export const each = (
  symbols: Readonly<Record<string, string>>,
  message: (symbol: string, at: number) => unknown,
): readonly string[] => Object.values(symbols).map((symbol, at) => JSON.stringify(message(symbol, at)))

/** The price of one side of a book; `null` if its size is zero. */
export const side = (of: Piece, size: Piece): DecimalText | null => {
  const found = price(of)
  return price(size) === null ? null : found
}

/** The price of the first `[price, size]` of a side; `null` if the side is empty. */
export const best = ([row]: readonly Piece[], of: (row: Piece, index: number) => Piece): DecimalText | null =>
  row ? side(of(row, 0), of(row, 1)) : null

/** A whole number of any length, for nanoseconds and update numbers. */
export const count = (of: Piece): bigint => {
  const digits = text(of)
  if (!/^\d+$/.test(digits)) throw new UnreadableReply(`${of.path} is not a whole number: ${digits.slice(0, 40)}`)
  return BigInt(digits)
}

/**
 * Whether a frame of a symbol is not older than the last one. A late frame with a lower number is older than the known
 * one.
 */
export const bySequence = (): ((symbol: string, sequence: bigint) => boolean) => {
  const last = new Map<string, bigint>()
  return (symbol, sequence) => {
    if (sequence < (last.get(symbol) ?? 0n)) return false
    last.set(symbol, sequence)
    return true
  }
}

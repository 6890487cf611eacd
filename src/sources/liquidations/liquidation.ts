import type { DecimalText } from '../market.ts'
import { type Source, UnreadableReply } from '../query.ts'
import { type Piece, text } from '../shape.ts'

/**
 * The side of a position that an exchange closed by force. The venue's own `side` is that of the position at some
 * venues and that of the order at others.
 */
export type Side = 'long' | 'short'

/** One position that an exchange closed by force. */
export interface Liquidation {
  /** In the spelling of the venue: `BTC-USDT-SWAP`. */
  readonly symbol: string
  readonly side: Side
  readonly price: DecimalText
  /** In the unit of the venue: coins or contracts. */
  readonly size: DecimalText
  /** Unix milliseconds, by the venue's clock. */
  readonly at: number
}

/** The content of one frame of a venue's socket. */
export type Frame =
  | { readonly kind: 'liquidations'; readonly liquidations: readonly Liquidation[] }
  /** The venue refuses the subscription of a priced instrument, so its liquidations will not come over this socket. */
  | { readonly kind: 'refused'; readonly words: string }
  /** Heartbeats, acknowledgements, and frames that we did not request. */
  | { readonly kind: 'other' }

export const OTHER_FRAME: Frame = Object.freeze({ kind: 'other' })

/** The meaning of one unit of size: an amount of coins, or a fixed amount of dollars. */
export interface Contract {
  readonly asset: string
  readonly unit: 'coins' | 'dollars'
  readonly worth: number
}

/** The public socket of one exchange for liquidations. */
export interface LiquidationVenue {
  /** The name in canonical strings: `binance`. */
  readonly name: string
  readonly source: Source
  /** Path and query of the socket. */
  readonly path: string
  /** The messages that are sent once the socket is open. */
  readonly subscribe: readonly string[]
  /** The message that keeps the connection open; a ping of the protocol if left out. */
  readonly heartbeat?: string
  /** Whether the venue publishes every liquidation, or one per symbol and second. */
  readonly coverage: 'full' | 'sampled'
  /** The priced instruments, by symbol. Events of others only show that the venue sends. */
  readonly contracts: Readonly<Record<string, Contract>>
  /** Throws `Unreadable`. */
  read(frame: string): Frame
}

/**
 * The side of a position, from the venue's own word. Any other word is refused, because guessing could swap the sides.
 */
export const sideOf = (of: Piece, words: Readonly<Record<Side, string>>): Side => {
  const word = text(of)
  if (word === words.long) return 'long'
  if (word === words.short) return 'short'
  throw new UnreadableReply(`${of.path} is neither ${words.long} nor ${words.short}: ${word.slice(0, 40)}`)
}

/** The notional of a liquidation in dollars. Dollar tokens count as dollars. */
export const notionalOf = ({ price, size }: Liquidation, { unit, worth }: Contract): number =>
  Number(size) * worth * (unit === 'coins' ? Number(price) : 1)

/**
 * The common values of all sockets: they are public, a handshake may take this long, and no frame is close to a
 * megabyte.
 */
export const socketSource = (own: Pick<Source, 'name' | 'origin' | 'terms'>): Source => ({
  ...own,
  // A socket gets no requests. Its collector limits how often it connects.
  rate: { requests: 1, perSeconds: 1 },
  maxBytes: 2 ** 20,
  timeoutMs: 10_000,
  rights: 'attribution',
  termsNote: 'public market data; not reviewed by counsel',
})

import type { DecimalText } from '../market.ts'
import { type Source, UnreadableReply } from '../query.ts'
import { type Piece, text } from '../shape.ts'

/** Which position an exchange closed by force. What venues call `side` is the position at some, the order at others. */
export type Side = 'long' | 'short'

/** One position that an exchange closed by force. */
export interface Liquidation {
  /** The venue's spelling: `BTC-USDT-SWAP`. */
  readonly symbol: string
  readonly side: Side
  readonly price: DecimalText
  /** In the venue's unit: coins or contracts. */
  readonly size: DecimalText
  /** Unix milliseconds, by the venue's clock. */
  readonly at: number
}

/** What one frame of a venue's socket says. */
export type Frame =
  | { readonly kind: 'liquidations'; readonly liquidations: readonly Liquidation[] }
  /** The venue takes no such subscription: nothing will ever come over this socket. */
  | { readonly kind: 'refused'; readonly words: string }
  /** Signs of life, acknowledgements and what was not asked for. */
  | { readonly kind: 'other' }

export const OTHER_FRAME: Frame = Object.freeze({ kind: 'other' })

/** What one unit of size stands for: so many coins of the asset, or so many dollars whatever the price. */
export interface Contract {
  readonly asset: string
  readonly unit: 'coins' | 'dollars'
  readonly worth: number
}

/** One exchange that tells of liquidations over a public socket. */
export interface LiquidationVenue {
  /** As it stands in canonical strings: `binance`. */
  readonly name: string
  readonly source: Source
  /** Path and query of the socket. */
  readonly path: string
  /** What is sent once it is open. */
  readonly subscribe: readonly string[]
  /** What the venue wants to be sent for a sign of life; a ping of the protocol where left out. */
  readonly heartbeat?: string
  /** Whether the venue publishes every liquidation, or one per symbol and second. */
  readonly coverage: 'full' | 'sampled'
  /** The instruments that are priced, by symbol. What else the venue tells shows only that it talks. */
  readonly contracts: Readonly<Record<string, Contract>>
  /** Throws `Unreadable`. */
  read(frame: string): Frame
}

/** The side of a position, by the venue's own words for it. Any other word is a misreading that would turn a crash round. */
export const sideOf = (of: Piece, words: Readonly<Record<Side, string>>): Side => {
  const word = text(of)
  if (word === words.long) return 'long'
  if (word === words.short) return 'short'
  throw new UnreadableReply(`${of.path} is neither ${words.long} nor ${words.short}: ${word.slice(0, 40)}`)
}

/** Dollars that a liquidation was worth. Dollar tokens count as dollars. */
export const notionalOf = ({ price, size }: Liquidation, { unit, worth }: Contract): number =>
  Number(size) * worth * (unit === 'coins' ? Number(price) : 1)

/**
 * What the sockets have in common: they are public, a handshake that takes longer than this is given up, and no frame of
 * theirs is anywhere near a megabyte.
 */
export const socketSource = (own: Pick<Source, 'name' | 'origin' | 'terms'>): Source => ({
  ...own,
  // A socket is opened, not asked: its collector's back-off is the limit.
  rate: { requests: 1, perSeconds: 1 },
  maxBytes: 2 ** 20,
  timeoutMs: 10_000,
  rights: 'attribution',
  termsNote: 'public market data; not reviewed by counsel',
})

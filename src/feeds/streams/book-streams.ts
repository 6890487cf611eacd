import type { BookFrame, BookSocket } from '../../sources/books/book-socket.ts'
import { BOOK_SOCKETS } from '../../sources/books/sockets.ts'
import type { Quote } from '../../sources/market.ts'
import { type BoardQuote, said } from '../boards/board-quote.ts'
import { type StreamFrame, type Stream, unheard } from '../stream.ts'

/** One event from a venue's socket for best prices. Times are Unix milliseconds, by our clock. */
export type BookEvent =
  /** The first message of a connection: from here on only books that this connection has sent can be `unchanged`. */
  | { readonly kind: 'began'; readonly at: number }
  | { readonly kind: 'quote'; readonly pair: string; readonly quote: Quote; readonly at: number }
  /** The books of these pairs have not changed; `null` for all pairs. */
  | { readonly kind: 'unchanged'; readonly pairs: readonly string[] | null; readonly at: number }

/** The quotes that one venue has sent over its socket, in the form of the polled board. */
export interface BookState {
  /** By our pair name. `receivedAt` is when the venue last sent the quote, or confirmed that it has not changed. */
  readonly quotes: Readonly<Record<string, BoardQuote>>
  /** When the present connection began. */
  readonly beganAt: number
  /** When any price last differed from the one before. */
  readonly changedAt: number
}

export type BookStream = Stream<BookState, BookEvent>

/** Prices are concluded every second. A quote that waited longer before it is stored would be too old. */
const FLUSH_MS = 250
const LINK_MS = 20_000
/**
 * At every venue the price of some pair changes within a minute. Heartbeats alone do not prove that the subscription
 * works.
 */
const SPEECH_MS = 60_000
const KEEP_MS = 600_000

const differs = (before: BoardQuote | undefined, { bid, ask, last }: Quote): boolean =>
  before?.bid !== bid || before.ask !== ask || before.last !== last

/**
 * A confirmed quote keeps its own age: its stamp moves by the time that was confirmed, and no further. A book that was
 * old when it arrived must not become new because nothing changes.
 */
const renewed = (quote: BoardQuote, at: number): BoardQuote => ({
  ...quote,
  bookAt: quote.bookAt === null ? null : quote.bookAt + at - quote.receivedAt,
  receivedAt: at,
  said: said(quote, quote, at),
})

/** Enters events in their order. */
export const enterBooks = (events: readonly BookEvent[], before: BookState): BookState => {
  const quotes: Record<string, BoardQuote> = { ...before.quotes }
  let { beganAt, changedAt } = before
  for (const event of events) {
    const { at } = event
    if (event.kind === 'began') beganAt = at
    else if (event.kind === 'quote') {
      const known = quotes[event.pair]
      if (differs(known, event.quote)) changedAt = at
      quotes[event.pair] = { ...event.quote, receivedAt: at, said: said(known, event.quote, at) }
    } else
      for (const pair of event.pairs ?? Object.keys(quotes)) {
        const known = quotes[pair]
        if (known && known.receivedAt >= beganAt) quotes[pair] = renewed(known, at)
      }
  }
  return { quotes, beganAt, changedAt }
}

/**
 * The most frames with instruments that we did not subscribe to. More of them are a fault of the venue, and each new
 * symbol costs the reader memory.
 */
export const MOST_STRANGE = 1_000

const isStrange = (frame: BookFrame, pairOf: ReadonlyMap<string, string>): boolean =>
  frame.kind === 'quotes' && frame.quotes.some(({ symbol }) => !pairOf.has(symbol))

/**
 * The events of a frame about our pairs. A frame about other instruments has none; it only shows that the venue sends.
 */
const eventsOf = (frame: BookFrame, pairOf: ReadonlyMap<string, string>, at: number): StreamFrame<BookEvent> => {
  if (frame.kind === 'quotes')
    return {
      kind: 'events',
      events: frame.quotes.flatMap(({ symbol, quote }) => {
        const pair = pairOf.get(symbol)
        return pair === undefined ? [] : [{ kind: 'quote' as const, pair, quote, at }]
      }),
    }
  if (frame.kind !== 'unchanged') return frame
  const pairs = frame.symbols?.flatMap((symbol) => pairOf.get(symbol) ?? []) ?? null
  return { kind: 'unchanged', events: [{ kind: 'unchanged', pairs, at }] }
}

const streamOf = (socket: BookSocket): BookStream => {
  const pairOf = new Map(Object.entries(socket.symbols).map(([pair, symbol]) => [symbol, pair]))
  return {
    id: `books/${socket.venue.source.name}`,
    source: socket.source,
    path: socket.path,
    subscribe: socket.subscribe,
    ...(socket.heartbeat !== undefined && { heartbeat: socket.heartbeat }),
    linkMs: LINK_MS,
    speechMs: SPEECH_MS,
    keepMs: KEEP_MS,
    flushMs: FLUSH_MS,
    empty: unheard<BookState>({ quotes: {}, beganAt: 0, changedAt: 0 }),
    reader: () => {
      const read = socket.reader()
      let hasBegun = false
      let strange = 0
      return (sent, at) => {
        const frame = read(sent)
        if (isStrange(frame, pairOf) && ++strange > MOST_STRANGE)
          return { kind: 'broken', words: `more than ${MOST_STRANGE} frames about symbols that were not asked for` }
        const heard = eventsOf(frame, pairOf, at)
        if (hasBegun || (heard.kind !== 'events' && heard.kind !== 'unchanged')) return heard
        hasBegun = true
        return { ...heard, events: [{ kind: 'began', at }, ...heard.events] }
      }
    },
    enter: enterBooks,
  }
}

/** One stream for each exchange with a socket, by its name. */
export const BOOK_STREAMS: ReadonlyMap<string, BookStream> = new Map(
  BOOK_SOCKETS.map((socket) => [socket.venue.source.name, streamOf(socket)]),
)

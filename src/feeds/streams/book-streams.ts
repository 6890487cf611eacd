import type { BookFrame, BookSocket } from '../../sources/books/book-socket.ts'
import { BOOK_SOCKETS } from '../../sources/books/sockets.ts'
import type { Quote } from '../../sources/market.ts'
import { type BoardQuote, said } from '../boards/board-quote.ts'
import { type StreamFrame, type Stream, unheard } from '../stream.ts'

/** What was heard of one venue's best prices. Times are Unix milliseconds, by our clock. */
export type BookEvent =
  /** A connection speaks for the first time: what an earlier one said is not what this one keeps silent about. */
  | { readonly kind: 'began'; readonly at: number }
  | { readonly kind: 'quote'; readonly pair: string; readonly quote: Quote; readonly at: number }
  /** Nothing has changed in the books of these pairs; `null` for all. */
  | { readonly kind: 'unchanged'; readonly pairs: readonly string[] | null; readonly at: number }

/** What one venue has shown over its socket. Its quotes are those of the polled board. */
export interface BookState {
  /** By our pair name. `receivedAt` is when the venue last said it, or that it still holds. */
  readonly quotes: Readonly<Record<string, BoardQuote>>
  /** When the connection that speaks began. */
  readonly beganAt: number
  /** When any price last differed from the one before. */
  readonly changedAt: number
}

export type BookStream = Stream<BookState, BookEvent>

/** Prices are a second old at most when they are concluded from: they cannot lie about for another. */
const FLUSH_MS = 250
const LINK_MS = 20_000
/** Some pair of every venue moves within a minute. Heartbeats of a subscription that died are no sign of it. */
const SPEECH_MS = 60_000
const KEEP_MS = 600_000

const differs = (before: BoardQuote | undefined, { bid, ask, last }: Quote): boolean =>
  before?.bid !== bid || before.ask !== ask || before.last !== last

/** It stands so much longer, and no more: a book that was old when it came is not of today because nothing changes. */
const renewed = (quote: BoardQuote, at: number): BoardQuote => ({
  ...quote,
  bookAt: quote.bookAt === null ? null : quote.bookAt + at - quote.receivedAt,
  receivedAt: at,
  said: said(quote, quote, at),
})

/** Enters what was heard, in its order. */
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

/** Of so many instruments that nobody asked for no venue speaks by mistake: readers remember each symbol they have met. */
export const MOST_STRANGE = 1_000

const isStrange = (frame: BookFrame, pairOf: ReadonlyMap<string, string>): boolean =>
  frame.kind === 'quotes' && frame.quotes.some(({ symbol }) => !pairOf.has(symbol))

/** What a frame says of our pairs. Of instruments that were not asked for it says that the venue talks, no more. */
const heardOf = (frame: BookFrame, pairOf: ReadonlyMap<string, string>, at: number): StreamFrame<BookEvent> => {
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
          return { kind: 'broken', words: `more than ${MOST_STRANGE} frames about what was not asked for` }
        const heard = heardOf(frame, pairOf, at)
        if (hasBegun || (heard.kind !== 'events' && heard.kind !== 'unchanged')) return heard
        hasBegun = true
        return { ...heard, events: [{ kind: 'began', at }, ...heard.events] }
      }
    },
    enter: enterBooks,
  }
}

/** One stream per exchange that has a socket, by its name. */
export const BOOK_STREAMS: ReadonlyMap<string, BookStream> = new Map(
  BOOK_SOCKETS.map((socket) => [socket.venue.source.name, streamOf(socket)]),
)

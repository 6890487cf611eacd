import type { Source } from '../sources/query.ts'

/** A time in which nothing could be received: `[from, until]`, Unix milliseconds. */
export interface Gap {
  readonly from: number
  readonly until: number
}

/** The state of a stream in the store: what was gathered from the socket, and for which times. */
export interface Streamed<State> {
  /** When the first frame of all came; `null` before that. Earlier times are unknown. */
  readonly since: number | null
  /** When the last message came: a frame of any kind, or the answer to a ping. */
  readonly heardAt: number
  /** When the last event came, of any instrument; before the first event, when the first message came. */
  readonly spokeAt: number
  /** Oldest first, none overlapping. */
  readonly gaps: readonly Gap[]
  readonly gathered: State
}

/** The content of one frame. */
export type StreamFrame<Event> =
  | { readonly kind: 'events'; readonly events: readonly Event[] }
  /**
   * The provider reports that nothing changed. This is entered, but it does not prove that the subscription still
   * works.
   */
  | { readonly kind: 'unchanged'; readonly events: readonly Event[] }
  /** Something was lost, and only a new connection gets it again. */
  | { readonly kind: 'broken'; readonly words: string }
  /** The provider refuses this subscription. */
  | { readonly kind: 'refused'; readonly words: string }
  | { readonly kind: 'other' }

/** Reads one frame, with its time of arrival in Unix milliseconds. Throws `Unreadable`. */
export type Reader<Event> = (frame: string, at: number) => StreamFrame<Event>

/** How a long state is stored: in parts, of which only those that changed are written again. */
export interface InParts<State, Part extends object = object> {
  /** A part that has not changed is the same object as before. */
  partsOf(state: State): readonly Part[]
  /** Unique among the parts of a state, and no number: objects with large numbers for names are slow. */
  keyOf(part: Part): string
  /** Everything else of it. */
  restOf(state: State): object
  isPart(stored: unknown): stored is Part
  /** `null` if `rest` is not as `restOf` makes it. */
  join(rest: unknown, parts: readonly Part[]): State | null
  /** The state that was stored whole, as it was before it had parts; `null` if it is none. */
  fromWhole(stored: unknown): State | null
}

/**
 * A provider's socket: the unit of collecting. One stream has one collector, however many workers there are. Its state
 * is in the store and is read like a board. Pure: the actor keeps the connection.
 */
export interface Stream<State, Event> {
  /** `liq/okx`: store key, lease and log field. */
  readonly id: string
  readonly source: Source
  readonly path: string
  /** The messages that are sent once the socket is open. */
  readonly subscribe: readonly string[]
  /** The message that asks for a sign of life; a ping of the protocol if left out. */
  readonly heartbeat?: string
  /** After this long without any message the connection counts as dead, even if the socket is still open. */
  readonly linkMs: number
  /** After this long without any event the subscription counts as dead, even if messages still come. */
  readonly speechMs: number
  /** Gaps older than this are dropped, because nothing reads further back. */
  readonly keepMs: number
  /** The store is written at most this often, if collectors should write more often than by default. */
  readonly flushMs?: number
  readonly empty: Streamed<State>
  /** Makes a reader for one connection, which reads its frames in order. */
  reader(): Reader<Event>
  enter(events: readonly Event[], state: State, now: number): State
  /** Stored whole if left out. */
  readonly inParts?: InParts<State>
}

/** A stream with any type of state, as registries and collectors hold it. */
export type AnyStream = Stream<unknown, unknown>

/** Checks the types of a definition. */
export const asAnyStream = <State, Event>(stream: Stream<State, Event>): AnyStream => stream

/** The state of a stream before its first message. */
export const unheard = <State>(gathered: State): Streamed<State> => ({
  since: null,
  heardAt: 0,
  spokeAt: 0,
  gaps: [],
  gathered,
})

/**
 * The most gaps that are kept, so that an unstable connection cannot fill the store. Above it the oldest gaps are
 * joined.
 */
const MOST_GAPS = 200

const withGap = (gaps: readonly Gap[], gap: Gap, oldest: number): readonly Gap[] => {
  const kept = gaps.filter(({ until }) => until >= oldest)
  if (gap.until <= gap.from) return kept
  const touched = kept.findIndex(({ until }) => until >= gap.from)
  const from = Math.min(kept[touched]?.from ?? gap.from, gap.from)
  const until = Math.max(kept.at(-1)?.until ?? gap.until, gap.until)
  const joined = [...kept.slice(0, touched < 0 ? kept.length : touched), { from, until }]
  const [first, second] = joined
  return joined.length > MOST_GAPS && first && second
    ? [{ from: first.from, until: second.until }, ...joined.slice(2)]
    : joined
}

/**
 * The first message of a new connection. All events since the last message before it were missed, whichever worker had
 * the connection then. Clocks of two workers may differ by seconds, and the gap is off by as much. Where the other clock was
 * ahead of ours, by more than was missed, that difference is the gap: there was one, and how long it was is not known.
 */
export const rejoined = <State>(before: Streamed<State>, at: number, keepMs: number): Streamed<State> => {
  if (before.since === null) return { ...before, since: at, heardAt: at, spokeAt: at }
  const gap = { from: Math.min(before.heardAt, at), until: Math.max(before.heardAt, at) }
  return { ...before, gaps: withGap(before.gaps, gap, at - keepMs), heardAt: at }
}

/** A frame could not be read. It may have been an event. */
export const missed = <State>(before: Streamed<State>, at: number, keepMs: number): Streamed<State> => ({
  ...before,
  gaps: withGap(before.gaps, { from: before.heardAt, until: at }, at - keepMs),
})

/** A message of any kind came. */
export const alive = <State>(before: Streamed<State>, at: number): Streamed<State> => ({ ...before, heardAt: at })

/**
 * The share of `[from, to)` in which an event would have been received. It excludes the time before the first frame,
 * gaps, and the time after the last message plus the silence that a working connection may have.
 */
export const listened = (stream: Streamed<unknown>, linkMs: number, from: number, to: number): number => {
  if (stream.since === null || to <= from) return 0
  const start = Math.max(from, stream.since)
  const end = Math.min(to, stream.heardAt + linkMs)
  const lost = stream.gaps.reduce(
    (sum, gap) => sum + Math.max(0, Math.min(end, gap.until) - Math.max(start, gap.from)),
    0,
  )
  return Math.max(0, end - start - lost) / (to - from)
}

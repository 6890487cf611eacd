import type { Source } from '../sources/query.ts'

/** A time in which nothing could be heard: `[from, until]`, Unix milliseconds. */
export interface Gap {
  readonly from: number
  readonly until: number
}

/** What was gathered from a socket, and how far it can be trusted. This is what lies in the store. */
export interface Streamed<State> {
  /** When the first frame ever came; `null` before. Nothing is known of earlier times. */
  readonly since: number | null
  /** When the last sign of life came: a frame of any kind, or the answer to a ping. */
  readonly heardAt: number
  /** When the last event came, whatever it spoke of; the first sign of life before that. */
  readonly spokeAt: number
  /** Oldest first, none overlapping. */
  readonly gaps: readonly Gap[]
  readonly gathered: State
}

/** One frame, read. */
export type StreamFrame<Event> =
  | { readonly kind: 'events'; readonly events: readonly Event[] }
  /** The provider lives and has had nothing to tell: entered, but no sign that the subscription lives. */
  | { readonly kind: 'unchanged'; readonly events: readonly Event[] }
  /** Something was not heard, and only a new connection tells of it again. */
  | { readonly kind: 'broken'; readonly words: string }
  /** The provider takes no such subscription. */
  | { readonly kind: 'refused'; readonly words: string }
  | { readonly kind: 'other' }

/** Reads one frame and when it came, Unix milliseconds. Throws `Unreadable`. */
export type Reader<Event> = (frame: string, at: number) => StreamFrame<Event>

/**
 * A provider's socket: the unit of collecting. One stream is one collector, however many workers there are; what it
 * gathers lies in the store and is read like a board. Pure: the actor does the listening.
 */
export interface Stream<State, Event> {
  /** `liq/okx`: store key, lease and log field. */
  readonly id: string
  readonly source: Source
  readonly path: string
  /** What is sent once the socket is open. */
  readonly subscribe: readonly string[]
  /** What is sent for a sign of life; a ping of the protocol where left out. */
  readonly heartbeat?: string
  /** Without any sign of life for so long the socket is dead, whatever it says of itself. */
  readonly linkMs: number
  /** Without any event for so long the subscription is dead, however alive the socket is. */
  readonly speechMs: number
  /** Gaps are forgotten after so long: nobody looks further back. */
  readonly keepMs: number
  /** The store is written at most this often, where that is oftener than collectors write otherwise. */
  readonly flushMs?: number
  readonly empty: Streamed<State>
  /** One for each connection, which reads its frames in their order. */
  reader(): Reader<Event>
  enter(events: readonly Event[], state: State, now: number): State
}

/** A stream whatever it gathers: what registries and collectors hold. */
export type AnyStream = Stream<unknown, unknown>

/** Checks a definition's types; collectors hold it as `AnyStream`. */
export const asAnyStream = <State, Event>(stream: Stream<State, Event>): AnyStream => stream

/** What a stream has gathered before it was ever heard. */
export const unheard = <State>(gathered: State): Streamed<State> => ({
  since: null,
  heardAt: 0,
  spokeAt: 0,
  gaps: [],
  gathered,
})

/** A connection that flaps for a day must not fill the store: beyond this the oldest gaps become one. */
const MOST_GAPS = 200

const withGap = (gaps: readonly Gap[], gap: Gap, oldest: number): readonly Gap[] => {
  const kept = gaps.filter(({ until }) => until >= oldest)
  // The last worker's clock may have been ahead of ours.
  if (gap.until <= gap.from) return kept
  const last = kept.at(-1)
  const joined =
    last && gap.from <= last.until
      ? [...kept.slice(0, -1), { from: last.from, until: Math.max(last.until, gap.until) }]
      : [...kept, gap]
  const [first, second] = joined
  return joined.length > MOST_GAPS && first && second
    ? [{ from: first.from, until: second.until }, ...joined.slice(2)]
    : joined
}

/**
 * The first sign of life on a new connection: whatever happened since the last one was missed, whoever held the socket
 * then.
 */
export const rejoined = <State>(before: Streamed<State>, at: number, keepMs: number): Streamed<State> =>
  before.since === null
    ? { ...before, since: at, heardAt: at, spokeAt: at }
    : { ...missed(before, at, keepMs), heardAt: at }

/** Something was sent that could not be read: it may have been an event. */
export const missed = <State>(before: Streamed<State>, at: number, keepMs: number): Streamed<State> => ({
  ...before,
  gaps: withGap(before.gaps, { from: before.heardAt, until: at }, at - keepMs),
})

/** A sign of life. */
export const alive = <State>(before: Streamed<State>, at: number): Streamed<State> => ({ ...before, heardAt: at })

/**
 * The share of `[from, to)` in which an event would have been heard: not before the first frame, not in gaps, and not
 * after the last sign of life plus what a live link may be silent.
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

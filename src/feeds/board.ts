import type { Static, TObject } from '@sinclair/typebox'
import type { Query, Source } from '../sources/query.ts'
import type { AnyStream } from './stream.ts'

/** One question of a board: the query, the reader of its reply, and where the result goes. */
export interface Ask<State> {
  readonly query: Query<unknown>
  /** Reads the reply and enters it into the state. Throws `Unreadable`. */
  enter(body: string, receivedAt: number, state: State): State
  /** Enters what the reader of the query made of the reply in another thread. */
  take(value: unknown, receivedAt: number, state: State): State
  /**
   * The question for what this reply left out, such as the next page of a list; `null` when nothing is left out. It is
   * asked in the same poll.
   *
   * @param state after this reply was entered
   */
  next?(state: State): Ask<State> | null
}

/** A question from a query and the function that enters its result into the state. */
export const boardQuestion = <T, State>(
  query: Query<T>,
  into: (value: T, receivedAt: number, state: State) => State,
): Ask<State> => ({
  query,
  enter: (body, receivedAt, state) => into(query.read(body), receivedAt, state),
  // The thread runs the reader of this very query.
  take: (value, receivedAt, state) => into(value as T, receivedAt, state),
})

/** The data from which a board chooses its questions. */
export interface PollContext<State> {
  /** Unix milliseconds. */
  readonly now: number
  readonly state: State
  /** Symbols that the venue lists as trading, or `null` while its list is not known. */
  readonly listed: ReadonlySet<string> | null
  /**
   * The state that the board's socket has gathered; absent or `null` if the board has no socket or the socket has
   * received nothing yet.
   */
  readonly pushed?: unknown
  /** The last snapshots of the feeds that the board names in `after`; absent where it names none. */
  readonly earlier?: ReadSnapshot
}

/**
 * Reads the carry of a feed's last snapshot for the subject with this key, typed by the feed's schema. `null` if there is
 * none, or if it has another form.
 */
export type ReadSnapshot = <C extends TObject>(
  from: { readonly id: string; readonly carry: C },
  key: string,
) => {
  /** Unix seconds of its tick. */
  readonly timestamp: number
  readonly carry: Static<C>
} | null

/** One question about several boards. */
export interface JointAsk {
  readonly query: Query<unknown>
  /** The ids of the boards that it answers. */
  readonly answers: readonly string[]
  /** Their new states, in this order. Throws `Unreadable`. */
  states(body: string): readonly unknown[]
}

/** How boards of one provider are asked together, where one request is about many places. */
export interface Joint {
  /** Boards with the same name can be asked together. */
  readonly name: string
  /** As few questions as the provider allows. Each board is in one of them. */
  asks(ids: readonly string[], now: number): readonly JointAsk[]
}

/** A socket that delivers what a board otherwise polls for. */
export interface Pushed<State> {
  readonly stream: AnyStream
  /**
   * The state of the board from both origins: for each entry, the value that was true later.
   *
   * @param listed symbols that the venue lists as trading; `null` while its list is not known
   */
  over(polled: State, gathered: unknown, listed: ReadonlySet<string> | null): State
}

/**
 * The last answers of one endpoint of a provider: the unit of polling. One board is one actor with its own repeatable
 * job, so the provider is asked once, however many feeds and workers read the board. Pure: the actor makes the
 * requests.
 */
export interface Board<State> {
  /** `ticker/kraken`: actor id, scheduler id, store key and metric label. */
  readonly id: string
  readonly source: Source
  /** Other sources that the same poll asks, because only what several say together is believed. */
  readonly besides?: readonly Source[]
  readonly everySeconds: number
  /** Its questions go first: a part of the provider's rate window is kept free for them. */
  readonly isUrgent?: boolean
  /** The board that knows which symbols this venue lists, if any. */
  readonly listing?: Board<ListedSymbols>
  /** A socket. While it is connected, the board polls only what the socket does not deliver. */
  readonly pushed?: Pushed<State>
  readonly empty: State
  /**
   * The state is deleted after this long without a poll; for boards of subjects that exist on demand. Kept for ever
   * when left out.
   */
  readonly keepSeconds?: number
  /** For boards of subjects that exist on demand, where a subject has many; asked one by one when left out. */
  readonly joint?: Joint
  /** Actor ids of the feeds whose last snapshots decide what is asked; none if left out. */
  readonly after?: readonly string[]
  /** It chooses its own times: a tick without a question is no failure. */
  readonly rests?: boolean
  /** No question when the socket delivers everything, or while the board rests. */
  asks(context: PollContext<State>): readonly Ask<State>[]
  /**
   * Runs once after the answers of a poll were entered. Not called when no answer came, because nothing is written
   * then.
   */
  settle?(state: State, previous: State, now: number): State
  /** How many rows of the replies no table of ours knows, for the operator; not counted where left out. */
  unknown?(state: State): number
}

/** The state of a board of instruments. */
export interface ListedSymbols {
  readonly symbols: readonly string[]
}

/** A board with any type of state, as registries and schedules hold it. */
export type AnyBoard = Board<unknown>

/** An entry of the store by its id: the state of a polled board or of a stream. */
export interface Kept<State> {
  readonly id: string
  readonly empty: State
}

/** Returns the states of boards and streams with their own types. */
export interface Boards {
  read<State>(kept: Kept<State>): State | null
  /** Venues whose votes do not count, and until when (Unix milliseconds); absent if there are none. */
  readonly silenced?: ReadonlyMap<string, number>
  /** Ids of boards that the operator's settings do not allow to be asked; absent if there are none. */
  readonly refused?: ReadonlySet<string>
}

import type { Query, Source } from '../sources/query.ts'
import type { AnyStream } from './stream.ts'

/** One question of a board, with the reader and the place of its answer tied together. */
export interface Ask<State> {
  readonly query: Query<unknown>
  /** Reads the reply and enters it into the state. Throws `Unreadable`. */
  enter(body: string, receivedAt: number, state: State): State
}

/** Ties a query to what its answer does to a board. */
export const boardQuestion = <T, State>(
  query: Query<T>,
  into: (value: T, receivedAt: number, state: State) => State,
): Ask<State> => ({ query, enter: (body, receivedAt, state) => into(query.read(body), receivedAt, state) })

/** What a board may look at when it makes up its questions. */
export interface PollContext<State> {
  /** Unix milliseconds. */
  readonly now: number
  readonly state: State
  /** Symbols that the venue lists as trading, or `null` while its list is not known. */
  readonly listed: ReadonlySet<string> | null
  /** What the board's socket has gathered; absent or `null` where it has none or was never heard. */
  readonly pushed?: unknown
}

/** A socket that tells what a board is polled for. */
export interface Pushed<State> {
  readonly stream: AnyStream
  /**
   * The board as both make it: of each thing what is true of the later moment.
   *
   * @param listed symbols that the venue lists as trading; `null` while its list is not known
   */
  over(polled: State, gathered: unknown, listed: ReadonlySet<string> | null): State
}

/**
 * What one provider endpoint last said: the unit of polling. One board is one actor with its own repeatable job, and
 * however many feeds and workers read it, the provider is asked once. Pure: the actor does the asking.
 */
export interface Board<State> {
  /** `ticker/kraken`: actor id, scheduler id, store key and metric label. */
  readonly id: string
  readonly source: Source
  readonly everySeconds: number
  /** The board that knows which symbols this venue lists, if any. */
  readonly listing?: Board<ListedSymbols>
  /** Polling is what is left when it falls silent. */
  readonly pushed?: Pushed<State>
  readonly empty: State
  /** Forgotten after so long without a poll: boards of subjects that come and go. For ever when left out. */
  readonly keepSeconds?: number
  /** None where the socket tells of everything. */
  asks(look: PollContext<State>): readonly Ask<State>[]
  /** Runs once after the answers were entered; not when none came, since nothing is written then. */
  settle?(state: State, previous: State, now: number): State
}

/** The state of a board of instruments. */
export interface ListedSymbols {
  readonly symbols: readonly string[]
}

/** A board whatever its state: what registries and schedules hold. */
export type AnyBoard = Board<unknown>

/** What lies in the store under an id: a board that is polled, or a stream that is gathered. */
export interface Kept<State> {
  readonly id: string
  readonly empty: State
}

/** Hands out the states of boards and streams to those who know their type. */
export interface Boards {
  read<State>(kept: Kept<State>): State | null
  /** Venues without a vote, and until when, Unix milliseconds; absent where there are none. */
  readonly silenced?: ReadonlyMap<string, number>
}

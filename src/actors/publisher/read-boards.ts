import type { AnyBoard, Boards, Kept, ListedSymbols } from '../../feeds/board.ts'
import type { AnyStream, Streamed } from '../../feeds/stream.ts'
import type { BoardStore, StoredBoard } from '../../store/published/boards.ts'
import { streamedIn } from './stream-parts.ts'

/** The symbols that a venue lists as trading; `null` while that is not known. */
export const listedOn = (board: StoredBoard | null | undefined): ReadonlySet<string> | null => {
  const listing = board?.state as ListedSymbols | undefined
  return listing ? new Set(listing.symbols) : null
}

/** The data that a board's socket has gathered; `null` if there is none. */
export const gatheredIn = (stream: StoredBoard | null | undefined): unknown =>
  (stream?.state as Streamed<unknown> | undefined)?.gathered ?? null

/** A board made from polled, pushed and listed data, with the states that it was made from. */
interface Made {
  readonly polled: StoredBoard | null
  readonly listing: StoredBoard | null
  readonly state: unknown
}

/** Many ticks read the same boards, so a board is made again only if one of its states has changed. */
const made = new WeakMap<StoredBoard, Made>()

const stateOf = (board: AnyBoard, stored: ReadonlyMap<string, StoredBoard | null>): unknown => {
  const polled = stored.get(board.id) ?? null
  const stream = board.pushed ? (stored.get(board.pushed.stream.id) ?? null) : null
  if (!board.pushed || !stream) return polled?.state ?? null
  const listing = board.listing ? (stored.get(board.listing.id) ?? null) : null
  const known = made.get(stream)
  if (known && known.polled === polled && known.listing === listing) return known.state
  const state = board.pushed.over(polled?.state ?? board.empty, gatheredIn(stream), listedOn(listing))
  made.set(stream, { polled, listing, state })
  return state
}

/** The ids to read for a board: itself, its stream and its list of instruments, if it has them. */
const idsOf = ({ id, pushed, listing }: AnyBoard): readonly string[] =>
  pushed ? [id, pushed.stream.id, ...(listing ? [listing.id] : [])] : [id]

/**
 * The boards that a tick reads, and the streams and other entries, as they are now. It takes one or two round trips, however many they are.
 */
export const readBoards = async (
  store: Pick<BoardStore, 'read'>,
  boards: readonly AnyBoard[],
  others: readonly { readonly id: string; readonly inParts?: NonNullable<AnyStream['inParts']> }[],
): Promise<Boards> => {
  const ids = [...new Set([...boards.flatMap(idsOf), ...others.map(({ id }) => id)])]
  const found = await store.read(ids)
  const stored = new Map(ids.map((id, at) => [id, found[at] ?? null]))
  const boardOf = new Map(boards.map((board) => [board.id, board]))
  const otherOf = new Map(others.map((other) => [other.id, other]))
  return {
    read: <State>({ id }: Kept<State>) => {
      const board = boardOf.get(id)
      return (board ? stateOf(board, stored) : streamedIn(otherOf.get(id) ?? {}, stored.get(id))) as State | null
    },
  }
}

import type { AnyBoard, Boards, Kept, ListedSymbols } from '../../feeds/board.ts'
import type { AnyStream, Streamed } from '../../feeds/stream.ts'
import type { BoardStore, StoredBoard } from '../../store/published/boards.ts'

/** What a venue lists as trading; `null` while that is not known. */
export const listedOn = (board: StoredBoard | null | undefined): ReadonlySet<string> | null => {
  const listing = board?.state as ListedSymbols | undefined
  return listing ? new Set(listing.symbols) : null
}

/** What a board's socket has gathered; `null` where nothing was heard of it. */
export const gatheredIn = (stream: StoredBoard | null | undefined): unknown =>
  (stream?.state as Streamed<unknown> | undefined)?.gathered ?? null

/** A board as it was last made of what was polled, pushed and listed. */
interface Made {
  readonly polled: StoredBoard | null
  readonly listing: StoredBoard | null
  readonly state: unknown
}

/** Many ticks read the same boards: what was made of the same states is not made again. */
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

/** What must be looked up for a board: itself, and where it has a socket that and what is listed. */
const idsOf = ({ id, pushed, listing }: AnyBoard): readonly string[] =>
  pushed ? [id, pushed.stream.id, ...(listing ? [listing.id] : [])] : [id]

/** The boards and streams that a tick looks at, as they stand. One round trip or two, however many they are. */
export const readBoards = async (
  store: Pick<BoardStore, 'read'>,
  boards: readonly AnyBoard[],
  streams: readonly AnyStream[],
): Promise<Boards> => {
  const ids = [...new Set([...boards.flatMap(idsOf), ...streams.map(({ id }) => id)])]
  const found = await store.read(ids)
  const stored = new Map(ids.map((id, at) => [id, found[at] ?? null]))
  const boardOf = new Map(boards.map((board) => [board.id, board]))
  return {
    read: <State>({ id }: Kept<State>) => {
      const board = boardOf.get(id)
      return (board ? stateOf(board, stored) : (stored.get(id)?.state ?? null)) as State | null
    },
  }
}

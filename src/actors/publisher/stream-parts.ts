import type { AnyStream, Streamed } from '../../feeds/stream.ts'
import type { ChangedParts } from '../../store/published/board-parts.ts'
import type { StoredBoard } from '../../store/published/boards.ts'

/** How streams are stored: a stream that names parts has them beside everything else of it. */

/** Everything of a stream but its parts. */
export const headOf = ({ inParts }: AnyStream, record: Streamed<unknown>): Streamed<unknown> =>
  inParts ? { ...record, gathered: inParts.restOf(record.gathered) } : record

/**
 * The parts that a write must change.
 *
 * @param before as it is stored; `null` where it is not stored in parts
 */
export const changedParts = (
  { inParts }: AnyStream,
  before: Streamed<unknown> | null,
  now: Streamed<unknown>,
): ChangedParts | undefined => {
  if (!inParts) return undefined
  const known = new Set(before ? inParts.partsOf(before.gathered) : [])
  const parts = inParts.partsOf(now.gathered)
  const kept = new Set(parts.map((part) => inParts.keyOf(part)))
  return {
    isFresh: before === null,
    written: parts.filter((part) => !known.has(part)).map((part) => [inParts.keyOf(part), part]),
    dropped: [...known].map((part) => inParts.keyOf(part)).filter((key) => !kept.has(key)),
  }
}

/** Many ticks read the same streams, so a stream is joined again only if it has changed. */
const joined = new WeakMap<StoredBoard, Streamed<unknown>>()

/** A stream as it was stored; `null` if it was not. */
export const streamedIn = (
  { inParts }: Pick<AnyStream, 'inParts'>,
  stored: StoredBoard | null | undefined,
): Streamed<unknown> | null => {
  if (!stored) return null
  const head = stored.state as Streamed<unknown>
  if (!inParts) return head
  const known = joined.get(stored)
  if (known) return known
  const gathered = inParts.join(head.gathered as object, [...(stored.parts?.values() ?? [])])
  const streamed = { ...head, gathered }
  joined.set(stored, streamed)
  return streamed
}

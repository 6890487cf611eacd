import type { AnyStream, InParts, Streamed } from '../../feeds/stream.ts'
import type { ChangedParts, WroteParts } from '../../store/published/board-parts.ts'
import type { HeldBoardStore, StoredBoard } from '../../store/published/boards.ts'
import { HOUR_MS } from '../../time-units.ts'

/** How streams are stored. One that names parts has them beside everything else of it. */

/** A part that is stored is read once, and is the same object from then on. */
const checked = new WeakSet<object>()

const joinParts = (inParts: InParts<unknown>, rest: unknown, parts: ReadonlyMap<string, object>): unknown => {
  const found: object[] = []
  for (const [key, part] of parts) {
    if (!checked.has(part) && !inParts.isPart(part)) return null
    checked.add(part)
    if (inParts.keyOf(part) !== key) return null
    found.push(part)
  }
  return inParts.join(rest, found)
}

/** Many ticks read the same streams, so a stream is joined again only if it has changed. */
const joined = new WeakMap<StoredBoard, Streamed<unknown> | null>()

/** A stream as it is stored; `null` if it is not, or not in a form that can be read. */
export const streamedIn = (
  { inParts }: Pick<AnyStream, 'inParts'>,
  stored: StoredBoard | null | undefined,
): Streamed<unknown> | null => {
  if (!stored) return null
  const head = stored.state as Streamed<unknown>
  if (!inParts) return head
  const known = joined.get(stored)
  if (known !== undefined) return known
  const gathered = stored.parts ? joinParts(inParts, head.gathered, stored.parts) : inParts.fromWhole(head.gathered)
  const streamed = gathered === null ? null : { ...head, gathered }
  joined.set(stored, streamed)
  return streamed
}

/** The state that is stored. */
interface Written {
  readonly at: number
  readonly gathered: unknown
}

const changesFrom = (inParts: InParts<unknown>, before: Written | null, gathered: unknown): ChangedParts => {
  const known = new Set(before ? inParts.partsOf(before.gathered) : [])
  const parts = inParts.partsOf(gathered)
  const kept = new Set(parts.map((part) => inParts.keyOf(part)))
  return {
    from: before?.at ?? null,
    written: parts.filter((part) => !known.has(part)).map((part) => [inParts.keyOf(part), part]),
    dropped: [...known].map((part) => inParts.keyOf(part)).filter((key) => !kept.has(key)),
  }
}

/** After this long all parts are written again, so that one that was spoilt in Redis is not there for a day. */
const ALL_AGAIN_MS = HOUR_MS

/** Writes a stream under its lease; false when this holder does not have it. */
export type WriteStream = (record: Streamed<unknown>, now: number) => Promise<boolean>

/** @param stored what was read when the lease was taken */
export const streamWriter = (
  { id, inParts }: AnyStream,
  boards: Pick<HeldBoardStore, 'writeHeld' | 'writeParts'>,
  holder: string,
  stored: StoredBoard | null,
): WriteStream => {
  if (!inParts) return (record, now) => boards.writeHeld(id, now, record, holder)
  const begun = stored?.parts ? streamedIn({ inParts }, stored) : null
  let last: Written | null = begun && stored ? { at: stored.at, gathered: begun.gathered } : null
  let allAt: number | null = null

  return async (record, now) => {
    const write = (before: Written | null): Promise<WroteParts> =>
      boards.writeParts(
        id,
        now,
        { ...record, gathered: inParts.restOf(record.gathered) },
        holder,
        changesFrom(inParts, before, record.gathered),
      )
    allAt ??= now
    if (now - allAt >= ALL_AGAIN_MS || now < allAt) last = null
    let wrote = await write(last)
    // A write that was confirmed can be lost in a failover, and nothing tells of it. Everything is here, so it is written.
    if (wrote.kind === 'other_state') wrote = await write((last = null))
    if (wrote.kind !== 'written') return false
    if (last === null) allAt = now
    last = { at: wrote.at, gathered: record.gathered }
    return true
  }
}

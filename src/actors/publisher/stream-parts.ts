import type { AnyStream, InParts, Streamed } from '../../feeds/stream.ts'
import type { ChangedParts, WroteParts } from '../../store/published/board-parts.ts'
import type { HeldBoardStore, StoredBoard } from '../../store/published/boards.ts'
import { MINUTE_MS } from '../../time-units.ts'

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

/**
 * After this long all parts are written again. One that was spoilt in Redis is there for so long at most: a reader that
 * does not remember it reads nothing of the stream, and whoever takes over meanwhile begins anew.
 */
const ALL_AGAIN_MS = 5 * MINUTE_MS

/** Writes a stream under its lease; false when this holder does not have it. */
export interface WriteStream {
  (record: Streamed<unknown>, now: number): Promise<boolean>
  /** With parts that are stored already. */
  all(record: Streamed<unknown>, now: number): Promise<boolean>
}

/**
 * @param storedAt the time of what was stored when the lease was taken
 * @param lost is called where the store does not have what it has confirmed
 */
export const streamWriter = (
  { id, inParts }: AnyStream,
  boards: Pick<HeldBoardStore, 'writeHeld' | 'writeParts'>,
  holder: string,
  storedAt: number,
  lost: () => void = () => {},
): WriteStream => {
  const whole = (record: Streamed<unknown>, now: number) => boards.writeHeld(id, now, record, holder)
  if (!inParts) return Object.assign(whole, { all: whole })
  // What was read at the beginning may hold a part that only this process still has, so the first write is of everything.
  let last: Written | null = null
  let latest = storedAt
  let allAt = 0

  const write = async (record: Streamed<unknown>, now: number): Promise<boolean> => {
    const writeFrom = (before: Written | null): Promise<WroteParts> =>
      boards.writeParts(
        id,
        // Never the time of a write that was lost: readers may have kept what it wrote.
        Math.max(now, latest + 1),
        { ...record, gathered: inParts.restOf(record.gathered) },
        holder,
        changesFrom(inParts, before, record.gathered),
      )
    if (now - allAt >= ALL_AGAIN_MS || now < allAt) last = null
    let wrote = await writeFrom(last)
    // A write that was confirmed can be lost in a failover, and nothing tells of it. Everything is here, so it is written.
    if (wrote.kind === 'other_state') {
      lost()
      wrote = await writeFrom((last = null))
    }
    if (wrote.kind !== 'written') return false
    if (last === null) allAt = now
    latest = wrote.at
    last = { at: wrote.at, gathered: record.gathered }
    return true
  }
  const all = (record: Streamed<unknown>, now: number): Promise<boolean> => {
    last = null
    return write(record, now)
  }
  return Object.assign(write, { all })
}

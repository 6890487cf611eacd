import { join } from 'node:path'
import { wholeLength } from '../../files/line-file.ts'
import { newestOfMonth, monthsIn } from '../../ledger/files.ts'
import { type Identity, compareIdentities, readIdentity } from '../../ledger/identity.ts'
import type { LedgerLine, UnreadableLine } from '../../ledger/line.ts'
import { fileOf, isOlderThan } from '../../ledger/months.ts'
import type { Log } from '../../ports.ts'
import type { Disk, DiskFile } from './disk.ts'

/** A posting that is to be written into the books. */
export interface Booking {
  readonly identity: Identity
  readonly month: string
  readonly line: LedgerLine | UnreadableLine
}

/** The ledger's files, for their only writer. */
export interface Books {
  /** The newest posting of a shard on the disk. */
  last(shard: string): Identity | null
  /**
   * Writes postings in their order and syncs them. If a file cannot be written, this throws and leaves the file as it
   * was. Throws `BooksChanged` if something else has changed the file.
   */
  append(bookings: readonly Booking[]): Promise<void>
  /** Lines of a shard that came after a posting, newest first. */
  after(shard: string, mark: Identity | null): Generator<LedgerLine | UnreadableLine>
  /** Deletes months whose last day is older, except those that hold the last line of a shard. @returns which */
  forget(days: number, now: number): readonly string[]
  close(): Promise<void>
}

/** A file is not as this process left it: it was replaced, moved or cut. It must be read again. */
export class BooksChanged extends Error {
  override readonly name = 'BooksChanged'
}

interface Month {
  /** Length of the whole lines on the disk, in bytes. */
  length: number
  readonly last: Map<string, Identity>
}

/** Reads backwards until a line of every shard was found: usually the last lines of a file. */
const lastIn = (folder: string, month: string, length: number, shards: readonly string[]): Map<string, Identity> => {
  const last = new Map<string, Identity>()
  for (const { id } of newestOfMonth(folder, month, length)) {
    const identity = readIdentity(id)
    if (!last.has(identity.shard)) last.set(identity.shard, identity)
    if (shards.every((shard) => last.has(shard))) break
  }
  return last
}

/** An incomplete last line was never counted and is still in its stream. It is cut off and written again. */
const openMonth = async (
  folder: string,
  month: string,
  shards: readonly string[],
  { disk, log }: { readonly disk: Disk; readonly log: Log },
): Promise<Month> => {
  const path = join(folder, fileOf(month))
  const file = await disk.open(path)
  try {
    const size = await file.size()
    const length = wholeLength(file.descriptor, size)
    if (length < size) {
      await file.truncate(length)
      log.warn('books.torn_line', { path, bytes: size - length })
    }
    // The process that wrote the last lines may have died before it synced them.
    await file.sync()
    return { length, last: lastIn(folder, month, length, shards) }
  } finally {
    await file.close()
  }
}

/** Groups neighbours of one month. A late posting of last month must be on the disk before those after it. */
const runsOf = (bookings: readonly Booking[]): readonly (readonly Booking[])[] => {
  const runs: Booking[][] = []
  for (const booking of bookings) {
    const run = runs.at(-1)
    if (run?.[0]?.month === booking.month) run.push(booking)
    else runs.push([booking])
  }
  return runs
}

/** The caller must hold the folder's lock. */
export const openBooks = async (
  folder: string,
  shards: readonly string[],
  parts: { readonly disk: Disk; readonly log: Log },
): Promise<Books> => {
  const { disk } = parts
  const months = new Map<string, Month>()
  for (const month of monthsIn(folder)) months.set(month, await openMonth(folder, month, shards, parts))
  disk.syncFolder(folder)
  let open: { readonly month: string; readonly file: DiskFile } | null = null
  /** The month of a failed write that could not be undone. Its file is cut to its known length before anything else. */
  let half: string | null = null

  const leave = async (): Promise<void> => {
    const left = open
    open = null
    await left?.file.close()
  }
  const enter = async (month: string): Promise<DiskFile> => {
    if (open?.month === month) return open.file
    await leave()
    const file = await disk.open(join(folder, fileOf(month)))
    open = { month, file }
    if (!months.has(month)) {
      disk.syncFolder(folder)
      months.set(month, { length: 0, last: new Map() })
    }
    return file
  }
  const takeBack = async (file: DiskFile, month: string): Promise<void> => {
    half = month
    await file.truncate(months.get(month)!.length)
    await file.sync()
    half = null
  }
  const write = async (run: readonly Booking[]): Promise<void> => {
    const { month } = run[0]!
    const file = await enter(month)
    const known = months.get(month)!
    if (half === month) await takeBack(file, month)
    const found = disk.look(join(folder, fileOf(month)))
    if (found?.inode !== file.inode || found.size !== known.length)
      throw new BooksChanged(
        `${fileOf(month)} is not as it was left: ${found?.size ?? 'no'} bytes, ${known.length} known.`,
      )
    const bytes = Buffer.from(run.map(({ line }) => `${JSON.stringify(line)}\n`).join(''))
    try {
      await file.write(bytes, known.length)
      await file.sync()
    } catch (problem) {
      // The first failure is the one that is thrown.
      await takeBack(file, month).catch(() => {})
      throw problem
    }
    known.length += bytes.length
    for (const { identity } of run) known.last.set(identity.shard, identity)
  }

  const monthOfLast = (shard: string): string | null =>
    [...months].reduce<string | null>((newest, [month, { last }]) => {
      const before = newest === null ? null : months.get(newest)!.last.get(shard)!
      return compareIdentities(last.get(shard) ?? null, before) > 0 ? month : newest
    }, null)

  return {
    last: (shard) => {
      const month = monthOfLast(shard)
      return month === null ? null : months.get(month)!.last.get(shard)!
    },
    append: async (bookings) => {
      for (const run of runsOf(bookings)) await write(run)
    },
    after: function* (shard, mark) {
      for (const [name, { length, last: newest }] of months) {
        if (compareIdentities(newest.get(shard) ?? null, mark) <= 0) continue
        for (const line of newestOfMonth(folder, name, length)) {
          const identity = readIdentity(line.id)
          if (identity.shard !== shard) continue
          if (compareIdentities(identity, mark) <= 0) break
          yield line
        }
      }
    },
    forget: (days, now) => {
      const saying = new Set(shards.map((shard) => monthOfLast(shard)))
      const gone = [...months.keys()].filter(
        (month) => isOlderThan(month, days, now) && !saying.has(month) && open?.month !== month,
      )
      for (const month of gone) {
        disk.remove(join(folder, fileOf(month)))
        months.delete(month)
      }
      if (gone.length > 0) disk.syncFolder(folder)
      return gone
    },
    close: leave,
  }
}

import {
  entryOf,
  type Identity,
  identityOf,
  compareIdentities,
  readIdentity,
  writeIdentity,
} from '../../ledger/identity.ts'
import { isReadable, type LedgerLine, readPosted, type UnreadableLine } from '../../ledger/line.ts'
import { monthOf } from '../../ledger/months.ts'
import type { Clock, Log } from '../../ports.ts'
import type { LedgerEntry, LedgerStore } from '../../store/claims/ledger.ts'
import type { Booking, Books } from './books.ts'
import { createSums } from './sums.ts'

/**
 * Moves postings from a shard's stream into the books: writes and syncs them, then adds them to the sums and trims the
 * stream in one step of Redis. If a process dies in between, the next round compares the mark in Redis with the last
 * line on the disk and does the rest.
 */

/** The mark in Redis is ahead of the books: a file was lost, or replaced by an older copy. */
export class BooksBehind extends Error {
  override readonly name = 'BooksBehind'
}

/** Another bookkeeper has moved the mark. */
export class LostMark extends Error {
  override readonly name = 'LostMark'
}

export interface Moving {
  readonly books: Books
  readonly ledger: LedgerStore
  /** The name under which an item is counted. */
  readonly labelOf: (item: string) => string
  readonly clock: Clock
  readonly log: Log
}

/** Postings per step, so that one step blocks this process for a few milliseconds only. */
const AT_ONCE = 500
/** After this many lines reading pauses, so that other work of this process can run. */
const WITHOUT_PAUSE = 1_000
/** An id before every entry: trimming up to it removes nothing. */
const NOTHING = '0-0'

const written = (identity: Identity | null): string => (identity === null ? '' : writeIdentity(identity))

/** Adds lines on the disk that are missing in the sums: a bookkeeper died before that step, or Redis lost the sums. */
const catchUp = async ({ books, ledger, labelOf, clock, log }: Moving, shard: string, mark: Identity | null) => {
  const last = books.last(shard)!
  const sums = createSums(labelOf, clock.now())
  let lines = 0
  for (const line of books.after(shard, mark)) {
    sums.add(line)
    if (++lines % WITHOUT_PAUSE === 0) await clock.sleep(0)
  }
  const move = { shard, from: written(mark), to: written(last), keepFrom: NOTHING, sums: sums.read() }
  if (!(await ledger.booked(move))) throw new LostMark(`the mark of ${shard} moved`)
  log.info('books.caught_up', { shard, lines })
}

type Posted = { readonly identity: Identity; readonly line: LedgerLine | UnreadableLine }

const postedIn = (shard: string, { entry, postings }: LedgerEntry): readonly Posted[] =>
  postings.map((text, n) => {
    const identity = identityOf(shard, entry, n)
    return { identity, line: readPosted(writeIdentity(identity), text) }
  })

/** Entries whose ids are older than the last line, but which are not in the books. */
const strays = (books: Books, shard: string, entries: readonly LedgerEntry[], last: Identity | null): string[] => {
  const first = entries[0] && identityOf(shard, entries[0].entry, 0)
  if (!first || compareIdentities(first, last) > 0) return []
  const known = new Set<string>()
  for (const line of books.after(shard, { ...first, n: -1 })) known.add(JSON.stringify(line))
  return entries
    .filter((entry) =>
      postedIn(shard, entry).some(
        ({ identity, line }) => compareIdentities(identity, last) <= 0 && !known.has(JSON.stringify(line)),
      ),
    )
    .map(({ entry }) => entry)
}

const afterEntry = (entry: string): string => {
  const [ms, sequence] = entry.split('-')
  return `${ms}-${BigInt(sequence!) + 1n}`
}

const monthOfLine = (line: LedgerLine | UnreadableLine, now: number): string =>
  monthOf(isReadable(line) ? Date.parse(line.at) : now)

/** @returns how many postings were written into the books */
export const moveShard = async (moving: Moving, shard: string): Promise<number> => {
  const { books, ledger, labelOf, clock, log } = moving
  const text = await ledger.mark(shard)
  const mark = text === null ? null : readIdentity(text)
  const ahead = compareIdentities(mark, books.last(shard))
  if (ahead > 0)
    throw new BooksBehind(
      `postings up to ${text} were written, and the files end at ${written(books.last(shard)) || 'nothing'}: ` +
        'put the newest copy of the ledger back.',
    )
  if (ahead < 0) await catchUp(moving, shard, mark)

  for (let moved = 0; ;) {
    const entries = await ledger.oldest(shard, AT_ONCE)
    const newest = entries.at(-1)
    if (!newest) return moved
    const last = books.last(shard)
    const lost = strays(books, shard, entries, last)
    if (lost.length > 0) {
      await ledger.lift(shard, lost, last!)
      log.warn('books.ids_went_back', { shard, entries: lost.length, last: entryOf(last!) })
      continue
    }
    const now = clock.now()
    const fresh = entries
      .flatMap((entry) => postedIn(shard, entry))
      .filter((each) => compareIdentities(each.identity, last) > 0)
    const bookings = fresh.map((each): Booking => ({ ...each, month: monthOfLine(each.line, now) }))
    const broken = bookings.filter(({ line }) => !isReadable(line)).length
    if (broken > 0) log.error('books.unreadable_posting', { shard, postings: broken })
    await books.append(bookings)
    const sums = createSums(labelOf, now)
    for (const { line } of fresh) sums.add(line)
    const to = written(books.last(shard))
    const move = { shard, from: written(last), to, keepFrom: afterEntry(newest.entry), sums: sums.read() }
    if (!(await ledger.booked(move))) throw new LostMark(`the mark of ${shard} moved`)
    moved += fresh.length
  }
}

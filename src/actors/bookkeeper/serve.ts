import { monthsIn } from '../../ledger/files.ts'
import type { RoleBeats } from '../../metrics/beats.ts'
import type { Clock, Log } from '../../ports.ts'
import { BOOKKEEPER, type HealthStore } from '../../store/published/health.ts'
import type { LeaseStore } from '../../store/redis/leases.ts'
import type { LedgerStore } from '../../store/claims/ledger.ts'
import { HOUR_MS } from '../../time-units.ts'
import { type Books, BooksChanged, openBooks } from './books.ts'
import type { Disk } from './disk.ts'
import { type FolderLock, lockLedger } from './folder-lock.ts'
import { BooksBehind, LostMark, moveShard } from './move.ts'

/** What the bookkeeper does again and again. */
export const BOOK_LOOPS = ['moves'] as const
export type BookLoop = (typeof BOOK_LOOPS)[number]

/** The dependencies of the role. */
export interface Bookkeeping {
  /** The folder of the ledger's months. */
  readonly folder: string
  /** How many days a month is kept after its last day. */
  readonly days: number
  readonly shards: readonly string[]
  readonly labelOf: (item: string) => string
  readonly ledger: LedgerStore
  readonly leases: LeaseStore
  readonly health: HealthStore
  readonly disk: Disk
  readonly clock: Clock
  readonly log: Log
  readonly beats: RoleBeats<BookLoop>
  /** This process's name among others. */
  readonly holder: string
}

const LEASE = 'bookkeeper'
const LEASE_MS = 5_000
const BEAT_MS = 500
/** How often a process that is not the bookkeeper asks for the lease. */
const ASK_MS = 1_000
const HEALTH_MS = 5_000
/** The same fault is logged at most this often. */
const TELL_MS = 10_000
const GIVE_UP_MS = 60_000
const FORGET_MS = HOUR_MS
const GIVE_UP_AT_ONCE = 200
const CLOSE_MS = 5_000

/** True at most once in this time. A clock that was set back does not block it. */
const every = (ms: number): ((now: number) => boolean) => {
  let last = Number.NEGATIVE_INFINITY
  return (now) => {
    if (now >= last && now - last < ms) return false
    last = now
    return true
  }
}

interface Held {
  readonly lock: FolderLock
  readonly books: Books
}

/** Runs one active bookkeeper. A lease chooses it, and a lock on the folder protects the books if the lease fails. */
export const serveBooks = (role: Bookkeeping): { close(): Promise<void> } => {
  const { folder, days, shards, ledger, leases, health, disk, clock, log, beats, holder } = role
  const stopping = new AbortController()
  const mayTell = every(TELL_MS)
  const mayTellHealth = every(HEALTH_MS)
  const mayGiveUp = every(GIVE_UP_MS)
  const mayForget = every(FORGET_MS)
  let held: Held | null = null

  const leave = async (): Promise<void> => {
    const left = held
    held = null
    try {
      await left?.books.close()
    } finally {
      left?.lock.release()
    }
  }
  const enter = async (): Promise<Held | null> => {
    disk.makeFolder(folder)
    const lock = lockLedger(folder)
    if (!lock) return null
    try {
      const books = await openBooks(folder, shards, { disk, log })
      log.info('books.open', { folder, months: monthsIn(folder).length })
      return { lock, books }
    } catch (problem) {
      lock.release()
      throw problem
    }
  }
  const work = async ({ books }: Held): Promise<void> => {
    const now = clock.now()
    if (mayGiveUp(now))
      for (const shard of shards) while ((await ledger.giveUp(shard, now, GIVE_UP_AT_ONCE)) === GIVE_UP_AT_ONCE);
    for (const shard of shards) await moveShard({ ...role, books }, shard)
    if (mayForget(now)) for (const month of books.forget(days, now)) log.info('books.forgot', { month })
    if (mayTellHealth(now)) await health.succeeded(BOOKKEEPER, now)
  }
  /** @returns how long to wait until the next one */
  const beat = async (): Promise<number> => {
    const isOurs = await leases.hold(LEASE, holder, LEASE_MS)
    beats.leads(isOurs)
    if (!isOurs) {
      await leave()
      return ASK_MS
    }
    held ??= await enter()
    if (!held) {
      // The process with the lock is paused or about to end. It may get the lease back and continue.
      await leases.release(LEASE, holder)
      throw new Error('another process writes the ledger in this folder without holding the lease.')
    }
    await work(held)
    beats.worked('moves')
    return BEAT_MS
  }
  const tell = async (problem: unknown): Promise<void> => {
    const now = clock.now()
    if (!mayTell(now)) return
    const message = problem instanceof Error ? problem.message : String(problem)
    log.error('books.stuck', { message })
    await health.failed(BOOKKEEPER, now, message)
  }
  const loop = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const pause = await beat().catch(async (problem: unknown) => {
        await tell(problem).catch(() => {})
        if ([BooksBehind, BooksChanged, LostMark].some((each) => problem instanceof each)) await leave()
        // Another process may have the whole ledger, so the lease is released.
        if (problem instanceof BooksBehind) await leases.release(LEASE, holder).catch(() => {})
        return held ? BEAT_MS : ASK_MS
      })
      await clock.sleep(pause, stopping.signal)
    }
    await leave()
    await leases.release(LEASE, holder)
  }
  const running = loop().catch((problem: unknown) => log.error('books.not_closed', { message: String(problem) }))
  return {
    close: async () => {
      stopping.abort()
      await Promise.race([running, clock.sleep(CLOSE_MS)])
    },
  }
}

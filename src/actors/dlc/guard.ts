import { Database, SQLiteError } from 'bun:sqlite'
import { chmodSync } from 'node:fs'

/**
 * The signer's own record of what it signed: nonce point -> message. Two messages signed with one nonce reveal the
 * private key. So every message is written here, and synced to the disk, before its signature is computed. Even if
 * Redis, the journal and the callers are all wrong or rolled back, this record refuses a second message.
 *
 * THE FILE MUST NEVER BE REPLACED BY AN OLDER COPY. A lost one is refilled from the journal before anything is signed
 * (`recovery.ts`).
 *
 * Journal mode TRUNCATE with `synchronous` FULL. FULL alone says little: in DELETE mode the unlinked rollback journal
 * may come back after a power cut and undo the last commit (EXTRA would prevent that). In TRUNCATE mode the emptied
 * journal itself is synced. WAL would be three times faster, but its newest rows live in a second file: a copy of the
 * database without it is an older copy, which must never be used. Signing costs ten times more than this.
 */

/** A message and the nonce point it is about to be signed under, 32 bytes each. */
export interface NonceUse {
  readonly point: Uint8Array
  readonly message: Uint8Array
}

/** The messages that one event is about to sign. */
export interface GuardEntry {
  readonly event: string
  readonly pairs: readonly NonceUse[]
}

/** A used nonce point, its message and the event it belongs to. */
export interface SignedPair extends NonceUse {
  readonly event: string
}

/** The questions that do not change a guard. */
export interface GuardBook {
  find(point: Uint8Array): SignedPair | null
  /** Used points in the order of their bytes, those after `point`, or from the first one. */
  page(after: Uint8Array | null, count: number): readonly SignedPair[]
  /** Number of used points. */
  count(): number
  /** Events that signed something, or were about to. */
  events(): readonly string[]
}

export interface Guard extends GuardBook {
  /** There was no file, so the decisions in the journal must be entered first. */
  readonly isNew: boolean
  /**
   * Enters new pairs and compares known ones, for all events or for none, with one sync. Returns when they are on the
   * disk. Throws `SecondMessage`, every time, if one of the points has another message or another event.
   */
  commitAll(entries: readonly GuardEntry[]): void
  /** The same for one event. */
  commit(eventId: string, pairs: readonly NonceUse[]): void
  close(): void
}

/** A second message was requested for a used nonce. Nothing was signed. The signer must stop and log an error. */
export class SecondMessage extends Error {
  override readonly name = 'SecondMessage'
  constructor(
    readonly eventId: string,
    /** Hex. */
    readonly point: string,
  ) {
    super(`${eventId}: the nonce ${point.slice(0, 16)}… has signed another message. Refused, now and for ever.`)
  }
}

/** A guard file that must not be used as it is. The message says what to do. */
export class BadGuard extends Error {
  override readonly name = 'BadGuard'
}

/** `CLDG`, in the header of the file, so that no other database is taken for a guard. */
export const APPLICATION_ID = 0x434c4447

const TABLES = `
  CREATE TABLE oracle (one INTEGER PRIMARY KEY CHECK (one = 1), key TEXT NOT NULL) STRICT;
  CREATE TABLE signed (
    point BLOB PRIMARY KEY CHECK (length(point) = 32),
    message BLOB NOT NULL CHECK (length(message) = 32),
    event TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TRIGGER signed_stays BEFORE UPDATE ON signed BEGIN SELECT RAISE(ABORT, 'what was signed stays'); END;
  CREATE TRIGGER signed_remains BEFORE DELETE ON signed BEGIN SELECT RAISE(ABORT, 'what was signed stays'); END;`

const openFile = (path: string): Database => {
  try {
    return new Database(path, { create: true, strict: true })
  } catch (problem) {
    throw new BadGuard(`${path} cannot be opened: ${problem instanceof Error ? problem.message : 'unknown'}.`)
  }
}

/** Keeps databases that this process has locked referenced: a collected one would lose its lock. */
const HELD = new Set<Database>()

const release = (db: Database): void => {
  HELD.delete(db)
  db.close()
}

/**
 * Locks the file for this process until it is closed. The lock belongs to the operating system and ends with the
 * process. It would also end if this process opened and closed the file in another way, so nothing may do that.
 */
const openLocked = (path: string): Database => {
  const db = openFile(path)
  try {
    // A reader (`guard-view.ts`) locks the file for one question at a time, so this waits a moment.
    db.run('PRAGMA busy_timeout = 500')
    db.run('PRAGMA locking_mode = EXCLUSIVE')
    db.run('PRAGMA journal_mode = TRUNCATE')
    db.run('PRAGMA synchronous = FULL')
    // On macOS an ordinary sync stops at the drive's cache.
    db.run('PRAGMA fullfsync = ON')
    db.run('BEGIN EXCLUSIVE')
    db.run('COMMIT')
    HELD.add(db)
    return db
  } catch (problem) {
    db.close()
    if (problem instanceof SQLiteError && problem.code === 'SQLITE_BUSY')
      throw new BadGuard(`${path} is in use: another signer is running. Two signers with one key must never be.`)
    if (problem instanceof SQLiteError)
      throw new BadGuard(`${path} cannot be read as a guard (${problem.code}). Never restore an older copy of it.`)
    throw problem
  }
}

/** What a PRAGMA answers. */
export const value = (db: Database, pragma: string): unknown =>
  Object.values(db.query(`PRAGMA ${pragma}`).get() as object)[0]

const create = (db: Database, oracleKey: string): void =>
  db.transaction(() => {
    db.run(TABLES)
    db.run(`PRAGMA application_id = ${APPLICATION_ID}`)
    db.run('INSERT INTO oracle (one, key) VALUES (1, ?)', [oracleKey])
  })()

const check = (db: Database, path: string, oracleKey: string): void => {
  if (value(db, 'application_id') !== APPLICATION_ID) throw new BadGuard(`${path} is another program's database.`)
  // The tables of today are version 0, which SQLite says of a file that says nothing.
  if (value(db, 'user_version') !== 0)
    throw new BadGuard(
      `${path} was written by a newer release. Start that release again; never remove this file for it.`,
    )
  const health = value(db, 'quick_check')
  if (health !== 'ok')
    throw new BadGuard(`${path} is damaged (${String(health)}). Move it away; it is refilled from the journal.`)
  const owner = db.query<{ key: string }, []>('SELECT key FROM oracle').get()?.key
  if (owner !== oracleKey)
    throw new BadGuard(`${path} belongs to the oracle ${owner}, not to ${oracleKey}. Point it at its own keys.`)
}

/** Answers the questions from a database that has the tables. */
export const bookOf = (db: Database): GuardBook => {
  const one = db.query<SignedPair, [Uint8Array]>('SELECT point, message, event FROM signed WHERE point = ?')
  const some = db.query<SignedPair, [Uint8Array, number]>(
    'SELECT point, message, event FROM signed WHERE point > ? ORDER BY point LIMIT ?',
  )
  return {
    find: (point) => one.get(point),
    page: (after, count) => some.all(after ?? new Uint8Array(), count),
    count: () => db.query<{ n: number }, []>('SELECT count(*) AS n FROM signed').get()?.n ?? 0,
    events: () =>
      db
        .query<Pick<SignedPair, 'event'>, []>('SELECT DISTINCT event FROM signed')
        .all()
        .map(({ event }) => event),
  }
}

/** @param oracleKey x-only public key, hex: the file is bound to it. */
export const openGuard = (path: string, oracleKey: string): Guard => {
  const db = openLocked(path)
  const isNew = db.query('SELECT 1 FROM sqlite_master').get() === null
  try {
    if (isNew) {
      chmodSync(path, 0o600)
      create(db, oracleKey)
    } else check(db, path, oracleKey)
  } catch (problem) {
    release(db)
    throw problem
  }

  const enter = db.query('INSERT INTO signed (point, message, event) VALUES (?, ?, ?) ON CONFLICT DO NOTHING')
  const book = bookOf(db)
  const enterAll = db.transaction((entries: readonly GuardEntry[]) => {
    for (const { event, pairs } of entries)
      for (const { point, message } of pairs) {
        enter.run(point, message, event)
        const entered = book.find(point)
        if (entered?.event !== event || entered.message.toHex() !== message.toHex())
          throw new SecondMessage(event, point.toHex())
      }
  })
  const commitAll = (entries: readonly GuardEntry[]): void => enterAll.immediate(entries)
  return {
    ...book,
    isNew,
    commitAll,
    commit: (event, pairs) => commitAll([{ event, pairs }]),
    close: () => release(db),
  }
}

import { Database, SQLiteError } from 'bun:sqlite'
import { existsSync } from 'node:fs'
import { APPLICATION_ID, BadGuard, type GuardBook, bookOf, value } from './guard.ts'

/**
 * Reads the guard without changing it. While a signer runs it holds the file's lock, and the file cannot be read:
 * reading past the lock could show half a commit. Without a signer each question locks the file only for itself, so
 * that a signer may start at any moment. From then on every question throws `GuardTaken`.
 */
export type GuardView =
  | { readonly kind: 'read'; readonly book: GuardBook; close(): void }
  /** There is no file, or it is empty. */
  | { readonly kind: 'missing' }
  /** A signer is running. */
  | { readonly kind: 'in_use' }
  /** A commit was cut short. The next process that opens the file for writing undoes it. */
  | { readonly kind: 'unclean' }
  | { readonly kind: 'unusable'; readonly detail: string }

/** A signer took the guard while it was being read. */
export class GuardTaken extends Error {
  override readonly name = 'GuardTaken'
}

const isBusy = (problem: unknown): boolean =>
  problem instanceof SQLiteError && (problem.code ?? '').startsWith('SQLITE_BUSY')

const asked = <T>(path: string, question: () => T): T => {
  try {
    return question()
  } catch (problem) {
    if (isBusy(problem)) throw new GuardTaken('a signer has taken the guard')
    if (problem instanceof SQLiteError) throw new BadGuard(unreadable(path, problem))
    throw problem
  }
}

const unreadable = (path: string, { code }: SQLiteError): string =>
  `${path} cannot be read as a guard (${code}). Never restore an older copy of it: move it away, and it is refilled from the journal.`

const viewOf = (db: Database, path: string, oracleKey: string): GuardView => {
  if (db.query('SELECT 1 FROM sqlite_master').get() === null) return { kind: 'missing' }
  if (value(db, 'application_id') !== APPLICATION_ID)
    return { kind: 'unusable', detail: `${path} is another program's database.` }
  const owner = db.query<{ key: string }, []>('SELECT key FROM oracle').get()?.key
  if (owner !== oracleKey)
    return { kind: 'unusable', detail: `${path} belongs to the oracle ${owner}, not to ${oracleKey}.` }
  const book = bookOf(db)
  return {
    kind: 'read',
    book: {
      find: (point) => asked(path, () => book.find(point)),
      page: (after, count) => asked(path, () => book.page(after, count)),
      count: () => asked(path, book.count),
      events: () => asked(path, book.events),
    },
    close: () => db.close(),
  }
}

const faultOf = (problem: unknown, path: string): GuardView => {
  if (isBusy(problem)) return { kind: 'in_use' }
  if (!(problem instanceof SQLiteError)) throw problem
  if (problem.code === 'SQLITE_READONLY_ROLLBACK') return { kind: 'unclean' }
  return { kind: 'unusable', detail: unreadable(path, problem) }
}

/** @param oracleKey x-only public key, hex. */
export const viewGuard = (path: string, oracleKey: string): GuardView => {
  if (!existsSync(path)) return { kind: 'missing' }
  let db: Database | null = null
  try {
    db = new Database(path, { readonly: true, strict: true })
    const view = viewOf(db, path, oracleKey)
    if (view.kind !== 'read') db.close()
    return view
  } catch (problem) {
    db?.close()
    return faultOf(problem, path)
  }
}

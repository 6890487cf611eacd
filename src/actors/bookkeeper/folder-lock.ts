import { Database, SQLiteError } from 'bun:sqlite'
import { join } from 'node:path'

/**
 * Locks the folder for one bookkeeper. A lease in Redis expires even while its holder is paused in the middle of a
 * write. This lock does not: it belongs to the operating system and ends with the process. A program on Bun gets such a
 * lock through SQLite.
 */
export interface FolderLock {
  release(): void
}

/** Keeps locked databases referenced: a collected one would lose its lock. */
const HELD = new Set<Database>()

/** `null`: another bookkeeper holds the lock. */
export const lockLedger = (folder: string): FolderLock | null => {
  const db = new Database(join(folder, 'writer.lock'), { create: true, strict: true })
  try {
    db.run('PRAGMA busy_timeout = 0')
    db.run('PRAGMA locking_mode = EXCLUSIVE')
    db.run('BEGIN EXCLUSIVE')
    HELD.add(db)
    return {
      release: () => {
        HELD.delete(db)
        db.close()
      },
    }
  } catch (problem) {
    db.close()
    if (problem instanceof SQLiteError && problem.code === 'SQLITE_BUSY') return null
    throw problem
  }
}

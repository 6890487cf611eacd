import { Database, SQLiteError } from 'bun:sqlite'
import { join } from 'node:path'

/**
 * The folder for one bookkeeper. A lease in Redis runs out while its holder stands still in the middle of a write; this
 * lock does not: it is the operating system's and goes with the process, wherever it stood. SQLite is how a program on
 * Bun gets at one.
 */
export interface FolderLock {
  release(): void
}

/** One that nobody refers to any more is collected, and its lock goes with it. */
const HELD = new Set<Database>()

/** `null`: another bookkeeper has it. */
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

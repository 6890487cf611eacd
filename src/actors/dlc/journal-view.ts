import { closeSync, fstatSync, openSync } from 'node:fs'
import { type ChainEnd, START, isEntry } from './journal-lines.ts'
import { type JournaledEvent, isNews, takeLine } from './journal-memory.ts'
import { checkedLines, linesAbout } from './journal-read.ts'
import type { Journal } from './journal.ts'
import { wholeLength } from '../../files/line-file.ts'

/** The journal as it was at one moment, for readers. A signer may append lines meanwhile. */
export interface JournalView extends Pick<Journal, 'find' | 'ids' | 'waiting' | 'close'> {
  readonly end: ChainEnd
  /** Bytes after the last whole line: it is being written, or a power cut has cut it off. */
  readonly torn: number
}

const openFile = (path: string): number | null => {
  try {
    return openSync(path, 'r')
  } catch (problem) {
    if ((problem as { code?: string }).code === 'ENOENT') return null
    throw problem
  }
}

/**
 * Reads the whole file and changes nothing. `null` if there is none. Throws `BrokenJournal` and
 * `JournalContradiction`.
 *
 * @param oracle x-only public key, hex.
 */
export const viewJournal = (path: string, oracle: string): JournalView | null => {
  const file = openFile(path)
  if (file === null) return null
  try {
    const { size } = fstatSync(file)
    const whole = wholeLength(file, size)
    const known = new Map<string, JournaledEvent>()
    const waiting = new Set<string>()
    let end = START
    for (const line of checkedLines(path, file, whole, oracle)) {
      end = line.end
      if (isEntry(line.entry)) isNews(known, line.entry)
      takeLine(known, waiting, line.entry, line.at, line.length)
    }
    return {
      find: (id) => linesAbout(file, known.get(id)),
      ids: () => known.keys(),
      waiting,
      close: () => closeSync(file),
      end,
      torn: size - whole,
    }
  } catch (problem) {
    closeSync(file)
    throw problem
  }
}

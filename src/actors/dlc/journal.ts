import { chmodSync, closeSync, fdatasyncSync, fstatSync, ftruncateSync, openSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { wholeLength } from '../../files/line-file.ts'
import { syncFolder } from '../../files/sync-folder.ts'
import type { Log } from '../../ports.ts'
import { BrokenJournal, type ChainEnd, type JournalEntry, START, writeLine } from './journal-lines.ts'
import { type Known, isNews, remember } from './journal-memory.ts'
import { checkedLines, linesAbout } from './journal-read.ts'

/**
 * What the oracle did, beside Redis and independent of it: an append-only file. A line is on the disk before `append`
 * returns, and nothing is signed or published before its line is. Whoever holds the guard's lock is its one writer.
 */
export interface Journal {
  /**
   * Writes lines that are not there yet and syncs once; repeating one is free. Throws `JournalContradiction` when one
   * says something else of its event than an earlier line, before anything is written.
   */
  append(...entries: readonly JournalEntry[]): void
  /** Whether there is a line about this event: its id is used, also when Redis has forgotten it. */
  knows(id: string): boolean
  /** The lines about one event, oldest first. */
  find(id: string): readonly JournalEntry[]
  /** All lines, oldest first, read and checked again from the file. */
  replay(): Generator<JournalEntry>
  /** Ids of all events, in the order of their first lines. */
  ids(): Iterable<string>
  readonly end: () => ChainEnd
  close(): void
}

/**
 * Opens or creates the file and reads it through. A torn last line, left by a power cut before its sync, is cut off
 * with a warning: nobody was told of it. Anything else that does not fit throws `BrokenJournal`.
 *
 * @param oracle x-only public key, hex.
 */
export const openJournal = (path: string, oracle: string, log: Log): Journal => {
  const file = openSync(path, 'a+', 0o600)
  try {
    return read(path, file, oracle, log)
  } catch (problem) {
    closeSync(file)
    throw problem
  }
}

const read = (path: string, file: number, oracle: string, log: Log): Journal => {
  const { size } = fstatSync(file)
  const whole = wholeLength(file, size)
  if (whole < size) {
    ftruncateSync(file, whole)
    fdatasyncSync(file)
    log.warn('dlc.journal.torn_line', { path, bytes: size - whole })
  }
  const known = new Map<string, Known>()
  let end = START
  let length = whole
  let failed = false

  const write = (texts: readonly string[]): void => {
    if (failed)
      throw new BrokenJournal(`${path}: it is closed, or an earlier write failed. Make room, then start again.`)
    const bytes = Buffer.from(texts.map((text) => `${text}\n`).join(''))
    try {
      for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at)
      fdatasyncSync(file)
    } catch (problem) {
      // Half a line may lie there; only reading the file again tells.
      failed = true
      throw problem
    }
    length += bytes.length
  }

  if (whole === 0) {
    chmodSync(path, 0o600)
    write([writeLine(START, { type: 'journal', oracle }).text])
    syncFolder(dirname(path))
  }
  for (const line of checkedLines(path, file, length, oracle)) {
    end = line.end
    if (line.entry.type === 'journal') continue
    isNews(known, line.entry)
    remember(known, line.entry, line.at, line.length)
  }

  return {
    append: (...given) => {
      const staged = new Map<string, Known>()
      const texts: string[] = []
      const fresh: { entry: JournalEntry; at: number; length: number }[] = []
      let [chain, at] = [end, length]
      for (const entry of given) {
        if (!isNews(known, entry) || !isNews(staged, entry)) continue
        const next = writeLine(chain, entry)
        const bytes = Buffer.byteLength(next.text)
        remember(staged, entry, at, bytes)
        texts.push(next.text)
        fresh.push({ entry, at, length: bytes })
        chain = next.end
        at += bytes + 1
      }
      if (texts.length === 0) return
      write(texts)
      end = chain
      for (const line of fresh) remember(known, line.entry, line.at, line.length)
    },
    knows: (id) => known.has(id),
    find: (id) => linesAbout(file, known.get(id)),
    replay: function* () {
      for (const { entry } of checkedLines(path, file, length, oracle)) if (entry.type !== 'journal') yield entry
    },
    ids: () => known.keys(),
    end: () => end,
    close: () => {
      // The number of a closed file may be another file's next.
      failed = true
      closeSync(file)
    },
  }
}

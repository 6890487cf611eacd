import { chmodSync, closeSync, fdatasyncSync, fstatSync, ftruncateSync, openSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { linesOf, wholeLength } from '../../files/line-file.ts'
import { syncFolder } from '../../files/sync-folder.ts'
import type { Log } from '../../ports.ts'
import {
  BrokenJournal,
  type ChainEnd,
  type JournalEntry,
  type JournalHold,
  START,
  lineHash,
  isEntry,
  writeLine,
} from './journal-lines.ts'
import { hasLine, type JournaledEvent, isNews, openIn, remember, takeLine } from './journal-memory.ts'
import { checkedLines, linesAbout } from './journal-read.ts'

/**
 * An append-only file of everything that the oracle did, independent of Redis. A line is on the disk before `append`
 * returns, and nothing is signed or published before its line is. The process that holds the guard's lock is its only
 * writer.
 */
export interface Journal {
  /**
   * Writes the lines that are not there yet, with one sync. A repeated line is skipped. Throws `JournalContradiction`,
   * before anything is written, if a line contradicts an earlier one about its event.
   */
  append(...entries: readonly JournalEntry[]): void
  /** Whether there is a line about this event. Then its id is used, even if Redis has lost it. */
  knows(id: string): boolean
  /** The lines about one event, oldest first. */
  find(id: string): readonly JournalEntry[]
  /** All lines, oldest first, read and checked again from the file. */
  replay(): Generator<JournalEntry>
  /** Ids of all events, in the order of their first lines. */
  ids(): Iterable<string>
  /** Whether there is a line with its outcome or its attestation. */
  isDecided(id: string): boolean
  /** Holds all events that are open now: none is signed until it is resumed. */
  hold(at: number, why: string, instead?: readonly ChainEnd[]): void
  /** Whether an operator has said that it replaces a lost journal with this end. */
  replaces(end: ChainEnd): boolean
  /** Events that an operator must resume, in the order of their first lines. */
  readonly waiting: ReadonlySet<string>
  /** The line of the last hold; 0 when there was none. */
  heldAt(): number
  /** Events that were offered and not attested. */
  open(): readonly string[]
  /** The hash of the chain after a line; `null` if there is no such line. Reads the file. */
  hashAt(line: number): string | null
  readonly end: () => ChainEnd
  close(): void
}

/** How lines reach the disk. */
export interface LineWriter {
  write(file: number, bytes: Buffer, from: number): number
  sync(file: number): void
}

const DISK: LineWriter = { write: writeSync, sync: fdatasyncSync }

/**
 * Opens or creates the file and reads all of it. An incomplete last line, left by a power cut before its sync, is cut
 * off with a warning: nothing was done because of it. Any other fault throws `BrokenJournal`.
 *
 * @param oracle x-only public key, hex.
 */
export const openJournal = (path: string, oracle: string, log: Log, disk: LineWriter = DISK): Journal => {
  const file = openSync(path, 'a+', 0o600)
  try {
    return read(path, file, oracle, log, disk)
  } catch (problem) {
    closeSync(file)
    throw problem
  }
}

const read = (path: string, file: number, oracle: string, log: Log, disk: LineWriter): Journal => {
  const { size } = fstatSync(file)
  const whole = wholeLength(file, size)
  if (whole < size) {
    ftruncateSync(file, whole)
    log.warn('dlc.journal.torn_line', { path, bytes: size - whole })
  }
  // The process that wrote them may have died before their sync.
  if (whole > 0) disk.sync(file)
  const known = new Map<string, JournaledEvent>()
  const waiting = new Set<string>()
  const replaced: ChainEnd[] = []
  let heldAt = 0
  let end = START
  let length = whole
  let failed = false

  const write = (texts: readonly string[]): void => {
    if (failed)
      throw new BrokenJournal(`${path}: it is closed, or an earlier write failed. Make room, then start again.`)
    if (fstatSync(file).size !== length) {
      failed = true
      throw new BrokenJournal(`${path}: somebody else has written to it. Two signers on one folder must never be.`)
    }
    const bytes = Buffer.from(texts.map((text) => `${text}\n`).join(''))
    try {
      for (let at = 0; at < bytes.length;) at += disk.write(file, bytes, at)
      disk.sync(file)
    } catch (problem) {
      // Half a line may be in the file. Only reading the file again shows that.
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
    if (isEntry(line.entry)) isNews(known, line.entry)
    takeLine(known, waiting, line.entry, line.at, line.length)
    if (line.entry.type !== 'held') continue
    heldAt = line.entry.line
    replaced.push(...(line.entry.instead ?? []))
  }

  /** Writes lines at once, with one sync for all of them. */
  const enter = (entries: readonly (JournalEntry | JournalHold)[]): void => {
    let [chain, at] = [end, length]
    const lines = entries.map((entry) => {
      const next = writeLine(chain, entry)
      const bytes = Buffer.byteLength(next.text)
      const line = { entry, text: next.text, at, length: bytes }
      chain = next.end
      at += bytes + 1
      return line
    })
    if (lines.length === 0) return
    write(lines.map(({ text }) => text))
    end = chain
    for (const line of lines) takeLine(known, waiting, line.entry, line.at, line.length)
  }

  return {
    append: (...given) => {
      const staged = new Map<string, JournaledEvent>()
      enter(
        given.filter((entry) => {
          // Both are checked for contradictions; the line is old if either has it.
          const [isNew, isFirst] = [isNews(known, entry), isNews(staged, entry)]
          remember(staged, entry, 0, 0)
          return isNew && isFirst
        }),
      )
    },
    hold: (at, why, instead = []) => {
      enter([{ type: 'held', at, why, ...(instead.length > 0 && { instead }) }])
      heldAt = end.line
      replaced.push(...instead)
    },
    replaces: ({ line, hash }) => replaced.some((each) => each.line === line && each.hash === hash),
    waiting,
    heldAt: () => heldAt,
    open: () => openIn(known),
    knows: (id) => known.has(id),
    find: (id) => linesAbout(file, known.get(id)),
    replay: function* () {
      for (const { entry } of checkedLines(path, file, length, oracle)) if (isEntry(entry)) yield entry
    },
    ids: () => known.keys(),
    isDecided: (id) => hasLine(known.get(id), 'decided') || hasLine(known.get(id), 'attested'),
    hashAt: (wanted) => {
      if (wanted === end.line) return end.hash
      let line = 0
      for (const { text } of linesOf(file, length)) if (++line === wanted) return lineHash(text)
      return null
    },
    end: () => end,
    close: () => {
      // The system may give the descriptor of a closed file to another file.
      failed = true
      closeSync(file)
    },
  }
}

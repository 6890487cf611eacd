import { readSync } from 'node:fs'
import {
  BrokenJournal,
  type ChainEnd,
  type JournalEntry,
  type JournalLine,
  START,
  readJournalLine,
} from './journal-lines.ts'
import type { JournaledEvent } from './journal-memory.ts'
import { linesOf } from '../../files/line-file.ts'

/** Reads a journal by its descriptor, for its writer and for readers. */

export interface CheckedLine {
  readonly entry: JournalLine
  /** Position of the line in bytes, without its line feed. */
  readonly at: number
  readonly length: number
  /** The end of the chain after it. */
  readonly end: ChainEnd
}

/**
 * The whole lines up to `until`. Each is checked to follow from the one before it. Throws `BrokenJournal`.
 *
 * @param oracle x-only public key, hex: the head must name it.
 */
export function* checkedLines(path: string, file: number, until: number, oracle: string): Generator<CheckedLine> {
  let chain = START
  for (const { text, at, length } of linesOf(file, until)) {
    const { entry, end } = readJournalLine(path, chain, text)
    chain = end
    // The head must be the first line and no other.
    if ((entry.type === 'journal') !== (entry.line === 1))
      throw new BrokenJournal(`${path}: line ${entry.line} is out of place.`)
    if (entry.type === 'journal' && entry.oracle !== oracle)
      throw new BrokenJournal(`${path} belongs to the oracle ${entry.oracle}, not to ${oracle}.`)
    yield { entry, at, length, end }
  }
}

/** The lines about one event, oldest first. */
export const linesAbout = (file: number, known: JournaledEvent | undefined): readonly JournalEntry[] => {
  const spans = known?.spans ?? []
  return Array.from({ length: spans.length / 2 }, (_, nth) => {
    const [at, length] = [spans[2 * nth]!, spans[2 * nth + 1]!]
    const piece = Buffer.alloc(length)
    readSync(file, piece, 0, length, at)
    return JSON.parse(piece.toString('utf8')) as JournalEntry
  })
}

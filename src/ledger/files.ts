import { closeSync, fstatSync, openSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { linesBackward, linesOf, wholeLength } from '../files/line-file.ts'
import { type LedgerLine, NewerLine, readLedgerLine, type UnreadableLine } from './line.ts'
import { fileOf, monthsAmong } from './months.ts'

/** Reads the ledger's files, also while the bookkeeper writes. */

/** A file that does not belong to the ledger, or is damaged. The message names it. */
export class BadLedger extends Error {
  override readonly name = 'BadLedger'
}

/** Oldest first; empty when there is no folder yet. */
export const monthsIn = (folder: string): readonly string[] => {
  try {
    return monthsAmong(readdirSync(folder))
  } catch (problem) {
    if ((problem as { code?: string }).code === 'ENOENT') return []
    throw problem
  }
}

const checked = (path: string, text: string): LedgerLine | UnreadableLine => {
  try {
    return readLedgerLine(text)
  } catch (problem) {
    if (problem instanceof NewerLine)
      throw new BadLedger(`${path} holds a line of a newer release. Start that release again (docs/upgrading.md).`)
    throw new BadLedger(`${path} holds a line that is not of the ledger: ${JSON.stringify(text.slice(0, 80))}`)
  }
}

/** The whole lines of one month, oldest first. A line that is being written is left out. */
export function* linesOfMonth(folder: string, month: string): Generator<LedgerLine | UnreadableLine> {
  const path = join(folder, fileOf(month))
  const file = openSync(path, 'r')
  try {
    for (const { text } of linesOf(file, wholeLength(file, fstatSync(file).size))) yield checked(path, text)
  } finally {
    closeSync(file)
  }
}

/** The same, newest first. @param until how many bytes of it count; a whole number of lines */
export function* newestOfMonth(folder: string, month: string, until: number): Generator<LedgerLine | UnreadableLine> {
  const path = join(folder, fileOf(month))
  const file = openSync(path, 'r')
  try {
    for (const text of linesBackward(file, until)) yield checked(path, text)
  } finally {
    closeSync(file)
  }
}

import { closeSync, fstatSync, openSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { linesBackward, linesOf, wholeLength } from '../files/line-file.ts'
import { type LedgerLine, readLedgerLine, type UnreadableLine } from './line.ts'
import { fileOf, monthsAmong } from './months.ts'

/** Reading the ledger's files: for those who only look, also while the bookkeeper writes. */

/** A file that is not the ledger's, or was damaged. The message names it. */
export class BadLedger extends Error {
  override readonly name = 'BadLedger'
}

/** Oldest first; none where there is no folder yet. */
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
  } catch {
    throw new BadLedger(`${path} holds a line that is none of the ledger: ${JSON.stringify(text.slice(0, 80))}`)
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

import { DAY_MS } from '../time-units.ts'
import { BadLedger, linesOfMonth, monthsIn } from './files.ts'
import { isCountable, isReadable, type LedgerLine } from './line.ts'
import { fileOf, monthOf } from './months.ts'

/** Lines around a time span, and how many could not be read. */
export interface LedgerReading {
  readonly lines: Generator<LedgerLine>
  /** Complete when all lines were read. */
  unreadable(): number
}

/** Answers can be fetched for a day, and a claim remembers its payment for as long. */
const AROUND_MS = 2 * DAY_MS

const monthAt = (at: number, otherwise: string): string => {
  const isTime = Math.abs(at) < 8_000_000_000_000_000
  return isTime ? monthOf(Math.max(0, at)) : otherwise
}

/**
 * All lines of the months that a time span touches, and of two days before and after it. Those days may hold the
 * results of its payments. Unix ms.
 */
export const readLedger = (folder: string, from: number, to: number): LedgerReading => {
  const [first, last] = [monthAt(from - AROUND_MS, '0000-00'), monthAt(to + AROUND_MS, '9999-99')]
  let unreadable = 0
  function* lines(): Generator<LedgerLine> {
    for (const month of monthsIn(folder)) {
      if (month < first || month > last) continue
      for (const line of linesOfMonth(folder, month))
        if (!isReadable(line)) unreadable++
        else if (isCountable(line)) yield line
        else throw new BadLedger(`${fileOf(month)} holds a line that is not of the ledger: ${JSON.stringify(line.id)}`)
    }
  }
  return { lines: lines(), unreadable: () => unreadable }
}

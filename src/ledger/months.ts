import { join } from 'node:path'
import { DAY_MS } from '../time-units.ts'

/** Months of the ledger, `2026-03`, in UTC: one file each. */

/** Their folder, in the data folder. */
export const ledgerFolder = (data: string): string => join(data, 'ledger')

const FILE = /^(\d{4}-\d{2})\.jsonl$/

/** @param at Unix milliseconds */
export const monthOf = (at: number): string => new Date(at).toISOString().slice(0, 7)

export const fileOf = (month: string): string => `${month}.jsonl`

/** The months among the names of a folder, oldest first. */
export const monthsAmong = (names: readonly string[]): readonly string[] =>
  names.flatMap((name) => FILE.exec(name)?.[1] ?? []).toSorted()

/** Whether the last day of a month is more than so many days ago. */
export const isOlderThan = (month: string, days: number, now: number): boolean => {
  const [year, number] = month.split('-').map(Number) as [number, number]
  return Date.UTC(year, number) + days * DAY_MS <= now
}

import type { FileReport } from './test-report.ts'

/** The result of a run: its last lines, and the very last one, which machines read. */

/** Why tests were skipped, written by the test file itself or by a module that it imports. */
export interface SkipNote {
  readonly asker: string
  readonly reason: string
}

export interface Outcome {
  /** Files that were to run. */
  readonly files: readonly string[]
  readonly reports: readonly FileReport[]
  readonly notes: readonly SkipNote[]
  /** Whether loading `file` loads `other`. */
  readonly reaches: (file: string, other: string) => boolean
  /** Bun's exit status. */
  readonly status: number
}

export interface Summary {
  readonly passed: number
  readonly failed: number
  /** In the order in which they are shown; the count comes last. */
  readonly lines: readonly string[]
}

const total = (numbers: readonly number[]): number => numbers.reduce((sum, each) => sum + each, 0)

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

/** The last line, which machines read. */
export const closing = (passed: number, failed: number): string => `${passed} passed, ${failed} failed`

const reasonOf = (file: string, { notes, reaches }: Outcome): string =>
  [...new Set(notes.flatMap(({ asker, reason }) => (reaches(file, asker) ? [reason] : [])))].toSorted().join('; ')

/** One line for each reason; tests without a reason are named one by one. */
const skipLines = (outcome: Outcome): readonly string[] => {
  const withReason = Map.groupBy(
    outcome.reports.filter(({ skipped }) => skipped.length > 0),
    ({ file }) => reasonOf(file, outcome),
  )
  return [...withReason].flatMap(([reason, of]) =>
    reason === ''
      ? of.flatMap(({ file, skipped }) => skipped.map((name) => `skipped without a reason: ${file}: ${name}`))
      : [`${total(of.map(({ skipped }) => skipped.length))} skipped in ${counted(of.length, 'file')}: ${reason}`],
  )
}

const withoutReason = (outcome: Outcome): number =>
  total(outcome.reports.map(({ file, skipped }) => (reasonOf(file, outcome) === '' ? skipped.length : 0)))

/**
 * A file in which no test started is one failure, whatever the cause: a fault while it loads, `.only`, a worker that
 * died. A skip without a reason is a failure too, and so is a run that ended with an error but names no failed test.
 */
export const summaryOf = (outcome: Outcome): Summary => {
  const { files, reports, status } = outcome
  const ran = new Set(reports.map(({ file }) => file))
  const missing = files.filter((file) => !ran.has(file))
  const named = total(reports.map(({ failed }) => failed.length)) + missing.length + withoutReason(outcome)
  const failed = named === 0 && status !== 0 ? 1 : named
  const passed = total(reports.map((each) => each.passed))
  return {
    passed,
    failed,
    lines: [
      ...reports.flatMap(({ file, failed }) => failed.map((name) => `failed: ${file}: ${name}`)),
      ...missing.map((file) => `no test of this file ran: ${file}`),
      ...(named === 0 && status !== 0 ? [`the test runner ended with status ${status}`] : []),
      ...skipLines(outcome),
      `${ran.size} of ${counted(files.length, 'file')} ran`,
      closing(passed, failed),
    ],
  }
}

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type FileReport, readReport } from './test-report.ts'

/** One run of bun's test runner over files, several of them at a time, and what its report says. */

export interface Part {
  /** Distinguishes the files that runs write side by side. */
  readonly name: string
  readonly files: readonly string[]
  /** In the form of bun's `--timings`: the heaviest start first. */
  readonly weights: Readonly<Record<string, number>>
  /** Files at a time. */
  readonly workers: number
}

export interface PartRun {
  readonly root: string
  /** For what a run writes. */
  readonly folder: string
  readonly env: Readonly<Record<string, string>>
}

export interface PartResult {
  readonly reports: readonly FileReport[]
  /** Bun's exit status. */
  readonly status: number
}

/** One test may take this long: real processes on a shared machine. */
const TEST_LIMIT_MS = 120_000

const EMPTY_TABLES = join(import.meta.dir, 'refuse-empty-tables.ts')

/** Empty where there is no such file: a runner that died writes no report. */
export const textOf = (file: string): string => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/** Shows everything as it comes, file by file. */
export const runPart = async ({ name, files, weights, workers }: Part, run: PartRun): Promise<PartResult> => {
  if (files.length === 0) return { reports: [], status: 0 }
  const [report, timings] = [join(run.folder, `${name}.xml`), join(run.folder, `${name}.json`)]
  writeFileSync(timings, JSON.stringify({ version: 1, files: weights }))
  const options = [
    `--timeout=${TEST_LIMIT_MS}`,
    `--parallel=${workers}`,
    `--preload=${EMPTY_TABLES}`,
    // Modules are loaded once for all files that a worker runs, as without `--parallel`: a quarter of the time.
    '--no-isolate',
    `--timings=${timings}`,
    '--reporter=junit',
    `--reporter-outfile=${report}`,
  ]
  const child = Bun.spawn([process.execPath, 'test', '--no-orphans', ...options, ...files.map((file) => `./${file}`)], {
    cwd: run.root,
    stdio: ['ignore', 'inherit', 'inherit'],
    // With CI set bun refuses `.only`, with the file and the line.
    env: { ...process.env, FORCE_COLOR: '0', CI: 'true', ...run.env },
  })
  const status = await child.exited
  return { reports: readReport(textOf(report)), status }
}

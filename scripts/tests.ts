import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { importGraph, type Starts, testFiles } from './test-files.ts'
import { readReport } from './test-report.ts'
import { type SkipNote, type Summary, summaryOf } from './test-summary.ts'

/** Runs bun's test runner over files, several at a time, and counts what came out by its report. */

/** One test may take this long: real processes on a shared machine. */
const TEST_LIMIT_MS = 120_000

/** In the form of bun's `--timings`, which starts the longest first: what waits for processes overlaps with what computes. */
const WEIGHTS: Readonly<Record<Starts, number>> = { processes: 3, redis: 2, nothing: 1 }

const WORKERS = 2 * availableParallelism() + 1

export const ROOT = join(import.meta.dir, '..')

export interface TestRun {
  /** Where paths begin, and where the tests run. */
  readonly root: string
  /** Files and folders. */
  readonly paths: readonly string[]
  /** Files at a time: about twice as many as there are cores, since half of the time of a test is waiting. */
  readonly workers?: number
  /** Which of the files found run. All, if it is not given. */
  readonly only?: (starts: Starts) => boolean
  /** What properties are drawn by (`test/support/draws.ts`). Theirs own, if it is not given. */
  readonly seed?: string
  readonly env?: Readonly<Record<string, string>>
}

/** As it was told, to repeat a run, or by chance. */
export const seedOfRun = (): string =>
  process.env['TEST_SEED'] ?? String(crypto.getRandomValues(new Uint32Array(1))[0]!)

const textOf = (file: string): string => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

const notesIn = (file: string): readonly SkipNote[] =>
  textOf(file)
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as SkipNote)

/** Shows everything as it comes, file by file. Never throws: what goes wrong is a failure in the summary. */
export const runTests = async (run: TestRun): Promise<Summary> => {
  const { root, paths, workers = WORKERS, only = () => true, seed, env = {} } = run
  const graph = importGraph(root)
  const found = testFiles(root, paths).map((file) => ({ file, starts: graph.starts(file) }))
  const chosen = found.filter(({ starts }) => only(starts))
  const folder = mkdtempSync(join(tmpdir(), 'claros-tests-'))
  const [report, timings, skips] = ['report.xml', 'timings.json', 'skips'].map((name) => join(folder, name))
  const weights = Object.fromEntries(chosen.map(({ file, starts }) => [file, WEIGHTS[starts]]))
  writeFileSync(timings!, JSON.stringify({ version: 1, files: weights }))
  const options = [
    `--timeout=${TEST_LIMIT_MS}`,
    `--parallel=${workers}`,
    // Modules are loaded once for all files that a worker runs, as without `--parallel`: a quarter of the time.
    '--no-isolate',
    `--timings=${timings!}`,
    '--reporter=junit',
    `--reporter-outfile=${report!}`,
  ]
  const files = chosen.map(({ file }) => file)
  const child = Bun.spawn([process.execPath, 'test', '--no-orphans', ...options, ...files.map((file) => `./${file}`)], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    // With CI set bun refuses `.only`, with the file and the line.
    env: { ...process.env, FORCE_COLOR: '0', CI: 'true', TEST_SKIPS: skips!, ...(seed && { TEST_SEED: seed }), ...env },
  })
  const status = await child.exited
  const summary = summaryOf({
    files,
    reports: readReport(textOf(report!)),
    notes: notesIn(skips!),
    reaches: graph.reaches,
    status,
  })
  rmSync(folder, { recursive: true, force: true })
  return summary
}

/** Runs, shows the summary as the last lines, and exits. */
export const runAndExit = async (run: TestRun): Promise<never> => {
  const startedAt = performance.now()
  const hints =
    run.seed === undefined ? [] : [`cases drawn by seed ${run.seed}; TEST_SEED=${run.seed} draws them again`]
  process.stdout.write(hints.map((hint) => `${hint}\n`).join(''))
  const { lines, passed, failed } = await runTests(run)
  const took = `${((performance.now() - startedAt) / 1000).toFixed(0)} s`
  process.stdout.write(`\n${[took, ...hints, ...lines].join('\n')}\n`)
  return process.exit(failed === 0 && passed > 0 ? 0 : 1)
}

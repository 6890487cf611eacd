import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { importGraph, type Starts, testFiles } from './test-files.ts'
import { readReport } from './test-report.ts'
import { type SkipNote, type Summary, summaryOf } from './test-summary.ts'

/** Runs bun's test runner over files, several at a time, and counts the results from its report. */

/** Time limit of one test. It is long because some start real processes on a shared machine. */
const TEST_LIMIT_MS = 120_000

/**
 * For bun's `--timings`, which starts the longest files first: files that wait for processes overlap with those that
 * compute.
 */
const WEIGHTS: Readonly<Record<Starts, number>> = { processes: 3, redis: 2, nothing: 1 }

const WORKERS = 2 * availableParallelism() + 1

export const ROOT = join(import.meta.dir, '..')

export interface TestRun {
  /** The folder from which paths are read and in which the tests run. */
  readonly root: string
  /** Files and folders. */
  readonly paths: readonly string[]
  /** Files at a time. Without it, about twice as many as there are cores: half of the time of a test is waiting. */
  readonly workers?: number
  /** Chooses among the files that were found. Without it, all run. */
  readonly only?: (starts: Starts) => boolean
  /** The seed of random cases (`test/support/draws.ts`). Without it, each property uses its own. */
  readonly seed?: string
  readonly env?: Readonly<Record<string, string>>
}

/** The seed from `TEST_SEED`, to repeat a run, or a random one. */
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

/** Runs the files and shows their output as it comes. Never throws: any fault is a failure in the summary. */
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
    // Each worker loads a module once for all its files, as without `--parallel`. That takes a quarter of the time.
    '--no-isolate',
    `--timings=${timings!}`,
    '--reporter=junit',
    `--reporter-outfile=${report!}`,
  ]
  const files = chosen.map(({ file }) => file)
  const child = Bun.spawn([process.execPath, 'test', '--no-orphans', ...options, ...files.map((file) => `./${file}`)], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    // With CI set, bun refuses `.only` and names the file and the line.
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

/** Runs the tests, writes the summary as the last lines, and exits. */
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

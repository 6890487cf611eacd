import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Part, runPart, textOf } from './bun-test.ts'
import { importGraph, type Starts, testFiles } from './test-files.ts'
import { type SkipNote, type Summary, summaryOf } from './test-summary.ts'

/**
 * Runs test files and counts the results. Files that start the product as processes run beside those that do not: too
 * many products at a time slow each other down, and one alone leaves the machine idle while it waits.
 */

/** The heaviest files start first, so that none of them runs alone at the end. */
const WEIGHTS: Readonly<Record<Starts, number>> = { processes: 3, redis: 2, nothing: 1 }

export interface Workers {
  readonly processes: number
  readonly others: number
}

/** A product waits for half of its time, so there is one more of them than there are cores. */
const WORKERS: Workers = { processes: availableParallelism() + 1, others: availableParallelism() }

export const ROOT = join(import.meta.dir, '..')

export interface TestRun {
  /** Where paths begin, and where the tests run. */
  readonly root: string
  /** Files and folders. */
  readonly paths: readonly string[]
  /** Files at a time, of each kind. */
  readonly workers?: Workers
  /** One kind after the other, not beside it: for runs whose claims are of time and that share no core with long sums. */
  readonly isInTurn?: boolean
  /** Chooses among the files that were found. Without it, all run. */
  readonly only?: (starts: Starts) => boolean
  /** What properties are drawn by (`test/support/draws.ts`). Theirs own, if it is not given. */
  readonly seed?: string
  readonly env?: Readonly<Record<string, string>>
}

/** As it was told, to repeat a run, or by chance. */
export const seedOfRun = (): string =>
  process.env['TEST_SEED'] ?? String(crypto.getRandomValues(new Uint32Array(1))[0]!)

const notesIn = (file: string): readonly SkipNote[] =>
  textOf(file)
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as SkipNote)

/** Shows everything as it comes, file by file. Never throws: what goes wrong is a failure in the summary. */
export const runTests = async (run: TestRun): Promise<Summary> => {
  const { root, paths, workers = WORKERS, isInTurn = false, only = () => true, seed, env = {} } = run
  const graph = importGraph(root)
  const found = testFiles(root, paths).map((file) => ({ file, starts: graph.starts(file) }))
  const chosen = found.filter(({ starts }) => only(starts))
  const folder = mkdtempSync(join(tmpdir(), 'claros-tests-'))
  const skips = join(folder, 'skips')
  const part = (name: keyof Workers): Part => {
    const own = chosen.filter(({ starts }) => (starts === 'processes') === (name === 'processes'))
    const weights = Object.fromEntries(own.map(({ file, starts }) => [file, WEIGHTS[starts]]))
    return { name, files: own.map(({ file }) => file), weights, workers: workers[name] }
  }
  const partRun = { root, folder, env: { TEST_SKIPS: skips, ...(seed && { TEST_SEED: seed }), ...env } }
  const processes = runPart(part('processes'), partRun)
  if (isInTurn) await processes
  const results = await Promise.all([processes, runPart(part('others'), partRun)])
  const summary = summaryOf({
    files: chosen.map(({ file }) => file),
    reports: results.flatMap(({ reports }) => reports),
    notes: notesIn(skips),
    reaches: graph.reaches,
    status: chosen.length === 0 ? 1 : Math.max(...results.map(({ status }) => status)),
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

import { availableParallelism } from 'node:os'
import { importGraph, testFiles } from './test-files.ts'
import { ROOT, runAndExit } from './tests.ts'

/**
 * `npm run chaos`: long runs with real processes that are killed, and heavy clients; after them every case of the
 * properties of which `npm test` draws a part.
 */

const DRAWS = 'test/support/draws.ts'

/** A whole product at a time: what these runs promise of it is told in seconds. Then sums on every core. */
const WORKERS = { processes: 1, others: availableParallelism() }

const graph = importGraph(ROOT)
const drawing = testFiles(ROOT, ['./test']).filter((file) => graph.reaches(file, DRAWS))
const paths = process.argv.slice(2)
await runAndExit({
  root: ROOT,
  paths: paths.length > 0 ? paths : ['./chaos', ...drawing],
  workers: WORKERS,
  isInTurn: true,
  env: { TEST_CASES: 'all' },
})

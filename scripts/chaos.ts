import { importGraph, testFiles } from './test-files.ts'
import { ROOT, runAndExit } from './tests.ts'

/**
 * `npm run chaos`: long runs with real processes that are killed, and heavy clients; after them every case of the
 * properties of which `npm test` draws a part.
 */

const DRAWS = 'test/support/draws.ts'

/** Most of the time is spent waiting for timeouts, so two at a time disturb each other little. */
const WORKERS = { processes: 2, others: 1 }

const graph = importGraph(ROOT)
const drawing = testFiles(ROOT, ['./test']).filter((file) => graph.reaches(file, DRAWS))
const paths = process.argv.slice(2)
await runAndExit({
  root: ROOT,
  paths: paths.length > 0 ? paths : ['./chaos', ...drawing],
  workers: WORKERS,
  env: { TEST_CASES: 'all' },
})

import { ROOT, runAndExit, seedOfRun } from './tests.ts'

/** `npm run test:quick`: the tests that start no process, so neither a Redis nor a chain. Under a minute. */

const paths = process.argv.slice(2)
await runAndExit({
  root: ROOT,
  paths: paths.length > 0 ? paths : ['./test'],
  only: (starts) => starts === 'nothing',
  seed: seedOfRun(),
})

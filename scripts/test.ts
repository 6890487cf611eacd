import { ROOT, runAndExit, seedOfRun } from './tests.ts'

/** `npm test`: everything but what takes long. Arguments narrow it to files: `npm test -- ./test/feeds`. */

const paths = process.argv.slice(2)
await runAndExit({ root: ROOT, paths: paths.length > 0 ? paths : ['./test'], seed: seedOfRun() })

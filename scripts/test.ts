import { ROOT, runAndExit, seedOfRun } from './tests.ts'

/** `npm test`: all tests but the long ones in `chaos`. Arguments choose files: `npm test -- ./test/feeds`. */

const paths = process.argv.slice(2)
await runAndExit({ root: ROOT, paths: paths.length > 0 ? paths : ['./test'], seed: seedOfRun() })

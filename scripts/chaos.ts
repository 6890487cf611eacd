import { ROOT, runAndExit } from './tests.ts'

/** `npm run chaos`: long runs with real processes that are killed, and heavy clients. One file after another. */

const paths = process.argv.slice(2)
await runAndExit({ root: ROOT, paths: paths.length > 0 ? paths : ['./chaos'], workers: 1 })

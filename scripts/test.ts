import { closing, runTests } from './tests.ts'

/** `npm test`: everything but what takes long. Arguments narrow it to files: `npm test -- ./test/feeds`. */

const startedAt = performance.now()
const paths = process.argv.slice(2)
const tally = await runTests(paths.length > 0 ? paths : ['./test'])
process.stdout.write(`\n${((performance.now() - startedAt) / 1000).toFixed(0)} s\n${closing(tally)}\n`)
process.exit(tally.failed === 0 && tally.passed > 0 ? 0 : 1)

import { appendFileSync } from 'node:fs'
import { relative } from 'node:path'

/**
 * Whether this machine has what some tests of the file need: `test.skipIf(!needs(…))`. What it lacks stands in the last
 * lines of `npm test`, beside the number of tests that were left out for it; a skip without a reason fails there.
 */
export const needs = (isThere: boolean, what: string): boolean => {
  if (isThere) return true
  const note = { file: relative(process.cwd(), Bun.main), reason: `needs ${what}` }
  const kept = process.env['TEST_SKIPS']
  if (kept) appendFileSync(kept, `${JSON.stringify(note)}\n`)
  else process.stderr.write(`${note.file} ${note.reason}: the tests of that are skipped.\n`)
  return false
}

export const onLinux = (): boolean => needs(process.platform === 'linux', 'Linux')
export const asRoot = (): boolean => needs(process.getuid?.() === 0, 'root')
